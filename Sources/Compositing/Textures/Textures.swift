public import Drawing
import Geometry
public import Pixels
import Raster

/// Everything that a run draws more than once, as pixels: made once, then only read.
public struct Textures: Hashable, Sendable {
  /// One picture, as large as the run needs it.
  fileprivate struct Entry: Hashable, Sendable {
    /// One pixel of it is one of the canvas.
    var resting: Texture
    /// For scales above 1.
    var enlarged: Texture?
  }

  /// The canvas that they were made for.
  public let grid: CanvasGrid
  private let images: [SourceImage]
  private var entries: [PictureID: Entry] = [:]
  /// What draws each picture.
  private(set) var pictures: [PictureID: Picture] = [:]
  /// Groups that are composited once although they are no pictures.
  var cachedGroups: [CachedGroup: Texture] = [:]
  /// Outlines that are traced once.
  private(set) var cachedOutlines: [PlacedOutline: TracedOutline] = [:]

  /// What one picture comes to.
  public struct Rendered: Sendable {
    fileprivate let id: PictureID
    fileprivate let entry: Entry
  }

  /// Renders the pictures of `scene`, and what else its frames share.
  public init(
    rendering scene: PreparedScene,
    by workers: Workers<Result<Rendered, CompositingError>> = inTurn
  ) throws(CompositingError) {
    try self.init(
      rendering: scene.pictures, images: scene.images, canvas: scene.grid, by: workers)
    try cache(scene.cachedGroups)
    for placed in scene.cachedOutlines {
      cachedOutlines[placed] = placed.outline.traced(placed.transform).covered(on: grid.bounds)
    }
  }

  /// Renders `pictures` at rest, in order; each may draw those before it.
  ///
  /// `images` are the decoded images, in the order of their `ImageID`s. Pictures that do not draw
  /// each other are given to `workers` together.
  public init(
    rendering pictures: [Picture], images: [SourceImage], canvas grid: CanvasGrid,
    by workers: Workers<Result<Rendered, CompositingError>> = inTurn
  ) throws(CompositingError) {
    (self.grid, self.images) = (grid, images)
    var rest = pictures[...]
    while !rest.isEmpty {
      let batch = Array(rest.prefix(Self.independentCount(of: rest)))
      rest = rest.dropFirst(batch.count)
      let known = self
      let rendered = workers(batch.count) { index in
        Result { () throws(CompositingError) in try known.entry(for: batch[index]) }
      }
      for one in rendered {
        let one = try one.get()
        entries[one.id] = one.entry
      }
      for picture in batch { self.pictures[picture.id] = picture }
    }
  }

  /// Textures of `pictures` before any of them is rendered: it is known how large they will be.
  init(planning pictures: [Picture], images: [SourceImage], canvas grid: CanvasGrid) {
    (self.grid, self.images) = (grid, images)
    for picture in pictures { self.pictures[picture.id] = picture }
  }

  /// How many of the first pictures draw none of the others among them; at least one.
  private static func independentCount(of pictures: ArraySlice<Picture>) -> Int {
    var met: Set<PictureID> = []
    for (count, picture) in pictures.enumerated() {
      let drawn = picture.commands.flatMap(\.pictures)
      if count > 0, drawn.contains(where: met.contains) { return count }
      met.insert(picture.id)
    }
    return pictures.count
  }

  private func entry(for picture: Picture) throws(CompositingError) -> Rendered {
    let resting = try rendered(picture, scale: 1)
    let scale = enlargement(of: picture, resting: resting.surface.bounds)
    var enlarged = scale > 1 ? try rendered(picture, scale: scale) : nil
    if picture.isProjected { enlarged = enlarged?.withSmallerCopies(scale) }
    return Rendered(id: picture.id, entry: Entry(resting: resting, enlarged: enlarged))
  }

  /// How large the second texture of a picture is; 1 if it needs none.
  ///
  /// A whole number, so that its pixels make up those at rest: at a scale of just above 1 the
  /// picture then looks as it does at 1, and its borders fall on borders of pixels. In perspective,
  /// a power of two: it has smaller copies then.
  func enlargement(of picture: Picture, resting: PixelRect) -> Double {
    guard picture.largestScale > 1.000_001, picture.gainsByEnlarging(images: images, on: grid)
    else { return 1 }
    let wanted = picture.largestScale.isFinite ? min(picture.largestScale, 8).rounded(.up) : 8
    // No more than a side of 16,384 pixels, nor than the pixels of an 8K canvas.
    let side = Double(max(1, resting.width, resting.height))
    let area = Double(max(1, resting.width * resting.height))
    let most = min(16_382 / side, (33_554_432 / area).squareRoot())
    let scale = max(1, min(wanted, most.rounded(.down)))
    guard picture.isProjected, scale > 2 else { return scale }
    let halvable = [8.0, 4, 2].first { $0 <= most && $0 < 2 * scale }
    return halvable ?? scale
  }

