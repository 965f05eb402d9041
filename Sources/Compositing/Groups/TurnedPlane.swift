import Drawing
import Geometry
import Pixels
import Raster

// Core Animation blurs a layer before it is turned: its shadow lies in the layer's own plane and is
// seen from aside with it. So what is turned is drawn flat once more, on a grid of its own that is
// as fine as the Gaussian asks for, blurred there, and then seen from where the canvas sees it.

/// The plane of a layer that is seen from aside, in which something is blurred.
struct TurnedPlane {
  /// The Gaussian's standard deviation, in the plane's own points.
  let sigma: Double
  /// From points of the plane to pixels of the canvas.
  private let toPixels: Transform
  /// The way back.
  private let fromPixels: Transform
  /// From points of the canvas to those of the plane.
  private let fromPoints: Transform

  /// The plane that `transform` leads from to points of the canvas; nil for one that is not seen
  /// from aside, or that cannot be seen.
  init?(_ transform: Transform, sigma: Double, toPixels grid: Transform) {
    let toPixels = transform.then(grid)
    guard !transform.keepsShapes, Gaussian(sigma: sigma * toPixels.longestScale) != nil,
      let fromPoints = transform.inverse, let fromPixels = toPixels.inverse
    else { return nil }
    (self.sigma, self.toPixels) = (sigma, toPixels)
    (self.fromPixels, self.fromPoints) = (fromPixels, fromPoints)
  }

  /// How many pixels of a grid the Gaussian is wide: straight lines between them are as good as it.
  private static let fineness = 6.0
  /// The least that it may be where a grid would become large.
  private static let coarseness = 4.0
  /// The most pixels of the grid that make one of the canvas.
  private static let finest = 16.0
  /// From how many pixels on a grid is large, and how many it never has.
  private static let large = 2_000_000.0
  private static let most = 5_000_000.0
  /// What a soft mask can be as large as.
  private static let longest = 8000.0

  /// The most pixels of a grid that a point of the plane can ask for.
  private var finest: Double {
    min(Self.fineness / sigma, Self.finest * max(1e-6, toPixels.longestScale))
  }

  /// How far the Gaussian carries, in points of the plane.
  private var reach: Double { 4.5 * sigma }

  /// The pixels that something inside `area` of the plane reaches.
  func pixels(touchedBy area: Rect) -> PixelRect {
    guard !area.isEmpty else { return .empty }
    return CanvasGrid.pixels(touchedBy: toPixels.bounds(of: area.inset(by: -reach)))
      .expanded(by: 1)
  }

  /// Where `commands`, which end with the group that they are in, paint on the plane.
  func area(
    of commands: ArraySlice<DrawCommand>, movedBy offset: Point = .zero, _ textures: Textures
  ) throws(CompositingError) -> Rect {
    let moved = Array(commands).moved(by: fromPoints)
    // Bounds are whole pixels: of four thousand in the width of the Gaussian they say enough.
    let scale = max(1e-3, min(1e3, Self.fineness / sigma))
    guard let grid = CanvasGrid(pixelWidth: 1, pixelHeight: 1, scale: scale) else { return .zero }
    let bounds = try Extents(textures: textures, grid: grid).bounds(of: moved[...]).rect
    return Rect(
      x: bounds.x / scale + offset.x, y: bounds.y / scale + offset.y,
      width: bounds.width / scale, height: bounds.height / scale)
  }

  /// The blurred `shape` on the plane, as the canvas sees it inside `region`.
  func mask(of shape: RoundedRect, in region: PixelRect) -> SoftMask? {
    let longest = max(shape.rect.width, shape.rect.height)
    let scale = min(finest, Self.longest / max(1e-9, longest))
    guard scale > 0, scale.isFinite else { return nil }
    let seen = window(region, scale)
    let mask = SoftMask(
      shape.scaled(by: scale, x: 0, y: 0), blurredBy: gaussian(scale, spread: Self.interpolation),
      in: seen)
    var flat = Surface(seen.intersection(mask.bounds))
    flat.fill(mask, with: Pixel(.black), in: flat.bounds)
    return SoftMask(Plane(alphaOf: projected(flat, scale, in: region)))
  }

  /// What `commands` paint, blurred on the plane and moved there by `offset`, as the canvas sees it
  /// inside `region`.
  func blurred(
    _ commands: [DrawCommand], movedBy offset: Point = .zero, in region: PixelRect,
    _ textures: Textures
  ) throws(CompositingError) -> Surface {
    let (flat, seen, scale) = try painting(of: commands, movedBy: offset, in: region, textures)
    let painted = try surface(flat, seen, scale, textures)
    guard let gaussian = gaussian(scale) else { return projected(painted, scale, in: region) }
    let near = window(region, scale)
    let soft = gaussian.blurred(
      Plane(painted), in: seen.expanded(by: gaussian.reach).intersection(near),
      spread: SIMD2(repeating: Self.interpolation))
    return projected(soft.surface, scale, in: region)
  }

