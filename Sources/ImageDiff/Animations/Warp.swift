/// The cheapest monotone way through two animations, in a band about the straight one.
struct Warp {
  /// For each frame of the second animation the frame of the first that is nearest on the way;
  /// nil where it is not the very same.
  let partners: [Int?]
  /// Whether the second animation goes the same way as the first, only otherwise in time.
  let isClose: Bool

  /// The way; nil for animations that do not begin and end with the same pictures.
  init?(_ judge: TimeJudge) {
    let distances = judge.distances
    let (n, m) = (distances.rows, distances.columns)
    guard n > 2, m > 2, distances[0, 0] <= judge.noise, distances[n - 1, m - 1] <= judge.noise
    else { return nil }
    let band = max(8, max(n, m) / 2) + (n > m ? n - m : m - n)
    let path = Self.path(distances, band: band)
    partners = path.enumerated().map { j, i in distances[i, j] <= judge.noise ? i : nil }
    isClose = Self.isClose(path, judge)
  }

  // A frame between two of the first animation's is at most half a step from the nearer one, and
  // a little more for what curves and coarse sums add.
  private static func isClose(_ path: [Int], _ judge: TimeJudge) -> Bool {
    let misses = path.enumerated().filter { j, i in
      judge.distances[i, j] > judge.noise + 0.75 * judge.distances.pace(at: i)
    }
    return misses.count * 10 <= path.count
  }

  /// The frame of the first animation for each frame of the second.
  private static func path(_ distances: Distances, band: Int) -> [Int] {
    let (n, m) = (distances.rows, distances.columns)
    var costs = [Double](repeating: .infinity, count: n)
    var origins = [Int](repeating: 0, count: n * m)
    for i in 0..<min(n, band) { costs[i] = distances[i, 0] + (i > 0 ? .infinity : 0) }
    for j in 1..<m {
      var next = [Double](repeating: .infinity, count: n)
      // The cheapest that lies before or at `i`: time never goes back.
      var best = (cost: Double.infinity, place: 0)
      let middle = j * (n - 1) / (m - 1)
      for i in 0..<min(n, middle + band + 1) {
        if costs[i] <= best.cost { best = (costs[i], i) }
        guard i >= middle - band else { continue }
        next[i] = best.cost + distances[i, j]
        origins[j * n + i] = best.place
      }
      costs = next
    }
    var path = [Int](repeating: n - 1, count: m)
    for j in stride(from: m - 1, to: 0, by: -1) { path[j - 1] = origins[j * n + path[j]] }
    return path
  }
}
