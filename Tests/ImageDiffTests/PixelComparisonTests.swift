import ImageDiff
import Pixels
import TestSupport
import Testing

@Suite("two pictures")
struct PixelComparisonTests {
  private let white = Pixel(.white)
  private let black = Pixel(.black)

  private func picture(_ width: Int = 100, _ height: Int = 80) -> Pixmap {
    Pixmap(width: width, height: height, filledWith: white)
  }

  private func picture(with rects: [PixelRect]) -> Pixmap {
    var picture = picture()
    for rect in rects { picture.fill(rect, with: black) }
    return picture
  }

  @Test(
    "the same picture is the same by every metric",
    arguments: [.exact, .yiq(), .oklab()] as [Metric])
  func same(_ metric: Metric) {
    let comparison = PixelComparison(
      picture(), picture(), rules: ComparisonRules(metric: metric))
    #expect(comparison.isSame)
    #expect(comparison.regions().isEmpty)
    #expect(comparison.bounds == .empty)
    #expect(comparison.mostDifferent(inSquareOf: 8) == 0)
  }

  @Test("one level of one pixel is different exactly, and the same to the eye")
  func oneLevel() {
    var other = picture()
    other[17, 33] = Pixel(Color(red: 255, green: 254, blue: 255))
    let exact = PixelComparison(picture(), other)
    #expect(exact.differentCount == 1)
    #expect(exact.bounds == PixelRect(x: 17, y: 33, width: 1, height: 1))
    #expect(exact.isDifferent(x: 17, y: 33))
    for metric in [Metric.yiq(), .oklab()] {
      let seen = PixelComparison(picture(), other, rules: ComparisonRules(metric: metric))
      #expect(seen.isSame)
    }
  }

  @Test("the hidden colours of clear pixels do not count")
  func hidden() throws {
    let one = try #require(StraightImage(width: 1, height: 1, straight: [9, 8, 7, 0]))
    let two = try #require(StraightImage(width: 1, height: 1, straight: [0, 0, 0, 0]))
    let faint = try #require(StraightImage(width: 1, height: 1, straight: [0, 0, 0, 1]))
    #expect(PixelComparison(one, two).isSame)
    #expect(!PixelComparison(two, faint).isSame)
  }

  @Test("black and white are 1 apart in Oklab", arguments: [(0.999, 1), (1.001, 0)])
  func oklabScale(_ threshold: Double, _ count: Int) {
    let one = Pixmap(width: 1, height: 1, filledWith: white)
    let two = Pixmap(width: 1, height: 1, filledWith: black)
    let rules = ComparisonRules(metric: .oklab(threshold: threshold, includesAntialiased: true))
    #expect(PixelComparison(one, two, rules: rules).differentCount == count)
  }

  // By hand from Ottosson's matrices: sRGB red is L 0.62796, a 0.22486, b 0.12585.
  @Test("red and black are 0.8856 apart in Oklab", arguments: [(0.8846, 1), (0.8866, 0)])
  func oklabRed(_ threshold: Double, _ count: Int) {
    let red = Pixel(Color(red: 255, green: 0, blue: 0))
    let rules = ComparisonRules(metric: .oklab(threshold: threshold, includesAntialiased: true))
    let comparison = PixelComparison(
      Pixmap(width: 1, height: 1, filledWith: red),
      Pixmap(width: 1, height: 1, filledWith: black), rules: rules)
    #expect(comparison.differentCount == count)
  }

  @Test("a smoothed edge that moved by less than a pixel is forgiven, unless it is asked for")
  func antialiasing() {
    func edge(_ level: UInt8) -> Pixmap {
      var picture = picture(with: [PixelRect(x: 0, y: 0, width: 50, height: 80)])
      let gray = Pixel(Color(red: level, green: level, blue: level))
      // A slanted edge: every row is smoothed in a place of its own.
      for y in 0..<80 { picture[50, y] = y % 2 == 0 ? gray : white }
      return picture
    }
    let (one, two) = (edge(60), edge(190))
    let forgiving = PixelComparison(one, two, rules: ComparisonRules(metric: .yiq()))
    #expect(forgiving.differentCount + forgiving.antialiasedCount == 40)
    #expect(forgiving.antialiasedCount > 0)
    let strict = ComparisonRules(metric: .yiq(includesAntialiased: true))
    #expect(PixelComparison(one, two, rules: strict).differentCount == 40)
  }

