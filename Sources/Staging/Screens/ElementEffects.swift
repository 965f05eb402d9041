import Drawing
import Geometry
import Pixels
import SceneFormat

extension Element {
  /// Its bounds with its corners.
  var outline: RoundedRect {
    RoundedRect(bounds, radii: layer.cornerRadii, style: layer.cornerStyle)
  }

  /// The way to the canvas from its coordinates, `parent` being that from those of its parent; nil for
  /// an element of which nothing is seen.
  func visibleTransform(in parent: Transform, eye: Transform3D? = nil) -> Transform? {
    guard !layer.isHidden, layer.opacity > 0 else { return nil }
    let matrix = matrix(seenFrom: eye)
    guard layer.isDoubleSided || !matrix.showsBack else { return nil }
    let transform = matrix.flattened.then(parent)
    // A scale of 0 draws nothing and is no error.
    return transform.determinant != 0 ? transform : nil
  }

  /// Whether it must be composited by itself before it meets what is behind it.
  var needsGroup: Bool {
    layer.isIsolated || layer.opacity < 1 || layer.blend != .normal || !mask.isEmpty
      || layer.shadow != nil || !layer.shadows.isEmpty
      || layer.filters != LayerFilters() || layer.backdrop != LayerFilters()
  }

  /// What `dim` does: all that is drawn of it becomes darker, and nothing around it.
  var shade: Filter? {
    guard layer.dim > 0 else { return nil }
    let light = 255 - layer.dim.asByte
    return .tint(Color(red: light, green: light, blue: light))
  }

  /// What happens to it as a group, with its shade; `transform` leads from its coordinates to the
  /// canvas.
  func shadedEffects(_ transform: Transform) -> Effects {
    var effects = effects(transform)
    if let shade { effects.filters.append(shade) }
    return effects
  }

  /// What happens to it as a group; `transform` leads from its coordinates to the canvas.
  func effects(_ transform: Transform) -> Effects {
    var effects = Effects(
      opacity: layer.opacity, blend: layer.blend,
      mask: mask.flatMap { $0.commands(in: nil, transform) },
      filters: layer.filters.list(in: transform), backdrop: backdrop(transform),
      isIsolated: layer.isIsolated, layer: path)
    let shadows = (layer.shadow.map { [$0] } ?? []) + layer.shadows
    effects.shadows = shadows.map { shadow($0, transform) }
    if case .shape = mark, effects.backdrop != nil, layer.inset != EdgeFractions() {
      effects.clip = insetClip(transform).clip
    }
    if layer.maskBy == .luminance, !effects.mask.isEmpty {
      let bright = Effects(filters: [.luminanceToAlpha], layer: path)
      effects.mask = [.beginGroup(bright)] + effects.mask + [.endGroup]
    }
    effects.cutByMask()
    return effects
  }

  /// Whether nothing is seen of it: its mask shows nothing.
  func isHidden(by effects: Effects) -> Bool {
    !mask.isEmpty && effects.mask.isEmpty && effects.clip == nil
  }

  /// What `inset` leaves of it.
  func insetClip(_ transform: Transform) -> Effects {
    Effects(clip: Clip(.rect(RoundedRect(insetBounds)), transform: transform), layer: path)
  }

  private var insetBounds: Rect {
    let inset = layer.inset
    let left = size.width * inset.left
    let top = size.height * inset.top
    return Rect(
      x: left, y: top, width: max(0, size.width * (1 - inset.right) - left),
      height: max(0, size.height * (1 - inset.bottom) - top))
  }

  /// How it shows what is behind it, as far as it is not cut; nil for no change.
  private func backdrop(_ transform: Transform) -> Backdrop? {
    guard layer.backdrop != LayerFilters() else { return nil }
    let (inset, radii) = (layer.inset, layer.cornerRadii)
    let (left, right) = (inset.left == 0, inset.right == 0)
    let (top, bottom) = (inset.top == 0, inset.bottom == 0)
    // A corner is round where neither of its edges is cut off.
    let area = RoundedRect(
      insetBounds,
      radii: RoundedRect.Radii(
        topLeft: left && top ? radii.topLeft : 0, topRight: right && top ? radii.topRight : 0,
        bottomRight: right && bottom ? radii.bottomRight : 0,
        bottomLeft: left && bottom ? radii.bottomLeft : 0), style: layer.cornerStyle)
    var outline = Outline.rect(area)
    if case .shape(let shape) = mark { outline = shape.area(in: bounds) }
    return Backdrop(
      sigma: layer.backdrop.blur * transform.meanScale, changes: layer.backdrop.colorChanges,
      area: Clip(outline, transform: transform))
  }

  /// Whether something in it shows what lies behind all of it.
  ///
  /// Its picture alone then is not enough to draw it. Inside of a screen with an opaque background, backdrops
  /// see the screen alone.
  var showsWhatIsBehind: Bool {
    if case .screen = target, layer.fill.isOpaque { return false }
    return children.contains { $0.layer.backdrop != LayerFilters() || $0.showsWhatIsBehind }
  }

