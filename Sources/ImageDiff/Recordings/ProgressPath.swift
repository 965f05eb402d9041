/// The cheapest way through a table on which progress never decreases.
///
/// It knows no curve: it finds about when the motion is how far, and draws what was measured.
package struct ProgressPath: Sendable {
  /// For each frame the share of the way that it shows.
  package let shares: [Double]

  /// The way through `table`, which has at least one frame.
  package init(_ table: DistanceTable) {
    let (rows, columns) = (table.times.count, table.placeCount)
    var costs = (0..<columns).map { table[0, $0] }
    var origins = [Int](repeating: 0, count: rows * columns)
    for row in 1..<max(1, rows) {
      var best = 0
      var next = costs
      for column in 0..<columns {
        if costs[column] < costs[best] { best = column }
        next[column] = costs[best] + table[row, column]
        origins[row * columns + column] = best
      }
      costs = next
    }
    var place = costs.indices.min { costs[$0] < costs[$1] } ?? 0
    var places = [Int](repeating: place, count: rows)
    for row in stride(from: rows - 1, to: 0, by: -1) {
      place = origins[row * columns + place]
      places[row - 1] = place
    }
    shares = places.map { Double($0) / Double(table.wholeWay) }
  }

  /// When it first comes to a share of the way, between frames by a straight line; nil if it never does.
  package func time(of share: Double, in times: [Double]) -> Double? {
    guard let after = shares.firstIndex(where: { $0 >= share }) else { return nil }
    guard after > 0, shares[after] > shares[after - 1] else { return times[after] }
    let part = (share - shares[after - 1]) / (shares[after] - shares[after - 1])
    return times[after - 1] + part * (times[after] - times[after - 1])
  }
}
