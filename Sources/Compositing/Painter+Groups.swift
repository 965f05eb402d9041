import Drawing
import Geometry
import Pixels
import Raster

extension Effects {
  /// Whether all that happens to the group can as well happen to the one thing in it.
  var onlyFade: Bool {
    clip == nil && mask.isEmpty && filters.isEmpty && shadow == nil
  }

  /// Whether nothing happens to the group but that it is cut and casts a shadow.
  var onlyCasts: Bool { mask.isEmpty && filters.isEmpty && opacity >= 1 && blend == .normal }

  /// Whether the group has to be composited by itself before it meets what is behind it.
  var needsIsolation: Bool {
    isIsolated || opacity < 1 || blend != .normal || !mask.isEmpty || !filters.isEmpty
      || (shadow != nil && shadow?.path == nil)
  }
}

extension DrawCommand {
  /// What it fills, if it does so with a gradient.
  fileprivate var gradient: Fill? {
    guard case .fill(let fill) = self, case .gradient = fill.paint else { return nil }
    return fill
  }
}

extension OpenGroup {
  /// Whether its first blur, or its shadow, is so narrow that pixels of the canvas are too coarse.
  fileprivate func wantsFinePixels(on grid: CanvasGrid) -> Bool {
    if let shadow, shadow.path == nil, (shadow.gaussian?.fineness ?? 1) > 1 { return true }
    guard case .blur(let sigma, let plane)? = effects.filters.first else { return false }
    return (Gaussian(sigma: sigma * plane.meanScale * grid.scale)?.fineness ?? 1) > 1
  }

  /// How far from its own pixels what is blurred in the plane of the canvas casts its shadow.
  fileprivate var castReach: Int {
    shadow.map { $0.path == nil && $0.plane == nil ? $0.reach : 0 } ?? 0
  }
}

extension PixelRect {
  /// Whether it takes next to no time to paint it in 16 bits.
  fileprivate var isSmall: Bool { width * height <= 65_536 }
}

extension ArraySlice<DrawCommand> {
  /// The commands before the end of the group whose inside begins here.
  var untilEndOfGroup: ArraySlice<DrawCommand> {
    var depth = 0
    for index in indices {
      if case .beginGroup = self[index] { depth += 1 }
      if case .endGroup = self[index] { depth -= 1 }
      if depth < 0 { return self[..<index] }
    }
    return self
  }
}

// A group is finished in this order: filters, clip, mask; then its shadow is laid beneath it, and
// both together are faded and blended.

extension Painter {
  /// Begins a group; `commands` are those behind, its end among them, and `levels` what its clip
  /// leaves of some pixels whatever its outline says.
  ///
  /// At its end, the scissor becomes `parent` again; only inside `behind` its shadow can be seen.
  mutating func begin(
    _ effects: Effects, inside commands: ArraySlice<DrawCommand>, _ levels: [PixelLevel],
    isSeamless: Bool, parent: PixelRect, behind: PixelRect
  ) throws(CompositingError) {
    let shadow = effects.shadow.flatMap { CastShadow($0, toPixels: grid.toPixels) }
    var group = OpenGroup(
      effects: effects, inside: .through(.none), clip: nil, shadow: shadow, scissor: parent,
      region: scissor)
    group.foundDepth = keepsDepth
    if effects.needsIsolation {
      try isolate(&group, inside: commands, levels)
    } else {
      passThrough(&group, isSeamless ? commands : [], levels, behind: behind)
    }
    groups.append(group)
  }

  private mutating func passThrough(
    _ group: inout OpenGroup, _ commands: ArraySlice<DrawCommand>, _ levels: [PixelLevel],
    behind: PixelRect
  ) {
    if let shadow = group.shadow {
      let area = Extents(textures: textures, grid: grid).area(of: shadow)
      if area.isSmall { deepen(&group, area) } else { keepEdges(of: &group, commands) }
      paint(shadow, of: &group, in: behind)
    }
    group.shadow = nil
    guard let clip = group.effects.clip else { return }
    let (edge, coverage) = edge(of: clip, levels, in: scissor)
    group.edge = edge
    scissor = scissor.intersection(coverage.bounds)
    group.clip = coverage
    surface.layGround()
    group.inside = .through(Backdrop(of: surface, outside: coverage, in: scissor))
  }

