public import Geometry

extension Polyline {
  /// The pieces of the line that `pattern`, lengths of dashes and gaps in turn, leaves.
  ///
  /// A pattern of an odd number of lengths is taken twice. One that is not finite, is negative or
  /// has no extent leaves the line whole, as does one with more than `most` dashes.
  public func dashed(_ pattern: [Double], most: Int = 100_000) -> [Polyline] {
    let period = pattern.reduce(0, +)
    let corners = isClosed ? points + points.prefix(1) : points
    let length = zip(corners, corners.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
    guard pattern.allSatisfy({ $0 >= 0 }), period > 0, period.isFinite,
      length / period * Double(pattern.count) < Double(most)
    else { return [self] }
    var dashes = DashWalk(pattern: pattern)
    for (start, end) in zip(corners, corners.dropFirst()) { dashes.walk(from: start, to: end) }
    return dashes.finished
  }
}

/// A walk along a line that lifts the pen for every second length of a pattern.
private struct DashWalk {
  let pattern: [Double]
  private var index = 0
  private var rest: Double
  private var current: [Point] = []
  private var dashes: [Polyline] = []

  init(pattern: [Double]) {
    self.pattern = pattern
    rest = pattern[0]
  }

  var finished: [Polyline] {
    current.isEmpty ? dashes : dashes + [Polyline(current)]
  }

  mutating func walk(from start: Point, to end: Point) {
    let length = (end - start).length
    guard length > 0 else { return }
    var done = 0.0
    if index % 2 == 0, current.isEmpty { current = [start] }
    while length - done > rest {
      done += rest
      turn(at: start + (end - start) * (done / length))
    }
    rest -= length - done
    if index % 2 == 0 { current.append(end) }
  }

  private mutating func turn(at point: Point) {
    if index % 2 == 0 {
      dashes.append(Polyline(current + [point]))
      current = []
    } else {
      current = [point]
    }
    index += 1
    rest = pattern[index % pattern.count]
  }
}
