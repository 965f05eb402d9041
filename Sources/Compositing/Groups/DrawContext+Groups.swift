import Drawing
import Geometry
import Pixels
import Raster

extension Effects {
  /// Whether all that happens to the group can as well happen to the one thing in it.
  var onlyFade: Bool {
    clip == nil && mask.isEmpty && filters.isEmpty && shadows.isEmpty && backdrop == nil
  }

  /// Whether nothing happens to the group but that it is cut and casts a shadow.
  var onlyCasts: Bool {
    mask.isEmpty && filters.isEmpty && backdrop == nil && opacity >= 1 && blend == .normal
  }

  /// Whether a shadow depends on the group's pixels.
  var isCast: Bool { shadows.contains { $0.path == nil || $0.isInset } }

  /// Whether the group has to be composited by itself before it meets what is behind it.
  var needsIsolation: Bool {
    isIsolated || opacity < 1 || blend != .normal || !mask.isEmpty || !filters.isEmpty
      || backdrop != nil || isCast
  }
}

extension Effects {
  /// Whether a group's pixels keep their places, and meet what is behind them as those of one shape.
  var keepsShapes: Bool {
    !isBlurred && !filters.contains(.luminanceToAlpha) && mask.isEmpty && backdrop == nil
      && !isCast && blend == .normal
      && opacity > 0 && opacity <= 1
  }

  /// Whether a group's pixels are carried to other places before it is cut.
  var isBlurred: Bool { filters.contains { if case .blur = $0 { true } else { false } } }
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

// A group is finished in this order: filters; its backdrop is laid beneath it; clip, mask; then its shadow is laid beneath it, and
// both together are faded and blended.

extension DrawContext {
  /// Begins a group, which the command at `index` does; `commands` are those behind it, its end among
  /// them.
  ///
  /// At its end, the scissor becomes `parent` again; only inside `behind` its shadow can be seen.
  mutating func begin(
    _ effects: Effects, at index: Int, inside commands: ArraySlice<DrawCommand>,
    parent: PixelRect, behind: PixelRect
  ) throws(CompositingError) {
    let shadows = effects.shadows.compactMap { CastShadow($0, toPixels: grid.toPixels) }
    var group = OpenGroup(
      effects: effects, inside: .through(.none), clip: nil, shadows: shadows, scissor: parent,
      region: scissor)
    group.outerConflation = conflation
    if effects.needsIsolation {
      try isolate(&group, at: index, inside: commands)
    } else {
      passThrough(&group, at: index, behind: behind)
    }
    groups.append(group)
  }

  private mutating func passThrough(
    _ group: inout OpenGroup, at index: Int, behind: PixelRect
  ) {
    for shadow in group.shadows where !behind.isEmpty {
      guard let mask = shadow.pathMask(in: behind) else { continue }
      surface.fill(mask, with: shadow.pixel, opacity: shadow.opacity, in: behind)
    }
    group.shadows = []
    guard let clip = group.effects.clip else { return }
    let coverage = coverage(of: clip, at: index, in: scissor)
    scissor = scissor.intersection(coverage.bounds)
    group.clip = coverage
    surface.finishClear()
    group.inside = .through(ClippedPixels(of: surface, outside: coverage, in: scissor))
  }

  private func coverage(of clip: Clip, at index: Int, in region: PixelRect) -> Coverage {
    coverage(of: clip.outline.traced(toPixels(clip.transform)), at: index, in: region)
  }

  private mutating func isolate(
    _ group: inout OpenGroup, at index: Int, inside commands: ArraySlice<DrawCommand>
  ) throws(CompositingError) {
    let spread = spread(of: group.effects.filters[...])
    var seen = scissor.expanded(by: group.castReach)
    if let clip = group.effects.clip {
      let coverage = coverage(of: clip, at: index, in: seen)
      seen = seen.intersection(coverage.bounds)
      group.clip = coverage
    }
    let extents = Extents(textures: textures, grid: grid)
    let content = try extents.bounds(of: commands)
    let reach = spread + extents.backdropReach(in: commands.untilEndOfGroup)
    scissor = seen.expanded(by: reach).intersection(content)
    // What is blurred in a plane of its own is painted there.
    if group.effects.filters.contains(where: { turned($0) != nil }) { scissor = .empty }
    group.inside = .isolated(onto: surface)
    if isTurned(group) { group.content = commands.untilEndOfGroup }
    surface = Surface(scissor)
    if !group.effects.keepsShapes {
      conflation = EdgeConflation(
        commands, cutBy: group.effects.cuts, textures, grid, in: scissor)
    }
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
    if group.shadows.contains(where: { $0.path == nil && $0.plane != nil }) { return true }
    return group.effects.filters.contains { turned($0) != nil }
  }

  /// Ends the innermost group.
  mutating func end() throws(CompositingError) {
    guard var group = groups.popLast() else { throw .unbalancedGroups }
    conflation = group.outerConflation
    if case .through(let clipped) = group.inside { clipped.restore(&surface) }
    if var own = group.takeParent() {
      swap(&own, &surface)
      scissor = group.region
      try filter(&own, group)
      layBackdrop(beneath: &own, group)
      try finish(consume own, group)
    }
    scissor = group.scissor
  }

