/// The glyphs of a TrueType font that are made of other glyphs, which may be made of others.
///
/// HarfBuzz before version 7 follows such parts as they come: thirty glyphs, each made of the
/// one before twice, keep it busy for hours. So the parts are counted before it sees the font.
struct CompositeGlyphs {
  /// The most parts, parts of parts included, that a glyph may have.
  private static let partLimit = 512
  /// How deep parts may be nested.
  private static let depthLimit = 16

  /// The most glyphs that a font can count.
  private static let glyphLimit = 65_536

  private let directory: FontDirectory
  private let glyphs: FontDirectory.Table
  private let offsets: FontDirectory.Table
  private let hasLongOffsets: Bool
  /// For each glyph that was counted, its parts and how deep they are nested.
  private var known: [(parts: Int, depth: Int)?]

  /// The composite glyphs of a font; nil if its outlines are not TrueType's.
  init?(_ directory: FontDirectory) {
    guard let glyphs = directory["glyf"], let offsets = directory["loca"] else { return nil }
    (self.directory, self.glyphs, self.offsets) = (directory, glyphs, offsets)
    hasLongOffsets = directory.number("head", at: 50) != 0
    let listed = offsets.length / (hasLongOffsets ? 4 : 2) - 1
    known = Array(repeating: nil, count: min(Self.glyphLimit, max(0, listed)))
  }

  /// Throws where a glyph has too many parts, or is a part of itself.
  mutating func check() throws(FontProblem) {
    for glyph in known.indices { _ = try measure(glyph, depth: 0) }
  }

  private mutating func measure(
    _ glyph: Int, depth: Int
  ) throws(FontProblem) -> (parts: Int, depth: Int) {
    guard glyph < known.count else { return (1, 0) }
    if let known = known[glyph] { return known }
    guard depth <= Self.depthLimit else { throw .badGlyph(glyph) }
    var total = (parts: 1, depth: 0)
    for part in try parts(of: glyph) {
      let inner = try measure(part, depth: depth + 1)
      total = (total.parts + inner.parts, max(total.depth, inner.depth + 1))
      guard total.parts <= Self.partLimit, total.depth <= Self.depthLimit else {
        throw .badGlyph(glyph)
      }
    }
    known[glyph] = total
    return total
  }

  /// The glyphs that `glyph` is made of; none for one with contours of its own.
  private func parts(of glyph: Int) throws(FontProblem) -> [Int] {
    guard let place = place(of: glyph), let contours = number(place, 0) else { return [] }
    // -2 was an experiment with parts of another form.
    guard contours != 0xFFFE else { throw .badGlyph(glyph) }
    guard contours == 0xFFFF else { return [] }
    var (parts, position, hasMore): ([Int], Int, Bool) = ([], 10, true)
    while hasMore, let flags = number(place, position), let part = number(place, position + 2) {
      // Bit 13 is reserved; the same experiment used it for longer numbers.
      guard flags & 0x2000 == 0 else { throw .badGlyph(glyph) }
      parts.append(part)
      hasMore = flags & 0x20 != 0
      position += Self.length(ofPart: flags)
    }
    return parts
  }

  /// Flags and number, then two offsets, then one, two or four factors.
  private static func length(ofPart flags: Int) -> Int {
    let offsets = flags & 1 == 0 ? 2 : 4
    if flags & 0x08 != 0 { return 4 + offsets + 2 }
    if flags & 0x40 != 0 { return 4 + offsets + 4 }
    return 4 + offsets + (flags & 0x80 != 0 ? 8 : 0)
  }

  private func number(_ place: Range<Int>, _ position: Int) -> Int? {
    guard place.lowerBound + position + 2 <= place.upperBound else { return nil }
    return directory.number(glyphs, at: place.lowerBound + position)
  }

  /// Where the glyph lies in its table; nil for an empty one.
  private func place(of glyph: Int) -> Range<Int>? {
    guard let start = offset(glyph), let end = offset(glyph + 1), start < end else { return nil }
    return start..<end
  }

  private func offset(_ glyph: Int) -> Int? {
    guard hasLongOffsets else { return directory.number(offsets, at: 2 * glyph).map { 2 * $0 } }
    guard let high = directory.number(offsets, at: 4 * glyph) else { return nil }
    return directory.number(offsets, at: 4 * glyph + 2).map { high << 16 | $0 }
  }
}
