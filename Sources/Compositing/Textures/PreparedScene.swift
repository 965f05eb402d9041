public import Drawing
import Pixels

/// What a run shares between its frames, found in one pass over some of them, and the memory that it
/// takes, known before there are any pixels.
public struct PreparedScene: Sendable {
  /// What a texture takes, in bytes.
  public struct TextureDemand: Hashable, Sendable {
    /// For as long as the run takes.
    public var keptBytes = 0.0
    /// While it is painted, in addition.
    public var paintingBytes = 0.0
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
  /// What these take, in bytes.
  public let cachedBytes: Double
  /// The most that a frame takes while it is painted, beside its own pixels.
  public let paintingBytes: Double

  /// What `pictures` and `images` take on the canvas of `grid`, and which groups `frames`, which are
  /// from all over the run, share.
  public init(
    pictures: [Picture], images: [SourceImage], canvas grid: CanvasGrid,
    frames: some Sequence<DisplayList>
  ) {
    (self.grid, self.images, self.pictures) = (grid, images, pictures)
    let textures = Textures(images: images, canvas: grid)
    let extents = Extents(textures: textures, grid: grid)
    textureDemand = pictures.map(textures.demand)
    let area = Double(grid.pixelWidth * grid.pixelHeight)
    var (candidates, most): ([[CachedGroup.Candidate]], Double) = ([], 0)
    for frame in frames {
      candidates.append(CachedGroup.candidates(in: frame, on: grid))
      most = max(most, extents.groupBytes(of: frame.commands, in: grid.bounds, atMost: area))
    }
    cachedGroups = CachedGroup.shared(by: candidates)
    paintingBytes = most
    cachedBytes = cachedGroups.reduce(0) { bytes, group in
      let hasPictures = group.commands.contains { !$0.pictures.isEmpty }
      let bounds = hasPictures ? grid.bounds : (try? extents.bounds(of: group.list[...])) ?? .empty
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
    return .init(
      keptBytes: area * 4,
      paintingBytes: Extents(textures: self, grid: fine)
        .groupBytes(of: picture.commands, in: bounds, atMost: area))
  }
}

/// A group that has begun: what is in it so far, and what the groups in it took.
private struct GroupDemand {
  let begin: Int
  let effects: Effects?
  var inside = PixelRect.empty
  /// Whether it holds pictures, whose sizes are not known yet.
  var hasPictures = false
  var innerBytes = 0.0
}

extension Extents {
  /// The bytes that groups take while `commands` are painted on `canvas`, each of which has no more
  /// pixels than `most`: of those that are inside of each other, all are open at a time.
  fileprivate func groupBytes(
    of commands: [DrawCommand], in canvas: PixelRect, atMost most: Double
  ) -> Double {
    var open = [GroupDemand(begin: 0, effects: nil)]
    for (index, command) in commands.enumerated() {
      let last = open.count - 1
      switch command {
      case .beginGroup(let effects): open.append(GroupDemand(begin: index, effects: effects))
      case .endGroup:
        guard last > 0, let group = open.popLast() else { continue }
        let area = self.area(of: group, commands, end: index, in: canvas)
        let size = min(most, Double(area.width * area.height))
        let own = size * bytesPerPixel(of: group, commands)
        let bytes = own + max(group.innerBytes, backdropBytes(of: group, in: canvas))
        open[last - 1].innerBytes = max(open[last - 1].innerBytes, bytes)
        open[last - 1].inside = open[last - 1].inside.union(area)
        open[last - 1].hasPictures = open[last - 1].hasPictures || group.hasPictures
      case .picture: open[last].hasPictures = true
      case .fill, .image: open[last].inside = open[last].inside.union(bounds(of: command))
      }
    }
    return open.first?.innerBytes ?? 0
  }

  private func area(
    of group: GroupDemand, _ commands: [DrawCommand], end: Int, in canvas: PixelRect
  ) -> PixelRect {
    guard !group.hasPictures, let effects = group.effects else { return canvas }
    let inside = commands[(group.begin + 1)...end]
    return (try? reach(of: effects, around: group.inside, inside))?.intersection(canvas) ?? canvas
  }

  /// A group's own pixels and those of its mask; blurs and shadows keep four numbers of 16 bits a pixel,
  /// before and after.
  private func bytesPerPixel(of group: GroupDemand, _ commands: [DrawCommand]) -> Double {
    guard let effects = group.effects, effects.needsIsolation,
      !effects.onlyFade || commands.onlyCommand(inGroupAt: group.begin) == nil
    else { return 0 }
    let isChanged = !effects.filters.isEmpty || effects.shadow != nil
    return (isChanged ? 20 : 4) + (effects.mask.isEmpty ? 0 : 4)
  }

  /// What the pixels behind a group take while they are blurred, those around its backdrop among them.
  private func backdropBytes(of group: GroupDemand, in canvas: PixelRect) -> Double {
    guard let backdrop = group.effects?.backdrop else { return 0 }
    let read = pixels(readBy: backdrop, in: canvas)
    return 20 * Double(read.width * read.height)
  }
}