  /// What `blurred` takes of the same.
  func demand(
    of commands: [DrawCommand], movedBy offset: Point, in region: PixelRect, _ textures: Textures
  ) -> PaintingDemand {
    guard
      let (flat, seen, scale) = try? painting(
        of: commands, movedBy: offset, in: region, textures),
      let grid = CanvasGrid(pixelWidth: seen.width, pixelHeight: seen.height, scale: scale)
    else { return PaintingDemand() }
    var demand = Extents(textures: textures, grid: grid)
      .demand(of: flat.moved(by: Self.toOrigin(of: seen, scale)), in: grid.bounds)
    // Painted, blurred, and seen by the canvas; four numbers of 16 bits a pixel, before and after.
    let pixels = Double(seen.width * seen.height)
    demand.groupBytes = max(demand.groupBytes + 4 * pixels, 24 * pixels)
    demand.work += 40 * (pixels + Double(region.width * region.height))
    return demand
  }

  /// `commands` on the plane, the pixels of a grid that they are painted on, and how many of these a
  /// point has.
  private func painting(
    of commands: [DrawCommand], movedBy offset: Point, in region: PixelRect, _ textures: Textures
  ) throws(CompositingError) -> ([DrawCommand], PixelRect, Double) {
    let area = try area(of: (commands + [.endGroup])[...], textures)
    let move = Transform.translation(x: offset.x, y: offset.y)
    let (seen, scale) = window(of: area.offset(x: offset.x, y: offset.y), region)
    return (commands.moved(by: fromPoints).moved(by: move), seen, scale)
  }

  /// The way from a grid's origin to that of `window`, in points.
  private static func toOrigin(of window: PixelRect, _ scale: Double) -> Transform {
    .translation(x: -Double(window.x) / scale, y: -Double(window.y) / scale)
  }

  /// What is on a grid, as the canvas sees it inside `region`.
  private func projected(_ flat: Surface, _ scale: Double, in region: PixelRect) -> Surface {
    let toCanvas = Transform.translation(x: Double(flat.x), y: Double(flat.y)).then(
      transform(scale))
    guard !flat.bounds.isEmpty, let inverse = toCanvas.inverse else { return Surface(.empty) }
    let coverage = Coverage(
      [Raster.projected(flat.atOrigin.bounds.rect.corners, by: toCanvas)], in: region)
    var result = Surface(coverage.bounds)
    result.paint(
      ProjectedRows(
        flat.pixmap, inverse: inverse, isOpaque: false, blurredBy: sigma * scale),
      through: coverage, in: result.bounds)
    return result
  }

  /// By what variance straight lines between the pixels of the grid spread levels, on average.
  private static let interpolation = 1.0 / 8

  /// The Gaussian on a grid, less what is spread already.
  private func gaussian(_ scale: Double, spread: Double = 0) -> Gaussian? {
    let variance = sigma * sigma * scale * scale - spread
    return Gaussian(sigma: max(0.1, max(0, variance).squareRoot()))
  }

  /// From pixels of a grid with `scale` of them per point to pixels of the canvas.
  private func transform(_ scale: Double) -> Transform {
    Transform.scaling(x: 1 / scale, y: 1 / scale).then(toPixels)
  }

  /// The pixels of a grid that `region` of the canvas sees, and those around them that its samples
  /// touch.
  private func window(_ region: PixelRect, _ scale: Double) -> PixelRect {
    let seen = fromPixels.bounds(of: region.rect)
    return CanvasGrid.pixels(
      touchedBy: Rect(
        x: seen.x * scale, y: seen.y * scale, width: seen.width * scale,
        height: seen.height * scale)
    ).expanded(by: 2)
  }

  /// The pixels of a grid that hold what `region` sees of `area` and of its blur, and how many of
  /// them are a point.
  private func window(
    of area: Rect, _ region: PixelRect
  ) -> (pixels: PixelRect, scale: Double) {
    let wanted = (Self.large / max(1e-9, area.width * area.height)).squareRoot()
    var scale = min(finest, max(wanted, Self.coarseness / sigma))
    let seen = area.intersection(fromPixels.bounds(of: region.rect).inset(by: -reach))
    let seenBest = Self.finest * Self.finest * Double(region.width * region.height)
    let most = min(Self.most, max(10_000, seenBest))
    scale = min(scale, (most / max(1e-9, seen.width * seen.height)).squareRoot())
    scale = min(scale, 2 * Self.longest / max(1e-9, seen.width, seen.height))
    let pixels = CanvasGrid.pixels(
      touchedBy: Rect(
        x: seen.x * scale, y: seen.y * scale, width: seen.width * scale,
        height: seen.height * scale))
    return (pixels.expanded(by: 1), scale)
  }

  /// What `commands` paint inside `window` of a grid.
  private func surface(
    _ commands: [DrawCommand], _ window: PixelRect, _ scale: Double, _ textures: Textures
  ) throws(CompositingError) -> Surface {
    guard !window.isEmpty,
      let grid = CanvasGrid(pixelWidth: window.width, pixelHeight: window.height, scale: scale)
    else { return Surface(.empty) }
    var context = DrawContext(textures, grid: grid, on: Surface(grid.bounds))
    try context.paint(commands.moved(by: Self.toOrigin(of: window, scale)))
    return context.surface.moved(toX: window.x, y: window.y)
  }
}

extension Transform {
  /// The factor by which the side of a small square at the origin grows that grows most.
  fileprivate var longestScale: Double {
    max(a * a + b * b, c * c + d * d).squareRoot() / max(1e-6, abs(pw))
  }
}
