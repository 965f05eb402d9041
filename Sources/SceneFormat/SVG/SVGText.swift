import Geometry
import Pixels

/// A line of text in one style, in user space.
struct SVGText {
  let text: JSONNode
  /// Where its first baseline has the point that `align` is about.
  let origin: Point
  let size: Double
  let weight: Double
  let letterSpacing: Double
  /// nil for the left.
  let align: String?
  /// nil for the system's.
  let font: JSONNode?
  var color: Color

  /// About where it is: how wide it is, is known when it is laid out.
  var bounds: Rect {
    let width = Double(text.text?.utf8.count ?? 0) * size / 2
    let share = align == nil ? 0 : align == "center" ? 0.5 : 1
    return Rect(x: origin.x - width * share, y: origin.y - size, width: width, height: size * 1.25)
  }
}

/// A line as it is written, perhaps over several elements.
private struct SVGTextLine {
  var node: XMLNode
  var style: SVGStyle
  var origin: Point
  var place = Place.nowhere
  var text = ""

  mutating func append(_ node: JSONNode, _ style: SVGStyle, _ notes: inout SVGNotes) {
    let added = (node.text ?? "").map { $0.isWhitespace ? " " : $0 }
    if added.contains(where: { $0 != " " }) {
      if text.allSatisfy({ $0 == " " }) {
        (self.style, place) = (style, node.place)
      } else if !style.writes(like: self.style) {
        notes.note(.run, at: node.place(ofCharacter: 0))
      }
    }
    let keepsSpace =
      style.word(.whiteSpace)?.hasPrefix("pre") ?? (style.word(.space) == "preserve")
    for letter in added where keepsSpace || letter != " " || !(text.last ?? " ").isWhitespace {
      text.append(letter)
    }
  }
}

// Lines.
extension SVGScreen {
  /// Adds what is in a `text` or a `tspan`.
  private mutating func addLines(
    of node: XMLNode, _ style: SVGStyle, to lines: inout [SVGTextLine]
  ) {
    if node["rotate"] != nil || node["textLength"] != nil {
      notes.note(.letters, at: node.place)
    }
    begin(node, style, in: &lines)
    for content in node.contents {
      switch content {
      case .text(let text): lines[lines.count - 1].append(text, style, &notes)
      case .element(let child) where child.tag == "tspan" || child.tag == "a":
        let own = SVGStyle(of: child, in: style, document.sheet)
        if own.word(.display) != "none" { addLines(of: child, own, to: &lines) }
      case .element(let child):
        if let gap = SVGGap.elements[child.tag] { notes.note(gap, at: child.place) }
      }
    }
  }

  /// Begins a line where `node` has a place of its own.
  private mutating func begin(
    _ node: XMLNode, _ style: SVGStyle, in lines: inout [SVGTextLine]
  ) {
    let (x, y) = (length(node, "x", .horizontal, style), length(node, "y", .vertical, style))
    let (dx, dy) = (length(node, "dx", .horizontal, style), length(node, "dy", .vertical, style))
    guard lines.isEmpty || x != nil || y != nil || dy ?? 0 != 0 else { return }
    let before = lines.last?.origin ?? .zero
    let origin = Point(x: (x ?? before.x) + (dx ?? 0), y: (y ?? before.y) + (dy ?? 0))
    lines.append(SVGTextLine(node: node, style: style, origin: origin))
  }

  private mutating func length(
    _ node: XMLNode, _ key: String, _ whole: SVGUnits.Whole, _ style: SVGStyle
  ) -> Double? {
    let units = document.units(style.fontSize)
    let lengths = notes.value(node[key]) { node throws(SceneError) in
      try units.lengths(node, whole)
    }
    if let place = node[key]?.place, lengths?.count ?? 0 > 1 { notes.note(.letters, at: place) }
    return lengths?.first
  }
}

extension SVGStyle {
  fileprivate func writes(like other: SVGStyle) -> Bool {
    fontSize == other.fontSize
      && [.fill, .fontFamily, .fontWeight].allSatisfy { word($0) == other.word($0) }
  }
}

// Texts.
extension SVGScreen {
  /// A `text` as its lines.
  mutating func text(_ node: XMLNode, _ style: SVGStyle) -> SVGElement.Kind? {
    var written: [SVGTextLine] = []
    addLines(of: node, style, to: &written)
    let lines = written.compactMap { line -> SVGElement? in
      guard let text = self.line(line.text, line.place, line.origin, line.style) else { return nil }
      let name = line.node.place == node.place ? nil : name(of: line.node)
      return SVGElement(
        place: line.node.place, name: name, style: line.style, kind: .text(text))
    }
    guard let first = lines.first else { return nil }
    return lines.count == 1 && first.name == nil ? first.kind : .group(lines)
  }

