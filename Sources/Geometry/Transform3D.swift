/// A mapping of space with perspective; z points toward the viewer, y down.
///
/// The signs are Core Animation's. With y down, a positive turn about Z is clockwise on screen, a
/// positive turn about X brings the bottom edge nearer to the viewer, and a positive turn about Y
/// brings the left edge nearer. The four vectors are the rows of a `CATransform3D`.
public struct Transform3D: Hashable, Sendable {
  /// The factors from x to x, y, z and the divisor w.
  public var x: SIMD4<Double>
  /// The factors from y to x, y, z and the divisor w.
  public var y: SIMD4<Double>
  /// The factors from z to x, y, z and the divisor w.
  public var z: SIMD4<Double>
  /// Where the origin goes, and the constant part of the divisor.
  public var origin: SIMD4<Double>

  /// A mapping by where it takes the three axes and the origin.
  public init(
    x: SIMD4<Double>, y: SIMD4<Double>, z: SIMD4<Double>, origin: SIMD4<Double>
  ) {
    (self.x, self.y, self.z, self.origin) = (x, y, z, origin)
  }

  /// The mapping that moves nothing.
  public static let identity = Transform3D.scaling(x: 1, y: 1, z: 1)

  /// The mapping of the plane, with depth left as it is.
  public init(_ flat: Transform) {
    self.init(
      x: [flat.a, flat.b, 0, flat.px], y: [flat.c, flat.d, 0, flat.py], z: [0, 0, 1, 0],
      origin: [flat.tx, flat.ty, 0, flat.pw])
  }

  /// This mapping first, then `next`.
  public func then(_ next: Transform3D) -> Transform3D {
    Transform3D(
      x: next.apply(x), y: next.apply(y), z: next.apply(z), origin: next.apply(origin))
  }

  /// Where homogeneous coordinates go.
  public func apply(_ point: SIMD4<Double>) -> SIMD4<Double> {
    x * point.x + y * point.y + z * point.z + origin * point.w
  }

  /// The mapping of the plane z = 0, seen from the front.
  ///
  /// A plane that faces the viewer squarely, before the eye, gives an affine mapping however far
  /// away it is.
  public var flattened: Transform {
    let isSquare = x.w == 0 && y.w == 0 && origin.w > 0
    let w = isSquare ? origin.w : 1
    return Transform(
      a: x.x / w, b: x.y / w, c: y.x / w, d: y.y / w, tx: origin.x / w, ty: origin.y / w,
      px: x.w, py: y.w, pw: isSquare ? 1 : origin.w)
  }

  /// How near `point` of the plane z = 0 comes to the viewer; infinite at the eye and behind it.
  public func depth(of point: Point) -> Double {
    let place = apply([point.x, point.y, 0, 1])
    return place.w > 0 ? place.z / place.w : .infinity
  }

  /// Whether the viewer sees the back of the plane z = 0; a mirror image alone is no back.
  public var showsBack: Bool { inverse.map { $0.z.z < 0 } ?? false }
}

extension Transform3D {
  /// A shift.
  public static func translation(x: Double, y: Double, z: Double = 0) -> Transform3D {
    Transform3D(x: [1, 0, 0, 0], y: [0, 1, 0, 0], z: [0, 0, 1, 0], origin: [x, y, z, 1])
  }

  /// A scaling about the origin.
  public static func scaling(x: Double, y: Double, z: Double = 1) -> Transform3D {
    Transform3D(x: [x, 0, 0, 0], y: [0, y, 0, 0], z: [0, 0, z, 0], origin: [0, 0, 0, 1])
  }

  /// A turn about X; where the angle is positive, the bottom comes nearer.
  public static func rotationX(degrees: Double) -> Transform3D {
    let (sin, cos) = (Elementary.sinDegrees(degrees), Elementary.cosDegrees(degrees))
    return Transform3D(
      x: [1, 0, 0, 0], y: [0, cos, sin, 0], z: [0, -sin, cos, 0], origin: [0, 0, 0, 1])
  }

  /// A turn about Y; where the angle is positive, the left comes nearer.
  public static func rotationY(degrees: Double) -> Transform3D {
    let (sin, cos) = (Elementary.sinDegrees(degrees), Elementary.cosDegrees(degrees))
    return Transform3D(
      x: [cos, 0, -sin, 0], y: [0, 1, 0, 0], z: [sin, 0, cos, 0], origin: [0, 0, 0, 1])
  }

  /// A turn about Z; where the angle is positive, it is clockwise on screen.
  public static func rotation(degrees: Double) -> Transform3D {
    let (sin, cos) = (Elementary.sinDegrees(degrees), Elementary.cosDegrees(degrees))
    return Transform3D(
      x: [cos, sin, 0, 0], y: [-sin, cos, 0, 0], z: [0, 0, 1, 0], origin: [0, 0, 0, 1])
  }

  /// A slant: x grows by tan(`xDegrees`) for each point down, y by tan(`yDegrees`) to the right.
  ///
  /// Tangents beyond a million, as those of 90 degrees are, count as a million.
  public static func skew(xDegrees: Double, yDegrees: Double) -> Transform3D {
    let limit = 1e6
    let alongX = min(max(Elementary.tanDegrees(xDegrees), -limit), limit)
    let alongY = min(max(Elementary.tanDegrees(yDegrees), -limit), limit)
    return Transform3D(
      x: [1, alongY, 0, 0], y: [alongX, 1, 0, 0], z: [0, 0, 1, 0], origin: [0, 0, 0, 1])
  }

  /// The view of an eye `distance` points before the origin; of none where it is not positive.
  public static func perspective(distance: Double) -> Transform3D {
    var view = identity
    if distance > 0 { view.z.w = -1 / distance }
    return view
  }

  /// This mapping about (`x`, `y`, `z`) instead of the origin.
  public func about(x: Double, y: Double, z: Double = 0) -> Transform3D {
    Transform3D.translation(x: -x, y: -y, z: -z).then(self).then(.translation(x: x, y: y, z: z))
  }
}

extension Transform3D {
  /// The way back; nil where there is none.
  public var inverse: Transform3D? {
    var (rows, answer) = ([x, y, z, origin], Self.unitRows)
    for column in 0..<4 {
      // The largest pivot keeps the others from growing.
      let best = (column..<4).max { rows[$0][column].magnitude < rows[$1][column].magnitude }
      guard let best, rows[best][column] != 0, rows[best][column].isFinite else { return nil }
      rows.swapAt(column, best)
      answer.swapAt(column, best)
      let pivot = rows[column][column]
      rows[column] /= pivot
      answer[column] /= pivot
      for row in 0..<4 where row != column {
        let share = rows[row][column]
        rows[row] -= rows[column] * share
        answer[row] -= answer[column] * share
      }
    }
    return Transform3D(x: answer[0], y: answer[1], z: answer[2], origin: answer[3])
  }

  private static let unitRows: [SIMD4<Double>] = [
    [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1],
  ]
}
