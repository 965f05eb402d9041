public import Drawing
public import Pixels

extension Compositor {
  /// A rectangle outside of which the frame of `list` is the same as that of `previous`.
  public func damage(of list: DisplayList, since previous: DisplayList) -> PixelRect {
    guard list.background == previous.background,
      let new = Item.items(list.commands[...]), let old = Item.items(previous.commands[...])
    else { return textures.grid.bounds }
    let extents = Extents(textures: textures, grid: textures.grid)
    let difference = extents.difference(new, old)
    return extents.spread(of: difference, by: list.commands).intersection(textures.grid.bounds)
  }
}

/// A command, or a group with all that is inside.
private enum Item: Hashable {
  case command(DrawCommand)
  case group(Effects, ArraySlice<DrawCommand>)

  /// The items of a list in order; nil if its groups are not balanced.
  static func items(_ commands: ArraySlice<DrawCommand>) -> [Item]? {
    var items: [Item] = []
    var begins: [(index: Int, effects: Effects)] = []
    for index in commands.indices {
      switch commands[index] {
      case .beginGroup(let effects): begins.append((index, effects))
      case .endGroup:
        guard let begin = begins.popLast() else { return nil }
        if begins.isEmpty {
          items.append(.group(begin.effects, commands[(begin.index + 1)..<index]))
        }
      case .fill, .image, .picture:
        if begins.isEmpty { items.append(.command(commands[index])) }
      }
    }
    return begins.isEmpty ? items : nil
  }
}

extension Extents {
  /// Where two lists of items can differ.
  fileprivate func difference(_ new: [Item], _ old: [Item]) -> PixelRect {
    guard new.count != old.count else {
      return zip(new, old).reduce(.empty) { $0.union(difference($1.0, $1.1)) }
    }
    // What was put in or taken out is between what both begin and what both end with.
    let first = zip(new, old).prefix { $0 == $1 }.count
    let rest = (new.dropFirst(first), old.dropFirst(first))
    let last = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
    return (Array(rest.0.dropLast(last)) + rest.1.dropLast(last)).reduce(.empty) {
      $0.union(bounds(of: $1))
    }
  }

  private func difference(_ new: Item, _ old: Item) -> PixelRect {
    guard new != old else { return .empty }
    if case .group(let effects, let inside) = new, case .group(effects, let before) = old,
      effects.filters.isEmpty, effects.shadows.isEmpty, let items = Item.items(inside),
      let itemsBefore = Item.items(before)
    {
      return difference(items, itemsBefore)
    }
    return bounds(of: new).union(bounds(of: old))
  }

  /// Where `changed` pixels change others: in the backdrops of `commands` that they are behind.
  fileprivate func spread(of changed: PixelRect, by commands: [DrawCommand]) -> PixelRect {
    commands.indices.reduce(changed) { changed, index in
      guard case .beginGroup(let effects) = commands[index], let backdrop = effects.backdrop else {
        return changed
      }
      let seen = bounds(of: backdrop.area).intersection(
        changed.expanded(by: reach(of: backdrop)))
      guard !seen.isEmpty else { return changed }
      let cast = try? shadow(of: effects, castBy: seen, commands[(index + 1)...])
      return changed.union(seen).union(cast ?? grid.bounds)
    }
  }

  private func bounds(of item: Item) -> PixelRect {
    switch item {
    case .command(let command): return bounds(of: command)
    case .group(let effects, let commands):
      // The end of the group is not among its commands, but is what `bounds` looks for.
      let all = commands + [.endGroup]
      return (try? reach(of: effects, around: try bounds(of: all), all)) ?? textures.grid.bounds
    }
  }
}
