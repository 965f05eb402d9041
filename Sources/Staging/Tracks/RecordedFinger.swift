package import Formatting
import Geometry
import SceneFormat

/// What one finger, or two, did on the canvas, to become the gesture of a scene.
package struct RecordedFinger: Hashable, Sendable {
  /// Where the fingers were at a time.
  private struct Touch: Hashable {
    /// Since they came down.
    var seconds: Double
    /// One place, or both of a pinch, on the canvas in points.
    var fingers: [Point]
  }

  /// In the order of time; the last one is the release.
  private let touches: [Touch]
  /// Whether the system took the gesture away.
  private let isCancelled: Bool

  /// How many rows there may be.
  package static let mostRows = 4_000

  /// A finger by rows of a time in seconds, x and y in points of the canvas, or a pinch by rows of a
  /// time and two places; the last row is where the fingers go up, or are now.
  package init(_ rows: [[Double]], isCancelled: Bool = false) throws(TouchMistake) {
    guard let first = rows.first else { throw .noRows }
    guard rows.count <= Self.mostRows else { throw .tooManyRows(rows.count) }
    var touches: [Touch] = []
    for (index, row) in rows.enumerated() {
      guard row.count == first.count, [3, 5].contains(row.count),
        row.allSatisfy({ $0.magnitude < 1e5 })
      else { throw .notNumbers(row: index + 1) }
      guard index == 0 || row[0] >= rows[index - 1][0] else { throw .outOfOrder(row: index + 1) }
      let fingers = stride(from: 1, to: row.count, by: 2).map { Point(x: row[$0], y: row[$0 + 1]) }
      // Times are written in milliseconds, and have to rise: the last touch in each counts.
      let seconds = (row[0] - first[0]).rounded(decimals: 3)
      if touches.last?.seconds == seconds { touches.removeLast() }
      touches.append(Touch(seconds: seconds, fingers: fingers))
    }
    guard first.count == 3 || touches[0].fingers.spread >= 1 else { throw .closePinch }
    (self.touches, self.isCancelled) = (touches, isCancelled)
  }

  /// The value of `gesture` for the run at `index`, with the rules that the scene has for it, and this
  /// finger in the place of any other; nil if there is no such run.
  package func gesture(on stage: Stage, run index: Int) -> JSONValue? {
    let runs = stage.runs
    return runs.indices.contains(index) ? gesture(of: runs[index]).json : nil
  }

  func gesture(of run: Run) -> Gesture {
    let transition = run.transition
    let toSlot = run.slot.transform.inverse ?? .identity
    let touches = touches.map { Touch(seconds: $0.seconds, fingers: $0.fingers.map(toSlot.apply)) }
    var gesture = transition.gesture ?? Gesture(place: transition.place)
    gesture.isSystemCancelled = isCancelled
    (gesture.catchSeconds, gesture.releaseSeconds) = (nil, nil)
    let isPinch = touches[0].fingers.count == 2
    if isPinch != (transition.fingerRules.kind == .pinch) { gesture.kind = isPinch ? .pinch : .pan }
    let (start, spread) = (touches[0].fingers.middle, touches[0].fingers.spread)
    gesture.start = SIMD2(start.x.rounded(decimals: 1), start.y.rounded(decimals: 1))
    if isPinch {
      (gesture.distance, gesture.follow) = (nil, nil)
      let trace = FingerTrace(touches.map { ($0.seconds, Point(x: $0.fingers.spread, y: 0)) })
      gesture.write(trace) { .along(($0.x / spread).rounded(decimals: 3)) }
    } else {
      let trace = FingerTrace(touches.map { ($0.seconds, $0.fingers.middle - start) })
      gesture.write(trace) {
        .free(Point(x: $0.x.rounded(decimals: 1), y: $0.y.rounded(decimals: 1)))
      }
    }
    return gesture
  }
}