  /// Keeps what `group` paints in 16 bits until it ends, unless more than that is kept already.
  ///
  /// A soft edge over a shadow would be rounded twice; where nothing else is soft, nobody sees it.
  private mutating func deepen(_ group: inout OpenGroup, _ area: PixelRect) {
    let area = area.intersection(group.scissor)
    guard !keepsDepth else { return }
    surface.deepen(area)
    (group.isRoundedOnce, keepsDepth) = (true, true)
  }

  /// Paints the shadow of an area where it is.
  private mutating func paint(
    _ shadow: CastShadow, of group: inout OpenGroup, in region: PixelRect
  ) {
    guard !region.isEmpty, let mask = mask(of: group, castBy: shadow, in: region) else { return }
    surface.fill(mask, with: shadow.pixel, opacity: shadow.opacity, in: region)
    group.shade(by: mask, of: shadow, in: region)
  }

  private mutating func isolate(
    _ group: inout OpenGroup, inside commands: ArraySlice<DrawCommand>, _ levels: [PixelLevel]
  ) throws(CompositingError) {
    let spread = spread(of: group.effects.filters[...])
    var seen = scissor.expanded(by: group.castReach)
    if let clip = group.effects.clip {
      let (edge, coverage) = edge(of: clip, levels, in: seen)
      group.edge = edge
      seen = seen.intersection(coverage.bounds)
      group.clip = coverage
    }
    let extents = Extents(textures: textures, grid: grid)
    let content = try extents.bounds(of: commands)
    scissor = seen.expanded(by: spread).intersection(content)
    // What is blurred in a plane of its own is painted there.
    if group.effects.filters.contains(where: { turned($0) != nil }) { scissor = .empty }
    if let shadow = group.shadow, shadow.path == nil {
      let cast = try extents.shadow(of: group.effects, castBy: content, commands)
      if cast.isSmall {
        deepen(&group, cast)
      } else if group.effects.onlyCasts {
        keepEdges(of: &group, commands)
      }
    }
    group.inside = .isolated(onto: surface)
    if isTurned(group) || !isFine && group.wantsFinePixels(on: grid) {
      group.content = commands.untilEndOfGroup
    }
    let deserves = extents.deservesDepth(commands) || content.isSmall
    let pile = deserves ? scissor : extents.pile(in: commands)
    keepsDepth = deserves || !pile.isEmpty
    surface = deserves ? Surface(deep: scissor) : Surface(scissor)
    if !deserves { surface.deepen(pile) }
  }

  /// How far filters carry pixels; farther than that, several wide blurs in a row are cut off.
  private func spread(of filters: ArraySlice<Filter>) -> Int {
    min(4096, filters.reduce(0) { $0 + (blur($1)?.reach ?? 0) })
  }

  private func blur(_ filter: Filter) -> Gaussian? {
    guard case .blur(let sigma, let plane) = filter, turned(filter) == nil else { return nil }
    return Gaussian(sigma: sigma * plane.meanScale * grid.scale)
  }

  /// The plane in which a filter blurs, if that is seen from aside.
  private func turned(_ filter: Filter) -> TurnedPlane? {
    guard case .blur(let sigma, let plane) = filter else { return nil }
    return TurnedPlane(plane, sigma: sigma, toPixels: grid.toPixels)
  }

  /// Whether a group casts a shadow, or is blurred, in a plane that is seen from aside.
  private func isTurned(_ group: OpenGroup) -> Bool {
    if let shadow = group.shadow, shadow.path == nil, shadow.plane != nil { return true }
    return group.effects.filters.contains { turned($0) != nil }
  }

