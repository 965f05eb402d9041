import Codecs
import Foundation
import Pixels
import TestSupport
import Testing

@testable import ImageDiff

@Suite("Playwright's ssim-cie94")
struct StructuralSimilarityTests {
  private let ssim = ComparisonRules(metric: .ssim())

  private static func fixture(_ name: String) throws -> StraightImage {
    try StraightImage(png: Fixtures.bytes(of: "pixelmatch/\(name).png"))
  }

  // Recorded from Playwright 1.65: the second picture's chroma is the reference.
  @Test(
    "counts what Playwright does in pixelmatch's fixtures",
    arguments: [
      ("1", 428, 427), ("2", 22185, 22235), ("3", 519, 519), ("4", 52957, 52326),
      ("5", 232, 232), ("6", 4343, 4343), ("7", 5130, 5130),
    ])
  func fixtures(_ name: String, _ count: Int, _ backwards: Int) throws {
    let (a, b) = (try Self.fixture("\(name)a"), try Self.fixture("\(name)b"))
    #expect(PixelComparison(a, b, rules: ssim).differentCount == count)
    #expect(PixelComparison(b, a, rules: ssim).differentCount == backwards)
  }

  /// A picture of greys: each letter is a pixel.
  private static func picture(_ rows: [String]) throws -> StraightImage {
    let levels: [Character: UInt8] = [".": 255, "+": 160, "-": 152, "#": 0]
    let bytes = rows.joined().flatMap { letter -> [UInt8] in
      let level = levels[letter] ?? 0
      return [level, level, level, 255]
    }
    return try #require(StraightImage(width: rows[0].count, height: rows.count, straight: bytes))
  }

  @Test(
    "a pixel in a flat area of either picture counts, another one only if the structure is another",
    arguments: [
      (
        [".......", ".......", ".......", ".......", "......."],
        [".......", ".......", "...-...", ".......", "......."],
        ["       ", "       ", "   x   ", "       ", "       "]
      ),
      (
        // The picture's edge is never flat.
        [".......", ".......", "......."],
        ["-......", ".......", "......-"],
        ["~      ", "       ", "      ~"]
      ),
      (
        ["#+#+#+#", "+#+#+#+", "#+#+#+#", "+#+#+#+", "#+#+#+#"],
        ["#-#-#-#", "+#+#+#+", "#-#-#-#", "+#+#+#+", "#+#+#+#"],
        [" ~ ~ ~ ", "       ", " ~ ~ ~ ", "       ", "       "]
      ),
    ])
  func small(_ old: [String], _ new: [String], _ marks: [String]) throws {
    let comparison = PixelComparison(
      try Self.picture(old), try Self.picture(new), rules: ssim)
    let letters = comparison.marks.map { $0 == 0 ? " " : $0 == Mark.antialiased ? "~" : "x" }
    #expect(letters.joined() == marks.joined())
  }

  @Test(
    "colours are as far apart as in CIE94, by the second one's chroma",
    arguments: [
      ([0, 0, 0], [255, 255, 255], 100.00000049795045),
      ([250, 0, 0], [255, 0, 0], 1.0668418319638953),
      ([255, 0, 0], [250, 0, 0], 1.0677159081353211),
      ([0, 128, 0], [0, 0, 255], 67.03764572512563),
      ([0, 0, 255], [0, 128, 0], 96.19010932314039),
      ([12, 12, 12], [10, 10, 10], 0.5792274677709838),
    ] as [([UInt8], [UInt8], Double)])
  func distance(_ old: [UInt8], _ new: [UInt8], _ distance: Double) throws {
    let one = try #require(StraightImage(width: 1, height: 1, straight: old + [255]))
    let two = try #require(StraightImage(width: 1, height: 1, straight: new + [255]))
    for (slack, count) in [(-1e-12, 1), (1e-12, 0)] {
      let metric = Metric.ssim(threshold: distance * (1 + slack), includesAntialiased: true)
      let rules = ComparisonRules(metric: metric)
      #expect(PixelComparison(one, two, rules: rules).differentCount == count)
    }
  }

  @Test("what is decided without a division is what CIE94 says", arguments: [0, 0.4, 1, 2.5, 40])
  func roughMarks(_ limit: Double) {
    var random = SeededRandom.fresh("pairs of colours")
    let rule = CIE94Rule(limit: limit)
    var open = 0
    for _ in 0..<100_000 {
      let one = SIMD4<Int32>.random(in: 0...255, using: &random)
      // Of any distance, most of them near.
      let most = Int32.random(in: 1...20, using: &random)
      let away = SIMD4<Int32>.random(in: -most...most, using: &random)
      let two = (one &+ away &* away &* away / 8).clamped(
        lowerBound: .zero, upperBound: SIMD4(repeating: 255))
      let mark = rule.roughMark(one, two)
      if mark == nil { open += 1 }
      #expect(mark == nil || mark == rule.exactMark(one, two), "\(one) \(two)")
    }
    #expect(open < 10_000)
  }

