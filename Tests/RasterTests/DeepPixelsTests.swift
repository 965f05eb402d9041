import Pixels
import TestSupport
import Testing

@testable import Raster

/// Piles of translucent layers, kept in 16 bits until they are done, beside the same in doubles.
struct DeepPixelsTests {
  private let bounds = PixelRect(x: 0, y: 0, width: 3, height: 2)

  /// One translucent layer.
  private struct Layer {
    var color: Color
    var opacity: Weight
    var mode: BlendMode

    init(_ modes: [BlendMode], using random: inout SeededRandom) {
      color = Color(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random))
      opacity = Weight(Double.random(in: 0.02...1, using: &random))
      mode = modes.randomElement(using: &random) ?? .normal
    }

    /// The premultiplied colour and alpha, from 0 to 1.
    func over(_ below: SIMD4<Double>) -> SIMD4<Double> {
      let alpha = Double(opacity.parts) / 65_536
      let source = SIMD3(Double(color.red), Double(color.green), Double(color.blue)) / 255
      guard mode != .plusLighter else {
        return (SIMD4(source, 1) * alpha + below)
          .clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
      }
      let backdrop =
        below.w > 0 ? SIMD3(below.x, below.y, below.z) / below.w : SIMD3(repeating: 0)
      let mixed = mix(backdrop, source)
      let own = source * (1 - below.w) + mixed * below.w
      let result = own * alpha + SIMD3(below.x, below.y, below.z) * (1 - alpha)
      return SIMD4(result, alpha + below.w - alpha * below.w)
    }

