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

  /// The columns of a fitted line.
  package static let width = 100

  /// The value as JSON text, without a line end behind it; a fitted line has so much room.
  package func text(_ layout: Layout, room: Int = width) -> String {
    var text = ""
    JSONWriter(layout: layout).write(self, to: &text, indent: 0, room: room, depth: 0)
    return text
  }

  /// A string in quotation marks: what a terminal would not show as itself is escaped.
  package static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
    return isPlain ? "\"\(text)\"" : "\"" + text.unicodeScalars.map(escaped).joined() + "\""
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
  let layout: JSONValue.Layout

  /// Appends a value; what stands behind its key on the line has so much room, and further lines an
  /// indent.
  func write(_ value: JSONValue, to text: inout String, indent: Int, room: Int, depth: Int) {
    let isBroken = isBroken(value, room: room - indent, depth: depth)
    // What fits on a line has nothing in it that is broken.
    guard isBroken || layout == .rows else { return writeFlat(value, to: &text) }
    let inner = isBroken ? indent + 2 : indent
    writeParts(of: value, to: &text, indent: isBroken ? inner : nil) { key, value, text in
      let rest = room - 1 - (key.map { $0.unicodeScalars.count + 2 } ?? 0)
      write(value, to: &text, indent: inner, room: rest, depth: depth + 1)
    }
  }

  private func writeFlat(_ value: JSONValue, to text: inout String) {
    writeParts(of: value, to: &text, indent: nil) { _, value, text in writeFlat(value, to: &text) }
  }

  /// Appends a value with `write` for what is in it, behind its quoted key: each on a line with an
  /// indent, or all on one.
  private func writeParts(
    of value: JSONValue, to text: inout String, indent: Int?,
    _ write: (_ key: String?, JSONValue, inout String) -> Void
  ) {
    let isTight = layout == .compact || layout == .members
    let margin = indent.map { String(repeating: " ", count: $0) }
    let comma = margin.map { ",\n" + $0 } ?? (isTight ? "," : ", ")
    func end(_ blank: String, _ bracket: String) {
      text += (margin.map { "\n" + $0.dropLast(2) } ?? blank) + bracket
    }
    switch value {
    case .null: text += "null"
    case .flag(let isOn): text += isOn ? "true" : "false"
    case .number(let number): text += number.isFinite ? NumberFormat.shortest(number) : "null"
    case .fixed(let number, let decimals):
      text += number.isFinite ? NumberFormat.fixed(number, decimals: decimals) : "null"
    case .text(let string): text += JSONValue.quoted(string)
    case .list(let elements):
      text += "[" + (margin.map { "\n" + $0 } ?? "")
      for (place, element) in elements.enumerated() {
        if place > 0 { text += comma }
        write(nil, element, &text)
      }
      end("", "]")
    case .object(let members):
      let blank = isTight || members.isEmpty ? "" : " "
      text += "{" + (margin.map { "\n" + $0 } ?? blank)
      for (place, member) in members.enumerated() {
        if place > 0 { text += comma }
        let key = JSONValue.quoted(member.key)
        text += key + (isTight && margin == nil ? ":" : ": ")
        write(key, member.value, &text)
      }
      end(blank, "}")
    }
  }

  private func isBroken(_ value: JSONValue, room: Int, depth: Int) -> Bool {
    switch (layout, value) {
    case (_, .list([])), (_, .object([])), (.compact, _), (.line, _): false
    case (.fitted, _): columns(behind: value, room: room) == nil
    case (.members, .object): true
    case (.members, .list(let elements)): elements.contains(where: \.isObject)
    case (.rows, .object): depth == 0
    case (.rows, .list(let elements)): depth == 1 || elements.contains(where: \.isObject)
    case (.members, _), (.rows, _): false
    }
  }

  /// The columns that are left behind a value on a line with so much room; nil if it does not fit.
  ///
  /// Values that do not are known to as soon as the room is gone: trees are written in linear time.
  private func columns(behind value: JSONValue, room: Int) -> Int? {
    var rest = room
    func take(_ columns: Int) -> Bool {
      rest -= columns
      return rest >= 0
    }
    func take(_ value: JSONValue) -> Bool {
      columns(behind: value, room: rest).map { rest = $0 } != nil
    }
    let fits: Bool
    switch value {
    case .list(let elements):
      // Brackets, and a comma and a blank between two.
      fits =
        take(2 + 2 * max(0, elements.count - 1)) && elements.allSatisfy { take($0) }
    case .object(let members):
      let blanks = members.isEmpty ? 0 : 2
      fits =
        take(2 + blanks + 2 * max(0, members.count - 1))
        && members.allSatisfy {
          take(JSONValue.quoted($0.key).unicodeScalars.count + 2) && take($0.value)
        }
    case .null, .flag, .number, .fixed, .text: fits = take(value.text(.line).unicodeScalars.count)
    }
    return fits ? rest : nil
  }
}
