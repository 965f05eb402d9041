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
