import Codecs
import Foundation
import ImageDiff
import Pixels
import TestSupport
import Testing

/// A pair of pictures, and what pixelmatch 7.2 finds in it.
struct PixelmatchCase: Decodable, CustomTestStringConvertible, Sendable {
  var a, b, diff: String
  var threshold: Double
  var count: Int
  var includeAA, diffMask: Bool?
  var alpha: Double?
  var aaColor, diffColor, diffColorAlt: [UInt8]?

  var testDescription: String { diff }

  static let all: [PixelmatchCase] = {
    guard let bytes = try? Fixtures.bytes(of: "pixelmatch/cases.json") else { return [] }
    return (try? JSONDecoder().decode([PixelmatchCase].self, from: Data(bytes))) ?? []
  }()

  var metric: Metric { .yiq(threshold: threshold, includesAntialiased: includeAA ?? false) }

  var style: DifferenceStyle {
    var style = DifferenceStyle()
    style.backgroundShare = alpha ?? style.backgroundShare
    style.antialiased = aaColor.map(Self.color) ?? style.antialiased
    style.different = diffColor.map(Self.color) ?? style.different
    style.lighter = diffColorAlt.map(Self.color)
    style.isMask = diffMask ?? false
    return style
  }

  private static func color(_ bytes: [UInt8]) -> Color {
    Color(red: bytes[0], green: bytes[1], blue: bytes[2])
  }
}

@Suite("pixelmatch")
struct PixelmatchTests {
  private func image(_ name: String) throws -> StraightImage {
    try StraightImage(png: Fixtures.bytes(of: "pixelmatch/\(name).png"))
  }

  @Test("counts and draws what pixelmatch 7.2 does, byte for byte", arguments: PixelmatchCase.all)
  func matches(_ example: PixelmatchCase) throws {
    let (expected, actual) = (try image(example.a), try image(example.b))
    let comparison = PixelComparison(
      expected, actual, rules: ComparisonRules(metric: example.metric))
    #expect(comparison.differentCount == example.count)
    let drawn = StraightImage(comparison.image(over: expected, style: example.style))
    #expect(drawn == (try image(example.diff)))
  }

  @Test("there are twelve examples")
  func complete() { #expect(PixelmatchCase.all.count == 12) }
}
