import Drawing
import Geometry
import Motion
import Pixels
package import SceneFormat

/// What is painted over the container of a run and is no part of it: the bars that stay in place,
/// and what the system draws.
package struct Chrome: Hashable, Sendable {
  /// The bars that stay, back to front, each a pair of halves.
  package var bars: [Element]
  /// The status bar and the home indicator, each a pair of halves.
  package var system: [Element]
  /// What the system draws before the run, and after it.
  package var first, last: [Element]
  /// The parts of bars that stay which are in lower rows, and so on their screens.
  private let rows: Set<Target>

  /// Pairs the bars of two screens that are `staying`, and what the system draws.
  init(
    _ staying: Set<ScreenPart>, from: Element, to: Element,
    system parts: (first: [Element], last: [Element]), pairing: inout PartPairing
  ) {
    // What looks alike is the same all the time.
    first = parts.first
    last = parts.last.map { part in parts.first.first { $0.looksLike(part) } ?? part }
    bars = ScreenPart.bars.filter(staying.contains).compactMap {
      pairing.pair(
        $0, from: from.find(.part(.from, $0))?.inlineRow, to: to.find(.part(.to, $0))?.inlineRow)
    }
    let lower = [Role.from, .to].flatMap { role in
      ScreenPart.ofLowerRows.map { Target.part(role, $0) }
    }
    rows = staying.contains(.bar) ? Set(lower) : []
    system = []
    for part in ScreenPart.ofSystem {
      let half = last.first { [.part(.from, part), .part(.to, part)].contains($0.target) }
      let pair = pairing.pair(
        part, from: first.first { $0.target == .part(.from, part) }, to: half)
      if let pair { system.append(pair) }
    }
  }

  /// The element that tracks know as `target`.
  package func find(_ target: Target) -> Element? {
    for element in bars + system {
      if let found = element.find(target) { return found }
    }
    return nil
  }

  /// Whether `target` is a part of a bar that stays, or of what the system draws.
  func owns(_ target: Target) -> Bool { rows.contains(target) || find(target) != nil }
}

/// Joins the bars of two screens to pairs.
///
/// Painting one half over the other would dim both half way. So the halves of each part are added up
/// in a group of their own, and parts that look alike are painted once.
struct PartPairing {
  /// What the side moves itself: these parts have two halves even where they look alike.
  let moved: Set<Target>
  /// Whether nothing of what both bars have moves, their titles neither.
  let isStill: Bool
  /// How the backdrops of pairs turn from one half's into the other's.
  private(set) var tracks: [Track] = []

  init(moved: Set<Target>, isStill: Bool) { (self.moved, self.isStill) = (moved, isStill) }

  /// The pair of `part`, of which one half may be missing.
  mutating func pair(_ part: ScreenPart, from: Element?, to: Element?) -> Element? {
    let halves = [from, to].compactMap { $0 }
    guard let one = halves.first else { return nil }
    let frame = halves.dropFirst().reduce(one.frameRect) { $0.union($1.frameRect) }
    var children: [Element] = []
    for leaf in leaves(from, to) {
      children += joined(leaf.part, leaf.from, leaf.to)
    }
    for index in children.indices {
      children[index].layer.frame.x -= frame.x
      children[index].layer.frame.y -= frame.y
    }
    var pair = Element(
      path: LayerPath(part.rawValue), target: .pair(part),
      layer: .box(frame, place: one.layer.place), children: children)
    // A bar without parts of its own is the group of its halves.
    if let index = pair.children.firstIndex(where: { $0.target == .pair(part) }) {
      pair.layer.backdrop = pair.children[index].layer.backdrop
      pair.children[index].layer.backdrop = LayerFilters()
      pair.children[index].target = nil
    }
    return pair
  }

  /// A part without parts of its own, in each screen inside all that it is in.
  private struct Leaf {
    var part: ScreenPart
    var from, to: Element?
  }

  private func leaves(_ from: Element?, _ to: Element?) -> [Leaf] {
    let inner = ScreenPart.allCases.compactMap { part -> Leaf? in
      let leaf = Leaf(part: part, from: from?.child(part), to: to?.child(part))
      return leaf.from == nil && leaf.to == nil ? nil : leaf
    }
    guard !inner.isEmpty else {
      guard case .part(_, let part)? = (from ?? to)?.target else { return [] }
      return [Leaf(part: part, from: from, to: to)]
    }
    return inner.flatMap { leaves($0.from, $0.to) }.map { leaf in
      Leaf(
        part: leaf.part, from: leaf.from.flatMap { from?.holding($0) },
        to: leaf.to.flatMap { to?.holding($0) })
    }
  }

