/// A JSON value that is about to be written.
indirect enum JSONText: Hashable, Sendable {
  case null
  case flag(Bool)
  case whole(Int)
  case number(Double)
  case text(String)
  case list([JSONText])
  case object([Member])

  /// A key and its value.
  struct Member: Hashable, Sendable {
    var key: String
    var value: JSONText
  }

  /// An object; keys without a value are left out.
  static func object(_ members: KeyValuePairs<String, JSONText?>) -> JSONText {
    .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
  }

  /// On one line, without needless blanks.
  var compact: String {
    switch self {
    case .list(let elements): "[\(elements.map(\.compact).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(JSONLine.quoted($0.key)):\($0.value.compact)" }.joined(separator: ","))}"
    default: scalar
    }
  }

  /// With a line for every member, and lists of plain values on one.
  var pretty: String { pretty(indent: "") + "\n" }

  private func pretty(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .list(let elements) where elements.contains(where: \.isObject):
      let lines = elements.map { inner + $0.pretty(indent: inner) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.map { member in
        "\(inner)\(JSONLine.quoted(member.key)): \(member.value.pretty(indent: inner))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    default: return compact
    }
  }

  private var isObject: Bool {
    guard case .object = self else { return false }
    return true
  }

  private var scalar: String {
    switch self {
    case .flag(let isOn): isOn ? "true" : "false"
    case .whole(let number): "\(number)"
    case .number(let number) where number.isFinite: Quantity.short(number)
    case .text(let text): JSONLine.quoted(text)
    default: "null"
    }
  }
}
