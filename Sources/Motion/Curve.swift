import Geometry

/// How progress is shaped over time, as written in a scene: a description, not yet fitted to a run.
public enum Curve: Hashable, Sendable {
  /// Progress as it comes.
  case linear
  /// A cubic Bézier from (0, 0) to (1, 1) by its two control points.
  case bezier(x1: Double, y1: Double, x2: Double, y2: Double)
  /// Several cubics that join, as `materialEmphasized` and `iosPush` are.
  case piecewise([CubicSegment])
  /// Jumps, each at the end of its step.
  case steps(Int)
  /// A spring.
  case spring(SpringCurve)
}

/// One cubic of a piecewise curve, from where the one before it ends (at first from (0, 0)).
public struct CubicSegment: Hashable, Sendable {
  /// The first control point.
  public var x1, y1: Double
  /// The second control point.
  public var x2, y2: Double
  /// The end.
  public var x, y: Double

  /// A cubic to (`x`, `y`).
  public init(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double) {
    (self.x1, self.y1, self.x2, self.y2, self.x, self.y) = (x1, y1, x2, y2, x, y)
  }
}

/// A spring as written in a scene, in one of the ways in which people describe springs.
///
/// A velocity is in distances a second. Without one, the spring starts from rest, or in the tail of
/// a gesture as fast as the finger moved.
public enum SpringCurve: Hashable, Sendable {
  /// UIKit's: it fits its window, where a residue of 0.001 is left.
  case damped(ratio: Double, velocity: Double?)
  /// Core Animation's: it is cut at the duration, or gives it.
  case physical(
    mass: Double, stiffness: Double, damping: Double, velocity: Double?, overdamped: Bool)
  /// SwiftUI's.
  case response(Double, dampingFraction: Double, velocity: Double?)
  /// `bounce` from -1 to 1, its duration being that of its window.
  case bounce(Double, velocity: Double?)
}

extension Curve {
  /// The names of all curves that have one, in the order in which they are documented.
  public static let names: [String] = table.map(\.name)

  /// What UIView animates with unless told otherwise.
  public static let easeInOut = Curve.bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  /// The curve of that name; nil for any that is not in `names`.
  public static func named(_ name: String) -> Curve? { table.first { $0.name == name }?.curve }

