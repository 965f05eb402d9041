import Codecs
import Pixels
import SceneFormat
import TestSupport
import Testing

@testable import RenderTransition

@Suite("what is given up for a size")
struct SizeFittingTests {
  private static let none = Reduction(quality: 100, colors: 256)

  private static func plan(
    _ format: OutputFormat = .gif, scale: Double = 2, rate: Double = 50, isRich: Bool = false,
    isLossless: Bool = false
  ) -> ReductionPlan {
    ReductionPlan(
      none, format, isLossless: isLossless, scale: scale, rate: rate, needsManyColors: isRich)
  }

  @Test(
    "every step gives up no less than the one before, and something more",
    arguments: [OutputFormat.gif, .apng, .webp], [true, false])
  func steps(format: OutputFormat, isRich: Bool) {
    let steps = [Self.none] + Self.plan(format, isRich: isRich).phases.joined()
    #expect(steps.count > 10)
    for (before, after) in zip(steps, steps.dropFirst()) {
      #expect(before != after && after.quality <= before.quality && after.colors <= before.colors)
      #expect(after.scale <= before.scale && after.frames <= before.frames)
    }
    #expect(steps.allSatisfy { $0.quality == 100 } == (format == .apng))
    #expect(steps.allSatisfy { $0.colors == 256 } == (format != .gif))
    #expect(Self.plan(.webp, isLossless: true).phases.joined().allSatisfy { $0.quality == 100 })
  }

  @Test(
    "no scale is below a quarter, and no rate below one frame a second",
    arguments: [
      (2, 50, 0.15, 1.0 / 6), (0.5, 50, 0.5, 1.0 / 6), (0.25, 50, 1, 1.0 / 6),
      (2, 2, 0.15, 0.5), (2, 1, 0.15, 1), (2, 0.5, 0.15, 1),
    ] as [(Double, Double, Double, Double)])
  func leasts(scale: Double, rate: Double, leastScale: Double, leastFrames: Double) {
    let steps = Self.plan(scale: scale, rate: rate).phases.joined()
    #expect(steps.map(\.scale).min() == leastScale)
    #expect(((steps.map(\.frames).min() ?? 0) - leastFrames).magnitude < 1e-9)
  }

  @Test(
    "frames go last, as far as 25 a second before all the rest, and as far as 15 before the scale is half",
    arguments: [
      (50, [0.8, 2.0 / 3, 0.5], [0.4, 1.0 / 3]), (30, [], [2.0 / 3, 0.5]), (20, [], []),
    ] as [(Double, [Double], [Double])])
  func rates(rate: Double, early: [Double], late: [Double]) {
    let steps = Array(Self.plan(rate: rate).phases.joined())
    func rates(_ steps: [Reduction]) -> [Double] {
      Set(steps.map(\.frames)).subtracting([1]).sorted(by: >)
    }
    #expect(rates(steps.filter { $0.quality >= 40 }) == early)
    #expect(rates(steps.filter { $0.quality >= 40 && $0.scale > 0.75 }) == [])
    #expect(rates(steps.filter { $0.scale >= 0.5 }) == early + late)
  }

  /// Pictures with noise, in memory.
  private struct Noise: FrameSource {
    var pictures: [Pixmap]

    mutating func next() -> SourceFrame? {
      pictures.popLast().map { picture in SourceFrame(seconds: 0.1) { picture } }
    }
  }

  @Test("the best quality is taken that fits, not that of a coarse step")
  func bestQuality() async throws {
    var random = SeededRandom(seed: 7)
    let pictures = (0..<3).map { _ -> Pixmap in
      var picture = Pixmap(width: 32, height: 32)
      for y in 0..<32 {
        for x in 0..<32 {
          let level = UInt8.random(in: 0...255, using: &random)
          picture[x, y] = Pixel(SIMD4(level, UInt8(8 * x), UInt8(8 * y), 255))
        }
      }
      return picture
    }
    let footage = try await Footage(reading: Noise(pictures: pictures))
    func size(_ quality: Int) async throws -> Int {
      var options = RenderOptions()
      options.quality = .lossy(quality)
      return try await footage.heldOutput(of: .gif, options).byteCount
    }
    let folder = try ScratchFolder()
    let limit = try await size(88)
    let written = try await footage.write(
      [OutputRequest(.gif, to: .path(folder.path("a.gif")))], atMost: limit)
    let words = try #require(written[0].concession)
    #expect(words.hasPrefix("quality "), "\(words)")
    let quality = try #require(Int(words.dropFirst(8)))
    #expect(quality >= 88 && quality < 100)
    #expect(try await size(quality) == written[0].bytes && written[0].bytes <= limit)
    #expect(try await size(quality + 1) > limit)
  }
}
