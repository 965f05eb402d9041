import Drawing
import Geometry
import SceneFormat

/// A part of a target's picture that moves on its own: a snapshot, or a cell of slices.
struct Cutout: Hashable, Sendable {
  /// What it is cut out of, with all that is on it.
  var source: Element
  /// The way from the source's parent to the canvas, and the eye that its parent gives it.
  var parent: Transform
  var eye: Transform3D?
  /// All of the source, on the canvas at rest.
  var whole: Rect
  /// The part, on the canvas at rest.
  var rect: Rect
  /// Pixels per point.
  var scale: Double

  /// The part at rest, its edges on whole pixels: parts side by side make the picture again,
  /// without a seam, whatever the scale is.
  var resting: Rect {
    .between(
      snapped(rect.x), snapped(rect.y), snapped(rect.maxX), snapped(rect.maxY), inside: whole)
  }

  /// The part while it moves: its edges lie where the scene has them, so that parts that turn around
  /// a shared edge still share it.
  var moving: Rect { .between(rect.x, rect.y, rect.maxX, rect.maxY, inside: whole) }

  private func snapped(_ coordinate: Double) -> Double { (coordinate * scale).rounded() / scale }

  /// What paints all of the source.
  var commands: [DrawCommand] {
    var painter = Painter()
    painter.paint(source, in: parent, eye: eye)
    return painter.commands
  }
}

extension Rect {
  /// The rectangle between two corners, as far as it is inside `whole`; along the edges of
  /// `whole`, it reaches them exactly.
  fileprivate static func between(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double, inside whole: Rect
  ) -> Rect {
    let (x, y) = (max(left, whole.x), max(top, whole.y))
    return Rect(
      x: x, y: y, width: max(0, min(right, whole.maxX) - x),
      height: max(0, min(bottom, whole.maxY) - y))
  }
}