  /// Where a picture is among pixels `scale` times as fine as the canvas's.
  func bounds(of picture: Picture, scale: Double) -> PixelRect {
    let (area, scale) = (picture.bounds, grid.scale * scale)
    return CanvasGrid.pixels(
      touchedBy: Rect(
        x: area.x * scale, y: area.y * scale, width: area.width * scale,
        height: area.height * scale))
  }

  private func rendered(
    _ picture: Picture, scale: Double
  ) throws(CompositingError) -> Texture {
    let pixelsPerPoint = grid.scale * scale
    let bounds = bounds(of: picture, scale: scale)
    guard bounds.width <= 16_384, bounds.height <= 16_384,
      let fine = CanvasGrid(
        pixelWidth: grid.pixelWidth, pixelHeight: grid.pixelHeight, scale: pixelsPerPoint)
    else { throw .pictureTooLarge(picture.id) }
    if let image = wholeImage(picture.commands, bounds, scale: pixelsPerPoint) {
      return Texture(
        image.surface.moved(toX: bounds.x, y: bounds.y), scale: scale, image.transparency)
    }
    var context = DrawContext(self, grid: fine, on: Surface(bounds))
    try context.paint(picture.commands)
    return Texture(context.surface, scale: scale)
  }

  /// A decoded image; nil if the run does not have it.
  func image(_ image: ImageID) -> SourceImage? {
    images.indices.contains(image.index) ? images[image.index] : nil
  }

  /// What shows through an image; nil if the run does not have it.
  func alphaKind(of image: ImageID) -> AlphaKind? {
    images.indices.contains(image.index) ? images[image.index].alphaKind : nil
  }

  /// The same of a picture.
  func alphaKind(of picture: PictureID) -> AlphaKind? { entries[picture]?.resting.alphaKind }

  /// Where a picture rests, in pixels of a canvas with `scale` of them per point.
  func restingRect(of picture: PictureID, scale: Double) -> Rect? {
    if let entry = entries[picture] { return entry.resting.rescaled(by: grid.scale / scale).rect }
    let finer = scale / grid.scale
    return pictures[picture].map { bounds(of: $0, scale: 1).rect }.map {
      Rect(x: $0.x * finer, y: $0.y * finer, width: $0.width * finer, height: $0.height * finer)
    }
  }

  /// Where a picture hides all that is behind it at rest, in canvas pixels; nil if nowhere.
  func opaqueRect(of picture: PictureID) -> Rect? {
    guard let resting = entries[picture]?.resting, resting.alphaKind == .opaque else { return nil }
    return resting.rect
  }

  /// The outline at rest of the part `source` of a picture, or of all of it, in pixels of a canvas
  /// with `scale` of them per point.
  func outline(of picture: PictureID, scale: Double, source: Rect?) -> Rect? {
    guard let rect = restingRect(of: picture, scale: scale) else { return nil }
    return source.map { Self.part($0, scale: scale).intersection(rect) } ?? rect
  }

  /// The pixels of a picture that suit `transform`, and its outline at rest in canvas pixels.
  ///
  /// `scale` is the number of pixels per point that `transform` and the outline speak of.
  func texture(
    _ picture: PictureID, scale: Double, drawnAt transform: Transform, source: Rect?
  ) -> (pixels: Texture, outline: Rect)? {
    guard let entry = entries[picture] else { return nil }
    let finer = scale / grid.scale
    // Of a slice, only what is seen of it counts: the rest would be near, or behind, the eye.
    let rest = entry.resting.rescaled(by: 1 / finer).rect
    let seen = source.map { Self.part($0, scale: scale).intersection(rest) } ?? rest
    let isEnlarged = transform.largestScale(in: seen) * finer > 1.000_001
    let chosen = isEnlarged ? entry.enlarged ?? entry.resting : entry.resting
    let texture = chosen.rescaled(by: 1 / finer)
    guard let source else { return (texture, texture.rect) }
    let part = Self.part(source, scale: scale)
    return (texture.narrowed(to: part), part.intersection(texture.rect))
  }

  /// The part of a picture at rest that a slice is, in pixels.
  ///
  /// An edge may lie between them; a thousandth of a thousandth of one comes from rounding, though.
  static func part(_ source: Rect, scale: Double) -> Rect {
    func place(_ coordinate: Double) -> Double {
      let whole = (coordinate * scale).rounded()
      return abs(coordinate * scale - whole) < 1e-6 ? whole : coordinate * scale
    }
    let (x, y) = (place(source.x), place(source.y))
    return Rect(x: x, y: y, width: place(source.maxX) - x, height: place(source.maxY) - y)
  }
}

extension DrawCommand {
  /// The pictures that it draws, those of a group's mask among them.
  package var pictures: [PictureID] {
    switch self {
    case .picture(let draw): [draw.picture]
    case .beginGroup(let effects): effects.mask.flatMap(\.pictures)
    case .fill, .image, .endGroup: []
    }
  }
}
