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
    /// Whether it is cut out where the element is.
    var isCut = false

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
  /// The filter that a style names; nil for one that leaves nothing of the element that a layer can say.
  ///
  /// One that layers have no keys for is none, and noted.
  mutating func filter(of style: SVGStyle) -> SVGFilter? {
    guard let value = style[.filter], !["none", ""].contains(value.text ?? "") else {
      return SVGFilter()
    }
    var stack: [SVGFilter.Copy]? = [SVGFilter.Copy(kind: .element)]
    if let reference = Reference(value) {
      guard let node = document.ids[reference.id], node.tag == "filter" else {
        notes.note(.reference, at: value.place(ofCharacter: 0))
        return SVGFilter()
      }
      let result = filterResults[reference.id] ?? result(of: node)
      filterResults[reference.id] = .some(result)
      // No program writes functions behind it.
      stack = reference.fallback == nil ? result : nil
    } else {
      var parts = TextParts(value)
      while let before = stack, parts.next != nil {
        stack = function(parts.part(until: " \t\r\n"), on: before, style)
        parts.skipSpace()
      }
    }
    guard let stack else {
      notes.note(.filter, at: value.place(ofCharacter: 0))
      return SVGFilter()
    }
    if let filter = SVGFilter(stack) { return filter }
    let isSeen = stack.contains { $0.kind == .element }
    notes.note(isSeen ? .filter : .loneFilter, at: value.place(ofCharacter: 0))
    return isSeen ? SVGFilter() : nil
  }

  /// What the primitives of a filter make of an element; nil where one is not supported.
  private mutating func result(of filter: XMLNode) -> [SVGFilter.Copy]? {
    guard filter.elements.count <= SVGFilter.mostPrimitives else {
      notes.note(.xml(.primitives(SVGFilter.mostPrimitives)), at: filter.place)
      return [SVGFilter.Copy(kind: .element)]
    }
    var chain = SVGFilterChain(document, notes)
    defer { notes = chain.notes }
    return chain.result(of: filter)
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
      if let length = try? document.units(style.fontSize).length(word, .diagonal) {
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