  /// Ends the innermost group.
  mutating func end() throws(CompositingError) {
    guard var group = groups.popLast() else { throw .unbalancedGroups }
    if case .through(let backdrop) = group.inside {
      backdrop.restore(&surface)
      try paintEdges(of: group)
    }
    if var own = group.takeParent() {
      swap(&own, &surface)
      if !own.isDeep { own.flatten() }
      scissor = group.region
      try filter(&own, group)
      try finish(consume own, group)
    }
    if group.isRoundedOnce { surface.flatten() }
    scissor = group.scissor
    keepsDepth = group.foundDepth
  }

  /// Filters what is inside of a group, as far as it can be seen.
  private func filter(
    _ own: inout Surface, _ group: OpenGroup
  ) throws(CompositingError) {
    let filters = group.effects.filters
    // Rounded after each of them, several changes of colour would be more than a level off.
    if filters.count > 1, !own.isDeep { own.deepen(own.bounds) }
    for (index, filter) in filters.enumerated() {
      let later = spread(of: filters.dropFirst(index + 1))
      let seen = scissor.expanded(by: group.castReach + later)
      if let plane = turned(filter) {
        own = try turned(group, filteredBy: index, on: plane, in: seen)
        continue
      }
      if index == 0, try applyFinely(filter, of: group, to: &own, seen: seen) { continue }
      apply(filter, to: &own, seen: seen)
    }
  }

  /// What is inside of a group after its first `count` filters, blurred on `plane`.
  private func turned(
    _ group: OpenGroup, filteredBy count: Int, on plane: TurnedPlane, in region: PixelRect
  ) throws(CompositingError) -> Surface {
    let first = Effects(
      filters: Array(group.effects.filters.prefix(count)), layer: group.effects.layer)
    let content =
      count == 0 ? Array(group.content) : [.beginGroup(first)] + group.content + [.endGroup]
    return Surface(deep: try plane.blurred(content, isAlpha: false, in: region, textures))
  }

  private func apply(_ filter: Filter, to own: inout Surface, seen: PixelRect) {
    switch filter {
    case .blur:
      guard let gaussian = blur(filter) else { return }
      let sharp = Plane(own)
      own = Surface(.empty)
      own = Surface(deep: gaussian.blurred(consume sharp, in: seen))
    case .saturation(let amount): own.apply(.saturation(amount))
    case .brightness(let amount): own.apply(.brightness(amount))
    case .contrast(let amount): own.apply(.contrast(amount))
    case .tint(let color): own.apply(.tint(color))
    }
  }

  /// Cuts a filtered group by its clip and its mask, and lays it and its shadow down.
  private mutating func finish(
    _ inside: consuming Surface, _ group: OpenGroup
  ) throws(CompositingError) {
    var own = inside
    let effects = group.effects
    let weight = Weight(effects.opacity)
    guard group.shadow == nil else {
      if let clip = group.clip { own.multiply(by: clip) }
      if !effects.mask.isEmpty { own.multiply(by: Plane(alphaOf: try mask(of: group, over: own))) }
      return try composite(own, group)
    }
    // What casts no shadow is cut, faded and blended in one step.
    guard effects.mask.isEmpty else {
      let mask = try mask(of: group, over: own)
      var levels = Plane(alphaOf: mask)
      if let clip = group.clip { levels.multiply(by: clip) }
      return surface.lay(
        own, through: levels, smooth: smoothness(of: group), opacity: weight,
        blend: effects.blend, in: scissor)
    }
    guard let clip = group.clip else { return lay(own, effects) }
    guard own.isDeep else {
      return surface.paint(
        CopiedRows(own, dx: 0, dy: 0, isOpaque: false), through: clip, opacity: weight,
        blend: effects.blend, in: scissor.intersection(own.bounds))
    }
    own.multiply(by: clip)
    lay(own, effects)
  }