  /// Filters what is inside of a group, as far as it can be seen.
  private func filter(
    _ own: inout Surface, _ group: OpenGroup
  ) throws(CompositingError) {
    let filters = group.effects.filters
    // Changes of colour in a row are rounded once.
    var changes: [ColorFilter] = []
    for (index, filter) in filters.enumerated() {
      if let change = ColorFilter(filter) {
        changes.append(change)
        continue
      }
      let seen = scissor.expanded(
        by: group.castReach + spread(of: filters.dropFirst(index + 1)))
      if let plane = turned(filter) {
        own = try turned(group, filteredBy: index, on: plane, in: seen)
      } else if let gaussian = blur(filter) {
        if !changes.isEmpty { own.apply(changes) }
        let sharp = Plane(own)
        own = Surface(.empty)
        own = gaussian.blurred(consume sharp, in: seen).surface
      } else {
        continue
      }
      changes = []
    }
    if !changes.isEmpty { own.apply(changes) }
  }

  /// What is inside of a group after its first `count` filters, blurred on `plane`.
  private func turned(
    _ group: OpenGroup, filteredBy count: Int, on plane: TurnedPlane, in region: PixelRect
  ) throws(CompositingError) -> Surface {
    let first = Effects(
      filters: Array(group.effects.filters.prefix(count)), layer: group.effects.layer)
    let content =
      count == 0 ? Array(group.content) : [.beginGroup(first)] + group.content + [.endGroup]
    return try plane.blurred(content, in: region, textures)
  }

  /// Cuts a filtered group by its clip and its mask, and lays it and its shadow down.
  private mutating func finish(
    _ inside: consuming Surface, _ group: OpenGroup
  ) throws(CompositingError) {
    var own = inside
    if !group.effects.mask.isEmpty {
      own.multiply(byAlphaOf: try mask(of: group, over: own))
    }
    guard group.shadows.isEmpty else {
      if let clip = group.clip { own.multiply(by: clip) }
      return try composite(own, group)
    }
    guard let clip = group.clip else { return lay(own, group.effects) }
    // Cut, faded and blended in one step.
    surface.paint(
      CopiedRows(own, dx: 0, dy: 0, isOpaque: false), through: clip,
      opacity: Weight(group.effects.opacity), blend: group.effects.blend,
      in: scissor.intersection(own.bounds))
  }

  /// What a group's mask paints.
  private func mask(of group: OpenGroup, over own: Surface) throws(CompositingError) -> Surface {
    let reach = Extents(textures: textures, grid: grid).backdropReach(in: group.effects.mask[...])
    var context = DrawContext(textures, grid: grid, on: Surface(own.bounds.expanded(by: reach)))
    context.canvas = canvas
    try context.paint(group.effects.mask)
    return context.surface
  }

  /// Lays a finished group and its shadow onto what is behind them.
  private mutating func composite(
    _ own: Surface, _ group: OpenGroup
  ) throws(CompositingError) {
    let effects = group.effects
    var own = own
    var behind: [(shadow: CastShadow, mask: SoftMask)] = []
    // Those that fall into the group leave its alpha as it is.
    for shadow in group.shadows {
      let mask = try mask(of: shadow, castBy: own, group)
      if shadow.isInset {
        own.shade(outside: mask, with: shadow.pixel, opacity: shadow.opacity)
      } else if let mask {
        behind.append((shadow, mask))
      }
    }
    if behind.isEmpty { return lay(own, effects) }
    if effects.opacity >= 1, effects.blend == .normal {
      for (shadow, mask) in behind {
        surface.fill(mask, with: shadow.pixel, opacity: shadow.opacity, in: scissor)
      }
      return lay(own, effects)
    }
    let bounds = behind.reduce(own.bounds) { $0.union($1.mask.bounds) }
    var both = Surface(bounds.intersection(scissor))
    for (shadow, mask) in behind {
      both.fill(mask, with: shadow.pixel, opacity: shadow.opacity, in: both.bounds)
    }
    both.paint(own, in: both.bounds)
    lay(both, effects)
  }

  private func mask(
    of shadow: CastShadow, castBy own: Surface, _ group: OpenGroup
  ) throws(CompositingError) -> SoftMask? {
    guard shadow.path == nil else { return shadow.pathMask(in: scissor) }
    guard let plane = shadow.plane else { return shadow.mask(of: own, in: scissor) }
    var effects = group.effects
    (effects.opacity, effects.blend, effects.shadows) = (1, .normal, [])
    let commands = [.beginGroup(effects)] + group.content + [.endGroup]
    let cast = try plane.blurred(commands, movedBy: shadow.fall, in: scissor, textures)
    return SoftMask(Plane(alphaOf: cast))
  }

  private mutating func lay(_ own: Surface, _ effects: Effects) {
    surface.paint(own, opacity: Weight(effects.opacity), blend: effects.blend, in: scissor)
  }
}

extension Effects {
  /// What cuts the inside of a group as it is painted: its clip, and a mask that is one fill.
  fileprivate var cuts: [Clip] {
    guard !isBlurred else { return [] }
    guard mask.count == 1, case .fill(let fill) = mask[0] else { return clip.map { [$0] } ?? [] }
    return (clip.map { [$0] } ?? []) + [Clip(fill.outline, transform: fill.transform)]
  }
}

extension OpenGroup {
  /// How far from its own pixels what is blurred in the plane of the canvas casts its shadow.
  var castReach: Int {
    shadows.map { $0.path == nil && $0.plane == nil ? $0.reach : 0 }.max() ?? 0
  }
}

extension ColorFilter {
  /// The same change; nil for a blur.
  init?(_ filter: Filter) {
    switch filter {
    case .blur: return nil
    case .saturation(let amount): self = .saturation(amount)
    case .brightness(let amount): self = .brightness(amount)
    case .contrast(let amount): self = .contrast(amount)
    case .tint(let color): self = .tint(color)
    case .luminanceToAlpha: self = .luminanceToAlpha
    }
  }
}
