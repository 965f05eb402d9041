/// The names of the elements of an SVG, each once.
struct SVGNames {
  /// Names that only parts of a screen have.
  let reserved: Set<String>
  private var taken: Set<String> = []
  /// The number that was given last to a name that is there more than once.
  private var numbers: [String: Int] = [:]

  init(reserved: Set<String>) { self.reserved = reserved }

  /// The name of `node` as a layer, behind `prefix`; nil for none.
  ///
  /// Notes a name that is taken.
  mutating func name(
    of node: XMLNode, prefix: String, _ notes: inout SVGNotes
  ) -> String? {
    guard let attribute = Self.attribute(of: node), let text = attribute.text, !text.isEmpty else {
      return nil
    }
    let name = prefix + Self.decoded(text)
    guard reserved.contains(name) || !taken.insert(name).inserted else { return name }
    var number = numbers[name] ?? 1
    var unique: String
    repeat {
      number += 1
      unique = "\(name)-\(number)"
    } while !taken.insert(unique).inserted
    numbers[name] = number
    notes.warn(.svg(.name(name, instead: unique)), at: attribute.place(ofCharacter: 0))
    return unique
  }

  /// What says the name: a layer's name in the program that wrote the file, else the id.
  private static func attribute(of node: XMLNode) -> JSONNode? {
    let id = node["id"]
    if let label = node["inkscape:label"] ?? node["data-name"] { return label }
    if let name = node["data-testid"], isGenerated(id?.text ?? "", for: node.tag) { return name }
    return id
  }

  /// Whether a program made up the id: `path123`, `shape-` and a UUID.
  private static func isGenerated(_ id: String, for tag: String) -> Bool {
    if id.hasPrefix("shape-") || id.isEmpty { return true }
    return id.hasPrefix(tag) && id.dropFirst(tag.count).allSatisfy { $0.isNumber || $0 == "-" }
  }

  /// An id with the signs for which Illustrator writes `_x20_` and the like.
  private static func decoded(_ id: String) -> String {
    var (result, rest) = ("", id[...])
    while let start = rest.firstRange(of: "_x") {
      result += rest[..<start.lowerBound]
      let digits = rest[start.upperBound...].prefix { $0 != "_" }
      let end = rest[digits.endIndex...].dropFirst()
      if digits.endIndex < rest.endIndex, digits.count <= 6, let value = UInt32(digits, radix: 16),
        value >= 0x20, let scalar = Unicode.Scalar(value)
      {
        result.unicodeScalars.append(scalar)
        rest = end
      } else {
        result += "_x"
        rest = rest[start.upperBound...]
      }
    }
    return result + rest
  }
}
