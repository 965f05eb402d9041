/// The list of tables at the front of a font file, each of them inside the file.
///
/// HarfBuzz treats what it cannot read as absent and says nothing. An author deserves to know
/// which table is cut off, so the list is read here first.
struct FontDirectory {
  /// Where a table lies in the file.
  struct Table {
    let tag: String
    let offset: Int
    let length: Int
  }

  private(set) var tables: [Table] = []
  private let bytes: [UInt8]

  /// Reads the list of the first font in the file.
  init(_ bytes: [UInt8]) throws(FontProblem) {
    self.bytes = bytes
    guard !bytes.isEmpty else { throw .empty }
    let start = try Self.start(bytes)
    let header = try Self.checked(bytes, start, length: 12)
    let count = Self.integer(bytes, at: header + 4, bytes: 2)
    _ = try Self.checked(bytes, start, length: 12 + 16 * count)
    for index in 0..<count {
      tables.append(try Self.table(bytes, at: start + 12 + 16 * index))
    }
  }

  /// The table of this tag, if it is listed and not empty.
  subscript(_ tag: String) -> Table? {
    tables.first { $0.tag == tag && $0.length > 0 }
  }

  /// The big-endian 16-bit number `position` bytes into the table; nil outside it.
  func number(_ tag: String, at position: Int) -> Int? {
    self[tag].flatMap { number($0, at: position) }
  }

  /// The big-endian 16-bit number `position` bytes into `table`; nil outside it.
  func number(_ table: Table, at position: Int) -> Int? {
    guard position + 2 <= table.length else { return nil }
    return Self.integer(bytes, at: table.offset + position, bytes: 2)
  }

  /// Where the first font of the file begins: 0, or what the header of a collection says.
  private static func start(_ bytes: [UInt8]) throws(FontProblem) -> Int {
    let tag = text(bytes.prefix(4))
    switch tag {
    case "\u{0}\u{1}\u{0}\u{0}", "OTTO", "true": return 0
    case "wOFF": throw .notAFont(kind: "WOFF")
    case "wOF2": throw .notAFont(kind: "WOFF2")
    case "ttcf": return integer(bytes, at: try checked(bytes, 12, length: 4), bytes: 4)
    default: throw .notAFont(kind: nil)
    }
  }

  /// `offset`, if `length` bytes follow it.
  private static func checked(
    _ bytes: [UInt8], _ offset: Int, length: Int
  ) throws(FontProblem) -> Int {
    guard offset + length <= bytes.count else {
      throw .truncated(needed: offset + length, bytes: bytes.count)
    }
    return offset
  }

  private static func table(_ bytes: [UInt8], at record: Int) throws(FontProblem) -> Table {
    let table = Table(
      tag: text(bytes[record..<record + 4]), offset: integer(bytes, at: record + 8, bytes: 4),
      length: integer(bytes, at: record + 12, bytes: 4))
    guard table.offset + table.length <= bytes.count else {
      throw .tableOutside(
        tag: table.tag, offset: table.offset, length: table.length, bytes: bytes.count)
    }
    return table
  }

  private static func integer(_ bytes: [UInt8], at offset: Int, bytes count: Int) -> Int {
    bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The bytes as Latin-1, which every byte is.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

/// The short name inside this module.
typealias FontProblem = FontError.Problem
