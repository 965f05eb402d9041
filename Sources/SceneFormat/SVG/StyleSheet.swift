/// The rules of the `<style>` elements of a file, by what they select.
///
/// A selector is a tag, `*`, a class or an id, the last two perhaps of a tag. Each is one key of a
/// table, so that the rules for an element are found without looking at the others.
struct StyleSheet {
  /// A declared value, and how strong it is: the strongest one holds.
  struct Ranked: Hashable, Sendable {
    var value: JSONNode
    var rank: Int
  }

  typealias Declarations = [SVGProperty: Ranked]

  /// By `tag`, `*`, `.class`, `#id`, `tag.class` or `tag#id`.
  private var rules: [String: Declarations] = [:]
  private(set) var ruleCount = 0

  /// What is added to the rank of values that are `!important`, to that of a `style` attribute, and
  /// to that of a rule for each thing that its selector names.
  private static let (important, ofAttribute) = (1 << 60, 1 << 59)
  private static let (ofID, ofClass, ofTag) = (1 << 52, 1 << 46, 1 << 40)

  /// The declarations that hold for an element without those of its parents.
  func declarations(of node: XMLNode) -> Declarations {
    var all: Declarations = [:]
    for attribute in node.attributes {
      guard let property = SVGProperty(rawValue: attribute.name), !property.isOfCSSAlone else {
        continue
      }
      all[property] = Ranked(value: attribute.value.trimmed, rank: 0)
    }
    let tag = node.tag
    var keys = ["*", tag]
    for name in node["class"]?.text?.split(whereSeparator: \.isWhitespace) ?? [] {
      keys += [".\(name)", "\(tag).\(name)"]
    }
    if let id = node["id"]?.text { keys += ["#\(id)", "\(tag)#\(id)"] }
    for key in keys { all.merge(rules[key] ?? [:], uniquingKeysWith: Self.stronger) }
    if let style = node["style"] {
      var parts = TextParts(style)
      let own = Self.declarations(&parts, rank: Self.ofAttribute)
      all.merge(own, uniquingKeysWith: Self.stronger)
    }
    return all
  }

  private static func stronger(_ first: Ranked, _ second: Ranked) -> Ranked {
    second.rank >= first.rank ? second : first
  }

  /// Adds the rules of a text.
  mutating func add(_ text: JSONNode, _ notes: inout SVGNotes, limits: Limits) {
    var parts = TextParts(text)
    while true {
      parts.skipSpace()
      guard let next = parts.next else { return }
      if next == "@" {
        notes.note(.atRule, at: parts.place)
        parts.skipBlock()
        continue
      }
      let selectors = parts.part(until: "{")
      guard parts.skip("{") else { return }
      let ranked = Self.declarations(&parts, rank: 0)
      _ = parts.skip("}")
      for selector in selectors.split(",") {
        guard let (key, rank) = Self.key(of: selector) else {
          notes.note(.selector, at: selector.place(ofCharacter: 0))
          continue
        }
        ruleCount += 1
        guard ruleCount <= limits.count(.svgRules) else {
          return notes.note(
            .limit(.svgRules, allowed: limits[.svgRules]), at: selector.place(ofCharacter: 0))
        }
        let own = ranked.mapValues { Ranked(value: $0.value, rank: $0.rank + rank + ruleCount) }
        rules[key, default: [:]].merge(own, uniquingKeysWith: Self.stronger)
      }
    }
  }

  /// The key of a selector, and its rank; nil for a selector that is not supported.
  private static func key(of selector: JSONNode) -> (key: String, rank: Int)? {
    let text = selector.text ?? ""
    let tag = text.prefix { $0 != "." && $0 != "#" }
    let rest = text.dropFirst(tag.count)
    let isName = { (part: Substring) in
      part.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
    }
    guard !text.isEmpty, tag == "*" || isName(tag), isName(rest.dropFirst()), rest.count != 1 else {
      return nil
    }
    let ofRest = rest.isEmpty ? 0 : rest.first == "#" ? ofID : ofClass
    let isOfTag = tag != "*" && !tag.isEmpty
    let key = tag == "*" && !rest.isEmpty ? String(rest) : text
    return (key, ofRest + (isOfTag ? ofTag : 0))
  }

