import SceneFormat

/// Writes JSON of one line.
enum JSONLine {
  /// A value.
  enum Value {
    case text(String)
    case number(Int)
    /// As short as it can be told exactly.
    case fraction(Double)
    /// With six digits behind the point.
    case decimal(Double)
    case flag(Bool)
    case list([Value])
    /// Keys without a value are left out.
    case object([(key: String, value: Value?)])
  }

  /// An object; keys without a value are left out.
  static func object(_ members: [(key: String, value: Value?)]) -> String {
    let written = members.compactMap { member in
      member.value.map { "\(quoted(member.key)):\(text($0))" }
    }
    return "{\(written.joined(separator: ","))}"
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .number(let number): "\(number)"
    case .fraction(let number): number.isFinite ? Quantity.short(number) : "null"
    case .decimal(let number): number.isFinite ? Quantity.fixed(number, decimals: 6) : "null"
    case .flag(let flag): "\(flag)"
    case .list(let values): "[\(values.map(text).joined(separator: ","))]"
    case .object(let members): object(members)
    }
  }

  /// A string that is safe on a terminal as well: what is not visible is escaped.
  static func quoted(_ text: String) -> String {
    "\"" + text.unicodeScalars.map(escaped).joined() + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\t": return "\\t"
    default: break
    }
    guard Visible.isHidden(scalar) else { return String(scalar) }
    return UTF16.encode(scalar).map { units in
      units.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    } ?? ""
  }
}

extension Diagnostic {
  /// The diagnostic for programs: one JSON object on a line.
  var json: String {
    var (file, position): (String?, Place?) = (nil, nil)
    switch subject {
    case .place(let place): (file, position) = (place.file, place)
    case .file(let name): file = name
    case .program: break
    }
    return JSONLine.object([
      ("severity", .text(severity.rawValue)), ("file", file.map(JSONLine.Value.text)),
      ("line", position.map { .number($0.line) }), ("column", position.map { .number($0.column) }),
      ("message", .text(message)), ("hint", hint.map(JSONLine.Value.text)),
    ]) + "\n"
  }
}
