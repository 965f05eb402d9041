import Drawing
import Geometry
import Pixels
package import SceneFormat

/// One end of a shared element's way: how its layer lies and looks at rest.
package struct TravelEnd: Hashable, Sendable {
  /// How it lies on the canvas.
  package var pose: Pose
  /// What travels as a surface of its own: fill, corners, border, shadow, opacity; in points of the
  /// canvas.
  package var surface: Layer
  /// All that is on it, without the surface.
  var content: Element
  /// The content's picture as it is upright; nil where there is nothing to see.
  var picture: PictureID?

  /// The end at `target`, which is `screen` or a layer on it, without `others` that are on it; nil
  /// where there is none.
  init?(_ target: Target, of screen: Element, without others: Set<Target>) {
    guard let found = screen.found(target, in: Surroundings()) else { return nil }
    self.init(found.element.hiding(others), found.surroundings)
  }

  private init(_ element: Element, _ rest: Surroundings) {
    pose = Pose(element.size, element.matrix(seenFrom: rest.eye).flattened.then(rest.parent))
    let layer = element.layer
    var surface = Layer.box(pose.frame, place: layer.place)
    surface.opacity = rest.opacity * (layer.isHidden ? 0 : layer.opacity)
    (surface.blend, surface.cornerStyle) = (layer.blend, layer.cornerStyle)
    surface.shadow = layer.shadow?.scaled(x: pose.scaleX, y: pose.scaleY)
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

  /// The commands that draw the content upright, over nothing.
  var commands: [DrawCommand] {
    guard !pose.isFlat else { return [] }
    var painter = Painter()
    painter.group(content.effects(pose.upright), when: content.needsGroup) { painter in
      painter.paintInside(content, pose.upright)
    }
    return painter.commands
  }
}

/// What a layer at rest is in.
private struct Surroundings {
  /// The way from its parent to the canvas.
  var parent = Transform.identity
  /// What its parent's perspective sees it with.
  var eye: Transform3D?
  /// That of everything it is in.
  var opacity = 1.0
}

extension Element {
  /// What tracks know as `target`, here or anywhere below, and what it is in.
  fileprivate func found(
    _ target: Target, in outside: Surroundings
  ) -> (element: Element, surroundings: Surroundings)? {
    if self.target == target { return (self, outside) }
    let inside = Surroundings(
      parent: matrix(seenFrom: outside.eye).flattened.then(outside.parent), eye: eye,
      opacity: outside.opacity * (layer.isHidden ? 0 : layer.opacity))
    for child in children {
      if let found = child.found(target, in: inside) { return found }
    }
    return nil
  }

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
    content.layer.shadow = nil
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
    if case .rect(let rect) = caster {
      shadow.caster = .rect(
        Rect(x: rect.x * x, y: rect.y * y, width: rect.width * x, height: rect.height * y))
    }
    return shadow
  }
}