  /// Where a group's mask shows what is inside of it by a gradient, but for its edges.
  private func smoothness(of group: OpenGroup) -> [Coverage] {
    let gradients = group.effects.mask.compactMap { $0.gradient }
    guard !gradients.isEmpty else { return [] }
    let areas = gradients.map { fill in
      fill.outline.coverage(toPixels(fill.transform), in: scissor)
    }
    return group.clip.map { areas + [$0] } ?? areas
  }

  /// What a group's mask paints: in 16 bits, where light and dark may run into each other.
  private func mask(of group: OpenGroup, over own: Surface) throws(CompositingError) -> Surface {
    let commands = group.effects.mask + [.endGroup]
    let deserves = Extents(textures: textures, grid: grid).deservesDepth(commands[...])
    var clear = deserves ? Surface(deep: own.bounds) : Surface(own.bounds)
    clear.keepsGradients = deserves
    var painter = Painter(textures, grid: grid, on: clear)
    try painter.paint(group.effects.mask)
    return painter.surface
  }

  /// Lays a finished group and its shadow onto what is behind them.
  private mutating func composite(
    _ own: Surface, _ group: OpenGroup
  ) throws(CompositingError) {
    var group = group
    let (effects, shadow) = (group.effects, group.shadow)
    guard let shadow, let mask = try mask(of: shadow, castBy: own, group) else {
      return lay(own, effects)
    }
    if effects.opacity >= 1, effects.blend == .normal {
      surface.fill(mask, with: shadow.pixel, opacity: shadow.opacity, in: scissor)
      lay(own, effects)
      group.shade(by: mask, of: shadow)
      return try paintEdges(of: group)
    }
    var both = Surface(deep: own.bounds.union(mask.bounds).intersection(scissor))
    both.fill(mask, with: shadow.pixel, opacity: shadow.opacity, in: both.bounds)
    both.lay(own, opacity: .one, blend: .normal, in: both.bounds)
    lay(both, effects)
  }

  private func mask(
    of shadow: CastShadow, castBy own: Surface, _ group: OpenGroup
  ) throws(CompositingError) -> SoftMask? {
    guard shadow.path == nil else { return shadow.pathMask(in: scissor) }
    if !group.content.isEmpty {
      var effects = group.effects
      (effects.opacity, effects.blend, effects.shadow) = (1, .normal, nil)
      let commands = [.beginGroup(effects)] + group.content + [.endGroup]
      if let plane = shadow.plane {
        return try shadow.mask(of: commands, on: plane, in: scissor, textures)
      }
      let content = FineContent(commands, textures, grid)
      if let fine = try shadow.mask(of: content, on: own, in: scissor) { return fine }
    }
    return shadow.mask(of: own, in: scissor)
  }

  /// Blurs what is inside of a group on finer pixels than it is painted on; answers false where
  /// that gains nothing.
  private func applyFinely(
    _ filter: Filter, of group: OpenGroup, to own: inout Surface, seen: PixelRect
  ) throws(CompositingError) -> Bool {
    guard !group.content.isEmpty, let gaussian = blur(filter), gaussian.fineness > 1 else {
      return false
    }
    let content = FineContent(group.content, textures, grid)
    // Pixels that exist in one size only are blurred as they are.
    guard content.isOutlines else { return false }
    let plane = Plane(own)
    let region = own.bounds.expanded(by: gaussian.reach).intersection(seen)
    own = Surface(
      deep: try gaussian.blurred(in: region, channels: 4, even: plane.evenLevels) {
        (area) throws(CompositingError) in
        let place = area.finer(by: gaussian.fineness)
        return Plane(try content.surface(area, fineness: gaussian.fineness))
          .placed(x: place.x, y: place.y)
      })
    return true
  }

  private mutating func lay(_ own: Surface, _ effects: Effects) {
    surface.lay(own, opacity: Weight(effects.opacity), blend: effects.blend, in: scissor)
  }
}
