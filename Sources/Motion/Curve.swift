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
public enum SpringCurve: Hashable, Sendable {
  /// UIKit's: it fits its window, where a residue of 0.001 is left; velocity in distances a second.
  case damped(ratio: Double, velocity: Double)
  /// Core Animation's: it is cut at the duration, or gives it.
  case physical(
    mass: Double, stiffness: Double, damping: Double, velocity: Double, overdamped: Bool)
  /// SwiftUI's.
  case response(Double, dampingFraction: Double, velocity: Double)
  /// `bounce` from -1 to 1, its duration being that of its window.
  case bounce(Double, velocity: Double)
}
