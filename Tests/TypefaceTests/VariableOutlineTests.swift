import Geometry
import Testing

@testable import Typeface

/// Coordinates were computed by fonttools' instancer from the same file.
@Suite("outlines of variable fonts") struct VariableOutlineTests {
  private static func coordinates(_ text: String, size: Double, weight: Double) throws -> [Double] {
    let font = try Sample.inter().opened(for: TextStyle(size: size, weight: weight))
    let glyph = try #require(text.unicodeScalars.first.flatMap { font.glyph(for: $0.value) })
    return font.outline(of: glyph).elements.flatMap(\.coordinates)
  }

  @Test(
    "an instance has the coordinates that fonttools gives it, to the nearest unit",
    arguments: [
      // Between the masters of both axes, at their corner, and beyond the optical sizes.
      (
        "H", 20.0, 650.0,
        [
          134, 0, 134, 1490, 420, 1490, 420, 882, 1088, 882, 1088, 1490, 1374, 1490,
          1374, 0, 1088, 0, 1088, 640, 420, 640, 420, 0, 134, 0,
        ]
      ),
      (
        "H", 14, 100,
        [
          232, 0, 232, 1490, 278, 1490, 278, 784, 1226, 784, 1226, 1490, 1272, 1490,
          1272, 0, 1226, 0, 1226, 738, 278, 738, 278, 0, 232, 0,
        ]
      ),
      (
        "H", 9, 100,
        [
          232, 0, 232, 1490, 278, 1490, 278, 784, 1226, 784, 1226, 1490, 1272, 1490,
          1272, 0, 1226, 0, 1226, 738, 278, 738, 278, 0, 232, 0,
        ]
      ),
    ])
  func known(text: String, size: Double, weight: Double, expected: [Double]) throws {
    #expect(try Self.coordinates(text, size: size, weight: weight) == expected)
  }

  @Test("curves between named points follow them")
  func curves() throws {
    let y = try Self.coordinates("y", size: 20, weight: 650)
    #expect(Array(y.prefix(6)) == [126, -404, 169, -188, 235, -194])
    #expect(y.allSatisfy { ($0 * 2).rounded() == $0 * 2 })
  }

  @Test(
    "every glyph is the one that HarfBuzz draws, within its rounding",
    arguments: [(14.0, 100.0), (17, 400), (22, 650), (32, 900)])
  func likeHarfBuzz(size: Double, weight: Double) throws {
    let style = TextStyle(size: size, weight: weight)
    let file = try Sample.inter()
    let font = file.opened(for: style)
    let axes = try #require(try DesignAxes(FontDirectory(Inter.bytes)))
    let coordinates = axes.coordinates(weight: weight, size: size)
    let other = OpenFont(file.face, FontInstance(coordinates: coordinates, outlines: nil))
    var worst = 0.0
    for glyph in 0..<UInt32(file.glyphCount) {
      let (own, drawn) = (font.outline(of: glyph), other.outline(of: glyph))
      let pairs = zip(own.elements.flatMap(\.coordinates), drawn.elements.flatMap(\.coordinates))
      try #require(own.elements.map(\.kind) == drawn.elements.map(\.kind), "glyph \(glyph)")
      worst = pairs.reduce(worst) { max($0, abs($1.0 - $1.1)) }
    }
    // Half a unit, and a grain for single precision.
    #expect(worst <= 0.51)
  }

  /// A glyph of `points` points, all in one place, that `regions` regions of the axis move.
  private static func costly(points: Int, regions: Int) -> TinyFont {
    let flags = Array(repeating: [UInt8(0x39), 255], count: points / 256).joined()
    let outline = TinyFont.words([1, 0, 0, 400, 400, points - 1, 0]) + flags
    let records = Array(repeating: TinyFont.words([0, 0x8000, 0x4000]), count: regions).joined()
    let data = TinyFont.words([0x8000 | regions, 4 + records.count]) + records + [1, 0, 0, 0]
    var tables = TinyFont.weightTables
    tables["gvar"] =
      TinyFont.words([1, 0, 1, 0]) + TinyFont.longs([32]) + TinyFont.words([3, 1])
      + TinyFont.longs([32, 0, 0, data.count + data.count % 2]) + data
    let glyph = TinyFont.Glyph(scalar: 0x41, outline: outline)
    return TinyFont(glyphs: [glyph, TinyFont.composite(of: [1, 1, 1])], tables: tables)
  }

  @Test(
    "a font whose variations move too many points is refused by name; each part counts",
    arguments: [(65_280, 4_095), (65_280, 9), (65_280, 4)])
  func tooComplex(points: Int, regions: Int) {
    #expect(
      throws: FontError(name: "heavy", problem: .tooComplex(limit: CompositeGlyphs.stepLimit))
    ) {
      try FontFile(
        bytes: Self.costly(points: points, regions: regions).bytes, name: "heavy")
    }
  }

  @Test("a large variable glyph opens")
  func large() throws {
    _ = try FontFile(bytes: Self.costly(points: 65_280, regions: 2).bytes, name: "large")
  }

  @Test("damaged tables of deltas are drawn as well as they can be, and never crash")
  func damaged() throws {
    let directory = try FontDirectory(Inter.bytes)
    let table = try #require(directory["gvar"])
    let seed = UInt64.random(in: 0..<1 << 40)
    print("seed \(seed)")
    var noise = Noise(state: seed)
    for _ in 0..<20 {
      var bytes = Inter.bytes
      for _ in 0..<2_000 {
        bytes[table.offset + noise.below(table.length)] = UInt8(noise.below(256))
      }
      guard let font = try? FontFile(bytes: bytes, name: "damaged") else { continue }
      let open = font.opened(for: TextStyle(size: 20, weight: 650))
      for glyph in 0..<UInt32(60) { _ = open.outline(of: glyph) }
    }
  }
}

extension Path.Element {
  fileprivate var coordinates: [Double] {
    switch self {
    case .move(let point), .line(let point): [point.x, point.y]
    case .quad(let control, let point): [control.x, control.y, point.x, point.y]
    case .cubic(let first, let second, let point):
      [first.x, first.y, second.x, second.y, point.x, point.y]
    case .close: []
    }
  }

  fileprivate var kind: Int {
    switch self {
    case .move: 0
    case .line: 1
    case .quad: 2
    case .cubic: 3
    case .close: 4
    }
  }
}