  private func shadow(_ shadow: LayerShadow, _ transform: Transform) -> Shadow {
    let path: RoundedRect? =
      switch shadow.caster {
      case .alpha: shadow.spread == 0 ? nil : outline
      case .bounds: outline
      case .rect(let rect): RoundedRect(rect)
      }
    let growth = shadow.isInset ? -shadow.spread : shadow.spread
    var cast = Shadow(
      color: shadow.color, opacity: shadow.opacity, sigma: shadow.radius, offset: shadow.offset,
      path: path?.grown(by: growth), transform: transform)
    cast.isInset = shadow.isInset
    return cast
  }
}

extension Effects {
  /// Makes the outline of a mask that is a single area, or several that lie apart, a clip.
  ///
  /// What is inside often ends where the mask does. With a clip it shares that edge; a mask would take
  /// its part of those pixels once more.
  fileprivate mutating func cutByMask() {
    let area = mask.count == 1 ? mask[0] : Fill(ofAreasApart: mask).map(DrawCommand.fill)
    guard clip == nil, case .fill(var fill) = area else { return }
    let clip = Clip(fill.outline, transform: fill.transform)
    switch fill.paint {
    case .color(let color):
      // What the mask leaves casts the shadow.
      guard color.alpha == 255 || shadows.isEmpty else { return }
      opacity *= Double(color.alpha) / 255
      (mask, isIsolated) = ([], true)
    case .gradient:
      // Farther than its outline, so that nothing but the clip cuts a pixel in two.
      let bounds = fill.outline.bounds
      fill.outline = .rect(RoundedRect(bounds.inset(by: -max(bounds.width, bounds.height))))
      mask = [.fill(fill)]
    }
    self.clip = clip
  }
}

extension Fill {
  /// More areas than that are drawn one by one.
  private static let mostAreas = 64

  /// All that `commands` fill, where these are opaque areas that do not lie over each other.
  fileprivate init?(ofAreasApart commands: [DrawCommand]) {
    guard (2...Self.mostAreas).contains(commands.count), case .fill(let first) = commands[0],
      first.transform.isAffine, let back = first.transform.inverse
    else { return nil }
    var (whole, rule) = (Path(), FillRule?.none)
    var boxes: [Rect] = []
    for command in commands {
      guard case .fill(let fill) = command, case .color(let color) = fill.paint,
        color.alpha == 255, fill.transform.isAffine
      else { return nil }
      // Where the first one is upright.
      let transform = fill.transform.then(back)
      let box = transform.bounds(of: fill.outline.bounds)
      guard boxes.allSatisfy({ box.inset(by: 1e-6).intersection($0).isEmpty }) else { return nil }
      boxes.append(box)
      switch fill.outline {
      case .rect(let rect): whole.append(rect.path.applying(transform))
      case .path(let path, let own) where rule == nil || rule == own:
        whole.append(path.applying(transform))
        rule = own
      case .path, .ring, .stroke: return nil
      }
    }
    self.init(
      .path(whole, rule ?? .nonzero), with: first.paint, in: .zero, transform: first.transform,
      layer: first.layer)
  }
}

extension LayerFilters {
  /// Those that are not at rest, in the order in which they are applied.
  ///
  /// A layer that `transform` draws larger is blurred as much more: its points are larger. One that
  /// is seen from aside is blurred in its own plane.
  func list(in transform: Transform) -> [Filter] {
    var list: [Filter] = []
    if blur > 0 {
      list.append(
        transform.keepsShapes
          ? .blur(sigma: blur * transform.meanScale) : .blur(sigma: blur, in: transform))
    }
    return list + colorChanges
  }

  /// The changes of colour that are not at rest, in the order in which they are applied.
  var colorChanges: [Filter] {
    var list: [Filter] = []
    if saturation != 1 { list.append(.saturation(saturation)) }
    if brightness != 0 { list.append(.brightness(brightness)) }
    if contrast != 1 { list.append(.contrast(contrast)) }
    if let tint { list.append(.tint(tint)) }
    return list
  }
}

extension RoundedRect {
  /// Every edge moved outward by `distance`, as CSS does it: round corners stay concentric, sharp
  /// ones sharp.
  fileprivate func grown(by distance: Double) -> RoundedRect {
    guard distance != 0 else { return self }
    var grown = inset(by: -distance)
    grown.radii = radii.map { $0 > 0 ? max(0, $0 + distance) : 0 }
    return grown
  }

  /// Every edge moved inward by `distance`, with corners that stay concentric.
  func inset(by distance: Double) -> RoundedRect {
    RoundedRect(
      rect.inset(by: distance),
      radii: radii.map { max(0, $0 - distance) }, style: style)
  }
}
