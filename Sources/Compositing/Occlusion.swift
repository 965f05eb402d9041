import Drawing
import Geometry
import Pixels
import Raster

/// What each command of a list can still show when those behind it have been painted.
struct Occlusion {
  /// For each command, the pixels outside of which later commands hide it.
  private(set) var visible: [PixelRect]
  /// For each beginning of a group, the pixels outside of which its own inside hides its shadow.
  private(set) var behind: [PixelRect]
  /// The same for what is behind all commands.
  private(set) var background: PixelRect

  /// Finds what hides what on the canvas of `textures`.
  init(_ commands: [DrawCommand], _ textures: Textures) {
    let all = textures.grid.bounds
    visible = [PixelRect](repeating: .everywhere, count: commands.count)
    behind = visible
    background = all
    let contexts = Self.contexts(commands, textures.grid)
    let extents = Extents(textures: textures, grid: textures.grid)
    var occluders: [PixelRect] = []
    // A group is hidden by what comes behind its end, not by its own inside.
    var ends: [PixelRect] = []
    for index in commands.indices.reversed() {
      // What a blur or a shadow carries onto the canvas may come from beside it, or from behind
      // something: how far a group composited by itself has to look, it finds out on its own.
      let seen = contexts[index].isThrough ? all.subtracting(occluders) : .everywhere
      visible[index] = seen
      if case .endGroup = commands[index] { ends.append(seen) }
      if case .beginGroup(let effects) = commands[index], let end = ends.popLast() {
        (behind[index], visible[index]) = (seen, end)
        if contexts[index].isThrough, let backdrop = effects.backdrop {
          // What is hidden is seen all the same where a backdrop shows it.
          let read = extents.pixels(readBy: backdrop, in: end)
          occluders.removeAll { !$0.intersection(read).isEmpty }
        }
      }
      let opaque = commands[index].opaquePixels(textures).intersection(contexts[index].full)
      if !opaque.isEmpty, occluders.count < 8 { occluders.append(opaque) }
    }
    background = all.subtracting(occluders)
  }

  /// How a command reaches the canvas.
  private struct Context {
    /// Whether no group around it is composited by itself.
    var isThrough: Bool
    /// Where no clip takes anything from it; empty inside groups that are faded, blended or filtered.
    var full: PixelRect
  }

  private static func contexts(_ commands: [DrawCommand], _ grid: CanvasGrid) -> [Context] {
    var stack = [Context(isThrough: true, full: grid.bounds)]
    return commands.map { command in
      // A group ends where it began: in what is around it.
      if case .endGroup = command { _ = stack.popLast() }
      let current = stack.last ?? Context(isThrough: false, full: .empty)
      if case .beginGroup(let effects) = command {
        var inside = current
        if effects.needsIsolation {
          // What is opaque in a group that no more than casts a shadow is opaque behind its end.
          inside = Context(isThrough: false, full: effects.onlyCasts ? current.full : .empty)
        }
        if let clip = effects.clip { inside.full = inside.full.intersection(clip.fullPixels(grid)) }
        stack.append(inside)
      }
      return current
    }
  }
}

extension DrawCommand {
  /// Pixels that surely hide all that is behind them.
  fileprivate func opaquePixels(_ textures: Textures) -> PixelRect {
    let grid = textures.grid
    switch self {
    case .picture(let draw):
      guard draw.opacity >= 1, draw.blend == .normal, draw.transform.isUpright,
        let rect = textures.opaqueRect(of: draw.picture)
      else { return .empty }
      let source =
        draw.source.map {
          rect.intersection(Textures.part($0, scale: grid.scale))
        } ?? rect
      return .whole(inside: grid.inPixels(draw.transform).bounds(of: source))
    case .fill(let fill):
      guard case .color(let color) = fill.paint, color.isOpaque, fill.transform.isUpright,
        case .rect(let rect) = fill.outline
      else { return .empty }
      return rect.fullPixels(fill.transform.then(grid.toPixels))
    case .image, .beginGroup, .endGroup: return .empty
    }
  }
}

extension Clip {
  /// Pixels that it surely leaves alone.
  fileprivate func fullPixels(_ grid: CanvasGrid) -> PixelRect {
    guard case .rect(let rect) = outline, transform.isUpright else { return .empty }
    return rect.fullPixels(transform.then(grid.toPixels))
  }
}

extension RoundedRect {
  /// The pixels of the band between its upper and its lower corners.
  fileprivate func fullPixels(_ transform: Transform) -> PixelRect {
    // A continuous corner reaches further than its radius: 1.52866 times at most.
    let top = 1.53 * max(0, radii.topLeft, radii.topRight)
    let bottom = 1.53 * max(0, radii.bottomLeft, radii.bottomRight)
    let band = Rect(
      x: rect.x, y: rect.y + top, width: rect.width, height: rect.height - top - bottom)
    return band.isEmpty ? .empty : .whole(inside: transform.bounds(of: band))
  }
}

extension PixelRect {
  /// The pixels that lie inside `rect` completely.
  fileprivate static func whole(inside rect: Rect) -> PixelRect {
    guard rect.x.isFinite, rect.y.isFinite, rect.width.isFinite, rect.height.isFinite else {
      return .empty
    }
    let (left, top) = (bounded(rect.x.rounded(.up)), bounded(rect.y.rounded(.up)))
    let (right, bottom) = (bounded(rect.maxX.rounded(.down)), bounded(rect.maxY.rounded(.down)))
    return PixelRect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }

  private static func bounded(_ coordinate: Double) -> Int {
    Int(max(-1_000_000, min(1_000_000, coordinate)))
  }

  /// The smallest rectangle around what none of `others` covers.
  fileprivate func subtracting(_ others: [PixelRect]) -> PixelRect {
    others.reduce(self) { $0.subtracting($1) }
  }

  private func subtracting(_ other: PixelRect) -> PixelRect {
    var rest = self
    if other.x <= x, other.maxX >= maxX {
      if other.y <= y { rest.trimTop(to: other.maxY) }
      if other.maxY >= maxY { rest.height = Swift.max(0, min(rest.maxY, other.y) - rest.y) }
    } else if other.y <= y, other.maxY >= maxY {
      if other.x <= x { rest.trimLeft(to: other.maxX) }
      if other.maxX >= maxX { rest.width = Swift.max(0, min(rest.maxX, other.x) - rest.x) }
    }
    return rest.isEmpty ? .empty : rest
  }

  private mutating func trimTop(to y: Int) {
    let top = Swift.max(self.y, y)
    (self.y, height) = (top, Swift.max(0, maxY - top))
  }

  private mutating func trimLeft(to x: Int) {
    let left = Swift.max(self.x, x)
    (self.x, width) = (left, Swift.max(0, maxX - left))
  }
}
