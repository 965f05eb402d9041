import Drawing
import Geometry
import Pixels
import SceneFormat
import Typeface

/// Turns elements into draw commands.
struct DisplayListBuilder {
  /// What has been written so far.
  private(set) var commands: [DrawCommand] = []
  /// The index of the placeholder for a slot's screens, and the transform from the slot to the
  /// canvas.
  private(set) var placeholder: (index: Int, transform: Transform)?

  /// Writes `element` and all that is on it; `parent` leads from its parent to the canvas.
  mutating func paint(_ element: Element, in parent: Transform, eye: Transform3D? = nil) {
    guard let transform = element.visibleTransform(in: parent, eye: eye) else { return }
    paint(element, transform) { builder in builder.paintInside(element, transform) }
  }

  /// Writes what `inside` writes as the group that `element` is.
  mutating func paint(
    _ element: Element, _ transform: Transform, inside: (inout DisplayListBuilder) -> Void
  ) {
    let effects = element.shadedEffects(transform)
    guard !element.isHidden(by: effects) else { return }
    group(effects, when: element.needsGroup || element.shade != nil, inside: inside)
  }

  /// Writes what is inside the element's group: all of it but its opacity, shadow and filters.
  mutating func paintInside(_ element: Element, _ transform: Transform) {
    paintInside(element, transform) { builder in
      for child in element.children { builder.paint(child, in: transform, eye: element.eye) }
    }
  }

  /// Writes the same with what `children` writes in the place of its children.
  mutating func paintInside(
    _ element: Element, _ transform: Transform, children: (inout DisplayListBuilder) -> Void
  ) {
    group(element.insetClip(transform), when: element.layer.inset != EdgeFractions()) { builder in
      builder.paintMarks(element, transform)
      let clip = Effects(
        clip: Clip(.rect(element.outline), transform: transform), layer: element.path)
      builder.group(clip, when: element.layer.clipsChildren, inside: children)
      builder.paintEdge(element, transform)
    }
  }

  /// Writes a placeholder for the screens of the slot that `element` frames.
  mutating func paintHole(_ element: Element, _ transform: Transform) {
    placeholder = (commands.count, transform)
    append(
      .fill(
        Fill(
          .rect(element.outline), with: .color(.black), in: element.bounds, transform: transform,
          layer: element.path)))
  }

  /// Writes a command as it is.
  mutating func append(_ command: DrawCommand) {
    commands.append(command)
  }

  /// Writes commands as they are.
  mutating func append(_ commands: [DrawCommand]) {
    self.commands += commands
  }

  /// Writes what `inside` writes, as a group if `isNeeded` and if there is anything.
  mutating func group(
    _ effects: Effects, when isNeeded: Bool, inside: (inout DisplayListBuilder) -> Void
  ) {
    guard isNeeded else { return inside(&self) }
    let start = commands.count
    commands.append(.beginGroup(effects))
    inside(&self)
    if commands.count == start + 1, effects.backdrop == nil,
      effects.shadows.allSatisfy({ $0.path == nil || $0.isInset })
    {
      commands.removeLast()
    } else {
      commands.append(.endGroup)
      commands.castShadowByGround(ofGroupAt: start)
    }
  }

  private mutating func paintMarks(_ element: Element, _ transform: Transform) {
    if case .shape(let shape) = element.mark {
      return paint(shape, of: element, transform)
    }
    fill(.rect(element.outline), with: element.layer.fill, of: element, transform)
    switch element.mark {
    case nil, .shape: break
    case .picture(let picture, let place):
      commands.append(
        .picture(
          PictureDraw(picture, transform: place.then(transform), layer: element.path)))
    case .text(let drawing, let text): paint(drawing, text.color, of: element, transform)
    case .image(let image, let content):
      let placement = ImagePlacement(of: image, content, in: element.bounds)
      commands.append(
        .image(
          ImageDraw(
            image.id, crop: placement.crop, destination: placement.destination,
            clip: element.layer.cornerRadii == .zero ? nil : element.outline,
            transform: transform, layer: element.path)))
    }
  }

  private mutating func paint(
    _ text: TextDrawing, _ color: Color, of element: Element, _ transform: Transform
  ) {
    fill(.path(text.outline, .nonzero), with: .color(color), of: element, transform)
    guard !text.layers.isEmpty || !text.pictures.isEmpty, color.alpha > 0 else { return }
    // As in browsers, emoji are as opaque as the letters beside them.
    let effects = Effects(opacity: Double(color.alpha) / 255, layer: element.path)
    let own = Color(red: color.red, green: color.green, blue: color.blue)
    group(effects, when: color.alpha < 255) { builder in
      for layer in text.layers {
        builder.fill(
          .path(layer.outline, .nonzero), with: .color(layer.color ?? own), of: element, transform)
      }
      for picture in text.pictures {
        builder.append(
          .image(
            ImageDraw(
              picture.image.id, crop: Rect(x: 0, y: 0, width: 1, height: 1),
              destination: picture.place, clip: nil, transform: transform, layer: element.path)))
      }
    }
  }

  private mutating func paint(
    _ shape: ShapeContent, of element: Element, _ transform: Transform
  ) {
    fill(shape.area(in: element.bounds), with: element.layer.fill, of: element, transform)
    guard let stroke = shape.stroke else { return }
    let path = shape.path(in: element.bounds)
    fill(.stroke(path, Stroke(stroke)), with: stroke.color, of: element, transform)
  }

  // As in Core Animation, the border is in front of the children.
  private mutating func paintEdge(_ element: Element, _ transform: Transform) {
    guard let border = element.layer.border, border.width > 0 else { return }
    let outer = element.outline
    fill(
      .ring(outer: outer, inner: outer.inset(by: border.width)), with: .color(border.color),
      of: element, transform)
  }

  private mutating func fill(
    _ outline: Outline, with paint: Paint, of element: Element, _ transform: Transform
  ) {
    guard !paint.isClear, !outline.isEmpty else { return }
    commands.append(
      .fill(
        Fill(
          outline, with: paint, in: element.bounds, transform: transform, layer: element.path)))
  }
}

extension Outline {
  fileprivate var isEmpty: Bool {
    switch self {
    case .rect(let rect), .ring(let rect, _): rect.rect.isEmpty
    case .path(let path, _), .stroke(let path, _): path.isEmpty
    }
  }
}

extension Double {
  /// A fraction from 0 to 1 as a byte, rounded to nearest.
  var asByte: UInt8 { UInt8((Swift.min(1, Swift.max(0, self)) * 255).rounded()) }
}

extension ShapeContent {
  /// The inside of a shape that fills `bounds`.
  func area(in bounds: Rect) -> Drawing.Outline {
    .path(path(in: bounds), FillRule(rawValue: rule.rawValue) ?? .nonzero)
  }

  /// The path of a shape that fills `bounds`.
  func path(in bounds: Rect) -> Path {
    switch outline {
    case .ellipse: .ellipse(in: bounds)
    case .path(let path): viewBox.map { path.applying(.mapping($0, to: bounds)) } ?? path
    }
  }
}

extension Stroke {
  init(_ stroke: ShapeContent.Stroke) {
    self.init(
      width: stroke.width, cap: stroke.cap, join: stroke.join, miterLimit: stroke.miterLimit,
      dash: stroke.dash, dashOffset: stroke.dashOffset)
  }
}
