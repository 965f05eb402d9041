import Geometry
import Pixels

/// What a filter makes of an element, as far as layers have keys for it, in user units.
///
/// Each primitive makes a stack of copies of the element out of those before it. The stack at the end
/// must be one that a layer can say: shadows, the element, shadows that fall into it. No filter is run.
struct SVGFilter {
  /// One of the copies, back to front, that are a result of a primitive.
  struct Copy {
    enum Kind { case element, silhouette, backdrop, flood }

    var kind: Kind
    /// That of a silhouette or a flood, opaque.
    var color = Color.black
    var alpha = 1.0
    var offset = Point.zero
    var sigma = 0.0
    /// How far a silhouette reaches beyond the element.
    var growth = 0.0
    /// Whether it is the part of the silhouette that a moved one leaves.
    var isInset = false
    /// Whether it is opaque wherever the element is not clear.
    var isHard = false

    var isPlainSilhouette: Bool {
      kind == .silhouette && offset == .zero && sigma == 0 && growth == 0 && !isInset
    }
  }

  /// The most primitives of a filter.
  static let mostPrimitives = 32
  /// The most shadows of a layer.
  static let mostShadows = 9

  private(set) var shadows: [Copy] = []
  private(set) var blur = 0.0
  var backdrop = 0.0
  /// The shadow of an element that is not drawn itself.
  private(set) var lone: Copy?

  init() {}

  /// nil for a stack that layers have no keys for.
  init?(_ stack: [Copy]) {
    let elements = stack.indices.filter { stack[$0].kind == .element }
    if let copy = stack.first, stack.count == 1, copy.kind == .silhouette {
      guard copy.growth == 0, !copy.isInset else { return nil }
      (lone, blur) = (copy, copy.sigma)
      return
    }
    guard elements.count == 1, stack[elements[0]].offset == .zero else { return nil }
    blur = stack[elements[0]].sigma
    for (index, copy) in stack.enumerated() where index != elements[0] {
      switch copy.kind {
      case .silhouette where copy.isInset == (index > elements[0]):
        shadows.append(copy)
        // What is blurred casts it.
        let square = copy.sigma * copy.sigma - blur * blur
        shadows[shadows.count - 1].sigma = max(0, square).squareRoot()
      case .backdrop where index < elements[0]: backdrop = copy.sigma
      default: return nil
      }
    }
    guard shadows.count <= Self.mostShadows else { return nil }
  }

  var isNone: Bool { shadows.isEmpty && blur == 0 && backdrop == 0 && lone == nil }
}

extension [SVGFilter.Copy] {
  func moved(by offset: Point) -> Self { map { $0.with { $0.offset = $0.offset + offset } } }

  func blurred(by sigma: Double) -> Self {
    map { $0.with { $0.sigma = ($0.sigma * $0.sigma + sigma * sigma).squareRoot() } }
  }

  /// These in front of the shadows that they cast, those farthest behind left out if there are too many.
  func casting(_ color: Color, alpha: Double, _ offset: Point, _ sigma: Double) -> Self {
    let shadows = filter { !$0.isInset && [.element, .silhouette].contains($0.kind) }.map { copy in
      copy.with {
        ($0.kind, $0.color) = (.silhouette, color.opaque)
        $0.alpha *= alpha * Double(color.alpha) / 255
      }
    }
    return (shadows.moved(by: offset).blurred(by: sigma) + self)
      .suffix(SVGFilter.mostShadows + 1)
  }
}

extension SVGFilter.Copy {
  func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

extension Color {
  var opaque: Color { Color(red: red, green: green, blue: blue) }
}

// The filter of an element.
extension SVGScreen {
  /// The filter that a style names; none for one that layers have no keys for, which is noted.
  mutating func filter(of style: SVGStyle) -> SVGFilter {
    guard let value = style[.filter], !["none", ""].contains(value.text ?? "") else {
      return SVGFilter()
    }
    var stack = [SVGFilter.Copy(kind: .element)]
    var parts = TextParts(value)
    parts.skipSpace()
    while !parts.isAtEnd {
      let part = parts.part(until: " \t\r\n")
      parts.skipSpace()
      var next: [SVGFilter.Copy]?
      if let reference = Reference(part) {
        guard let node = document.ids[reference.id], node.tag == "filter" else {
          notes.note(.reference, at: value.place(ofCharacter: 0))
          return SVGFilter()
        }
        guard node.elements.count <= SVGFilter.mostPrimitives else {
          notes.note(.xml(.primitives(SVGFilter.mostPrimitives)), at: node.place)
          return SVGFilter()
        }
        var chain = SVGFilterChain(document: document, notes: notes, element: stack)
        next = chain.result(of: node)
        notes = chain.notes
      } else {
        next = function(part, on: stack, style)
      }
      stack = next ?? []
    }
    guard let filter = SVGFilter(stack) else {
      notes.note(.filter, at: value.place(ofCharacter: 0))
      return SVGFilter()
    }
    return filter
  }

