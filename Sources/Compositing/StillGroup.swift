import Drawing
import Geometry
import Pixels
import Raster

/// A group that costs much, apart from where it is and how much of it shows.
///
/// Blurs and the shadows of alphas look at many pixels for each that they make. Where the inside of
/// such a group only moves, all frames share one picture of it.
struct StillGroup: Hashable, Sendable {
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
  ) -> (group: StillGroup, offset: Point)? {
    guard effects.isCostly, commands.count <= 64, let first = commands.first?.transform,
      first.isAffine, first.tx.isFinite, first.ty.isFinite
    else { return nil }
    var offset = Point(x: first.tx * grid.scale, y: first.ty * grid.scale)
    if keepsPhase { offset = Point(x: offset.x.rounded(.down), y: offset.y.rounded(.down)) }
    let back = Transform.translation(
      x: keepsPhase ? -offset.x / grid.scale : -first.tx,
      y: keepsPhase ? -offset.y / grid.scale : -first.ty)
    var still: [DrawCommand] = []
    for command in commands {
      guard let moved = command.moved(by: back) else { return nil }
      still.append(moved)
    }
    var effects = effects
    (effects.opacity, effects.blend) = (1, .normal)
    effects.clip?.transform.settle(by: back)
    effects.shadow?.transform.settle(by: back)
    effects.filters = effects.filters.map { filter in
      guard case .blur(let sigma, var plane) = filter, !plane.keepsShapes else { return filter }
      plane.settle(by: back)
      return .blur(sigma: sigma, in: plane)
    }
    return (StillGroup(effects: effects, commands: still), offset)
  }

  /// No more than these are kept.
  private static let most = 32

  /// What is kept of groups that several of `lists` show.
  ///
  /// One that stands still is kept as it is on its pixels. So is one that moves, as it is in the first
  /// list and in the last; wherever else it is, it is moved by parts of pixels.
  static func shared(by lists: [DisplayList], on grid: CanvasGrid) -> [StillGroup] {
    let all = lists.map { self.all(in: $0, on: grid) }
    var (met, places): (Set<StillGroup>, [StillGroup: StillGroup]) = ([], [:])
    var (shared, kept): ([StillGroup], Set<StillGroup>) = ([], [])
    func keep(_ group: StillGroup) {
      if shared.count < most, kept.insert(group).inserted { shared.append(group) }
    }
    for (exact, anywhere) in all.joined() {
      if !met.insert(exact).inserted { keep(exact) }
      if places[anywhere, default: exact] != exact { keep(anywhere) }
      places[anywhere] = exact
    }
    for (exact, anywhere) in (all.first ?? []) + (all.last ?? []) where kept.contains(anywhere) {
      keep(exact)
    }
    return shared
  }

  /// All groups of `list` that could be kept: as they are on their pixels, and wherever they lie.
  private static func all(
    in list: DisplayList, on grid: CanvasGrid
  ) -> [(exact: StillGroup, anywhere: StillGroup)] {
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

extension Effects {
  /// Whether every pixel of the result depends on many of the inside.
  fileprivate var isCostly: Bool {
    let isBlurred = filters.contains { filter in
      guard case .blur(let sigma, _) = filter else { return false }
      return sigma > 0
    }
    let isCast = shadow.map { $0.path == nil && $0.sigma > 0 } ?? false
    return (isBlurred || isCast) && mask.isEmpty
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
