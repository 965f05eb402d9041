import Drawing
import Geometry
import Pixels
package import SceneFormat

/// One end of a shared element's way: how its layer lies and looks at rest.
package struct SharedEndpoint: Hashable, Sendable {
  /// How it lies on the canvas.
  package var pose: Pose
  /// Its fill, corners, border, shadow and opacity, in points of the canvas.
  package var surface: Layer
  /// All that is on it, without the surface.
  var content: Element
  /// The content's picture as it is upright; nil where there is nothing to see.
  var picture: PictureID?

  /// The end at `target`, which is a screen or a layer on it, without `others` that are on it; nil
  /// where there is none.
  init?(_ target: Target, of layers: LayerIndex, without others: Set<Target>) {
    guard let (element, context) = layers.found[target] else { return nil }
    self.init(element.hiding(others), context)
  }

  private init(_ element: Element, _ rest: LayerIndex.Context) {
    pose = Pose(element.size, element.matrix(seenFrom: rest.eye).flattened.then(rest.parent))
    let layer = element.layer
    var surface = Layer.box(pose.frame, place: layer.place)
    surface.opacity = rest.opacity * (layer.isHidden ? 0 : layer.opacity)
    (surface.blend, surface.cornerStyle) = (layer.blend, layer.cornerStyle)
    surface.backdrop = layer.backdrop
    surface.backdrop.blur *= (pose.scaleX * pose.scaleY).squareRoot()
    surface.shadow = layer.shadow?.scaled(x: pose.scaleX, y: pose.scaleY)
    surface.shadows = layer.shadows.map { [pose] in $0.scaled(x: pose.scaleX, y: pose.scaleY) }
    content = element.content
    if element.hasPlainSurface {
      let scale = (pose.scaleX * pose.scaleY).squareRoot()
      surface.fill = layer.fill
      surface.border = layer.border.map { Border(width: $0.width * scale, color: $0.color) }
      surface.cornerRadii = layer.cornerRadii.map { $0 * scale }
      content.layer.fill = .color(.clear)
      (content.layer.border, content.layer.cornerRadii) = (nil, .zero)
    }
    self.surface = surface
  }

  /// Whether what is outside of its frame is cut off.
  var isCut: Bool {
    guard !content.layer.clipsChildren else { return true }
    if case .image = content.mark { return true }
    return false
  }

  /// Whether it is a shape with nothing on it.
  var isShape: Bool {
    if case .shape = content.mark { content.children.isEmpty } else { false }
  }

  /// The commands that draw the content upright, over nothing, where `slot` leads to the canvas.
  func commands(in slot: Transform) -> [DrawCommand] {
    guard !pose.isFlat else { return [] }
    let transform = pose.upright.then(slot)
    var builder = DisplayListBuilder()
    builder.group(content.effects(transform), when: content.needsGroup) { builder in
      builder.paintInside(content, transform)
    }
    return builder.commands
  }
}

extension Element {
  /// Whether its fill is that of its (rounded) rectangle, and nothing shapes it further.
  fileprivate var hasPlainSurface: Bool {
    if case .shape = mark { return false }
    return mask.isEmpty && layer.inset == EdgeFractions() && layer.filters == LayerFilters()
  }

  /// What is on it, at its own place and not faded.
  fileprivate var content: Element {
    var content = self
    content.target = nil
    content.layer.opacity = 1
    content.layer.isHidden = false
    content.layer.blend = .normal
    (content.layer.shadow, content.layer.shadows) = (nil, [])
    content.layer.backdrop = LayerFilters()
    return content
  }

  /// The same, without those of `targets` that are on it.
  func hiding(_ targets: Set<Target>) -> Element {
    guard !targets.isEmpty else { return self }
    var element = self
    element.children = children.map { child in
      var child = child.hiding(targets)
      if let target = child.target, targets.contains(target) { child.layer.isHidden = true }
      return child
    }
    return element
  }
}

extension LayerShadow {
  fileprivate func scaled(x: Double, y: Double) -> LayerShadow {
    var shadow = self
    shadow.offset = Point(x: offset.x * x, y: offset.y * y)
    shadow.spread *= (x * y).squareRoot()
    if case .rect(let rect) = caster {
      shadow.caster = .rect(
        Rect(x: rect.x * x, y: rect.y * y, width: rect.width * x, height: rect.height * y))
    }
    return shadow
  }
}

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
