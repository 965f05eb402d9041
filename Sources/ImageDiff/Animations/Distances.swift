/// All distances between the frames of two sequences, and of the first one's neighbours.
struct Distances {
  let rows: Int
  let columns: Int
  /// From each frame of the first to its next one.
  let steps: [Double]
  /// From each frame of the second to the frame of the first that is most like it.
  let nearest: [Double]
  private let table: [Double]

  /// Nobody looks for a frame farther away than this.
  static let reach = 240

  init(_ expected: Footage, _ actual: Footage) {
    (rows, columns) = (expected.count, actual.count)
    steps = (0..<max(0, expected.count - 1)).map { expected.distance($0, expected, $0 + 1) }
    var table = [Double](repeating: .infinity, count: expected.count * actual.count)
    let longer = max(0, expected.count - actual.count)
    for i in 0..<expected.count {
      let near = max(0, i - Self.reach - longer)..<min(actual.count, i + Self.reach + 1)
      guard near.lowerBound < actual.count else { break }
      for j in near { table[i * actual.count + j] = expected.distance(i, actual, j) }
    }
    self.table = table
    nearest = (0..<actual.count).map { j in
      (0..<expected.count).reduce(.infinity) { min($0, table[$1 * actual.count + j]) }
    }
  }

  /// Between frame `i` of the first and frame `j` of the second.
  subscript(i: Int, j: Int) -> Double { table[i * columns + j] }

  /// The largest step about frame `i`: how fast things move there.
  func pace(at i: Int) -> Double {
    let near = max(0, i - 2)..<min(steps.count, i + 2)
    return near.isEmpty ? 0 : steps[near].max() ?? 0
  }
}