/// Why rows are no finger.
package enum TouchMistake: Error, Hashable, Sendable, CustomStringConvertible {
  case noRows
  case tooManyRows(Int)
  case notNumbers(row: Int)
  case outOfOrder(row: Int)
  case closePinch

  package var description: String {
    switch self {
    case .noRows: "there are no touches"
    case .tooManyRows(let count):
      "there are \(count) touches; at most \(RecordedFinger.mostRows) are taken"
    case .notNumbers(let row):
      "touch \(row) is not [time, x, y], or [time, x1, y1, x2, y2] as all of a pinch are, in "
        + "seconds and points"
    case .outOfOrder(let row): "touch \(row) is earlier than the one before it"
    case .closePinch: "the fingers of a pinch begin at the same place"
    }
  }
}

extension Gesture {
  /// Takes the samples and the release of `trace`, each vector as `movement` says.
  fileprivate mutating func write(_ trace: FingerTrace, _ movement: (Point) -> Movement) {
    samples = trace.thinned.map { Sample(seconds: $0.seconds, movement: movement($0.place)) }
    releaseVelocity = movement(trace.releaseVelocity)
  }
}

/// The way of a finger, in points.
private struct FingerTrace {
  typealias Row = (seconds: Double, place: Point)

  /// In rising order of time; at least one.
  let rows: [Row]

  /// How many samples are written at most.
  private static let mostSamples = 60
  /// How far a row may be from the line between two samples, in points.
  private static let tolerance = 0.5
  /// How long before the release its velocity is measured from, in seconds.
  private static let velocitySeconds = 0.1

  init(_ rows: [Row]) { self.rows = rows }

  /// The rows that are enough for the lines between them to pass within half a point of all others,
  /// or as many as are written of those that matter most.
  ///
  /// This is Douglas-Peucker, with the largest distance first.
  var thinned: [Row] {
    var kept: Set = [0, rows.count - 1]
    var spans = [farthest(in: 0...(rows.count - 1))]
    while kept.count < Self.mostSamples,
      let worst = spans.indices.max(by: { spans[$0].distance < spans[$1].distance }),
      spans[worst].distance > Self.tolerance
    {
      let (_, index, span) = spans.remove(at: worst)
      kept.insert(index)
      spans += [farthest(in: span.lowerBound...index), farthest(in: index...span.upperBound)]
    }
    return kept.sorted().map { rows[$0] }
  }

  /// The row of a span that is farthest from where the line between its ends is at the same time.
  private func farthest(
    in span: ClosedRange<Int>
  ) -> (distance: Double, index: Int, span: ClosedRange<Int>) {
    let (first, last) = (rows[span.lowerBound], rows[span.upperBound])
    var farthest = (distance: 0.0, index: span.lowerBound, span: span)
    for index in span.dropFirst().dropLast() {
      let share = (rows[index].seconds - first.seconds) / (last.seconds - first.seconds)
      let way = (last.place - first.place) * share
      let distance = (rows[index].place - first.place - way).length
      if distance > farthest.distance { (farthest.distance, farthest.index) = (distance, index) }
    }
    return farthest
  }

  /// The slope of the last tenth of a second by least squares, in points a second; of the last two
  /// rows where there is only one in that time.
  var releaseVelocity: Point {
    let end = rows[rows.count - 1].seconds
    let count = rows.reversed().prefix { end - $0.seconds <= Self.velocitySeconds + 1e-9 }.count
    let last = rows.suffix(max(2, count))
    let share = 1 / Double(last.count)
    let mean = last.reduce(0) { $0 + $1.seconds * share }
    let square = last.reduce(0) { $0 + ($1.seconds - mean) * ($1.seconds - mean) }
    guard square > 0 else { return .zero }
    return last.reduce(.zero) { $0 + $1.place * (($1.seconds - mean) / square) }
  }
}

extension [Point] {
  /// One finger, or half way between two.
  fileprivate var middle: Point { (self[0] + self[count - 1]) * 0.5 }

  /// How far the fingers are apart.
  fileprivate var spread: Double { (self[count - 1] - self[0]).length }
}

extension Double {
  fileprivate func rounded(decimals: Int) -> Double {
    let factor = [1.0, 10, 100, 1_000][decimals]
    return (self * factor).rounded() / factor
  }
}
