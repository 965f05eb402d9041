import Geometry
import Pixels

extension SVGElement {
  /// The element with what a filter makes of it, before it is cut.
  func filtered(_ filter: SVGFilter) -> SVGElement {
    guard !filter.isNone else { return self }
    var element = self
    guard filter.lone != nil || style[.clipPath] != nil || style[.mask] != nil else {
      element.effects.filter = filter
      return element
    }
    var inner = content
    inner.effects.filter = filter
    (inner.effects.filter.backdrop, element.effects.filter.backdrop) = (0, filter.backdrop)
    let offset = filter.lone?.offset ?? .zero
    inner.transform = .translation(x: offset.x, y: offset.y)
    element.kind = .group([inner])
    return element
  }

  /// A group that has one thing in it, which has nothing of its own, as that thing.
  var merged: SVGElement {
    guard case .group(let children) = kind, cuts.isNone,
      children.count == 1, let child = children.first, child.effects.isNone, child.cuts.isNone,
      name == nil || child.name == nil, effects.filter.isNone || child.transform.isTranslation
    else { return self }
    return SVGElement(
      place: child.place, name: name ?? child.name, style: child.style,
      transform: child.transform.then(transform), kind: child.kind, effects: effects)
  }

  /// Blurs what is behind it, or what is behind the first thing in it.
  mutating func takeBackdrop(_ sigma: Double) {
    guard case .group(var children) = kind, effects.isNone, cuts.isNone else {
      return effects.filter.backdrop = sigma
    }
    children[0].takeBackdrop(sigma / children[0].transform.meanScale)
    kind = .group(children)
  }

  /// Whether something in it has a filter.
  var isFiltered: Bool {
    guard effects.filter.isNone, case .group(let children) = kind else {
      return !effects.filter.isNone
    }
    return children.contains(where: \.isFiltered)
  }

  /// The rectangle, and the radius of its corners, that is all of it; nil for another outline.
  var ground: (rect: Rect, radius: Double)? {
    switch kind {
    case .shape(let shape): return shape.ground
    case .image(let picture): return (picture.rect, picture.radius)
    case .text: return nil
    case .group(let children):
      if let clip = cuts.clip { return clip }
      guard let first = children.first, let (rect, radius) = first.ground,
        first.transform.isUpright, radius == 0 || first.transform.keepsShapes,
        let whole = bounds(in: .identity, isCut: true)
      else { return nil }
      let area = first.transform.bounds(of: rect)
      return area.contains(whole) ? (area, radius * first.transform.a) : nil
    }
  }
}

// The keys of a filter.
extension SVGScreen {
  /// The keys of what an element's filter makes, in a layer that is `scale` times as large as user space.
  mutating func filterMembers(
    _ element: SVGElement, _ scale: Double
  ) -> [(String, JSONNode?)] {
    let (filter, place) = (element.effects.filter, element.place)
    guard !filter.isNone else { return [] }
    func number(_ value: Double, unless usual: Double) -> JSONNode? {
      value == usual ? nil : .number(value, at: place)
    }
    func word(_ word: String) -> JSONNode { JSONNode(.text(word), at: place) }
    let ground = element.ground
    let isThin = element.leaves.first.map { isSeenThrough($0) } ?? false
    // What is behind it, as it is, hides a shadow that else were seen through it.
    let isCut = isThin && filter.shadows.contains(where: \.isCut)
    let sigma = filter.backdrop > 0 ? filter.backdrop * scale : isCut ? 0.001 : 0
    var isOfGround = sigma > 0
    let shadows = filter.shadows.map { copy in
      if copy.growth != 0, ground == nil { notes.note(.spread, at: place) }
      let growth = ground == nil ? 0 : (copy.isInset ? -copy.growth : copy.growth) * scale
      let isOfBounds = growth == 0 && copy.isHard && isThin && ground != nil
      isOfGround = isOfGround || isOfBounds || growth != 0
      return JSONNode.object(
        [
          ("color", copy.color == .black ? nil : word(copy.color.hex)),
          ("opacity", number(copy.alpha, unless: 1)),
          ("radius", .number(copy.sigma * scale, at: place)),
          ("offset", copy.offset == .zero ? nil : .numbers(copy.offset * scale, at: place)),
          ("spread", number(growth, unless: 0)),
          ("inset", copy.isInset ? JSONNode(.flag(true), at: place) : nil),
          ("path", isOfBounds ? word("bounds") : nil),
        ], at: place)
    }
    let more = shadows.dropFirst()
    let backdrop = number(sigma, unless: 0)
    return [
      ("cornerRadius", isOfGround ? number((ground?.radius ?? 0) * scale, unless: 0) : nil),
      ("shadow", shadows.first),
      ("shadows", more.isEmpty ? nil : JSONNode(.list(Array(more)), at: place)),
      ("blur", number(filter.blur * scale, unless: 0)),
      ("backdrop", backdrop.map { .object([("blur", $0)], at: place) }),
      // All of it white, and then in its colour.
      ("opacity", filter.lone.flatMap { number($0.alpha, unless: 1) }),
      ("brightness", filter.lone.map { _ in .number(1, at: place) }),
      ("tint", filter.lone.map { word($0.color.hex) }),
    ]
  }

  /// Whether its area lets through something of what is behind it.
  private mutating func isSeenThrough(_ element: SVGElement) -> Bool {
    let said = notes
    defer { notes = said }
    guard case .shape = element.kind else { return false }
    let fill = fill(of: element)
    if case .none = fill { return false }
    return !fill.isOpaque || element.effects.opacity < 1
  }
}
