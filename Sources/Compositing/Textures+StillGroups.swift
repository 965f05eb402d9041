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
    for group in StillGroup.shared(by: lists, on: grid) where stillGroups[group] == nil {
      stillGroups[group] = try rendered(group)
    }
  }

  /// The pixels of a group at rest; nil where it is larger than is worth keeping.
  private func rendered(_ group: StillGroup) throws(CompositingError) -> Texture? {
    // One that is kept already may be the same group elsewhere.
    var textures = self
    textures.stillGroups = [:]
    let extents = Extents(textures: textures, grid: grid)
    let commands = [.beginGroup(group.effects)] + group.commands + [.endGroup]
    let bounds = try extents.bounds(of: (commands + [.endGroup])[...])
    guard bounds.width * bounds.height <= 4 * grid.pixelWidth * grid.pixelHeight,
      bounds.width <= 16_384, bounds.height <= 16_384
    else { return nil }
    var painter = Painter(textures, grid: grid, on: Surface(bounds))
    try painter.paint(commands)
    return Texture(painter.surface)
  }
}

extension Painter {
  /// Paints the group that begins at `index` from what the run has kept of it, and answers its end;
  /// nil if nothing was kept.
  mutating func paintStill(
    _ effects: Effects, _ commands: [DrawCommand], from index: Int
  ) -> Int? {
    guard !textures.stillGroups.isEmpty, let end = commands.endOfGroup(from: index),
      grid == textures.grid,
      let (texture, offset) = kept(effects, commands[(index + 1)..<end])
    else { return nil }
    guard effects.opacity > 0, !scissor.isEmpty else { return end }
    let place = Transform.translation(x: offset.x, y: offset.y)
    surface.paint(
      texture.surface.atOrigin, isOpaque: texture.alphaKind == .opaque,
      TextureStroke(
        transform: texture.toRest.then(place),
        coverage: Coverage([projected(texture.rect.corners, by: place)], in: scissor),
        opacity: Weight(effects.opacity), blend: effects.blend, core: texture.transparency.core),
      in: scissor)
    return end
  }

  /// What was kept of a group, and how far it is from there; on its own pixels, if that was kept.
  private func kept(
    _ effects: Effects, _ commands: ArraySlice<DrawCommand>
  ) -> (Texture, Point)? {
    for keepsPhase in [true, false] {
      guard
        let (group, offset) = StillGroup.found(
          effects, commands, on: grid, keepsPhase: keepsPhase)
      else { return nil }
      if let texture = textures.stillGroups[group] { return (texture, offset) }
    }
    return nil
  }
}
