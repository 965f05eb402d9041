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
  /// All of the file.
  let bytes: [UInt8]

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
    guard let table = self[tag], position + 2 <= table.length else { return nil }
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

/// The glyphs of a TrueType font that are made of other glyphs, which may be made of others.
///
/// HarfBuzz before version 7 follows such parts as they come: thirty glyphs, each made of the
/// one before twice, keep it busy for hours. So the parts are counted before it sees the font, and
/// for a variable font the points that its regions move: 18 kB can hold a glyph of 65,535 points
/// that 4,095 regions move.
struct CompositeGlyphs {
  /// The most parts, parts of parts included, that a glyph may have.
  private static let partLimit = 512
  /// How deep parts may be nested.
  private static let depthLimit = 16

  /// The most points that the regions of a glyph may move, and those of all glyphs; the largest fonts
  /// for Chinese need about 10 million, and no glyph more than 200,000.
  static let (stepLimit, fontStepLimit) = (1 << 19, 1 << 25)

  /// The most glyphs that a font can count.
  private static let glyphLimit = 65_536

  private let glyphs: GlyphTable
  private let deltas: GlyphDeltas?
  /// For each glyph that was counted, what it has.
  private var known: [Complexity?]

  /// The parts of a glyph, how deep they are nested, and the points that its regions move.
  private struct Complexity {
    var (parts, depth, steps) = (1, 0, 0)
  }

  /// The composite glyphs of a font; nil if its outlines are not TrueType's.
  init?(_ directory: FontDirectory) {
    guard let glyphs = GlyphTable(directory) else { return nil }
    self.glyphs = glyphs
    deltas = GlyphDeltas(directory, axisCount: directory.number("gvar", at: 4) ?? 0)
    known = Array(repeating: nil, count: min(Self.glyphLimit, glyphs.count))
  }

  /// Throws where a glyph has too many parts, is a part of itself, or moves too many points.
  mutating func check() throws(FontProblem) {
    var steps = 0
    for glyph in known.indices {
      steps += try measure(glyph, depth: 0).steps
      guard steps <= Self.fontStepLimit else { throw .tooComplex(limit: Self.fontStepLimit) }
    }
  }

  private mutating func measure(_ glyph: Int, depth: Int) throws(FontProblem) -> Complexity {
    guard glyph < known.count else { return Complexity() }
    if let known = known[glyph] { return known }
    guard depth <= Self.depthLimit else { throw .badGlyph(glyph) }
    var total = Complexity()
    let parts = try parts(of: glyph)
    let points = parts.isEmpty ? glyphs.pointCount(of: glyph) : parts.count
    // The origin and three more points move, too.
    total.steps = deltas?.steps(of: glyph, points: points + 4) ?? 0
    for part in parts {
      let inner = try measure(part, depth: depth + 1)
      total.parts += inner.parts
      total.depth = max(total.depth, inner.depth + 1)
      total.steps += inner.steps
      guard total.parts <= Self.partLimit, total.depth <= Self.depthLimit else {
        throw .badGlyph(glyph)
      }
    }
    guard total.steps <= Self.stepLimit else { throw .tooComplex(limit: Self.stepLimit) }
    known[glyph] = total
    return total
  }

  /// The glyphs that `glyph` is made of; none for one with contours of its own.
  private func parts(of glyph: Int) throws(FontProblem) -> [Int] {
    guard var data = glyphs.reader(of: glyph) else { return [] }
    let contours = data.signedWord()
    // -2 was an experiment with parts of another form.
    guard contours != -2 else { throw .badGlyph(glyph) }
    guard contours == -1 else { return [] }
    data = data.skipping(8)
    var (parts, hasMore): ([Int], Bool) = ([], true)
    while hasMore {
      let (flags, part) = (data.word(), data.word())
      guard !data.isPastEnd else { break }
      // Bit 13 is reserved; the same experiment used it for longer numbers.
      guard flags & 0x2000 == 0 else { throw .badGlyph(glyph) }
      parts.append(part)
      hasMore = flags & 0x20 != 0
      data = data.skipping(Self.length(ofPart: flags))
    }
    return parts
  }

  /// Two offsets, then none, one, two or four factors.
  private static func length(ofPart flags: Int) -> Int {
    let offsets = flags & 1 == 0 ? 2 : 4
    if flags & 0x08 != 0 { return offsets + 2 }
    if flags & 0x40 != 0 { return offsets + 4 }
    return offsets + (flags & 0x80 != 0 ? 8 : 0)
  }
}

/// Where each glyph of a TrueType font lies in the file.
struct GlyphTable: Sendable {
  private let directory: FontDirectory
  /// Where each glyph begins in the file; one more than there are glyphs.
  private let starts: [Int]

  /// The glyphs of a font; nil if its outlines are not TrueType's.
  init?(_ directory: FontDirectory) {
    guard let glyphs = directory["glyf"], let offsets = directory["loca"],
      var reader = directory.reader("loca")
    else { return nil }
    self.directory = directory
    let isLong = directory.number("head", at: 50) != 0
    starts = reader.list(offsets.length / (isLong ? 4 : 2)) { reader in
      glyphs.offset + min(glyphs.length, isLong ? reader.long() : 2 * reader.word())
    }
  }

  /// The number of glyphs.
  var count: Int { max(0, starts.count - 1) }

  /// Reads a glyph from its beginning; nil for an empty one.
  func reader(of glyph: Int) -> TableReader? {
    guard glyph + 1 < starts.count, starts[glyph] < starts[glyph + 1] else { return nil }
    return TableReader(directory.bytes, starts[glyph]..<starts[glyph + 1])
  }

  /// The points of a glyph with contours of its own; 0 for another.
  func pointCount(of glyph: Int) -> Int {
    guard var data = reader(of: glyph) else { return 0 }
    let contours = data.signedWord()
    guard contours > 0 else { return 0 }
    var last = data.skipping(8 + 2 * (contours - 1))
    return last.word() + 1
  }

  /// The room left of a glyph: where its bounds begin, seen from its origin.
  func bearing(of glyph: Int) -> Int {
    let full = directory.number("hhea", at: 34) ?? 0
    let place = glyph < full ? 4 * glyph + 2 : 4 * full + 2 * (glyph - full)
    return directory.number("hmtx", at: place).map { Int(Int16(truncatingIfNeeded: $0)) } ?? 0
  }
}