  private mutating func line(
    _ text: String, _ place: Place, _ origin: Point, _ style: SVGStyle
  ) -> SVGText? {
    guard let end = text.lastIndex(where: { $0 != " " }), style.fontSize > 0 else { return nil }
    var color: Color?
    let words: [SVGProperty] = [.fontStyle, .textDecoration]
    var isPlain = words.allSatisfy { ["normal", "none", nil].contains(style.word($0)) }
    switch document.paint(.fill, .fillOpacity, of: style, initial: .color(.black), &notes) {
    case .none: break
    case .color(let fill): color = fill
    case .gradient(let gradient): (color, isPlain) = (gradient.stops.first?.color, false)
    case .pattern: (color, isPlain) = (.black, false)
    }
    if !isPlain || SVGStroke(style, document, &notes).width > 0 {
      notes.note(.lettering, at: place)
    }
    let spacing = style.word(.letterSpacing) == "normal" ? nil : style[.letterSpacing]
    let aligns = ["middle": "center", "end": "right"]
    let shift = Self.baselines[style.word(.dominantBaseline) ?? ""] ?? 0
    return color.map { color in
      SVGText(
        text: JSONNode(.text(String(text[...end])), at: place),
        origin: Point(x: origin.x, y: origin.y + shift * style.fontSize), size: style.fontSize,
        weight: weight(of: style),
        letterSpacing: notes.length(spacing, .diagonal, document.units(style.fontSize)) ?? 0,
        align: style.word(.textAnchor).flatMap { aligns[$0] }, font: font(of: style), color: color)
    }
  }

  /// How far below other lines of a text its baseline is, in font sizes, as in Inter.
  private static let baselines = [
    "middle": 0.273, "central": 0.364, "hanging": 0.727, "text-before-edge": 0.969,
    "ideographic": -0.241, "text-after-edge": -0.241,
  ]

  private mutating func weight(of style: SVGStyle) -> Double {
    let words = ["normal": 400.0, "bold": 700, "bolder": 700, "lighter": 300]
    guard let node = style[.fontWeight] else { return 400 }
    if let weight = words[node.text ?? ""] { return weight }
    return min(900, max(100, notes.value(node, SVGUnits.number) ?? 400))
  }

  /// The first of a list of fonts that there is; nil for the system's.
  private mutating func font(of style: SVGStyle) -> JSONNode? {
    let generic: Set = [
      "", "inter", "system-ui", "-apple-system", "blinkmacsystemfont", "sans-serif", "serif",
      "monospace", "ui-sans-serif",
    ]
    for (index, family) in (style[.fontFamily]?.split(",") ?? []).enumerated() {
      let name = (family.text ?? "").filter { !"\"'".contains($0) }
      if document.fonts.contains(name) { return JSONNode(.text(name), at: family.place) }
      let word = name.lowercased()
      if generic.contains(word) || word.hasPrefix("inter ") || word.hasPrefix("inter-") { break }
      if index == 0 { notes.warnOfFont(name, at: family.place(ofCharacter: 0)) }
    }
    return nil
  }

  mutating func textLayer(
    _ element: SVGElement, _ text: SVGText, _ map: Transform
  ) -> JSONNode? {
    let (bounds, place) = (text.bounds, element.place)
    guard let placement = SVGPlacement(map, about: bounds.point(atUnit: 0.5, 0.5)) else {
      return nil
    }
    // What it turns about and what masks it is at its corner, which is known when it is laid out.
    if placement.transform(at: place) != nil || !element.cuts.isNone {
      return groupLayer(element, [element.content], map)
    }
    let (origin, scale) = (map.apply(text.origin), placement.scale)
    func number(_ value: Double, unless usual: Double) -> JSONNode? {
      value == usual ? nil : .number(value, at: place)
    }
    func word(_ word: String?) -> JSONNode? { word.map { JSONNode(.text($0), at: place) } }
    let frame: [JSONNode] = [origin.x, origin.y, 0].map { .number($0, at: place) }
    return layer(
      element, placement, bounds, type: "text",
      frame: JSONNode(.list(frame + [JSONNode(.null, at: place)]), at: place),
      [
        ("text", text.text), ("font", text.font), ("size", .number(text.size * scale, at: place)),
        ("weight", number(text.weight, unless: 400)),
        ("color", word(text.color == .black ? nil : text.color.hex)),
        ("align", word(text.align)),
        ("letterSpacing", number(text.letterSpacing * scale, unless: 0)), ("at", word("baseline")),
      ])
  }
}
