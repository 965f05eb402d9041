import Pixels
import TestSupport
import Testing

@testable import ImageDiff

@Suite("differences, drawn and listed")
struct DrawingTests {
  private static func pixel(_ level: UInt8, alpha: UInt8 = 255) -> [UInt8] {
    [level, level, level, alpha]
  }

  private static func image(_ pixels: [[UInt8]]) throws -> StraightImage {
    try #require(
      StraightImage(width: pixels.count, height: 1, straight: pixels.flatMap(\.self)))
  }

  @Test("what became lighter has its own colour if there is one, the rest is faint")
  func colors() throws {
    let old = try Self.image([
      Self.pixel(0), Self.pixel(255), Self.pixel(0), Self.pixel(0, alpha: 51), Self.pixel(0),
    ])
    let new = try Self.image([
      Self.pixel(255), Self.pixel(0), Self.pixel(0), Self.pixel(0, alpha: 51), Self.pixel(0),
    ])
    let rules = ComparisonRules(metric: .yiq(threshold: 0.1, includesAntialiased: true))
    let comparison = PixelComparison(old, new, rules: rules)
    #expect(comparison.differentCount == 2)
    func colors(_ change: (inout DifferenceStyle) -> Void = { _ in }) -> [SIMD4<UInt8>] {
      var style = DifferenceStyle()
      change(&style)
      let image = comparison.image(over: old, style: style)
      return (0..<5).map { image[$0, 0].channels }
    }
    let red = SIMD4<UInt8>(255, 0, 0, 255)
    let green = SIMD4<UInt8>(0, 255, 0, 255)
    // A tenth of black on white is 229.5, and of a fifth of it 249.9.
    let (black, faint) = (SIMD4<UInt8>(229, 229, 229, 255), SIMD4<UInt8>(249, 249, 249, 255))
    #expect(colors() == [red, red, black, faint, black])
    let lighter = colors { $0.lighter = Color(red: 0, green: 255, blue: 0) }
    // pixelmatch calls a pixel lighter where the first picture is.
    #expect(Set(lighter.prefix(2)) == [red, green])
    #expect(lighter[1] == green)
    #expect(colors { $0.isMask = true } == [red, red, .zero, .zero, .zero])
  }

  @Test("a mask does not show what antialiasing explains")
  func antialiasing() {
    func edge(_ level: UInt8) -> Pixmap {
      var edge = Pixmap(width: 20, height: 20, filledWith: Pixel(.white))
      edge.fill(PixelRect(x: 11, y: 0, width: 9, height: 20), with: Pixel(.black))
      for y in 0..<20 { edge[10, y] = Pixel(SIMD4(level, level, level, 255)) }
      return edge
    }
    let comparison = PixelComparison(
      edge(60), edge(200), rules: ComparisonRules(metric: .yiq(threshold: 0.1)))
    #expect(comparison.differentCount == 0 && comparison.antialiasedCount > 10)
    var style = DifferenceStyle()
    let drawn = comparison.image(over: StraightImage(edge(60)), style: style)
    #expect(drawn[10, 10].channels == SIMD4(255, 255, 0, 255))
    style.isMask = true
    let mask = comparison.image(over: StraightImage(edge(60)), style: style)
    #expect(mask.bytes.allSatisfy { $0 == 0 })
  }

  /// A comparison with single pixels that differ.
  private static func dots(_ places: [(x: Int, y: Int)]) -> PixelComparison {
    let old = Pixmap(width: 400, height: 200, filledWith: Pixel(.white))
    var new = old
    for place in places { new[place.x, place.y] = Pixel(.black) }
    return PixelComparison(old, new)
  }

  @Test("regions are no more than eight, and in reading order")
  func regions() {
    let many = Self.dots((0..<12).map { (x: 10 + $0 % 6 * 64, y: 10 + $0 / 6 * 100) })
    #expect(many.regions().count == 8 && many.regions(most: 20).count == 12)
    #expect(many.regions(most: 0).count == 1)
    let few = Self.dots([(x: 300, y: 10), (x: 10, y: 150), (x: 100, y: 10)]).regions()
    #expect(few.map(\.x) == [100, 300, 10])
  }

  /// A frame that differs in one place.
  private static func difference(
    _ frame: Int, x: Int, count: Int = 1
  ) -> FrameComparison {
    FrameComparison(
      expectedIndex: frame, actualIndex: frame, seconds: Double(frame) / 50,
      differentCount: count, ratio: 0.1, isOverLimit: true,
      regions: [PixelRect(x: x, y: 10, width: 4, height: 4)])
  }

  @Test("a place is followed from frame to frame, and ends where a frame does not differ")
  func followed() {
    let near = [DifferentRegion](
      following: [
        Self.difference(0, x: 100), Self.difference(1, x: 80), Self.difference(2, x: 100),
      ]
    )
    #expect(near.map(\.frames) == [0...2])
    #expect(near.map(\.area) == [PixelRect(x: 80, y: 10, width: 24, height: 4)])
    let far = [DifferentRegion](following: [Self.difference(0, x: 100), Self.difference(1, x: 60)])
    #expect(far.map(\.frames) == [1...1, 0...0].sorted { $0.lowerBound < $1.lowerBound })
    let gap = [DifferentRegion](following: [Self.difference(0, x: 100), Self.difference(2, x: 100)])
    #expect(gap.map(\.frames) == [0...0, 2...2])
    #expect(gap.map(\.seconds) == [0...0, 0.04...0.04])
  }

  @Test("a veil over all of a picture is less than a square in it, and of equals the first counts")
  func visible() {
    let white = Pixmap(width: 40, height: 40, filledWith: Pixel(.white))
    let veil = Pixmap(width: 40, height: 40, filledWith: Pixel(SIMD4(252, 252, 252, 255)))
    var square = white
    square.copy(
      Pixmap(width: 6, height: 6, filledWith: Pixel(.black)), from: white.bounds, toX: 9, y: 9)
    func frame(_ index: Int, _ picture: Pixmap) -> FrameComparison {
      let found = PixelComparison(white, picture)
      return FrameComparison(
        expectedIndex: index, actualIndex: index, seconds: 0, differentCount: found.differentCount,
        ratio: found.ratio, isOverLimit: true, regions: [], visible: found.visibleDifference)
    }
    let frames = [frame(0, veil), frame(1, square), frame(2, square), frame(3, white)]
    #expect(frames.map(\.differentCount) == [1600, 36, 36, 0])
    #expect(frames[0].visible == 0 && (frames[1].visible - 0.1449).magnitude < 0.001)
    #expect(frames.peak?.actualIndex == 1)
    #expect([frame(5, square), frame(4, square)].peak?.actualIndex == 4)
    // Where nothing is seen, pixels count.
    #expect([frame(0, white), frame(1, veil)].peak?.actualIndex == 1)
  }

  @Test("of frames that differ as much, the first is the peak")
  func peak() throws {
    let frames = (0..<6).map {
      FrameSequence.Frame(
        startSeconds: Double($0) / 50, endSeconds: Double($0 + 1) / 50,
        hash: FrameHash(high: 0, low: UInt64($0)))
    }
    func sequence(_ level: @escaping @Sendable (Int) -> UInt8, _ salt: UInt64) throws
      -> FrameSequence
    {
      let own = frames.map {
        FrameSequence.Frame(
          startSeconds: $0.startSeconds, endSeconds: $0.endSeconds,
          hash: FrameHash(high: salt, low: UInt64($0.startSeconds * 50 + 0.5)))
      }
      return try #require(
        FrameSequence(width: 4, height: 4, frames: own) {
          let value = level($0)
          return Pixmap(width: 4, height: 4, filledWith: Pixel(SIMD4(value, value, value, 255)))
        })
    }
    let old = try sequence({ UInt8($0 * 10) }, 1)
    let new = try sequence({ $0 == 2 || $0 == 3 ? 200 : UInt8($0 * 10) }, 2)
    let comparison = try AnimationComparison(old, new)
    #expect(comparison.different.map(\.actualIndex) == [2, 3])
    #expect(comparison.peak?.actualIndex == 2)
  }
}
