import Drawing
import Geometry
import Pixels
import Raster

/// A group that costs much, apart from where it is and how much of it shows.
///
/// Blurs and the shadows of alphas look at many pixels for each that they make. Where the inside of
/// such a group only moves, all frames share one picture of it.
struct CachedGroup: Hashable, Sendable {
  /// Its effects, all but opacity and blend mode.
  let effects: Effects
  /// What it holds, with its first command at rest.
  let commands: [DrawCommand]

  /// The group that `effects` and `commands` make, and how far its place is from rest, in pixels:
  /// whole ones if it `keepsPhase`, so that its pixels are exactly those that it has there.
  ///
  /// Nil if it is not worth keeping, or holds groups of its own.
  static func found(
    _ effects: Effects, _ commands: ArraySlice<DrawCommand>, on grid: CanvasGrid, keepsPhase: Bool
  ) -> (group: CachedGroup, offset: Point)? {
    guard effects.isCostly, commands.count <= 64, let first = commands.first?.transform,
      first.isAffine, first.tx.isFinite, first.ty.isFinite
    else { return nil }
    var offset = Point(x: first.tx * grid.scale, y: first.ty * grid.scale)
    if keepsPhase { offset = Point(x: offset.x.rounded(.down), y: offset.y.rounded(.down)) }
    let back = Transform.translation(
      x: keepsPhase ? -offset.x / grid.scale : -first.tx,
      y: keepsPhase ? -offset.y / grid.scale : -first.ty)
    var resting: [DrawCommand] = []
    for command in commands {
      guard let moved = command.moved(by: back) else { return nil }
      resting.append(moved)
    }
    var effects = effects
    (effects.opacity, effects.blend) = (1, .normal)
    effects.clip?.transform.settle(by: back)
    for index in effects.shadows.indices { effects.shadows[index].transform.settle(by: back) }
    effects.filters = effects.filters.map { filter in
      guard case .blur(let sigma, var plane) = filter, !plane.keepsShapes else { return filter }
      plane.settle(by: back)
      return .blur(sigma: sigma, in: plane)
    }
    return (CachedGroup(effects: effects, commands: resting), offset)
  }

  /// A group as it is on its pixels, and the same wherever it lies.
  typealias Candidate = (exact: CachedGroup, anywhere: CachedGroup)

  /// All groups of `list` that could be kept.
  static func candidates(in list: DisplayList, on grid: CanvasGrid) -> [Candidate] {
    list.commands.indices.compactMap { index in
      guard case .beginGroup(let effects) = list.commands[index], effects.isCostly,
        let end = list.commands.endOfGroup(from: index)
      else { return nil }
      let inside = list.commands[(index + 1)..<end]
      guard let exact = found(effects, inside, on: grid, keepsPhase: true)?.group,
        let anywhere = found(effects, inside, on: grid, keepsPhase: false)?.group
      else { return nil }
      return (exact, anywhere)
    }
  }
}

extension CachedGroup {
  /// No more than these are kept.
  private static let most = 32

  /// Which groups are kept of those that frames in a row show.
  ///
  /// One that stands still is kept as it is on its pixels. So is one that moves, as it is in the first
  /// frame and in the last; wherever else it is, it is moved by parts of pixels.
  static func shared(by frames: [[Candidate]]) -> [CachedGroup] {
    var (met, places): (Set<CachedGroup>, [CachedGroup: CachedGroup]) = ([], [:])
    var (shared, kept): ([CachedGroup], Set<CachedGroup>) = ([], [])
    func keep(_ group: CachedGroup) {
      if shared.count < most, kept.insert(group).inserted { shared.append(group) }
    }
    for (exact, anywhere) in frames.joined() {
      if !met.insert(exact).inserted { keep(exact) }
      if places[anywhere, default: exact] != exact { keep(anywhere) }
      places[anywhere] = exact
    }
    for (exact, anywhere) in (frames.first ?? []) + (frames.last ?? [])
    where kept.contains(anywhere) {
      keep(exact)
    }
    return shared
  }