    private func mix(_ below: SIMD3<Double>, _ top: SIMD3<Double>) -> SIMD3<Double> {
      switch mode {
      case .multiply: below * top
      case .screen: below + top - below * top
      case .exclusion: below + top - 2 * below * top
      case .darken: pointwiseMin(below, top)
      case .lighten: pointwiseMax(below, top)
      default: top
      }
    }
  }

  private static let modes: [[BlendMode]] = [
    [.normal], [.normal, .multiply, .screen, .exclusion, .darken, .lighten, .plusLighter],
  ]

  @Test("ten translucent layers, whatever their modes, are rounded once", arguments: modes)
  func pile(_ modes: [BlendMode]) {
    var random = SeededRandom(seed: 21)
    var worst = 0.0
    for _ in 0..<60 {
      let layers = (0..<10).map { _ in Layer(modes, using: &random) }
      var surface = Surface(Pixmap(width: 3, height: 2, filledWith: Pixel(.white)), x: 0, y: 0)
      surface.deepen(bounds)
      var exact = SIMD4(repeating: 1.0)
      for layer in layers {
        surface.fill(
          Coverage(all: bounds), with: Pixel(layer.color), opacity: layer.opacity,
          blend: layer.mode, in: bounds)
        exact = layer.over(exact)
      }
      surface.flatten()
      worst = max(worst, distance(surface.pixmap[1, 1], exact))
    }
    print("ten layers of \(modes.count) modes: at most \(worst) levels off")
    #expect(worst <= 0.53)
  }

  @Test("a group that is kept in 16 bits is faded as if it had never been rounded")
  func group() {
    var random = SeededRandom(seed: 4)
    var worst = 0.0
    for _ in 0..<60 {
      var (exact, outer) = (SIMD4(repeating: 1.0), SIMD4<Double>.zero)
      var surface = Surface(Pixmap(width: 3, height: 2, filledWith: Pixel(.white)), x: 0, y: 0)
      var own = Surface(bounds)
      own.deepen(bounds)
      for _ in 0..<3 {
        let layer = Layer([.normal], using: &random)
        own.fill(
          Coverage(all: bounds), with: Pixel(layer.color), opacity: layer.opacity, in: bounds)
        outer = layer.over(outer)
      }
      let opacity = Weight(Double.random(in: 0...1, using: &random))
      surface.lay(own, opacity: opacity, blend: .normal, in: bounds)
      let share = Double(opacity.parts) / 65_536
      exact = outer * share + exact * (1 - outer.w * share)
      worst = max(worst, distance(surface.pixmap[2, 1], exact))
    }
    print("a faded group: at most \(worst) levels off")
    #expect(worst <= 0.51)
  }

  @Test("what a clip leaves out comes back in 16 bits and in 8")
  func restoring() {
    for region in [
      bounds, PixelRect(x: 1, y: 0, width: 1, height: 2),
      // Only rows above, and only columns beside, what is asked for.
      PixelRect(x: 0, y: 0, width: 3, height: 1),
    ] {
      var surface = Surface(Pixmap(width: 3, height: 2, filledWith: Pixel(.white)), x: 0, y: 0)
      surface.deepen(region)
      let before = surface.deepLevels(x: 0, y: 1, width: 3)
      #expect(surface.deepLevels(x: 2, y: 1, width: 1) == Array(before[8...]))
      #expect(surface.deepLevels(x: 0, y: 1, width: 1) == Array(before[..<4]))
      surface.fill(Coverage(all: bounds), with: Pixel(.black), in: bounds)
      surface.restore(before, x: 0, y: 1, outside: [0, 65_280, 32_768])
      surface.flatten()
      #expect(surface.pixmap[0, 1] == Pixel(.white))
      #expect(surface.pixmap[1, 1] == Pixel(.black))
      #expect(surface.pixmap[2, 1].channels.x == 127)
      #expect(surface.pixmap[0, 0] == Pixel(.black))
    }
  }

  @Test("a mask and a filter keep what is kept in 16 bits")
  func effects() {
    var own = Surface(bounds)
    own.deepen(bounds)
    let faint = Weight(0.1)
    own.fill(
      Coverage(all: bounds), with: Pixel(Color(red: 200, green: 100, blue: 50)), opacity: faint,
      in: bounds)
    own.apply(.saturation(0))
    var mask = Surface(bounds)
    mask.fill(Coverage(all: bounds), with: Pixel(.black), opacity: Weight(128.0 / 255), in: bounds)
    own.multiply(by: Plane(alphaOf: mask))
    var surface = Surface(Pixmap(width: 3, height: 2, filledWith: Pixel(.white)), x: 0, y: 0)
    surface.lay(own, opacity: .one, blend: .normal, in: bounds)
    let alpha = Double(faint.parts) / 65_536 * 128 / 255
    let grey = 0.2126 * 200 + 0.7152 * 100 + 0.0722 * 50
    let exact = (grey * alpha + 255 * (1 - alpha)) / 255
    #expect(
      distance(surface.pixmap[1, 0], SIMD4(exact, exact, exact, 1)) <= 0.51)
  }

  private func distance(_ pixel: Pixel, _ exact: SIMD4<Double>) -> Double {
    (0..<4).map { abs(Double(pixel.channels[$0]) - exact[$0] * 255) }.max() ?? 0
  }

  @Test("opaque, clear and other levels are faded by the same formula, rounded once")
  func faded() {
    var random = SeededRandom(seed: 5)
    for round in 0..<2000 {
      let alpha = UInt16([0, 65_280, UInt64(random.next() % 65_281)][round % 3])
      let parts = UInt32([0, 65_536, random.next() % 65_537][round / 3 % 3])
      let top = level(under: alpha, &random)
      let below = level(under: UInt16(random.next() % 65_281), &random)
      let result = BlendMode.faded(top, by: Weight(parts: parts), over: below)
      for i in 0..<4 {
        // In 1/65,280 of 1/65,536 of a level.
        let rest = 4_278_190_080 - Int(top.w) * Int(parts)
        let sum = Int(top[i]) * Int(parts) * 65_280 + Int(below[i]) * rest
        #expect(Int(result[i]) == (sum + 2_139_095_040) / 4_278_190_080)
      }
    }
  }

  @Test("light adds up to what there is room for, rounded once")
  func added() {
    var random = SeededRandom(seed: 6)
    for _ in 0..<2000 {
      let parts = random.next() % 65_537
      let top = level(under: UInt16(random.next() % 65_281), &random)
      let below = level(under: UInt16(random.next() % 65_281), &random)
      let result = BlendMode.added(top, by: Weight(parts: UInt32(parts)), to: below)
      let truth = (0..<4).map { (Int(top[$0]) * Int(parts) + 32_768) / 65_536 + Int(below[$0]) }
      for i in 0..<4 { #expect(Int(result[i]) == min(truth[i], truth[3], 65_280)) }
    }
  }

  /// Premultiplied levels of any colour with this alpha.
  private func level(under alpha: UInt16, _ random: inout SeededRandom) -> SIMD4<UInt16> {
    var level = SIMD4<UInt16>(repeating: alpha)
    for i in 0..<3 { level[i] = UInt16(random.next() % (UInt64(alpha) + 1)) }
    return level
  }
}