  @Test("bands on other workers, in any order, give the same marks", arguments: [100, 129, 300])
  func bands(_ height: Int) {
    let (one, two) = Self.pairs(seed: 7, width: 50, height: height)[1]
    for metric in [Metric.exact, .yiq(), .oklab(), .ssim()] {
      let rules = ComparisonRules(metric: metric)
      let whole = PixelComparison(one, two, rules: rules)
      let parts = PixelComparison(one, two, rules: rules) { count, work in
        Array((0..<count).reversed().map(work).reversed())
      }
      #expect(whole == parts)
      #expect(whole.image(over: one) == parts.image(over: one))
    }
  }

  @Test("Playwright's own code counts the same")
  func playwright() throws {
    guard let python = OutsideProgram("python3") else { return }
    let find = "import os, playwright; print(os.path.dirname(playwright.__file__), end='')"
    guard let found = try python.output(["-c", find]) else {
      return OutsideProgram.skip("Playwright is not installed")
    }
    let driver = String(decoding: found, as: UTF8.self) + "/driver"
    let bundle = driver + "/package/lib/coreBundle.js"
    guard let node = OutsideProgram(driver + "/node") else { return }
    let script = """
      const [bundle, ...paths] = process.argv.slice(1)
      const compare = require(bundle).utils.getComparator('image/png')
      const [expected, actual] = paths.map(path => require('fs').readFileSync(path))
      const result = compare(actual, expected, { comparator: 'ssim-cie94' })
      const count = /(\\d+) pixels \\(ratio/.exec(result?.errorMessage ?? '')
      console.log(count ? count[1] : 0)
      """
    let folder = try ScratchFolder()
    let seed = UInt64.random(in: 0...9_999_999)
    print("seed of pictures for Playwright: \(seed)")
    for (one, two) in Self.pairs(seed: seed, width: 90, height: 70) {
      let paths = try [one, two].enumerated().map { index, image in
        try folder.write(PNGWriter().file(of: image), to: "\(index).png")
      }
      let text = try #require(try node.output(["-e", script, bundle] + paths))
      let count = PixelComparison(one, two, rules: ssim).differentCount
      #expect(String(decoding: text, as: UTF8.self) == "\(count)\n")
    }
  }
}

// Pairs of pictures that resemble what tests of pages compare.
extension StructuralSimilarityTests {
  /// The colour of a pixel.
  private typealias Shader = (_ x: Double, _ y: Double) -> [UInt8]

  private static func pairs(
    seed: UInt64, width: Int, height: Int
  ) -> [(StraightImage, StraightImage)] {
    var random = SeededRandom(seed: seed)
    let disc: Shader = { x, y in
      // Coverage grows over one pixel: an edge that is smoothed.
      let away = ((x - 30) * (x - 30) + (y - 30) * (y - 30)).squareRoot() - 20
      let level = UInt8(255 * min(1, max(0, away + 0.5)))
      return [level, level, 255 - level / 2, 255]
    }
    let gradient: Shader = { x, y in [UInt8(x * 2), UInt8(y * 2), UInt8(x + y), 255] }
    let translucent: Shader = { x, y in [200, UInt8(x), 40, UInt8(55 + x + y)] }
    let flat: Shader = { _, _ in [200, 210, 220, 255] }
    func image(_ shader: Shader, dx: Double = 0, noise: Int = 0) -> StraightImage {
      var bytes: [UInt8] = []
      for y in 0..<height {
        for x in 0..<width {
          bytes += shader((Double(x) + dx).truncatingRemainder(dividingBy: 100), Double(y % 90))
            .map { byte in
              let moved = Int(byte) + (noise > 0 ? .random(in: -noise...noise, using: &random) : 0)
              return UInt8(min(255, max(0, moved)))
            }
        }
      }
      return StraightImage(width: width, height: height, straight: bytes)
        ?? StraightImage(Pixmap(width: width, height: height))
    }
    let shifts = [0.125, 0.25, 0.5, 1].map { (image(disc), image(disc, dx: $0)) }
    let noises = [1, 3, 8, 30].flatMap { noise in
      [gradient, translucent, disc].map { (image($0), image($0, noise: noise)) }
    }
    let edges: Shader = { x, y in x == 0 || y == 5 ? [90, 0, 0, 255] : flat(x, y) }
    return shifts + noises + [(image(flat), image(edges)), (image(flat), image(flat, noise: 1))]
  }
}
