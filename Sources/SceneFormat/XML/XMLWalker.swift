/// Walks forward over the bytes of an XML text that is known to be well-formed, and counts lines and
/// columns.
struct XMLWalker {
  private let bytes: [UInt8]
  private var index = 0
  private(set) var place: Place
  /// The entity that a value names and that is not declared.
  private(set) var unknownEntity: String?

  init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    place = Place(file: file, line: 1, column: 1)
    // A byte order mark takes no column.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  private var next: UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// Steps over a byte; `\r\n` is one line end.
  private mutating func advance() {
    let byte = next
    index += 1
    if byte == 0x0A || (byte == 0x0D && next != 0x0A) {
      place.line += 1
      place.column = 1
    } else if next & 0xC0 != 0x80 {
      place.column += 1
    }
  }

  /// Goes on to `byte`; stays where it is behind it.
  mutating func move(to byte: Int) {
    let end = min(byte, bytes.count)
    while index < end { advance() }
  }

  /// Goes on from inside a tag over its next attribute, and gives it its places.
  mutating func toAttribute(_ attribute: inout XMLNode.Attribute, _ entities: [String: String]) {
    while [0x20, 0x09, 0x0A, 0x0D].contains(next) { advance() }
    attribute.place = place
    while next != UInt8(ascii: "\""), next != UInt8(ascii: "'"), index < bytes.count { advance() }
    let quote = next
    attribute.value.place = place
    advance()
    // Embedded files may be long, and are no notation in which a character matters.
    let isData = bytes[index...].starts(with: "data:".utf8)
    var (character, escapes) = (0, [JSONEscape]())
    while next != quote, index < bytes.count {
      let before = place
      let byte = next
      let length = byte == UInt8(ascii: "&") ? reference(entities) : 1
      if length == 1, byte != UInt8(ascii: "&") { advanceOverCharacter() }
      let extraLines = place.line - before.line
      let extraColumns = place.column - before.column - length
      if !isData, extraLines != 0 || extraColumns != 0 {
        escapes.append(
          JSONEscape(index: character, extraColumns: extraColumns, extraLines: extraLines))
      }
      character += length
    }
    advance()
    attribute.value.escapes = escapes
  }

  /// Steps over a character or a line end, which stands for one.
  private mutating func advanceOverCharacter() {
    if next == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { advance() }
    repeat { advance() } while next & 0xC0 == 0x80 && index < bytes.count
  }

  /// Steps over `&…;`, and says for how many characters it stands.
  private mutating func reference(_ entities: [String: String]) -> Int {
    let start = index + 1
    while next != UInt8(ascii: ";"), index < bytes.count { advance() }
    let name = String(decoding: bytes[start..<index], as: UTF8.self)
    advance()
    if name.hasPrefix("#") || Self.builtIn.contains(name) { return 1 }
    guard let text = entities[name] else {
      unknownEntity = name
      return 0
    }
    return text.unicodeScalars.count
  }

  private static let builtIn: Set = ["amp", "lt", "gt", "quot", "apos"]
}
