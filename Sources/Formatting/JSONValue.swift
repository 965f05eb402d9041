/// A JSON value that is about to be written.
package indirect enum JSONValue: Hashable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  /// A number with so many digits behind the point.
  case fixed(Double, decimals: Int)
  case text(String)
  case list([JSONValue])
  case object([Member])

  /// A key and its value.
  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONValue

    package init(key: String, value: JSONValue) { (self.key, self.value) = (key, value) }
  }

  /// A whole number.
  package static func whole(_ number: Int) -> JSONValue { .number(Double(number)) }

  /// An object; keys without a value are left out.
  package static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
  }

  /// An object of `members` in their order.
  package static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { Member(key: $0, value: $1) })
  }

  /// The members of an object; none of anything else.
  package var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }
}

// Writing.
extension JSONValue {
  /// How a text is laid out in lines.
  package enum Layout: Hashable, Sendable {
    /// On one line, without blanks.
    case compact
    /// On one line, with spaces.
    case line
    /// Whatever fits into 100 columns is on one line.
    case fitted
    /// Each member of an object, and each object of a list, begins a line.
    case members
    /// Each member of the outermost object, and each element of a list in it, begins a line; so
    /// does each object of a deeper list.
    case rows
  }

  /// The value as JSON text, without a line end behind it.
  package func text(_ layout: Layout) -> String {
    JSONWriter(layout: layout).text(self, indent: 0, room: JSONWriter.width, depth: 0)
  }

  /// A string in quotation marks: what a terminal would not show as itself is escaped.
  package static func quoted(_ text: String) -> String {
    "\"" + text.unicodeScalars.map(escaped).joined() + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"", "\\": return "\\\(scalar)"
    case "\n": return "\\n"
    case "\t": return "\\t"
    case _ where Escaped.isPrintable(scalar): return String(scalar)
    default:
      let units = UTF16.encode(scalar).map(Array.init) ?? []
      return units.map { "\\u" + String(0x10000 + UInt32($0), radix: 16).dropFirst() }.joined()
    }
  }

  fileprivate var isObject: Bool {
    if case .object = self { true } else { false }
  }
}

private struct JSONWriter {
  /// The columns of a fitted line.
  static let width = 100

  let layout: JSONValue.Layout

  func text(_ value: JSONValue, indent: Int, room: Int, depth: Int) -> String {
    let isBroken = isBroken(value, room: room - indent, depth: depth)
    // What fits on a line has nothing in it that is broken.
    guard isBroken || layout == .rows else { return flat(value) }
    let inner = isBroken ? indent + 2 : indent
    func text(_ value: JSONValue, behind key: String = "") -> String {
      let rest = room - 1 - key.unicodeScalars.count
      return key + self.text(value, indent: inner, room: rest, depth: depth + 1)
    }
    switch value {
    case .list(let elements):
      return joined(elements.map { text($0) }, "[", "]", isBroken ? inner : nil)
    case .object(let members):
      let lines = members.map { text($0.value, behind: "\(JSONValue.quoted($0.key)): ") }
      return joined(lines, "{", "}", isBroken ? inner : nil)
    case .null, .flag, .number, .fixed, .text: return flat(value)
    }
  }

  /// The parts of a list or an object: each on a line with an indent, or all on one.
  private func joined(_ parts: [String], _ start: String, _ end: String, _ indent: Int?) -> String {
    let isTight = layout == .compact || layout == .members
    guard let indent else {
      let blank = isTight || start == "[" || parts.isEmpty ? "" : " "
      return start + blank + parts.joined(separator: isTight ? "," : ", ") + blank + end
    }
    let margin = String(repeating: " ", count: indent)
    let lines = parts.map { margin + $0 }.joined(separator: ",\n")
    return "\(start)\n\(lines)\n\(margin.dropLast(2))\(end)"
  }

  private func isBroken(_ value: JSONValue, room: Int, depth: Int) -> Bool {
    switch (layout, value) {
    case (_, .list([])), (_, .object([])), (.compact, _), (.line, _): false
    case (.fitted, _): flat(value).unicodeScalars.count > room
    case (.members, .object): true
    case (.members, .list(let elements)): elements.contains(where: \.isObject)
    case (.rows, .object): depth == 0
    case (.rows, .list(let elements)): depth == 1 || elements.contains(where: \.isObject)
    case (.members, _), (.rows, _): false
    }
  }

  private func flat(_ value: JSONValue) -> String {
    switch value {
    case .null: return "null"
    case .flag(let isOn): return isOn ? "true" : "false"
    case .number(let number): return number.isFinite ? NumberFormat.shortest(number) : "null"
    case .fixed(let number, let decimals):
      return number.isFinite ? NumberFormat.fixed(number, decimals: decimals) : "null"
    case .text(let text): return JSONValue.quoted(text)
    case .list(let elements): return joined(elements.map(flat), "[", "]", nil)
    case .object(let members):
      let colon = layout == .compact || layout == .members ? ":" : ": "
      let parts = members.map { JSONValue.quoted($0.key) + colon + self.flat($0.value) }
      return joined(parts, "{", "}", nil)
    }
  }
}
