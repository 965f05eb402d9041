import Drawing
import Geometry
import Pixels
import Raster

extension Effects {
  /// Whether all that happens to the group can as well happen to the one thing in it.
  var onlyFade: Bool {
    clip == nil && mask.isEmpty && filters.isEmpty && shadow == nil
  }

  /// Whether the group has to be composited by itself before it meets what is behind it.
  var needsIsolation: Bool {
    isIsolated || opacity < 1 || blend != .normal || !mask.isEmpty || !filters.isEmpty
      || (shadow != nil && shadow?.path == nil)
  }
}

// A group is finished in this order: filters, clip, mask; then its shadow is laid beneath it, and
// both together are faded and blended.

extension Painter {
  /// Begins a group; `commands` are those behind, its end among them.
  ///
  /// At its end, the scissor becomes `parent` again; only inside `behind` its shadow can be seen.
  mutating func begin(
    _ effects: Effects, inside commands: ArraySlice<DrawCommand>, parent: PixelRect,
    behind: PixelRect
  ) throws(CompositingError) {
    let shadow = effects.shadow.flatMap { CastShadow($0, toPixels: grid.toPixels) }
    var group = OpenGroup(
      effects: effects, inside: .through(.none), clip: nil, shadow: shadow, scissor: parent,
      region: scissor)
    if effects.needsIsolation {
      try isolate(&group, inside: commands)
    } else {
      passThrough(&group, behind: behind)
    }
    groups.append(group)
  }

  private mutating func passThrough(_ group: inout OpenGroup, behind: PixelRect) {
    if let shadow = group.shadow { paint(shadow, in: behind) }
    group.shadow = nil
    guard let clip = group.effects.clip else { return }
    let coverage = clip.outline.coverage(toPixels(clip.transform), in: scissor)
    scissor = scissor.intersection(coverage.bounds)
    group.clip = coverage
    group.inside = .through(Backdrop(of: surface, outside: coverage, in: scissor))
  }

  /// Paints the shadow of an area where it is.
  private mutating func paint(_ shadow: CastShadow, in region: PixelRect) {
    guard !region.isEmpty, let mask = shadow.pathMask(in: region) else { return }
    surface.fill(mask, with: shadow.pixel, opacity: shadow.opacity, in: region)
  }

  private mutating func isolate(
    _ group: inout OpenGroup, inside commands: ArraySlice<DrawCommand>
  ) throws(CompositingError) {
    let spread = spread(of: group.effects.filters[...])
    let castReach = group.shadow.map { $0.path == nil ? $0.reach : 0 } ?? 0
    var seen = scissor.expanded(by: castReach)
    if let clip = group.effects.clip {
      let coverage = clip.outline.coverage(toPixels(clip.transform), in: seen)
      seen = seen.intersection(coverage.bounds)
      group.clip = coverage
    }
    let content = try Extents(textures: textures, grid: grid).bounds(of: commands)
    scissor = seen.expanded(by: spread).intersection(content)
    group.inside = .isolated(onto: surface)
    surface = Surface(scissor)
    let extents = Extents(textures: textures, grid: grid)
    surface.deepen(extents.deservesDepth(commands) ? scissor : extents.pile(in: commands))
  }

  /// How far filters carry pixels; farther than that, several wide blurs in a row are cut off.
  private func spread(of filters: ArraySlice<Filter>) -> Int {
    min(4096, filters.reduce(0) { $0 + (blur($1)?.reach ?? 0) })
  }

  private func blur(_ filter: Filter) -> Gaussian? {
    guard case .blur(let sigma) = filter else { return nil }
    return Gaussian(sigma: sigma * grid.scale)
  }

  /// Ends the innermost group.
  mutating func end() throws(CompositingError) {
    guard let group = groups.popLast() else { throw .unbalancedGroups }
    switch group.inside {
    case .through(let backdrop):
      backdrop.restore(&surface)
    case .isolated(let parent):
      if !surface.isDeep { surface.flatten() }
      var own = surface
      surface = parent
      scissor = group.region
      let shadow = group.shadow.map { $0.path == nil ? $0.reach : 0 } ?? 0
      for (index, filter) in group.effects.filters.enumerated() {
        let later = spread(of: group.effects.filters.dropFirst(index + 1))
        apply(filter, to: &own, seen: scissor.expanded(by: shadow + later))
      }
      if let clip = group.clip { own.multiply(by: clip) }
      if !group.effects.mask.isEmpty { own.multiply(byAlphaOf: try mask(of: group, over: own)) }
      composite(own, group)
    }
    scissor = group.scissor
  }

  private func apply(_ filter: Filter, to own: inout Surface, seen: PixelRect) {
    switch filter {
    case .blur:
      guard let gaussian = blur(filter) else { return }
      own = Surface(deep: gaussian.blurred(Plane(own), in: seen))
    case .saturation(let amount): own.apply(.saturation(amount))
    case .brightness(let amount): own.apply(.brightness(amount))
    case .contrast(let amount): own.apply(.contrast(amount))
    case .tint(let color): own.apply(.tint(color))
    }
  }

  private func mask(of group: OpenGroup, over own: Surface) throws(CompositingError) -> Surface {
    var painter = Painter(textures, grid: grid, on: Surface(own.bounds))
    try painter.paint(group.effects.mask)
    return painter.surface
  }

  /// Lays a finished group and its shadow onto what is behind them.
  private mutating func composite(_ own: Surface, _ group: OpenGroup) {
    let (effects, shadow) = (group.effects, group.shadow)
    let mask = shadow.flatMap {
      $0.path == nil ? $0.mask(of: own, in: scissor) : $0.pathMask(in: scissor)
    }
    guard let shadow, let mask else { return lay(own, effects) }
    if effects.opacity >= 1, effects.blend == .normal {
      surface.fill(mask, with: shadow.pixel, opacity: shadow.opacity, in: scissor)
      return lay(own, effects)
    }
    var both = Surface(own.bounds.union(mask.bounds).intersection(scissor))
    both.deepen(both.bounds)
    both.fill(mask, with: shadow.pixel, opacity: shadow.opacity, in: both.bounds)
    both.lay(own, opacity: .one, blend: .normal, in: both.bounds)
    lay(both, effects)
  }

  private mutating func lay(_ own: Surface, _ effects: Effects) {
    surface.lay(own, opacity: Weight(effects.opacity), blend: effects.blend, in: scissor)
  }
}
