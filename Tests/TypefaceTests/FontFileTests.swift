import Geometry
import Testing
import Typeface

@Suite("font files") struct FontFileTests {
  private typealias Problem = FontError.Problem

  private static func problem(_ bytes: [UInt8]) -> FontError.Problem? {
    do throws(FontError) {
      _ = try FontFile(bytes: bytes, name: "x.ttf")
      return nil
    } catch { return error.problem }
  }

  private static func tiny(_ tables: [String: [UInt8]] = [:]) -> [UInt8] {
    TinyFont(glyphs: [TinyFont.square("a")], tables: tables).bytes
  }

  @Test("a font tells its facts")
  func facts() throws {
    let inter = try Sample.inter()
    #expect((inter.unitsPerEm, inter.weight, inter.weightAxis) == (2048, 400, 100...900))
    #expect(inter.glyphCount > 2_500)
    let tiny = try FontFile(bytes: Self.tiny(), name: "tiny")
    #expect((tiny.unitsPerEm, tiny.glyphCount, tiny.weight) == (1000, 2, 400))
  }

  @Test(
    "a weight is what the file says, from 100 to 900",
    arguments: [(0, 100.0), (99, 100), (100, 100), (700, 700), (900, 900), (1000, 900)])
  func weights(_ written: Int, _ weight: Double) throws {
    let bytes = Self.tiny(["OS/2": TinyFont.words([4, 500, written, 5])])
    #expect(try FontFile(bytes: bytes, name: "tiny").weight == weight)
  }

  @Test("a file of more bytes than a font may have is not looked at")
  func tooLarge() {
    let count = FontFile.byteLimit + 1
    #expect(
      throws: FontError(
        name: "large", problem: .tooLarge(bytes: count, limit: FontFile.byteLimit))
    ) {
      try FontFile(bytes: [UInt8](repeating: 0, count: count), name: "large")
    }
  }

  @Test("of a collection the first font is taken")
  func collection() throws {
    let tiny = TinyFont(glyphs: [TinyFont.square("a")])
    let fonts = try [tiny.bytes, tiny.collection].map { bytes in
      FontStack(primary: try FontFile(bytes: bytes, name: "tiny"))
    }
    let layouts = try fonts.map { fonts in
      try TextLayout("a", style: Mono.style, fonts: fonts, width: 100)
    }
    #expect(layouts[0].outline == layouts[1].outline)
    #expect(!layouts[1].outline.isEmpty)
  }

  @Test(
    "what is no font says so",
    arguments: [
      ([], Problem.empty), (Array("hello".utf8), .notAFont(kind: nil)),
      (Array("wOFF and more".utf8), .notAFont(kind: "WOFF")),
      (Array("wOF2".utf8), .notAFont(kind: "WOFF2")),
      (Array("OTTO".utf8), .truncated(needed: 12, bytes: 4)),
      (Array("ttcf".utf8), .truncated(needed: 16, bytes: 4)),
    ])
  func notAFont(bytes: [UInt8], expected: FontError.Problem) {
    #expect(Self.problem(bytes) == expected)
  }

  @Test(
    "a font without a table that it needs names it",
    arguments: ["head", "maxp", "cmap", "hhea", "hmtx"])
  func missingTable(tag: String) {
    #expect(Self.problem(Self.tiny([tag: []])) == .missingTable(tag: tag))
  }

  @Test("a font without outlines is no use", arguments: ["", "CBDT", "sbix"])
  func noOutlines(pictures: String) {
    var tables: [String: [UInt8]] = ["glyf": [], "loca": []]
    if !pictures.isEmpty { tables[pictures] = [1, 2, 3] }
    #expect(Self.problem(Self.tiny(tables)) == .noOutlines)
    let empty = TinyFont(glyphs: [TinyFont.Glyph(scalar: 0x61)], tables: ["glyf": [0, 0]])
    #expect(Self.problem(empty.bytes) != nil)
  }

  @Test("a font that maps nothing has a bad table")
  func badTable() throws {
    guard case .badTable("cmap", let offset)? = Self.problem(Self.tiny(["cmap": [9, 9, 9]])) else {
      Issue.record("no error")
      return
    }
    #expect(Array(Self.tiny(["cmap": [9, 9, 9]])[offset...].prefix(3)) == [9, 9, 9])
  }

  @Test("a font that is cut off says which table is not whole, wherever the cut is")
  func truncated() throws {
    let bytes = Inter.bytes
    for length in stride(from: 1, to: bytes.count - 4, by: 997) {
      switch Self.problem(Array(bytes.prefix(length))) {
      case .truncated(_, length)?, .tableOutside(_, _, _, length)?, .notAFont?: break
      case let other: Issue.record("\(length) bytes: \(String(describing: other))")
      }
    }
  }

  @Test("glyphs that are made of very many parts, or of themselves, are refused")
  func partsOfParts() {
    let doubling = (0..<40).map { TinyFont.composite(of: [$0 + 1, $0 + 1]) }
    let bomb = TinyFont(glyphs: [TinyFont.square("a")] + doubling)
    let ring = TinyFont(glyphs: [
      TinyFont.square("a"), TinyFont.composite(of: [3]), TinyFont.composite(of: [2]),
    ])
    let wide = TinyFont(glyphs: [
      TinyFont.square("a"), TinyFont.composite(of: .init(repeating: 1, count: 600)),
    ])
    for font in [bomb, ring, wide] {
      guard case .badGlyph? = Self.problem(font.bytes) else {
        Issue.record("no error")
        continue
      }
    }
    let plain = TinyFont(glyphs: [TinyFont.square("a"), TinyFont.composite(of: [1, 1, 1])])
    #expect(Self.problem(plain.bytes) == nil)
  }

  @Test(
    "damaged fonts are refused, or drawn at places that are numbers",
    arguments: [Inter.name, "DejaVu Sans"])
  func damaged(name: String) throws {
    guard let whole = name == Inter.name ? Inter.bytes : try Sample.dejaVuBytes() else { return }
    let seed = UInt64.random(in: 0..<1 << 40)
    print("seed \(seed) for \(name)")
    var noise = Noise(state: seed)
    for round in 0..<80 {
      var bytes = whole
      // A quarter each in the list of tables, its neighbourhood, one place, and everywhere.
      let reach = [400, 20_000, 4_000, bytes.count][round % 4]
      let start = round % 4 == 2 ? noise.below(bytes.count - reach) : 0
      for _ in 0...noise.below(round % 4 == 3 ? 2_000 : 40) {
        bytes[start + noise.below(reach)] = UInt8(noise.below(256))
      }
      guard let font = try? FontFile(bytes: bytes, name: "damaged") else { continue }
      let style = TextStyle(size: 17, maxLines: 3)
      let text = "Hamburgefonstiv AVATAR -> e\u{301} שלום مرحبا 12:30"
      let layout = try? TextLayout(text, style: style, fonts: FontStack(primary: font), width: 100)
      guard let layout else { continue }
      let glyphs = layout.lines.flatMap(\.glyphs)
      #expect(layout.lines.count <= 3 && layout.size.height.isFinite && layout.size.width.isFinite)
      #expect(glyphs.allSatisfy { $0.position.x.isFinite && $0.position.y.isFinite })
      #expect(glyphs.allSatisfy { $0.offset < text.unicodeScalars.count })
    }
  }
}

/// A stream of numbers that one seed decides.
struct Noise {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 20) % UInt64(max(1, bound)))
  }
}
