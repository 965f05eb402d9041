/// A mapping of the plane that keeps straight lines straight: affine, or with perspective.
///
/// A point (x, y) goes to ((a x + c y + tx) / w, (b x + d y + ty) / w) with w = px x + py y + pw.
public struct Transform: Hashable, Sendable {
  /// The factor from x to x.
  public var a: Double
  /// The factor from x to y.
  public var b: Double
  /// The factor from y to x.
  public var c: Double
  /// The factor from y to y.
  public var d: Double
  /// The shift along x.
  public var tx: Double
  /// The shift along y.
  public var ty: Double
  /// The factor from x to the divisor w; 0 in an affine mapping.
  public var px: Double
  /// The factor from y to the divisor w; 0 in an affine mapping.
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

  /// The way from the corners of `rect`, which is not empty, to those of `other`.
  public static func mapping(_ rect: Rect, to other: Rect) -> Transform {
    let (across, down) = (other.width / rect.width, other.height / rect.height)
    return Transform(
      a: across, b: 0, c: 0, d: down, tx: other.x - rect.x * across, ty: other.y - rect.y * down)
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

extension Transform {
  /// The corners of where `rect` goes, in order, as far as it is before the eye.
  ///
  /// Everything nearer to the eye plane than a thousandth of the viewing distance is cut off:
  /// behind it, points would come out on the wrong side. Empty if nothing is left.
  public func outline(of rect: Rect) -> [Point] {
    let corners = rect.corners
    guard !isAffine else { return corners.map(apply) }
    var kept: [Point] = []
    for (from, to) in corners.sides {
      let (here, there) = (distance(of: from), distance(of: to))
      if here >= 0 { kept.append(from) }
      if (here >= 0) != (there >= 0) {
        kept.append(from + (to - from) * (here / (here - there)))
      }
    }
    return kept.map(apply)
  }

  /// How far a point is from the plane at which it would be cut, in viewing distances.
  private func distance(of point: Point) -> Double {
    px * point.x + py * point.y + pw - 0.001
  }
}

extension Transform {
  /// Whether everything keeps its shape: it is moved, turned, mirrored and scaled evenly, but not
  /// seen from aside.
  public var keepsShapes: Bool {
    guard abs(px) + abs(py) <= 1e-12 * abs(pw) else { return false }
    let (across, down) = (a * a + b * b, c * c + d * d)
    let most = 1e-9 * max(across, down)
    return abs(across - down) <= most && abs(a * c + b * d) <= most
  }

  /// The same mapping without the traces that rounding leaves: affine where it is as good as that,
  /// and upright, and of no scale.
  public var settled: Transform {
    guard abs(pw) > 1e-9, abs(px) + abs(py) <= 1e-12 * abs(pw) else { return self }
    func even(_ number: Double, beside other: Double) -> Double {
      let number = number / pw
      if abs(number) <= 1e-11 * abs(other / pw) { return 0 }
      return abs(number - 1) <= 1e-11 ? 1 : number
    }
    return Transform(
      a: even(a, beside: b), b: even(b, beside: a), c: even(c, beside: d), d: even(d, beside: c),
      tx: tx / pw, ty: ty / pw)
  }

  /// The bounds of what becomes of `area` when it grows by `margin` on all sides and moves by
  /// `offset` in the coordinates that this mapping leads from.
  ///
  /// `area` and its bounds are in those that it leads to.
  public func bounds(
    of area: Rect, grownBy margin: Double, movedBy offset: Point = .zero
  ) -> Rect {
    guard !area.isEmpty, let back = inverse else { return area }
    let own = back.bounds(of: area).offset(x: offset.x, y: offset.y)
    return bounds(of: own.inset(by: -margin))
  }
}
