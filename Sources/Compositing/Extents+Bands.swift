import Drawing
import Geometry
import Pixels
import Raster

// The plain way paints a frame as a whole. A group composited by itself in 16 bits then takes up to
// twelve bytes for each pixel of the canvas, and so does its shadow, and each group inside of it:
// memory that is far larger than what a processor keeps near, and new in every frame. In bands, one
// after the other, all of it is small, and the next band uses it again. So it is with a shadow that
// falls on all of a screen: what is below it was painted a moment ago, and is still near.

extension Extents {
  /// How many pixels a band has that is painted in 16 bits: so many stay near the processor.
  private static let bandArea = 131_072

  /// From how many pixels on a group is worth several bands.
  fileprivate static let largeArea = 262_144

  /// The parts of `bounds`, from top to bottom, in which `commands` are painted one after the other.
  ///
  /// One is enough where nothing large is composited by itself, nor is a shadow's ground.
  func bands(
    of commands: [DrawCommand], in bounds: PixelRect, hiding occlusion: Occlusion? = nil
  ) -> [PixelRect] {
    guard let rows = bandRows(of: commands, in: bounds),
      isHeavy(commands) || isShaded(commands, in: bounds, occlusion)
    else { return [bounds] }
    let count = (bounds.height + rows - 1) / rows
    return (0..<count).map { band in
      let top = bounds.height * band / count
      return PixelRect(
        x: bounds.x, y: bounds.y + top, width: bounds.width,
        height: bounds.height * (band + 1) / count - top)
    }
  }

  /// How many rows a band of `commands` would have; nil where one would be no gain.
  private func bandRows(of commands: [DrawCommand], in bounds: PixelRect) -> Int? {
    // What is looked up for each band anew should not be much.
    guard !bounds.isEmpty, commands.count <= 256, !commands.hasSlices else { return nil }
    // What blurs looks beyond a band, and does so for each of them again.
    let rows = max(Self.bandArea / bounds.width, 5 * reach(of: commands))
    return rows * 3 < bounds.height * 2 ? rows : nil
  }

  /// The most pixels that groups of `commands` have at a time, whatever pictures they hold.
  func mostGroupArea(of commands: [DrawCommand], in bounds: PixelRect) -> Int {
    let all = bounds.width * bounds.height
    guard let rows = bandRows(of: commands, in: bounds) else { return all }
    // Where no group is large, there are no bands, but no more pixels in one, either.
    return min(all, max(Self.largeArea, rows * bounds.width))
  }

  /// Whether some of `commands` need much more memory than their pixels have bytes.
  private func isHeavy(_ commands: [DrawCommand]) -> Bool {
    if pile(in: commands[...]).isLarge { return true }
    return commands.indices.contains { index in
      guard case .beginGroup(let effects) = commands[index], effects.needsIsolation else {
        return false
      }
      if effects.onlyFade, commands.onlyCommand(inGroupAt: index) != nil { return false }
      return (try? bounds(of: commands[(index + 1)...]))?.isLarge ?? false
    }
  }

  /// Whether the shadow of an area falls on more pixels of `bounds` than stay near the processor.
  private func isShaded(
    _ commands: [DrawCommand], in bounds: PixelRect, _ occlusion: Occlusion?
  ) -> Bool {
    commands.indices.contains { index in
      guard case .beginGroup(let effects) = commands[index],
        let shadow = effects.shadow.flatMap({ CastShadow($0, toPixels: grid.toPixels) }),
        shadow.path != nil, shadow.plane == nil
      else { return false }
      let behind = occlusion?.behind[index] ?? .everywhere
      let seen = area(of: shadow).intersection(bounds).intersection(behind)
      return seen.width * seen.height > 4 * Self.bandArea
    }
  }

  /// How far pixels are carried by the group that carries them farthest.
  private func reach(of commands: [DrawCommand]) -> Int {
    commands.reduce(0) { most, command in
      guard case .beginGroup(let effects) = command else { return most }
      return max(most, carriage(of: effects))
    }
  }

  /// How far a group carries pixels; beyond any canvas where it does so in a plane of its own, which
  /// would be painted anew for each band.
  private func carriage(of effects: Effects) -> Int {
    var distance = 0
    for case .blur(let sigma, let plane) in effects.filters {
      guard TurnedPlane(plane, sigma: sigma, toPixels: grid.toPixels) == nil else {
        return 1_000_000
      }
      distance += Gaussian(sigma: sigma * plane.meanScale * grid.scale)?.reach ?? 0
    }
    let shadow = effects.shadow.flatMap { CastShadow($0, toPixels: grid.toPixels) }
    guard let shadow, shadow.path == nil else { return distance }
    return shadow.plane == nil ? distance + shadow.reach : 1_000_000
  }
}

extension PixelRect {
  /// Whether it is worth several bands.
  fileprivate var isLarge: Bool { width * height > Extents.largeArea }
}

extension [DrawCommand] {
  /// Whether parts of pictures are drawn: each is cut out anew.
  fileprivate var hasSlices: Bool {
    contains { command in
      switch command {
      case .picture(let draw): draw.source != nil
      case .image: true
      case .fill, .beginGroup, .endGroup: false
      }
    }
  }
}
