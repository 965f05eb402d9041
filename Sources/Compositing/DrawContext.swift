import Drawing
import Geometry
import Pixels
import Raster

/// Carries out draw commands one by one on a surface; groups wait on a stack.
struct DrawContext {
  let grid: CanvasGrid
  let textures: Textures
  /// What is painted on now: the canvas, or the innermost isolated group.
  var surface: Surface
  /// The edge of the canvas, where backdrops end: their pixels go on beyond it.
  var canvas: PixelRect
  /// Outside of it, nothing may change.
  var scissor: PixelRect
  var groups: [OpenGroup] = []
  /// The coverages of what is painted now, where they are known.
  var conflation = EdgeConflation.none

  init(_ textures: Textures, grid: CanvasGrid, on surface: Surface) {
    (self.textures, self.grid, self.surface) = (textures, grid, surface)
    (canvas, scissor) = (surface.bounds, surface.bounds)
  }

  /// Paints `commands`, each only where `occlusion` says that it can be seen.
  mutating func paint(
    _ commands: [DrawCommand], hiding occlusion: Occlusion? = nil
  ) throws(CompositingError) {
    let depth = groups.count
    conflation = EdgeConflation(
      commands[...], textures, grid, in: surface.bounds, hiding: occlusion)
    var painted = -1
    for index in commands.indices where index > painted {
      let parent = scissor
      if let occlusion { scissor = scissor.intersection(occlusion.visible[index]) }
      switch commands[index] {
      case .fill, .image, .picture: try paint(commands[index], at: index)
      case .beginGroup(let effects):
        if let end = try paintWhole(effects, commands, at: index) {
          painted = end
          break
        }
        let behind = occlusion.map { scissor.intersection($0.behind[index]) } ?? scissor
        try begin(
          effects, at: index, inside: commands[(index + 1)...], parent: parent, behind: behind)
        continue
      case .endGroup:
        try end()
        continue
      }
      scissor = parent
    }
    guard groups.count == depth else { throw .unbalancedGroups }
  }

  func toPixels(_ transform: Transform) -> Transform {
    transform.then(grid.toPixels)
  }

  /// What the command at `index`, which has this outline, covers; what a group's clip leaves, if that
  /// begins there.
  func coverage(
    of outline: @autoclosure () -> TracedOutline, at index: Int, in region: PixelRect
  ) -> Coverage {
    conflation.coverages[index] ?? outline().coverage(in: region)
  }

  /// Paints the group that begins at `index` at once, and answers its end; nil where its inside has
  /// to be painted first.
  private mutating func paintWhole(
    _ effects: Effects, _ commands: [DrawCommand], at index: Int
  ) throws(CompositingError) -> Int? {
    guard effects.onlyFade, let only = commands.onlyCommand(inGroupAt: index) else {
      return paintCached(effects, commands, from: index)
    }
    // As exact as can be, where a group of its own would be rounded before it is faded.
    try paint(only, at: index, opacity: effects.opacity, blend: effects.blend)
    return index + 2
  }

  /// Paints one command that is no group, faded and blended.
  private mutating func paint(
    _ command: DrawCommand, at index: Int, opacity: Double = 1, blend: BlendMode = .normal
  ) throws(CompositingError) {
    switch command {
    case .fill(let fill): paint(fill, at: index, opacity: opacity, blend: blend)
    case .image(let draw): try paint(draw, at: index, opacity: opacity, blend: blend)
    case .picture(var draw):
      // Alone in a group, a picture has nothing to blend with but what the group meets.
      if blend != .normal || opacity < 1 { draw.blend = blend }
      draw.opacity = max(0, min(1, draw.opacity)) * opacity
      try paint(draw, at: index)
    case .beginGroup, .endGroup: break
    }
  }

  /// Whether anything of a command may lie where something may change.
  private func sees(_ command: DrawCommand) -> Bool {
    guard !scissor.isEmpty else { return false }
    let bounds = Extents(textures: textures, grid: grid).bounds(of: command)
    return !scissor.intersection(bounds).isEmpty
  }

  private mutating func paint(
    _ fill: Fill, at index: Int, opacity: Double, blend: BlendMode
  ) {
    guard !fill.paint.isClear, sees(.fill(fill)) else { return }
    let transform = toPixels(fill.transform)
    let coverage = coverage(of: textures.traced(fill.outline, transform), at: index, in: scissor)
    switch fill.paint {
    case .color(let color):
      // The straight colour, faded: multiplied by its alpha, it would be rounded twice.
      let opaque = Color(red: color.red, green: color.green, blue: color.blue)
      surface.fill(
        coverage, with: Pixel(opaque), opacity: Weight(Double(color.alpha) / 255 * opacity),
        blend: blend, in: scissor)
    case .gradient(let gradient):
      guard let inverse = transform.inverse, !fill.paintBounds.isEmpty else { return }
      surface.paint(
        GradientRows(gradient, in: fill.paintBounds, inverse: inverse), through: coverage,
        opacity: Weight(opacity), blend: blend, in: scissor)
    }
  }

