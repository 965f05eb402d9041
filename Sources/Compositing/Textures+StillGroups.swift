public import Drawing
import Geometry
import Pixels
import Raster

extension Textures {
  /// Renders once what blurs and shadows make of groups that several of `lists` share.
  ///
  /// Such a group is then only moved, faded and blended. `lists` are frames of the run: a group
  /// that none of them shows is composited anew wherever it appears.
  public mutating func keepStillGroups(of lists: [DisplayList]) throws(CompositingError) {
    var met: Set<StillGroup> = []
    for list in lists {
      for group in StillGroup.all(in: list, on: grid)
      where !met.insert(group).inserted && stillGroups[group] == nil && stillGroups.count < 16 {
        stillGroups[group] = try rendered(group)
      }
    }
  }

  /// The pixels of a group at rest; nil where it is larger than is worth keeping.
  private func rendered(_ group: StillGroup) throws(CompositingError) -> Texture? {
    let extents = Extents(textures: self, grid: grid)
    let commands = [.beginGroup(group.effects)] + group.commands + [.endGroup]
    let bounds = try extents.bounds(of: (commands + [.endGroup])[...])
    guard bounds.width * bounds.height <= 4 * grid.pixelWidth * grid.pixelHeight,
      bounds.width <= 16_384, bounds.height <= 16_384
    else { return nil }
    // Larger ones would take longer to paint in 16 bits than anybody could see.
    let isFine = bounds.width * bounds.height <= 262_144
    var painter = Painter(self, grid: grid, on: isFine ? Surface(deep: bounds) : Surface(bounds))
    try painter.paint(commands)
    return Texture(painted: painter.surface)
  }
}

extension Painter {
  /// Paints the group that begins at `index` from what the run has kept of it, and answers its end;
  /// nil if nothing was kept.
  mutating func paintStill(
    _ effects: Effects, _ commands: [DrawCommand], from index: Int
  ) -> Int? {
    guard !textures.stillGroups.isEmpty, let end = commands.endOfGroup(from: index),
      let (group, offset) = StillGroup.found(effects, commands[(index + 1)..<end], on: grid),
      let texture = textures.stillGroups[group], grid == textures.grid
    else { return nil }
    guard effects.opacity > 0, !scissor.isEmpty else { return end }
    let place = Transform.translation(x: offset.x, y: offset.y)
    surface.paint(
      texture.surface.atOrigin, isOpaque: texture.sheerness == .opaque,
      TextureStroke(
        transform: texture.toRest.then(place),
        coverage: Coverage([projected(texture.rect.corners, by: place)], in: scissor),
        opacity: Weight(effects.opacity), blend: effects.blend, core: texture.transparency.core),
      in: scissor)
    return end
  }
}
