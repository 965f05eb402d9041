/// A TrueType font made on the spot: 1,000 units, ascent 800, descent 200, and the given glyphs.
struct TinyFont {
  /// What a glyph looks like, and the scalar it stands for.
  struct Glyph {
    var scalar: UInt32?
    var advance = 500
    var outline: [UInt8] = []
  }

  /// The glyphs behind glyph 0, which is empty.
  var glyphs: [Glyph]
  /// Tables that replace the usual ones or join them; an empty one is left out.
  var tables: [String: [UInt8]] = [:]

  /// A square glyph, 400 units a side, that stands on the baseline.
  static func square(_ scalar: Unicode.Scalar, advance: Int = 500) -> Glyph {
    let points = words([1]) + words([0, 0, 400, 400]) + words([3]) + words([0])
    let corners =
      [UInt8](repeating: 1, count: 4) + words([50, 0, 400, 0]) + words([0, 400, 0, -400])
    return Glyph(scalar: scalar.value, advance: advance, outline: points + corners)
  }

  /// A glyph that is made of others, by their numbers.
  static func composite(of parts: [Int], scalar: UInt32? = nil) -> Glyph {
    var bytes = words([-1, 0, 0, 400, 400])
    for (index, part) in parts.enumerated() {
      // Offsets are bytes, and more parts follow all but the last.
      bytes += words([2 | (index + 1 < parts.count ? 0x20 : 0), part, 0])
    }
    return Glyph(scalar: scalar, outline: bytes)
  }

  /// The file.
  var bytes: [UInt8] { bytes(at: 0) }

  /// The file as the only font of a collection.
  var collection: [UInt8] {
    Array("ttcf".utf8) + Self.longs([0x10000, 1, 16]) + bytes(at: 16)
  }

  private func bytes(at start: Int) -> [UInt8] {
    let all = defaultTables.merging(tables) { $1 }.filter { !$0.value.isEmpty }
    var header = Self.words([0, 1].reversed()) + Self.words([all.count, 0, 0, 0])
    var body: [UInt8] = []
    for (tag, table) in all.sorted(by: { $0.key < $1.key }) {
      let offset = start + 12 + 16 * all.count + body.count
      header += Array(tag.utf8) + Self.longs([0, offset, table.count])
      body += table + [UInt8](repeating: 0, count: (4 - table.count % 4) % 4)
    }
    return header + body
  }

  private var defaultTables: [String: [UInt8]] {
    let all = [Glyph()] + glyphs
    let starts = all.reduce(into: [0]) { $0.append(($0.last ?? 0) + Self.even($1.outline).count) }
    return [
      "head": Self.longs([0x10000, 0, 0, 0x5F0F_3CF5]) + Self.words([0, 1000])
        + Self.longs([0, 0, 0, 0]) + Self.words([0, 0, 1000, 1000, 0, 8, 2, 1, 0]),
      "hhea": Self.longs([0x10000]) + Self.words([800, -200, 0, 1000])
        + [UInt8](repeating: 0, count: 22) + Self.words([all.count]),
      "maxp": Self.longs([0x10000]) + Self.words([all.count])
        + Self.words(.init(repeating: 64, count: 13)),
      "hmtx": all.flatMap { Self.words([$0.advance, 0]) },
      "cmap": cmap,
      "loca": Self.longs(starts),
      "glyf": all.flatMap { Self.even($0.outline) },
    ]
  }

  /// One group of format 12 for each glyph.
  private var cmap: [UInt8] {
    let pairs = glyphs.enumerated().compactMap { index, glyph in
      glyph.scalar.map { ($0, index + 1) }
    }
    let groups = pairs.sorted { $0.0 < $1.0 }.flatMap { Self.longs([Int($0.0), Int($0.0), $0.1]) }
    return Self.words([0, 1, 3, 10]) + Self.longs([12]) + Self.words([12, 0])
      + Self.longs([16 + groups.count, 0, pairs.count]) + groups
  }

  private static func even(_ bytes: [UInt8]) -> [UInt8] {
    bytes.count % 2 == 0 ? bytes : bytes + [0]
  }

  /// Big-endian 16-bit numbers.
  static func words(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }

  /// Big-endian 32-bit numbers.
  static func longs(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { words([$0 >> 16, $0]) }
  }

  /// A table that says that one glyph is drawn by an SVG document.
  static func pictures(ofGlyph glyph: Int) -> [UInt8] {
    let document = Array("<svg/>".utf8)
    return words([0]) + longs([10, 0]) + words([1, glyph, glyph]) + longs([14, document.count])
      + document
  }

  /// A table of substitutions that makes `count` glyphs 1 of each glyph 1.
  static func substitution(copies count: Int) -> [UInt8] {
    let scripts = words([1]) + Array("DFLT".utf8) + words([8, 4, 0, 0, 0xFFFF, 1, 0])
    let features = words([1]) + Array("ccmp".utf8) + words([8, 0, 1, 0])
    let lookup = words([1, 4, 2, 0, 1, 8, 1, 8, 1, 14, 1, 1, 1]) + words([count])
    let lists = words([1, 0, 10, 10 + scripts.count, 10 + scripts.count + features.count])
    return lists + scripts + features + lookup + words(.init(repeating: 1, count: count))
  }

  /// An axis of weight from 100 to 900 by which the first glyph, a square, grows 100 units wider
  /// between 400 and 900.
  static let weightTables: [String: [UInt8]] = [
    "fvar": words([1, 0, 16, 2, 1, 20, 0, 8]) + Array("wght".utf8)
      + longs([100 << 16, 400 << 16, 900 << 16]) + words([0, 256]),
    "gvar": [
      0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 26, 0, 2, 0, 0, 0, 0, 0, 26, 0, 0, 0, 0, 0, 10, 128, 1, 0,
      10, 0, 8, 128, 0, 64, 0, 0, 129, 3, 100, 100, 0, 100, 129, 135, 0,
    ],
  ]
}
