import Geometry
import Testing
import Typeface

/// Expected advances were read from Inter's own tables; at 2,816 points a unit is a point.
@Suite("shaping") struct ShapingTests {
  /// The size at which a point is a unit of Inter.
  private static let unit = TextStyle(size: 2816)

  @Test(
    "advances are those of the font, kerned",
    arguments: [
      ("A", [1904]), ("V", [1904]), ("AV", [1712, 1904]), ("To", [1584, 1680]),
      ("fi", [1016, 668]), ("e\u{301}", [1640]),
      (
        "Hamburgefonstiv",
        [
          2084, 1588, 2448, 1748, 1636, 1000, 1716, 1640, 952, 1680, 1648, 1472, 1024, 668, 1568,
        ]
      ),
    ])
  func advances(text: String, expected: [Double]) throws {
    let layout = try Sample.layout(text, style: Self.unit)
    #expect(layout.lines.map { $0.glyphs.map(\.advance) } == [expected])
    #expect(layout.size.width == expected.reduce(0, +))
  }

  @Test("an arrow of two characters becomes one glyph")
  func ligature() throws {
    let layout = try Sample.layout("->", style: Self.unit)
    #expect(layout.lines.first?.glyphs.map(\.advance) == [2688])
  }

  @Test("letters stand on the baseline of the font's own metrics")
  func baseline() throws {
    let layout = try Sample.layout("H", style: Self.unit)
    #expect(layout.lines.first?.baseline == 2728)
    #expect(layout.size.height == 3408)
    // The capital H of Inter is 2,048 units high and stands on the baseline.
    let bounds = layout.outline.controlBounds
    #expect((bounds.y, bounds.maxY) == (680, 2728))
  }
}