  @Test("what lies apart is told apart, what lies together is one")
  func regions() {
    let spots = [
      PixelRect(x: 2, y: 3, width: 5, height: 4), PixelRect(x: 9, y: 5, width: 2, height: 2),
      PixelRect(x: 80, y: 60, width: 10, height: 11),
    ]
    let comparison = PixelComparison(picture(), picture(with: spots))
    #expect(
      comparison.regions() == [
        PixelRect(x: 2, y: 3, width: 9, height: 4), PixelRect(x: 80, y: 60, width: 10, height: 11),
      ])
    #expect(comparison.bounds == PixelRect(x: 2, y: 3, width: 88, height: 68))
    #expect(comparison.regions(most: 1) == [comparison.bounds])
  }

  @Test("the densest square is found as a walk over all squares finds it")
  func densest() {
    var random = SeededRandom.fresh("densest squares")
    for _ in 0..<20 {
      var other = picture(40, 30)
      for _ in 0..<60 {
        other[Int.random(in: 0..<40, using: &random), Int.random(in: 0..<30, using: &random)] =
          black
      }
      let comparison = PixelComparison(picture(40, 30), other)
      let side = Int.random(in: 1...35, using: &random)
      #expect(comparison.mostDifferent(inSquareOf: side) == walked(comparison, side))
    }
  }

  private func walked(_ comparison: PixelComparison, _ side: Int) -> Int {
    let (w, h) = (min(side, 40), min(side, 30))
    var best = 0
    for y in 0...30 - h {
      for x in 0...40 - w {
        var count = 0
        for row in y..<y + h {
          for column in x..<x + w where comparison.isDifferent(x: column, y: row) { count += 1 }
        }
        best = max(best, count)
      }
    }
    return best
  }

  @Test("what is ignored is neither different nor compared")
  func ignored() {
    let spot = PixelRect(x: 20, y: 20, width: 10, height: 10)
    let rules = ComparisonRules(ignoring: [
      PixelRect(x: 15, y: 15, width: 10, height: 100), PixelRect(x: -5, y: 0, width: 7, height: 1),
    ])
    let comparison = PixelComparison(picture(), picture(with: [spot]), rules: rules)
    #expect(comparison.differentCount == 50)
    #expect(comparison.ignoredCount == 10 * 65 + 2)
    #expect(comparison.ratio == 50 / Double(100 * 80 - 652))
  }

  @Test("another size is told, and the common part compared")
  func layout() {
    var larger = Pixmap(width: 110, height: 85)
    larger.copy(picture(), from: picture().bounds, toX: 0, y: 0)
    let comparison = PixelComparison(picture(), larger)
    #expect(comparison.layout?.description == "100 x 80 -> 110 x 85")
    #expect(comparison.differentCount == 0)
    #expect(!comparison.isSame)
    #expect(!DifferenceLimits(pixels: 100_000).allow(comparison))
    let narrow = PixelComparison(larger, picture(60, 90))
    #expect((narrow.width, narrow.height) == (110, 90))
    #expect(narrow.differentCount == 40 * 80 + 60 * 10)
  }

  @Test("limits let pass what is within all of them")
  func limits() {
    let spot = PixelRect(x: 20, y: 20, width: 10, height: 8)
    let comparison = PixelComparison(picture(), picture(with: [spot]))
    #expect(!DifferenceLimits().allow(comparison))
    #expect(DifferenceLimits(pixels: 80).allow(comparison))
    #expect(!DifferenceLimits(pixels: 79).allow(comparison))
    #expect(DifferenceLimits(ratio: 0.01).allow(comparison))
    #expect(!DifferenceLimits(ratio: 0.009).allow(comparison))
    #expect(DifferenceLimits(window: .init(side: 4, count: 16)).allow(comparison))
    #expect(!DifferenceLimits(window: .init(side: 4, count: 15)).allow(comparison))
    #expect(!DifferenceLimits(pixels: 80, window: .init(side: 4, count: 15)).allow(comparison))
  }
}