  /// The declarations up to a brace or the end; what is no property that is known says nothing.
  private static func declarations(_ parts: inout TextParts, rank: Int) -> Declarations {
    var declarations: Declarations = [:]
    while true {
      parts.skipSpace()
      while parts.skip(";") { parts.skipSpace() }
      guard let next = parts.next, next != "}" else { return declarations }
      let name = parts.part(until: ":;}").text?.lowercased() ?? ""
      guard parts.skip(":") else { continue }
      var value = parts.part(until: ";}")
      var rank = rank
      if let text = value.text, let mark = text.lastIndex(of: "!"),
        text[mark...].dropFirst().lowercased().filter({ !$0.isWhitespace }) == "important"
      {
        value.kind = .text(String(text[..<mark]))
        (value, rank) = (value.trimmed, rank + important)
      }
      guard let property = SVGProperty(rawValue: name) else { continue }
      let ranked = Ranked(value: value, rank: rank)
      declarations[property] = declarations[property].map { stronger($0, ranked) } ?? ranked
    }
  }
}

/// Cuts a text into parts, from its start to its end, each with the places of its characters.
struct TextParts {
  private let bytes: [UInt8]
  private var index = 0
  private var escapes: ArraySlice<JSONEscape>
  /// How many characters are behind.
  private var count = 0
  /// Where the next character is.
  private(set) var place: Place

  init(_ node: JSONNode) {
    (bytes, escapes) = (Array((node.text ?? "").utf8), node.escapes[...])
    place = node.place(ofCharacter: 0)
  }

  /// The byte that comes next, as a character; nil at the end.
  var next: Unicode.Scalar? { index < bytes.count ? Unicode.Scalar(bytes[index]) : nil }

  private mutating func advance() {
    index += 1
    if index < bytes.count, bytes[index] & 0xC0 == 0x80 { return }
    place.column += 1
    while let escape = escapes.first, escape.index <= count {
      place.column += escape.extraColumns
      place.line += escape.extraLines
      escapes.removeFirst()
    }
    count += 1
  }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    advance()
    return true
  }

  /// Steps over white space and comments of CSS, and those of HTML around a style sheet.
  mutating func skipSpace() {
    while let next {
      if next.isSpace {
        advance()
      } else if bytes[index...].starts(with: "/*".utf8) {
        while index < bytes.count, !bytes[index...].starts(with: "*/".utf8) { advance() }
        for _ in bytes[index...].prefix(2) { advance() }
      } else if let mark = ["<!--", "-->"].first(where: { bytes[index...].starts(with: $0.utf8) }) {
        for _ in mark.utf8 { advance() }
      } else {
        return
      }
    }
  }

  /// Steps over a rule that begins with `@`: to its semicolon, or the brace that closes its block.
  mutating func skipBlock() {
    var depth = 0
    while let scalar = next {
      advance()
      if scalar == "{" { depth += 1 }
      if scalar == "}" { depth -= 1 }
      if depth <= 0, scalar == ";" || scalar == "}" { return }
    }
  }

  /// The text up to one of the characters `stops` that is in no quotation marks or parentheses, without
  /// the white space around it.
  mutating func part(until stops: String) -> JSONNode {
    skipSpace()
    var part = JSONNode(.null, at: place)
    part.place.column -= 1
    let (start, first, behind, stops) = (index, count, escapes, Array(stops.unicodeScalars))
    var (quote, depth) = (Unicode.Scalar?.none, 0)
    while let scalar = next {
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == "(" {
        depth += 1
      } else if scalar == ")" {
        depth -= 1
      } else if depth <= 0, stops.contains(scalar) {
        break
      }
      advance()
    }
    var end = index
    while end > start, Unicode.Scalar(bytes[end - 1]).isSpace { end -= 1 }
    part.kind = .text(String(decoding: bytes[start..<end], as: UTF8.self))
    part.escapes = behind[..<escapes.startIndex].map {
      JSONEscape(
        index: $0.index - first, extraColumns: $0.extraColumns, extraLines: $0.extraLines)
    }
    return part
  }
}

extension Unicode.Scalar {
  fileprivate var isSpace: Bool { self == " " || ("\t"..."\r").contains(self) }
}

extension JSONNode {
  /// A text without the white space around it.
  var trimmed: JSONNode {
    guard let scalars = text?.unicodeScalars,
      scalars.first?.isSpace == true || scalars.last?.isSpace == true
    else { return self }
    var parts = TextParts(self)
    return parts.part(until: "")
  }

  /// The parts of a text between separators, without the white space around them.
  func split(_ separator: Unicode.Scalar) -> [JSONNode] {
    var parts = TextParts(self)
    var list: [JSONNode] = []
    repeat { list.append(parts.part(until: String(separator))) } while parts.skip(separator)
    return list
  }
}
