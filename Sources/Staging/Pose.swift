import Geometry
import SceneFormat

/// How a layer lies on the canvas: a way of saying its transform that can be interpolated.
///
/// A matrix between two others shrinks what turns. So it is taken apart: where the middle is, how
/// large the layer is, how it is turned and slanted.
package struct Pose: Hashable, Sendable {
  var center: Point
  /// Along its own axes, as it appears on the canvas.
  var size: Size
  /// Clockwise on screen.
  package var degrees: Double
  /// By how much its own y axis leans.
  var skewDegrees: Double
  /// Whether its own y axis points the other way.
  var isMirrored: Bool
  /// Points on the canvas for each of its own, along its axes.
  var scaleX, scaleY: Double

  /// The pose of a layer of `size` that `transform` leads to the canvas; with perspective, as it is
  /// about its middle.
  init(_ size: Size, _ transform: Transform) {
    let middle = Point(x: size.width / 2, y: size.height / 2)
    center = transform.apply(middle)
    let (across, down) = transform.axes(at: middle, landingAt: center)
    let determinant = across.x * down.y - across.y * down.x
    scaleX = (across.x * across.x + across.y * across.y).squareRoot()
    scaleY = scaleX > 0 ? abs(determinant) / scaleX : 0
    self.size = Size(width: size.width * scaleX, height: size.height * scaleY)
    degrees = Elementary.atan2(across.y, across.x) * Self.degreesPerRadian
    let lean = across.x * down.x + across.y * down.y
    skewDegrees =
      determinant != 0 ? Elementary.atan(lean / determinant) * Self.degreesPerRadian : 0
    isMirrored = determinant < 0
  }

  /// Its rectangle as it is before it is turned about its middle.
  var frame: Rect {
    Rect(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
      height: size.height)
  }

  /// The way from the layer's own coordinates to where it would lie if it were upright.
  var upright: Transform {
    Transform(a: scaleX, b: 0, c: 0, d: scaleY, tx: frame.x, ty: frame.y)
  }

  /// Whether nothing of it can be seen.
  var isFlat: Bool {
    !(size.width > 0 && size.height > 0 && center.x.isFinite && center.y.isFinite)
  }

  private static let degreesPerRadian = 180 / Double.pi
}

extension Transform {
  /// Where steps of one point along x and y lead, about `point`.
  fileprivate func axes(at point: Point, landingAt place: Point) -> (across: Point, down: Point) {
    guard !isAffine else { return (Point(x: a, y: b), Point(x: c, y: d)) }
    let divisor = px * point.x + py * point.y + pw
    return (
      Point(x: (a - place.x * px) / divisor, y: (b - place.y * px) / divisor),
      Point(x: (c - place.x * py) / divisor, y: (d - place.y * py) / divisor)
    )
  }
}