  /// The two halves of a part, or one of them where both look alike.
  private mutating func joined(_ part: ScreenPart, _ from: Element?, _ to: Element?) -> [Element] {
    guard let from, var to else { return [from, to].compactMap { $0 } }
    let isMoved = (from.targets + to.targets).contains(where: moved.contains)
    if !isMoved, isStill || !part.isText, from.looksLike(to) { return [from.withoutTargets] }
    let backdrops = [
      from.find(.part(.from, part))?.layer.backdrop, to.find(.part(.to, part))?.layer.backdrop,
    ].map { $0 ?? LayerFilters() }
    let hasBackdrop = backdrops != [LayerFilters(), LayerFilters()]
    // Backdrops of different sizes fade with their halves.
    if hasBackdrop, from.frameRect != to.frameRect { return [from, to] }
    to.layer.blend = .plusLighter
    let frame = from.frameRect.union(to.frameRect)
    var group = Element(
      path: LayerPath(part.rawValue), target: .pair(part),
      layer: .box(frame, place: from.layer.place),
      children: [from, to].map { half in
        var half = half.withoutBackdrops
        half.layer.frame.x -= frame.x
        half.layer.frame.y -= frame.y
        return half
      })
    group.layer.isIsolated = true
    guard hasBackdrop else { return [group] }
    group.layer.backdrop = backdrops[1]
    if backdrops[0] != backdrops[1] {
      tracks.append(
        BarsRecipe.backdropTrack(of: part, from: backdrops[0], to: backdrops[1], from.layer.place))
    }
    return [group]
  }
}

extension ScreenPart {
  /// Whether it is a text that moves even where the other screen has the same.
  fileprivate var isText: Bool {
    switch self {
    case .barTitle, .barLargeTitle, .barLabel: true
    case .content, .bar, .barBackground, .barSearch, .barBack, .barChevron, .barItems, .toolbar,
      .tabBar, .keyboard, .statusBar, .homeIndicator:
      false
    }
  }
}

extension Element {
  /// Its rectangle in its parent.
  var frameRect: Rect {
    Rect(x: layer.frame.x, y: layer.frame.y, width: size.width, height: size.height)
  }

  /// The child that is `part` of a screen.
  func child(_ part: ScreenPart) -> Element? {
    children.first { $0.target?.part == part }
  }

  /// The same element with `child` alone on it.
  fileprivate func holding(_ child: Element) -> Element {
    var holder = self
    holder.children = [child]
    guard child.target?.part == .barLabel, let chevron = self.child(.barChevron)?.frameRect
    else { return holder }
    // A label is seen beside the chevron alone: not behind it, and not beyond.
    let isAtLeft = chevron.x < child.frameRect.x
    holder.layer.clipsChildren = true
    return holder.filling(
      Rect(
        x: isAtLeft ? chevron.maxX : 0, y: 0, width: size.width - chevron.width,
        height: size.height))
  }

  /// The same without what it shows of what is behind it.
  fileprivate var withoutBackdrops: Element {
    var element = self
    element.layer.backdrop = LayerFilters()
    element.children = children.map(\.withoutBackdrops)
    return element
  }

  /// The names of itself and all that is on it.
  var targets: [Target] {
    (target.map { [$0] } ?? []) + children.flatMap(\.targets)
  }

  /// The same without the names by which tracks find it.
  fileprivate var withoutTargets: Element {
    var element = self
    element.target = nil
    element.children = children.map(\.withoutTargets)
    return element
  }

  /// Whether both are painted in the same way.
  func looksLike(_ other: Element) -> Bool {
    unnamed.commands(in: nil) == other.unnamed.commands(in: nil)
  }

  private var unnamed: Element {
    var element = self
    element.path = LayerPath("")
    element.children = children.map(\.unnamed)
    element.mask = mask.map(\.unnamed)
    return element
  }

  /// Which screen it is.
  func identity(_ role: Role) -> ScreenIdentity { ScreenIdentity(role, name: path.name) }

  /// Where what lies below the inline row of a screen's navigation bar begins: 0 for a bar that is
  /// seen through.
  func top(_ role: Role) -> Double {
    guard let bar = find(.part(role, .bar)),
      bar.child(.barBackground)?.layer.fill.isOpaque == true,
      let content = find(.part(role, .content))
    else { return 0 }
    return max(0, content.layer.frame.y - bar.lowerHeight)
  }

  /// Whether it holds the layers above the bars of its screen.
  var holdsAboveBars: Bool { children.first?.layer.above != nil }

  /// A screen without the bars that stay, but for their lower rows, and without what is above `top`.
  func withoutBars(_ staying: Set<ScreenPart>, from top: Double) -> Element {
    guard !staying.isEmpty, case .screen(let role) = target else { return self }
    var screen = self
    let parts = Set(staying.map { Target.part(role, $0) })
    screen.children = screen.children.compactMap { child in
      child.target.map(parts.contains) == true ? child.lowerRows : child
    }
    // A screen with layers above its bars is cut nowhere: these are seen up there.
    guard staying.contains(.bar), top > 0, children.last?.holdsAboveBars == false else {
      return screen
    }
    screen.layer.frame.y += top
    screen.layer.frame.height = max(0, size.height - top)
    for index in screen.children.indices { screen.children[index].layer.frame.y -= top }
    return screen
  }
}

extension ResolvedTracks {
  /// `element` and all that is on it with the values that they have at `progress`.
  func applyToAll(in element: Element, at progress: Progress) -> Element {
    var moved = apply(to: element, at: progress)
    moved.children = moved.children.map { applyToAll(in: $0, at: progress) }
    return moved
  }
}