  private mutating func paint(
    _ draw: ImageDraw, at index: Int, opacity: Double, blend: BlendMode
  ) throws(CompositingError) {
    guard let source = textures.image(draw.image) else {
      throw .unknownImage(draw.image, layer: draw.layer)
    }
    let image = source.pixels
    let crop = Rect(
      x: draw.crop.x * Double(image.width), y: draw.crop.y * Double(image.height),
      width: draw.crop.width * Double(image.width), height: draw.crop.height * Double(image.height))
    guard !scissor.isEmpty, !crop.isEmpty, !draw.destination.isEmpty else { return }
    let region = CanvasGrid.pixels(touchedBy: crop).intersection(image.bounds)
    let part = region == image.bounds ? source.surface : source.surface.cropped(to: region)
    let (scaleX, scaleY) = (
      draw.destination.width / crop.width, draw.destination.height / crop.height
    )
    let placed = Transform(
      a: scaleX, b: 0, c: 0, d: scaleY,
      tx: draw.destination.x + scaleX * (Double(region.x) - crop.x),
      ty: draw.destination.y + scaleY * (Double(region.y) - crop.y))
    let transform = toPixels(draw.transform)
    let coverage = coverage(of: TracedOutline(draw.contours(transform)), at: index, in: scissor)
    surface.paint(
      part, isOpaque: source.alphaKind == .opaque || part.pixmap.isOpaque,
      TextureStroke(
        transform: placed.then(transform), coverage: coverage,
        opacity: Weight(opacity), blend: blend,
        core: source.transparency.core.intersection(region).moved(x: -region.x, y: -region.y),
        crop: crop.isOnGrid(.identity)
          ? nil : crop.offset(x: -Double(region.x), y: -Double(region.y))),
      in: scissor)
  }

  private mutating func paint(
    _ draw: PictureDraw, at index: Int
  ) throws(CompositingError) {
    if let image = textures.scaledImage(of: draw) {
      guard draw.opacity > 0 else { return }
      return try paint(image, at: index, opacity: min(1, draw.opacity), blend: draw.blend)
    }
    let transform = grid.inPixels(draw.transform)
    guard
      let texture = textures.texture(
        draw.picture, scale: grid.scale, drawnAt: transform, source: draw.source)
    else { throw .unknownPicture(draw.picture, layer: draw.layer) }
    guard !scissor.isEmpty, draw.opacity > 0 else { return }
    let area = texture.outline.bled(by: draw.bleed, scale: grid.scale)
    let coverage = coverage(
      of: TracedOutline([projected(area.corners, by: transform)]), at: index, in: scissor)
    surface.paint(
      texture.pixels.surface.atOrigin, isOpaque: texture.pixels.alphaKind == .opaque,
      TextureStroke(
        transform: texture.pixels.toRest.then(transform),
        coverage: coverage, opacity: Weight(draw.opacity),
        blend: draw.blend, core: texture.pixels.transparency.core, part: texture.pixels.part,
        smaller: texture.pixels.smaller),
      in: scissor)
  }
}

extension ImageDraw {
  /// Where both its destination and its clip are, in pixels.
  func contours(_ transform: Transform) -> [Contour] {
    guard let clip else { return [projected(destination.corners, by: transform)] }
    // Just as those of a border or a ground of the same outline.
    if destination.intersection(clip.rect) == clip.rect { return clip.contours(transform) }
    let path = clip.radii == .zero ? Path.rectangle(clip.rect) : clip.path
    let tolerance = Path.tolerance / max(1, transform.largestScale(in: clip.rect))
    return path.flattened(tolerance: tolerance).map {
      projected(clipped($0.points, toConvex: destination.corners), by: transform)
    }
  }
}

extension Rect {
  /// The rectangle with what `bleed` adds to it, `scale` pixels being a point.
  func bled(by bleed: Bleed, scale: Double) -> Rect {
    guard bleed != .none, !isEmpty else { return self }
    return Rect(
      x: x - bleed.left * scale, y: y - bleed.top * scale,
      width: width + (bleed.left + bleed.right) * scale,
      height: height + (bleed.top + bleed.bottom) * scale)
  }
}

extension RandomAccessCollection<DrawCommand> where Index == Int {
  /// The one thing in the group that begins at `index`; nil if there are more, or a group.
  func onlyCommand(inGroupAt index: Int) -> DrawCommand? {
    guard index + 2 < endIndex, case .endGroup = self[index + 2] else { return nil }
    switch self[index + 1] {
    case .fill, .image, .picture: return self[index + 1]
    case .beginGroup, .endGroup: return nil
    }
  }
}
