import Drawing
import Geometry
import Pixels
import Raster

extension Effects {
  /// Whether the group has to be composited by itself before it meets what is behind it.
  var needsIsolation: Bool {
    isIsolated || opacity < 1 || blend != .normal || !mask.isEmpty || !filters.isEmpty
      || (shadow != nil && shadow?.path == nil)
  }
}

extension Painter {
  /// Begins a group; `commands` are those behind, its end among them.
  ///
  /// At its end, the scissor becomes `parent` again.
  mutating func begin(
    _ effects: Effects, inside commands: ArraySlice<DrawCommand>, parent: PixelRect
  ) throws(CompositingError) {
    if !effects.mask.isEmpty { throw .unsupported("a mask", layer: effects.layer) }
    if effects.shadow != nil { throw .unsupported("a shadow", layer: effects.layer) }
    if !effects.filters.isEmpty { throw .unsupported("a filter", layer: effects.layer) }
    let clip = effects.clip.map { clip in
      clip.outline.coverage(clip.transform.then(grid.toPixels), in: scissor)
    }
    if let clip { scissor = scissor.intersection(clip.bounds) }
    if effects.needsIsolation {
      scissor = scissor.intersection(try bounds(of: commands))
      let own = Surface(scissor)
      groups.append(
        OpenGroup(effects: effects, inside: .isolated(onto: surface), clip: clip, scissor: parent))
      surface = own
    } else {
      let backdrop = clip.map { Backdrop(of: surface, outside: $0, in: scissor) } ?? .none
      groups.append(
        OpenGroup(effects: effects, inside: .through(backdrop), clip: clip, scissor: parent))
    }
  }

  /// Ends the innermost group.
  mutating func end() throws(CompositingError) {
    guard let group = groups.popLast() else { throw .unbalancedGroups }
    switch group.inside {
    case .through(let backdrop):
      backdrop.restore(&surface)
    case .isolated(let parent):
      let own = surface
      surface = parent
      surface.paint(
        CopiedRows(own, dx: 0, dy: 0, isOpaque: false),
        through: group.clip ?? Coverage(all: own.bounds), opacity: Weight(group.effects.opacity),
        blend: group.effects.blend, in: scissor)
    }
    scissor = group.scissor
  }

  /// The pixels that `commands` may touch, up to the end of the group that they are in.
  private func bounds(
    of commands: ArraySlice<DrawCommand>
  ) throws(CompositingError) -> PixelRect {
    var depth = 0
    var result = PixelRect.empty
    for command in commands {
      switch command {
      case .beginGroup: depth += 1
      case .endGroup: depth -= 1
      case .fill, .image, .picture: result = result.union(bounds(of: command))
      }
      guard depth >= 0 else { return result }
    }
    throw .unbalancedGroups
  }

  /// The pixels that one command may touch.
  func bounds(of command: DrawCommand) -> PixelRect {
    switch command {
    case .fill(let fill):
      pixels(of: fill.outline.bounds, fill.transform.then(grid.toPixels))
    case .image(let draw): pixels(of: draw.destination, draw.transform.then(grid.toPixels))
    case .picture(let draw):
      textures.restingRect(of: draw.picture, scale: grid.scale).map {
        pixels(of: $0, grid.inPixels(draw.transform))
      } ?? .empty
    case .beginGroup, .endGroup: .empty
    }
  }

  private func pixels(of rect: Rect, _ transform: Transform) -> PixelRect {
    let corners = projected(rect.corners, by: transform)
    guard let first = corners.first, corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
      return .empty
    }
    let bounds = corners.reduce(Rect(x: first.x, y: first.y, width: 0, height: 0)) {
      bounds, point in
      let left = min(bounds.x, point.x)
      let top = min(bounds.y, point.y)
      return Rect(
        x: left, y: top, width: max(bounds.maxX, point.x) - left,
        height: max(bounds.maxY, point.y) - top)
    }
    return CanvasGrid.pixels(touchedBy: bounds).expanded(by: 1)
  }
}
