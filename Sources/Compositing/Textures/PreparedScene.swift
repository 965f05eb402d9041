public import Drawing
import Geometry
import Pixels
import Raster

/// What a run shares between its frames, found in one pass over some of them, and the memory that it
/// takes, known before there are any pixels.
public struct PreparedScene: Sendable {
  /// What a texture takes, in bytes.
  public struct TextureDemand: Hashable, Sendable {
    /// For as long as the run takes.
    public var keptBytes = 0.0
    /// While it is painted, in addition.
    public var paintingBytes = 0.0
    /// What its commands cost, in pixels of one colour.
    public var work = 0.0
  }

  /// The canvas.
  public let grid: CanvasGrid
  /// The decoded images, in the order of their `ImageID`s.
  public let images: [SourceImage]
  /// What is rendered once; each may draw those before it.
  public let pictures: [Picture]
  /// What each of the pictures takes.
  public let textureDemand: [TextureDemand]
  /// Groups that several frames share: rendered once, too.
  let cachedGroups: [CachedGroup]
  /// Outlines that several frames share.
  let cachedOutlines: [PlacedOutline]
  /// What groups and outlines take, in bytes.
  public let cachedBytes: Double
  /// The most that a frame takes while it is painted, beside its own pixels.
  public let paintingBytes: Double
  /// What all commands of a frame cost, in the mean and at most, in pixels of one colour.
  public let (workOfFrame, mostWorkOfFrame): (Double, Double)
  /// What painting the textures costs, once.
  public let workOfTextures: Double

  /// Whether its textures, groups and outlines are those of `other`.
  public func looksLike(_ other: PreparedScene) -> Bool {
    grid == other.grid && pictures == other.pictures && cachedGroups == other.cachedGroups
      && cachedOutlines == other.cachedOutlines && images == other.images
  }

  /// What `pictures` and `images` take on the canvas of `grid`, and which groups `frames`, which are
  /// from all over the run, share.
  public init(
    pictures: [Picture], images: [SourceImage], canvas grid: CanvasGrid,
    frames: some Sequence<DisplayList>
  ) {
    (self.grid, self.images, self.pictures) = (grid, images, pictures)
    let textures = Textures(planning: pictures, images: images, canvas: grid)
    let extents = Extents(textures: textures, grid: grid)
    textureDemand = pictures.map(textures.demand)
    var candidates: [[CachedGroup.Candidate]] = []
    var (met, shared): (Set<PlacedOutline>, Set<PlacedOutline>) = ([], [])
    var (outlines, outlineBytes): ([PlacedOutline], Double) = ([], 0)
    var (bytes, work, most, count) = (0.0, 0.0, 0.0, 0.0)
    for frame in frames {
      let demand = extents.demand(of: frame.commands, in: grid.bounds)
      bytes = max(bytes, demand.bytes)
      (work, most, count) = (work + demand.work, max(most, demand.work), count + 1)
      // What cannot be painted need not be looked at further.
      guard demand.work.isFinite else { break }
      candidates.append(CachedGroup.candidates(in: frame, on: grid))
      for (fill, placed) in PlacedOutline.candidates(in: frame, on: grid)
      where !met.insert(placed).inserted && outlines.count < PlacedOutline.most {
        let bytes = extents.keptBytes(of: fill)
        guard bytes <= PlacedOutline.mostBytes, shared.insert(placed).inserted else { continue }
        outlines.append(placed)
        outlineBytes += bytes
      }
    }
    cachedOutlines = outlines
    cachedGroups = CachedGroup.shared(by: candidates)
    paintingBytes = bytes
    (workOfFrame, mostWorkOfFrame) = (work / max(1, count), most)
    workOfTextures = textureDemand.reduce(0) { $0 + $1.work }
    cachedBytes = cachedGroups.reduce(outlineBytes) { bytes, group in
      let bounds = (try? extents.bounds(of: group)) ?? .empty
      return bytes + 4 * Double(bounds.width * bounds.height)
    }
  }
}

extension Textures {
  /// What `picture` will take; it need not be rendered.
  fileprivate func demand(of picture: Picture) -> PreparedScene.TextureDemand {
    let resting = bounds(of: picture, scale: 1)
    var demand = demand(of: picture, in: resting, scale: 1)
    let scale = enlargement(of: picture, resting: resting)
    guard scale > 1 else { return demand }
    let larger = self.demand(of: picture, in: bounds(of: picture, scale: scale), scale: scale)
    // Copies of half, a quarter and so on of its size come to a third.
    demand.keptBytes += larger.keptBytes * (picture.isProjected ? 4 / 3 : 1)
    demand.paintingBytes = max(demand.paintingBytes, larger.paintingBytes)
    demand.work += larger.work
    return demand
  }

  private func demand(
    of picture: Picture, in bounds: PixelRect, scale: Double
  ) -> PreparedScene.TextureDemand {
    guard wholeImage(picture.commands, bounds, scale: grid.scale * scale) == nil,
      let fine = CanvasGrid(
        pixelWidth: grid.pixelWidth, pixelHeight: grid.pixelHeight, scale: grid.scale * scale)
    else { return .init() }
    let area = Double(bounds.width * bounds.height)
    let painting = Extents(textures: self, grid: fine)
      .demand(of: picture.commands, in: bounds)
    return .init(
      keptBytes: area * 4, paintingBytes: painting.bytes, work: painting.work + area)
  }
}