  private static let table: [(name: String, curve: Curve)] = [
    ("linear", .linear),
    ("default", .bezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)),
    ("easeIn", .bezier(x1: 0.42, y1: 0, x2: 1, y2: 1)),
    ("easeOut", .bezier(x1: 0, y1: 0, x2: 0.58, y2: 1)),
    ("easeInOut", easeInOut),
    ("material", .bezier(x1: 0.4, y1: 0, x2: 0.2, y2: 1)),
    ("materialDecelerate", .bezier(x1: 0, y1: 0, x2: 0.2, y2: 1)),
    ("materialAccelerate", .bezier(x1: 0.4, y1: 0, x2: 1, y2: 1)),
    ("materialSharp", .bezier(x1: 0.4, y1: 0, x2: 0.6, y2: 1)),
    ("materialEmphasized", materialEmphasized),
    ("easeOutBack", .bezier(x1: 0.175, y1: 0.885, x2: 0.32, y2: 1.275)),
    ("iosPush", iosPush),
    ("linearToEaseOut", .bezier(x1: 0.35, y1: 0.91, x2: 0.33, y2: 0.97)),
    ("easeInToLinear", .bezier(x1: 0.67, y1: 0.03, x2: 0.65, y2: 0.09)),
    ("ionicPush", .bezier(x1: 0.32, y1: 0.72, x2: 0, y2: 1)),
    ("hingeClose", hingeClose),
    ("hingeOpen", hingeOpen),
  ]

  private static let materialEmphasized = Curve.piecewise([
    CubicSegment(x1: 0.05, y1: 0, x2: 0.133333, y2: 0.06, x: 0.166666, y: 0.4),
    CubicSegment(x1: 0.208333, y1: 0.82, x2: 0.25, y2: 1, x: 1, y: 1),
  ])

  /// Fitted to the system's own push.
  private static let iosPush = Curve.piecewise([
    CubicSegment(x1: 0.056, y1: 0.024, x2: 0.108, y2: 0.3085, x: 0.198, y: 0.541),
    CubicSegment(x1: 0.3655, y1: 1, x2: 0.5465, y2: 0.989, x: 1, y: 1),
  ])

  /// How far a hinge has closed, of a quarter turn, whose outer ends come together evenly: the angle
  /// whose cosine is what is left between them, to a ten millionth of its arms.
  private static let hingeClose = Curve.piecewise(hinge)

  /// The same backward: how far it has opened while its ends move apart evenly.
  private static let hingeOpen = Curve.piecewise(
    hinge.indices.reversed().map { index in
      let (segment, start) = (hinge[index], index > 0 ? hinge[index - 1] : nil)
      return CubicSegment(
        x1: 1 - segment.x2, y1: 1 - segment.y2, x2: 1 - segment.x1, y2: 1 - segment.y1,
        x: 1 - (start?.x ?? 0), y: 1 - (start?.y ?? 0))
    })

  private static let hinge: [CubicSegment] = (0..<32).map { step in
    let (share, length) = (1.0 / 32, Double.pi / 2 / 32)
    let (start, end) = (Double(step) * length, Double(step + 1) * length)
    let (x, y) = (1 - Elementary.cos(end), Double(step + 1) * share)
    return CubicSegment(
      x1: 1 - Elementary.cos(start) + Elementary.sin(start) * length / 3, y1: y - share * 2 / 3,
      x2: x - Elementary.sin(end) * length / 3, y2: y - share / 3, x: step == 31 ? 1 : x, y: y)
  }

  /// Whether it takes progress from 0 to 1 without running backward in time.
  ///
  /// An easing made of any other curve is linear.
  public var isValid: Bool {
    switch self {
    case .linear: true
    case .bezier(let x1, let y1, let x2, let y2):
      (0...1).contains(x1) && (0...1).contains(x2) && Self.isHeight(y1)
        && Self.isHeight(y2)
    case .piecewise(let segments): Self.join(segments)
    case .steps(let count): count > 0
    case .spring(let spring): spring.isValid
    }
  }

  /// Whether a height is one that values can follow without overflow.
  private static func isHeight(_ y: Double) -> Bool { y.magnitude < 1e6 }

  /// Whether the segments lead from (0, 0) to (1, 1), each forward in time.
  private static func join(_ segments: [CubicSegment]) -> Bool {
    var start = 0.0
    for segment in segments {
      guard segment.x > start, [segment.y1, segment.y2, segment.y].allSatisfy(isHeight),
        (start...segment.x).contains(segment.x1), (start...segment.x).contains(segment.x2)
      else { return false }
      start = segment.x
    }
    return segments.last?.x == 1 && segments.last?.y == 1
  }
}

extension SpringCurve {
  /// Whether it settles: all numbers are finite, and a damping ratio is at least 0.01.
  public var isValid: Bool {
    switch self {
    case .damped(let ratio, let velocity):
      ratio >= Spring.leastDampingRatio && ratio.isFinite
        && (velocity ?? 0).magnitude < Spring.speedLimit
    case .physical, .response: Spring(self, seconds: 1) != nil
    case .bounce(let bounce, let velocity):
      (-1...1).contains(bounce) && (velocity ?? 0).magnitude < Spring.speedLimit
    }
  }
}

extension SpringCurve {
  /// Whether it is at its end where its window ends; others have a time of their own.
  var fitsWindow: Bool {
    switch self {
    case .damped, .bounce: true
    case .physical, .response: false
    }
  }

  /// The velocity at the start, in distances per second; nil where none is written.
  var velocity: Double? {
    switch self {
    case .damped(_, let velocity), .bounce(_, let velocity), .response(_, _, let velocity),
      .physical(_, _, _, let velocity, _):
      velocity
    }
  }
}

extension Curve {
  /// How long a curve takes that has a time of its own; nil for one that fits its window.
  ///
  /// A spring given by mass, stiffness and damping or by its response has settled when no more
  /// than 0.001 of the way is left; others take the duration of their window.
  public var settlingSeconds: Double? {
    guard case .spring(let spring) = self, !spring.fitsWindow else { return nil }
    return Spring(spring, seconds: 1)?.settlingSeconds
  }
}
