/// Prints JSON: what fits on a line stands on one.
struct JSONWriter {
  /// The columns that a line may have.
  private static let width = 100

  /// The text of `node`, without a line end behind it.
  static func text(_ node: JSONNode) -> String { broken(node, indent: 0, room: width) }

  /// The text of `node` on a single line.
  static func line(_ node: JSONNode) -> String {
    switch node.kind {
    case .null: return "null"
    case .flag(let flag): return flag ? "true" : "false"
    case .number(let number): return "\(Figure(number))"
    case .text(let text): return quoted(text)
    case .list(let elements): return "[\(elements.map(line).joined(separator: ", "))]"
    case .object(let members):
      guard !members.isEmpty else { return "{}" }
      let parts = members.map { "\(quoted($0.key)): \(line($0.value))" }
      return "{ \(parts.joined(separator: ", ")) }"
    }
  }

  private static func broken(_ node: JSONNode, indent: Int, room: Int) -> String {
    let flat = line(node)
    guard flat.unicodeScalars.count > room - indent else { return flat }
    let margin = String(repeating: " ", count: indent + 2)
    switch node.kind {
    case .list(let elements):
      let parts = elements.map { margin + broken($0, indent: indent + 2, room: room - 1) }
      return "[\n\(parts.joined(separator: ",\n"))\n\(margin.dropLast(2))]"
    case .object(let members):
      let parts = members.map { member in
        let key = "\(quoted(member.key)): "
        let rest = room - 1 - key.unicodeScalars.count
        return margin + key + broken(member.value, indent: indent + 2, room: rest)
      }
      return "{\n\(parts.joined(separator: ",\n"))\n\(margin.dropLast(2))}"
    default: return flat
    }
  }

  /// A string with escapes for all that could confuse a terminal.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where Escaped.isPrintable(scalar): result.unicodeScalars.append(scalar)
      default: result += UTF16.encode(scalar)?.map(escape).joined() ?? ""
      }
    }
    return result + "\""
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: true)
    return "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
  }
}

// Building what is to be printed.
extension JSONNode {
  /// Where a value stands that was not read from a file.
  private static let nowhere = Place(file: "", line: 0, column: 0)

  init(_ kind: Kind) { self.init(kind, at: Self.nowhere) }

  static func text(_ text: String) -> JSONNode { JSONNode(.text(text)) }
  static func number(_ number: Double) -> JSONNode { JSONNode(.number(number)) }
  static func flag(_ flag: Bool) -> JSONNode { JSONNode(.flag(flag)) }
  static func list(_ elements: [JSONNode]) -> JSONNode { JSONNode(.list(elements)) }

  /// An object; members that are nil are left out.
  static func object(_ members: KeyValuePairs<String, JSONNode?>) -> JSONNode {
    object(members.compactMap { key, value in value.map { (key, $0) } })
  }

  static func object(_ members: [(String, JSONNode)]) -> JSONNode {
    JSONNode(
      .object(members.map { JSONMember(key: $0.0, place: Self.nowhere, value: $0.1) }))
  }
}
