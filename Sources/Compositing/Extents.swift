import Drawing
import Geometry
import Pixels
import Raster

/// Where commands can leave a mark on a canvas: never less than they do, sometimes more.
struct Extents {
  let textures: Textures
  let grid: CanvasGrid

  func toPixels(_ transform: Transform) -> Transform {
    transform.then(grid.toPixels)
  }

  /// The pixels that `commands` may touch, up to the end of the group that they are in.
  ///
  /// What blurs and shadows of inner groups add is counted, what clips take away is not.
  func bounds(of commands: ArraySlice<DrawCommand>) throws(CompositingError) -> PixelRect {
    var open: [(spread: Int, shadow: PixelRect, inside: PixelRect)] = [(0, .empty, .empty)]
    for command in commands {
      switch command {
      case .beginGroup(let effects):
        let (spread, shadow) = reach(of: effects)
        open.append((spread, shadow, .empty))
      case .endGroup:
        guard let group = open.popLast() else { throw .unbalancedGroups }
        guard !open.isEmpty else { return group.inside }
        let all = group.inside.expanded(by: group.spread).union(group.shadow)
        open[open.count - 1].inside = open[open.count - 1].inside.union(all)
      case .fill, .image, .picture:
        open[open.count - 1].inside = open[open.count - 1].inside.union(bounds(of: command))
      }
    }
    throw .unbalancedGroups
  }

  /// How far a group's effects carry its pixels, and where the shadow of its area is.
  func reach(of effects: Effects) -> (Int, PixelRect) {
    var spread = 0
    for case .blur(let sigma) in effects.filters {
      spread += Gaussian(sigma: sigma * grid.scale)?.reach ?? 0
    }
    guard let shadow = effects.shadow.flatMap({ CastShadow($0, toPixels: grid.toPixels) }) else {
      return (spread, .empty)
    }
    guard let path = shadow.path else { return (spread + shadow.reach, .empty) }
    return (spread, pixels(of: path.rect, shadow.transform).expanded(by: shadow.reach))
  }

  /// The pixels that one command may touch.
  func bounds(of command: DrawCommand) -> PixelRect {
    switch command {
    case .fill(let fill): pixels(of: fill.outline.bounds, toPixels(fill.transform))
    case .image(let draw): pixels(of: draw.destination, toPixels(draw.transform))
    case .picture(let draw):
      area(of: draw).map { pixels(of: $0, grid.inPixels(draw.transform)) } ?? .empty
    case .beginGroup, .endGroup: .empty
    }
  }

  /// Where the part of a picture that is drawn rests, in pixels; nil for an unknown picture.
  private func area(of draw: PictureDraw) -> Rect? {
    guard let all = textures.restingRect(of: draw.picture, scale: grid.scale) else { return nil }
    let part = draw.source.map { all.intersection(grid.toPixels.bounds(of: $0)) } ?? all
    return part.bled(by: draw.bleed, scale: grid.scale)
  }

  /// The pixels that `rect` may touch.
  private func pixels(of rect: Rect, _ transform: Transform) -> PixelRect {
    let corners = projected(rect.corners, by: transform)
    guard let left = corners.map(\.x).min(), let right = corners.map(\.x).max(),
      let top = corners.map(\.y).min(), let bottom = corners.map(\.y).max(),
      corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
    else { return .empty }
    return CanvasGrid.pixels(
      touchedBy: Rect(x: left, y: top, width: right - left, height: bottom - top)
    ).expanded(by: 1)
  }
}
