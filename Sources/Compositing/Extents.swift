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
  /// What blurs and shadows of inner groups add is counted, what clips take away is not. `note` is told
  /// the beginning of each group, and what is painted inside of it.
  func bounds(
    of commands: ArraySlice<DrawCommand>, note: (Int, PixelRect) -> Void = { _, _ in }
  ) throws(CompositingError) -> PixelRect {
    var open: [(begin: Int, effects: Effects?, inside: PixelRect)] = [
      (commands.startIndex, nil, .empty)
    ]
    for (index, command) in zip(commands.indices, commands) {
      switch command {
      case .beginGroup(let effects): open.append((index, effects, .empty))
      case .endGroup:
        guard let group = open.popLast() else { throw .unbalancedGroups }
        guard let effects = group.effects else { return group.inside }
        note(group.begin, group.inside)
        let all = try reach(
          of: effects, around: group.inside, commands[(group.begin + 1)...index])
        open[open.count - 1].inside = open[open.count - 1].inside.union(all)
      case .fill, .image, .picture:
        open[open.count - 1].inside = open[open.count - 1].inside.union(bounds(of: command))
      }
    }
    throw .unbalancedGroups
  }

  /// The pixels that a group's effects can make of those that its `commands`, its end among them,
  /// paint `inside` of it.
  func reach(
    of effects: Effects, around inside: PixelRect, _ commands: ArraySlice<DrawCommand>
  ) throws(CompositingError) -> PixelRect {
    var own = inside
    for case .blur(let sigma, let plane) in effects.filters {
      if let turned = TurnedPlane(plane, sigma: sigma, toPixels: grid.toPixels) {
        own = own.union(turned.pixels(touchedBy: try turned.area(of: commands, textures)))
      } else {
        own = own.expanded(by: Gaussian(sigma: sigma * plane.meanScale * grid.scale)?.reach ?? 0)
      }
    }
    if let backdrop = effects.backdrop { own = own.union(bounds(of: backdrop.area)) }
    return own.union(try shadow(of: effects, castBy: own, commands))
  }

  /// From how far away pixels reach a backdrop.
  func reach(of backdrop: Backdrop) -> Int {
    Gaussian(sigma: backdrop.sigma * grid.scale)?.reach ?? 0
  }

  /// The pixels that a backdrop reads while `region` of it is seen.
  func pixels(readBy backdrop: Backdrop, in region: PixelRect) -> PixelRect {
    bounds(of: backdrop.area).intersection(region).expanded(by: reach(of: backdrop))
  }

  /// From how far away pixels reach the backdrops in `commands`, which may read each other.
  func backdropReach(in commands: ArraySlice<DrawCommand>) -> Int {
    let reaches = commands.compactMap { command in
      if case .beginGroup(let effects) = command {
        effects.backdrop.map { reach(of: $0) }
      } else {
        nil
      }
    }
    return min(4096, reaches.reduce(0, +))
  }

  /// The pixels that the shadows of a group can touch, whose `commands` paint no more than `own`.
  func shadow(
    of effects: Effects, castBy own: PixelRect, _ commands: ArraySlice<DrawCommand>
  ) throws(CompositingError) -> PixelRect {
    var all = PixelRect.empty
    for shadow in effects.shadows {
      guard let shadow = CastShadow(shadow, toPixels: grid.toPixels) else { continue }
      if shadow.path != nil {
        all = all.union(area(of: shadow))
      } else if let plane = shadow.plane {
        all = all.union(
          plane.pixels(touchedBy: try plane.area(of: commands, movedBy: shadow.fall, textures)))
      } else {
        all = all.union(own.expanded(by: shadow.reach))
      }
    }
    return all
  }

  /// The pixels that the shadow of an area can touch.
  func area(of shadow: CastShadow) -> PixelRect {
    guard let path = shadow.path else { return .empty }
    return shadow.plane?.pixels(touchedBy: path.rect)
      ?? pixels(of: path.rect, shadow.transform).expanded(by: shadow.reach)
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

  /// The pixels that a clip leaves something of.
  func bounds(of clip: Clip) -> PixelRect {
    pixels(of: clip.outline.bounds, toPixels(clip.transform))
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
