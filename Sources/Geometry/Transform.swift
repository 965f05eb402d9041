/// A mapping of the plane that keeps straight lines straight: affine, or with perspective.
///
/// A point (x, y) goes to ((a x + c y + tx) / w, (b x + d y + ty) / w) with w = px x + py y + pw.
public struct Transform: Hashable, Sendable {
  /// What x gives to x.
  public var a: Double
  /// What x gives to y.
  public var b: Double
  /// What y gives to x.
  public var c: Double
  /// What y gives to y.
  public var d: Double
  /// The shift along x.
  public var tx: Double
  /// The shift along y.
  public var ty: Double
  /// What x gives to the divisor; 0 in an affine mapping.
  public var px: Double
  /// What y gives to the divisor; 0 in an affine mapping.
  public var py: Double
  /// The constant part of the divisor; 1 in an affine mapping.
  public var pw: Double

  /// A mapping by its nine numbers; affine unless told otherwise.
  public init(
    a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double,
    px: Double = 0, py: Double = 0, pw: Double = 1
  ) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
    (self.tx, self.ty) = (tx, ty)
    (self.px, self.py, self.pw) = (px, py, pw)
  }

  /// The mapping that moves nothing.
  public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// A shift.
  public static func translation(x: Double, y: Double) -> Transform {
    Transform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// A scaling about the origin.
  public static func scaling(x: Double, y: Double) -> Transform {
    Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Whether parallel lines stay parallel.
  public var isAffine: Bool { px == 0 && py == 0 && pw == 1 }

  /// Whether it only shifts.
  public var isTranslation: Bool { isAffine && a == 1 && b == 0 && c == 0 && d == 1 }

  /// Whether upright rectangles stay upright and are not mirrored.
  public var isUpright: Bool { isAffine && b == 0 && c == 0 && a > 0 && d > 0 }

  /// The factor by which a small square at the origin grows along its sides, on average.
  public var meanScale: Double {
    abs(a * d - b * c).squareRoot() / max(1e-6, abs(pw))
  }

  /// The determinant; 0 where everything falls onto a line or a point.
  public var determinant: Double {
    a * (d * pw - ty * py) - c * (b * pw - ty * px) + tx * (b * py - d * px)
  }

  /// This mapping first, then `next`.
  public func then(_ next: Transform) -> Transform {
    Transform(
      a: next.a * a + next.c * b + next.tx * px,
      b: next.b * a + next.d * b + next.ty * px,
      c: next.a * c + next.c * d + next.tx * py,
      d: next.b * c + next.d * d + next.ty * py,
      tx: next.a * tx + next.c * ty + next.tx * pw,
      ty: next.b * tx + next.d * ty + next.ty * pw,
      px: next.px * a + next.py * b + next.pw * px,
      py: next.px * c + next.py * d + next.pw * py,
      pw: next.px * tx + next.py * ty + next.pw * pw)
  }

  /// The way back; nil where there is none.
  public var inverse: Transform? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    if isAffine {
      return Transform(
        a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
        tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    }
    return Transform(
      a: (d * pw - ty * py) / determinant, b: (ty * px - b * pw) / determinant,
      c: (tx * py - c * pw) / determinant, d: (a * pw - tx * px) / determinant,
      tx: (c * ty - tx * d) / determinant, ty: (tx * b - a * ty) / determinant,
      px: (b * py - d * px) / determinant, py: (c * px - a * py) / determinant,
      pw: (a * d - c * b) / determinant)
  }

  /// Where `point` goes.
  public func apply(_ point: Point) -> Point {
    let x = a * point.x + c * point.y + tx
    let y = b * point.x + d * point.y + ty
    guard !isAffine else { return Point(x: x, y: y) }
    let w = px * point.x + py * point.y + pw
    return Point(x: x / w, y: y / w)
  }

  /// The smallest upright rectangle around where `rect` goes, as far as it is before the eye.
  public func bounds(of rect: Rect) -> Rect {
    let corners = outline(of: rect)
    let left = corners.map(\.x).min() ?? 0
    let top = corners.map(\.y).min() ?? 0
    return Rect(
      x: left, y: top, width: (corners.map(\.x).max() ?? 0) - left,
      height: (corners.map(\.y).max() ?? 0) - top)
  }
}
