public import Geometry

extension Polyline {
  /// The pieces of the line that `pattern`, lengths of dashes and gaps in turn, leaves.
  ///
  /// A pattern of an odd number of lengths is taken twice. One that is not finite, is negative or
  /// has no extent leaves the line whole, as does one with more than `most` dashes. Dashes that meet
  /// where a closed line begins are one.
  public func dashed(_ pattern: [Double], most: Int = 100_000) -> [Polyline] {
    let period = pattern.reduce(0, +)
    let corners = isClosed ? points + points.prefix(1) : points
    let tangents = isClosed ? tangents + tangents.prefix(1) : tangents
    let length = zip(corners, corners.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
    guard pattern.allSatisfy({ $0 >= 0 }), period > 0, period.isFinite, length > 0,
      length / period * Double(pattern.count) < Double(most)
    else { return [self] }
    var dashes = DashWalk(pattern: pattern)
    for index in corners.indices.dropLast() {
      dashes.walk(
        from: corners[index], to: corners[index + 1], leaving: tangents[index].leaving,
        arriving: tangents[index + 1].arriving)
    }
    return isClosed ? dashes.closed(around: self) : dashes.finished
  }
}

/// A walk along a line that lifts the pen for every second length of a pattern.
private struct DashWalk {
  let pattern: [Double]
  private var index = 0
  private var rest: Double
  private var current: [Point] = []
  private var tangents: [Polyline.Tangents] = []
  private var dashes: [Polyline] = []

  init(pattern: [Double]) {
    self.pattern = pattern
    rest = pattern[0]
  }

  var finished: [Polyline] {
    current.isEmpty ? dashes : dashes + [Polyline(current, tangents: tangents)]
  }

  /// The dashes of a closed line, which came back to where they began.
  func closed(around line: Polyline) -> [Polyline] {
    guard !current.isEmpty else { return dashes }
    guard let first = dashes.first else { return [line] }
    var (points, tangents) = (current, tangents)
    tangents[tangents.count - 1].leaving = first.tangents[0].leaving
    points += first.points.dropFirst()
    tangents += first.tangents.dropFirst()
    return dashes.dropFirst() + [Polyline(points, tangents: tangents)]
  }

  /// Walks along a line; a curve that it stands for leaves its start and arrives at its end so.
  mutating func walk(from start: Point, to end: Point, leaving: Point?, arriving: Point?) {
    let length = (end - start).length
    guard length > 0 else { return }
    var done = 0.0
    if index % 2 == 0, current.isEmpty { begin(at: start, nil) }
    if index % 2 == 0 { tangents[tangents.count - 1].leaving = leaving }
    while length - done > rest {
      done += rest
      let share = done / length
      var way: Point?
      if let leaving, let arriving { way = (leaving * (1 - share) + arriving * share).unit }
      turn(at: start + (end - start) * share, way, along: way ?? (end - start) * (1 / length))
    }
    rest -= length - done
    if index % 2 == 0 {
      current.append(end)
      tangents.append(Polyline.Tangents(arriving: arriving))
    }
  }

  private mutating func begin(at point: Point, _ way: Point?) {
    (current, tangents) = ([point], [Polyline.Tangents(leaving: way)])
  }

  private mutating func turn(at point: Point, _ way: Point?, along direction: Point) {
    if index % 2 == 0, current == [point] {
      // A dash without length is all caps, which lie as the line does.
      let tangents = Polyline.Tangents(arriving: direction, leaving: direction)
      dashes.append(Polyline(current, tangents: [tangents]))
      current = []
    } else if index % 2 == 0 {
      let last = Polyline.Tangents(arriving: way)
      dashes.append(Polyline(current + [point], tangents: tangents + [last]))
      current = []
    } else {
      begin(at: point, way)
    }
    index += 1
    rest = pattern[index % pattern.count]
  }
}