  /// The group as it is at rest.
  var list: [DrawCommand] { [.beginGroup(effects)] + commands + [.endGroup] }
}

extension Effects {
  /// Whether every pixel of the result depends on many of the inside.
  var isCostly: Bool {
    let isBlurred = filters.contains { filter in
      guard case .blur(let sigma, _) = filter else { return false }
      return sigma > 0
    }
    let isCast = shadows.contains { $0.path == nil && $0.sigma > 0 }
    return (isBlurred || isCast) && mask.isEmpty && backdrop == nil
  }
}

extension [DrawCommand] {
  /// Where the group ends that begins at `index`, if it holds no other group.
  func endOfGroup(from index: Int) -> Int? {
    for next in self[(index + 1)...].indices {
      switch self[next] {
      case .beginGroup: return nil
      case .endGroup: return next
      case .fill, .image, .picture: continue
      }
    }
    return nil
  }
}

extension DrawCommand {
  fileprivate var transform: Transform? {
    switch self {
    case .fill(let fill): fill.transform
    case .image(let draw): draw.transform
    case .picture(let draw): draw.transform
    case .beginGroup, .endGroup: nil
    }
  }

  /// The same command elsewhere; nil if it draws nothing by itself.
  fileprivate func moved(by back: Transform) -> DrawCommand? {
    switch self {
    case .fill(var fill):
      fill.transform.settle(by: back)
      return .fill(fill)
    case .image(var draw):
      draw.transform.settle(by: back)
      return .image(draw)
    case .picture(var draw):
      draw.transform.settle(by: back)
      return .picture(draw)
    case .beginGroup, .endGroup: return nil
    }
  }
}

extension Transform {
  /// Appends `back`, without the traces that rounding leaves.
  fileprivate mutating func settle(by back: Transform) {
    self = then(back)
    guard abs(tx) < 1e6, abs(ty) < 1e6 else { return }
    // A place is only known to 1/256 pixel; two frames differ by far less.
    tx = (tx * 65_536).rounded() / 65_536
    ty = (ty * 65_536).rounded() / 65_536
  }
}

extension Extents {
  /// The pixels of a group at rest; nil where they are more than is worth keeping.
  func bounds(of group: CachedGroup) throws(CompositingError) -> PixelRect? {
    let bounds = try bounds(of: (group.list + [.endGroup])[...])
    let isWorthIt =
      bounds.width * bounds.height <= 4 * grid.pixelWidth * grid.pixelHeight
      && bounds.width <= 16_384 && bounds.height <= 16_384
    return isWorthIt ? bounds : nil
  }
}

extension Textures {
  /// Renders groups once: they are then only moved, faded and blended.
  mutating func cache(_ groups: [CachedGroup]) throws(CompositingError) {
    for group in groups { cachedGroups[group] = try rendered(group) }
  }

  /// A group at rest; nil where it is larger than is worth keeping.
  private func rendered(_ group: CachedGroup) throws(CompositingError) -> Texture? {
    // One that is kept already may be the same group elsewhere.
    var textures = self
    textures.cachedGroups = [:]
    guard let bounds = try Extents(textures: textures, grid: grid).bounds(of: group) else {
      return nil
    }
    var context = DrawContext(textures, grid: grid, on: Surface(bounds))
    try context.paint(group.list)
    return Texture(context.surface)
  }
}

extension DrawContext {
  /// Paints the group that begins at `index` from what the run has kept of it, and answers its end;
  /// nil if nothing was kept.
  mutating func paintCached(
    _ effects: Effects, _ commands: [DrawCommand], from index: Int
  ) -> Int? {
    guard !textures.cachedGroups.isEmpty, let end = commands.endOfGroup(from: index),
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
        let (group, offset) = CachedGroup.found(
          effects, commands, on: grid, keepsPhase: keepsPhase)
      else { return nil }
      if let texture = textures.cachedGroups[group] { return (texture, offset) }
    }
    return nil
  }
}