  /// What the function `blur(4px)` or `drop-shadow(0 2px 4px #0008)` makes; nil for others.
  private mutating func function(
    _ node: JSONNode, on stack: [SVGFilter.Copy], _ style: SVGStyle
  ) -> [SVGFilter.Copy]? {
    guard let text = node.text, text.last == ")", let open = text.firstIndex(of: "(") else {
      return nil
    }
    let inside = JSONNode(.text(String(text[open...].dropFirst().dropLast())), at: node.place)
    var (lengths, color) = ([Double](), style.color(.color, initial: .black, &notes))
    for word in inside.split(" ") where word.text != "" {
      if let length = try? document.units.length(word, .diagonal, fontSize: style.fontSize) {
        lengths.append(length)
      } else if let written = style.color(word, &notes) {
        color = written
      }
    }
    switch (text[..<open].lowercased(), lengths.count) {
    case ("blur", 0...1): return stack.blurred(by: lengths.first ?? 0)
    case ("drop-shadow", 2...3):
      let offset = Point(x: lengths[0], y: lengths[1])
      return stack.casting(color, alpha: 1, offset, lengths.count > 2 ? lengths[2] : 0)
    default: return nil
    }
  }
}

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
    var isOfGround = filter.backdrop > 0
    let shadows = filter.shadows.map { copy in
      if copy.growth != 0, ground == nil { notes.note(.spread, at: place) }
      let growth = ground == nil ? 0 : (copy.isInset ? -copy.growth : copy.growth) * scale
      let isOfBounds = growth == 0 && copy.isHard && isThin && ground != nil
      isOfGround = isOfGround || isOfBounds || growth != 0
      return JSONNode.object(
        [
          ("color", copy.color == .black ? nil : word(copy.color.hexadecimal)),
          ("opacity", number(copy.alpha, unless: 1)),
          ("radius", .number(copy.sigma * scale, at: place)),
          ("offset", copy.offset == .zero ? nil : .numbers(copy.offset * scale, at: place)),
          ("spread", number(growth, unless: 0)),
          ("inset", copy.isInset ? JSONNode(.flag(true), at: place) : nil),
          ("path", isOfBounds ? word("bounds") : nil),
        ], at: place)
    }
    let more = shadows.dropFirst()
    let backdrop = number(filter.backdrop * scale, unless: 0)
    return [
      ("cornerRadius", isOfGround ? number((ground?.radius ?? 0) * scale, unless: 0) : nil),
      ("shadow", shadows.first),
      ("shadows", more.isEmpty ? nil : JSONNode(.list(Array(more)), at: place)),
      ("blur", number(filter.blur * scale, unless: 0)),
      ("backdrop", backdrop.map { .object([("blur", $0)], at: place) }),
      // All of it white, and then in its colour.
      ("opacity", filter.lone.flatMap { number($0.alpha, unless: 1) }),
      ("brightness", filter.lone.map { _ in .number(1, at: place) }),
      ("tint", filter.lone.map { word($0.color.hexadecimal) }),
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

extension SVGFilter {
  /// How much what is behind a `foreignObject` is blurred that is nothing but that, as Figma writes it.
  static func backdrop(of node: XMLNode) -> Double? {
    guard node.tag == "foreignObject", let style = node.elements.first?["style"]?.text,
      let start = style.firstRange(of: "backdrop-filter:blur(")
    else { return nil }
    let digits = style[start.upperBound...].prefix { $0 != "p" && $0 != ")" }
    return try? SVGUnits.number(JSONNode(.text(String(digits)), at: node.place))
  }
}
