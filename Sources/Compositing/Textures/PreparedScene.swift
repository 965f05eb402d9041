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
    /// The pixels that its commands touch.
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
  /// What these take, in bytes.
  public let cachedBytes: Double
  /// The most that a frame takes while it is painted, beside its own pixels.
  public let paintingBytes: Double
  /// The pixels that all commands of a frame touch, in the mean, and those that textures do, once.
  public let (workOfFrame, workOfTextures): (Double, Double)

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
    let area = Double(grid.pixelWidth * grid.pixelHeight)
    var candidates: [[CachedGroup.Candidate]] = []
    var (bytes, work, count) = (0.0, 0.0, 0.0)
    for frame in frames {
      candidates.append(CachedGroup.candidates(in: frame, on: grid))
      let demand = extents.demand(of: frame.commands, in: grid.bounds, atMost: area)
      bytes = max(bytes, demand.bytes)
      (work, count) = (work + demand.work, count + 1)
    }
    cachedGroups = CachedGroup.shared(by: candidates)
    paintingBytes = bytes
    (workOfFrame, workOfTextures) = (
      work / max(1, count), textureDemand.reduce(0) { $0 + $1.work }
    )
    cachedBytes = cachedGroups.reduce(0) { bytes, group in
      let bounds = (try? extents.bounds(of: group.list[...])) ?? .empty
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
      .demand(of: picture.commands, in: bounds, atMost: area)
    return .init(
      keptBytes: area * 4, paintingBytes: painting.bytes, work: painting.work + area)
  }
}

/// A group that has begun: what is in it so far, and what the groups in it took.
private struct GroupDemand {
  let begin: Int
  let effects: Effects?
  var inside = PixelRect.empty
  var innerBytes = 0.0
}

/// What an outline takes while it is painted.
private struct OutlineDemand {
  /// The lines that follow it.
  var lines = 4.0
  /// What each of them takes.
  var bytesOfLine = 64.0
  /// Whether it is more than the four sides of a rectangle.
  var isCurved = true
}

/// What commands take while they are painted.
private struct PaintingDemand {
  /// Of groups that are inside of each other, all are open at a time; an outline is only there while
  /// it is painted, but what could share an edge with others stays.
  var bytes: Double { groupBytes + outlineBytes + sharedBytes }
  var groupBytes = 0.0
  private var outlineBytes = 0.0
  private var sharedLines = 0.0
  private var sharedBytes: Double {
    min(sharedLines, Double(EdgeList.mostLines)) * Double(EdgeList.bytesOfLine)
  }
  /// The cost of painting, in pixels.
  var work = 0.0

  /// Adds a command that touches `area`.
  mutating func add(_ area: PixelRect, _ outline: OutlineDemand) {
    // The first 1,024 lines are free: ordinary outlines have fewer.
    outlineBytes = max(outlineBytes, (outline.lines - 1024) * outline.bytesOfLine)
    if outline.isCurved { sharedLines += outline.lines + Double(EdgeList.linesOfRow * area.height) }
    // By `perf` on 2,000 strokes: a line costs about 100 pixels, a command about 1,000.
    work += Double(area.width * area.height) + 100 * outline.lines + 1000
  }
}

extension Extents {
  /// What `commands` take while they are painted on `canvas`; no group has more pixels than `most`.
  fileprivate func demand(
    of commands: [DrawCommand], in canvas: PixelRect, atMost most: Double
  ) -> PaintingDemand {
    var demand = PaintingDemand()
    var open = [GroupDemand(begin: 0, effects: nil)]
    for (index, command) in commands.enumerated() {
      let last = open.count - 1
      switch command {
      case .beginGroup(let effects): open.append(GroupDemand(begin: index, effects: effects))
      case .endGroup:
        guard last > 0, let group = open.popLast() else { continue }
        let area = self.area(of: group, commands, end: index, in: canvas)
        let size = min(most, Double(area.width * area.height))
        let own = bytesPerPixel(of: group, commands)
        let backdrop = backdropBytes(of: group, in: canvas)
        let bytes = size * own + max(group.innerBytes, backdrop)
        demand.work += size * own + backdrop
        open[last - 1].innerBytes = max(open[last - 1].innerBytes, bytes)
        open[last - 1].inside = open[last - 1].inside.union(area)
      case .fill, .image, .picture:
        let area = bounds(of: command)
        open[last].inside = open[last].inside.union(area)
        demand.add(area.intersection(canvas), outline(of: command))
      }
    }
    demand.groupBytes = open.first?.innerBytes ?? 0
    return demand
  }

  private func outline(of command: DrawCommand) -> OutlineDemand {
    guard case .fill(let fill) = command else { return OutlineDemand(isCurved: false) }
    func lines(_ path: Path) -> Double {
      let scale = toPixels(fill.transform).largestScale(in: path.controlBounds)
      return Double(path.lineCount(tolerance: Path.tolerance / max(0.001, scale)))
    }
    switch fill.outline {
    case .rect(let rect):
      return rect.radii == .zero ? OutlineDemand(isCurved: false) : OutlineDemand(lines: 128)
    case .ring: return OutlineDemand(lines: 256)
    case .path(let path, _): return OutlineDemand(lines: lines(path))
    case .stroke(let path, let stroke):
      // A stroke has two sides, and every point two tangents.
      return OutlineDemand(
        lines: lines(path) + 8 * stroke.dashCount(along: path), bytesOfLine: 320)
    }
  }

  private func area(
    of group: GroupDemand, _ commands: [DrawCommand], end: Int, in canvas: PixelRect
  ) -> PixelRect {
    guard let effects = group.effects else { return canvas }
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
