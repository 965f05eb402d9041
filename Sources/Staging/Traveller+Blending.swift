import Geometry
import Motion
import Pixels
import SceneFormat

/// The number at `share` of the way from one to the other; exact at both ends.
func between(_ start: Double, _ end: Double, _ share: Double) -> Double {
  share == 1 ? end : start + (end - start) * share
}

/// The place at `share` of the straight way.
func between(_ start: Point, _ end: Point, _ share: Double) -> Point {
  Point(x: between(start.x, end.x, share), y: between(start.y, end.y, share))
}

extension LayerTransform {
  /// How a layer is turned on its way; a turn goes the shorter way round.
  static func between(_ start: Pose, _ end: Pose, _ share: Double) -> LayerTransform {
    var transform = LayerTransform()
    var turn = end.degrees - start.degrees
    if turn > 180 { turn -= 360 }
    if turn < -180 { turn += 360 }
    transform.rotate = start.degrees + turn * share
    transform.skewX = Staging.between(start.skewDegrees, end.skewDegrees, share)
    transform.scaleY = Staging.between(
      start.isMirrored ? -1 : 1, end.isMirrored ? -1 : 1, share)
    return transform
  }
}

extension Paint {
  /// Alike paints flow into each other, others switch half way.
  static func between(_ start: Paint, _ end: Paint, _ share: Double) -> Paint {
    if start == end || share <= 0 { return start }
    if share >= 1 { return end }
    let blend = PaintBlend([PaintBlend.Stop(0, start), PaintBlend.Stop(1, end)])
    return blend.isSmooth ? blend.paint(at: share, shaped: true) : share < 0.5 ? start : end
  }
}

extension Color {
  fileprivate static func between(_ start: Color, _ end: Color, _ share: Double) -> Color {
    guard case .color(let color) = Paint.between(.color(start), .color(end), share) else {
      return end
    }
    return color
  }

  /// The same, seen through.
  fileprivate var cleared: Color { Color(red: red, green: green, blue: blue, alpha: 0) }
}

extension Border? {
  /// Of an end without a border, it is one of no width.
  static func between(_ start: Border?, _ end: Border?, _ share: Double) -> Border? {
    guard start != nil || end != nil else { return nil }
    let none = Border(width: 0, color: (start ?? end)?.color ?? .clear)
    let (start, end) = (start ?? none, end ?? none)
    return Border(
      width: max(0, Staging.between(start.width, end.width, share)),
      color: .between(start.color, end.color, share))
  }
}

extension LayerShadow? {
  /// Of an end without a shadow, it is one that cannot be seen.
  static func between(_ start: LayerShadow?, _ end: LayerShadow?, _ share: Double) -> LayerShadow? {
    guard var shadow = start ?? end else { return nil }
    var none = shadow
    none.opacity = 0
    let (start, end) = (start ?? none, end ?? (start ?? none).invisible)
    shadow.color = .between(start.color, end.color, share)
    shadow.opacity = min(1, max(0, Staging.between(start.opacity, end.opacity, share)))
    shadow.radius = max(0, Staging.between(start.radius, end.radius, share))
    shadow.offset = Staging.between(start.offset, end.offset, share)
    shadow.caster = .between(start.caster, end.caster, share)
    return shadow
  }
}

extension LayerShadow {
  fileprivate var invisible: LayerShadow {
    var shadow = self
    shadow.opacity = 0
    return shadow
  }
}

extension LayerShadow.Caster {
  /// A rectangle flows into another; what differs in kind is cast by the bounds on the way.
  fileprivate static func between(
    _ start: LayerShadow.Caster, _ end: LayerShadow.Caster, _ share: Double
  ) -> LayerShadow.Caster {
    switch (start, end) {
    case (.rect(let first), .rect(let second)):
      .rect(
        Rect(
          x: Staging.between(first.x, second.x, share),
          y: Staging.between(first.y, second.y, share),
          width: Staging.between(first.width, second.width, share),
          height: Staging.between(first.height, second.height, share)))
    case _ where start == end: start
    default: .bounds
    }
  }
}
