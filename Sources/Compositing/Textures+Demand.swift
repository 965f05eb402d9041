public import Drawing
import Pixels

// What pixels will take, known before there are any.
extension Textures {
  /// What a picture takes, in bytes.
  public struct Demand: Hashable, Sendable {
    /// For as long as the run takes.
    public var keptBytes = 0.0
    /// While it is painted, in addition.
    public var paintingBytes = 0.0
  }

  /// What `picture` will take; it need not be rendered.
  public func demand(of picture: Picture) -> Demand {
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

  private func demand(of picture: Picture, in bounds: PixelRect, scale: Double) -> Demand {
    guard wholeImage(picture.commands, bounds, scale: grid.scale * scale) == nil,
      let fine = CanvasGrid(
        pixelWidth: grid.pixelWidth, pixelHeight: grid.pixelHeight, scale: grid.scale * scale)
    else { return Demand() }
    let extents = Extents(textures: self, grid: fine)
    let area = Double(bounds.width * bounds.height)
    return Demand(
      keptBytes: area * 4,
      paintingBytes: extents.groupBytes(of: picture.commands, in: bounds, atMost: area))
  }

  /// What a frame takes while it is painted, beside its own pixels.
  public func paintingBytes(of list: DisplayList) -> Double {
    let extents = Extents(textures: self, grid: grid)
    return extents.groupBytes(
      of: list.commands, in: grid.bounds, atMost: Double(grid.pixelWidth * grid.pixelHeight))
  }

  /// What is kept of groups that blurs and shadows make the same of in several of `lists`.
  public func stillBytes(of lists: [DisplayList]) -> Double {
    let extents = Extents(textures: self, grid: grid)
    return StillGroup.shared(by: lists, on: grid).reduce(0) { bytes, group in
      let commands = [.beginGroup(group.effects)] + group.commands + [.endGroup]
      let hasPictures = group.commands.contains { !$0.pictures.isEmpty }
      let bounds = hasPictures ? grid.bounds : (try? extents.bounds(of: commands[...])) ?? .empty
      return bytes + 4 * Double(bounds.width * bounds.height)
    }
  }
}

/// A group that has begun: what is in it so far, and what the groups in it took.
private struct GroupDemand {
  let begin: Int
  let effects: Effects?
  var inside = PixelRect.empty
  /// Whether it holds pictures, of which nobody knows yet how large they are.
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
        let bytes = group.innerBytes + size * bytesPerPixel(of: group, commands)
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
}
