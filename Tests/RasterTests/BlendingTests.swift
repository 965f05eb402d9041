import Pixels
import Raster
import Testing

struct BlendingTests {
  /// The blend functions as W3C writes them, for one channel.
  private func formula(_ mode: BlendMode, _ b: Double, _ s: Double) -> Double? {
    func multiply(_ b: Double, _ s: Double) -> Double { b * s }
    func screen(_ b: Double, _ s: Double) -> Double { b + s - b * s }
    func hardLight(_ b: Double, _ s: Double) -> Double {
      s <= 0.5 ? multiply(b, 2 * s) : screen(b, 2 * s - 1)
    }
    switch mode {
    case .normal: return s
    case .multiply: return multiply(b, s)
    case .screen: return screen(b, s)
    case .overlay: return hardLight(s, b)
    case .darken: return min(b, s)
    case .lighten: return max(b, s)
    case .colorDodge: return b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn: return b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .hardLight: return hardLight(b, s)
    case .softLight:
      let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
      return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b)
    case .difference: return abs(b - s)
    case .exclusion: return b + s - 2 * b * s
    case .hue, .saturation, .color, .luminosity, .plusLighter: return nil
    }
  }

  @Test("separable modes follow W3C's formulas", arguments: BlendMode.allCases)
  func separable(_ mode: BlendMode) {
    var worst = 0.0
    for (alphaB, alphaS) in [(255, 255), (255, 130), (90, 255), (128, 77)] {
      // Both ends are among them: there, dodge and burn do not divide.
      for b in Array(stride(from: 0, to: alphaB, by: 7)) + [alphaB] {
        for s in Array(stride(from: 0, to: alphaS, by: 7)) + [alphaS] {
          let (ab, sa) = (Double(alphaB) / 255, Double(alphaS) / 255)
          let (cb, cs) = (Double(b) / Double(alphaB), Double(s) / Double(alphaS))
          guard let mixed = formula(mode, cb, cs) else { return }
          let exact = sa * (1 - ab) * cs + sa * ab * mixed + (1 - sa) * ab * cb
          let result = mode.blended(
            Pixel(SIMD4(UInt8(s), 0, 0, UInt8(alphaS))), fadedBy: .one,
            over: Pixel(SIMD4(UInt8(b), 0, 0, UInt8(alphaB))))
          worst = max(worst, abs(exact * 255 - Double(result.channels.x)))
        }
      }
    }
    print("\(mode): at most \(worst) levels from the formula")
    #expect(worst <= 0.5 + 1e-9)
  }

  @Test(
    "the other modes take what their names say",
    arguments: [BlendMode.hue, .saturation, .color, .luminosity])
  func nonSeparable(_ mode: BlendMode) {
    func light(_ pixel: Pixel) -> Double {
      0.3 * Double(pixel.channels.x) + 0.59 * Double(pixel.channels.y)
        + 0.11 * Double(pixel.channels.z)
    }
    for (top, below) in [
      (Pixel(SIMD4(200, 40, 90, 255)), Pixel(SIMD4(20, 120, 230, 255))),
      (Pixel(SIMD4(255, 255, 0, 255)), Pixel(SIMD4(10, 0, 60, 255))),
    ] {
      let result = mode.blended(top, fadedBy: .one, over: below)
      let expected = light(mode == .luminosity ? top : below)
      #expect(abs(light(result) - expected) < 1.5, "\(mode)")
    }
    let grey = Pixel(SIMD4(99, 99, 99, 255))
    let color = Pixel(SIMD4(200, 40, 90, 255))
    #expect(
      BlendMode.saturation.blended(grey, fadedBy: .one, over: color).channels.x
        == BlendMode.saturation.blended(grey, fadedBy: .one, over: color).channels.y)
    #expect(BlendMode.luminosity.blended(color, fadedBy: .one, over: color) == color)
  }

  @Test("light adds up, and no sum overflows")
  func plusLighter() {
    let result = BlendMode.plusLighter.blended(
      Pixel(SIMD4(200, 10, 0, 200)), fadedBy: Weight(0.5), over: Pixel(SIMD4(200, 10, 0, 220)))
    #expect(result.channels == SIMD4(255, 15, 0, 255))
  }

  @Test("sums of light are what doubles make of them, ties among them")
  func sumsOfLight() {
    for (top, below) in (0..<256).flatMap({ top in (0..<256).map { (top, $0) } }) {
      for parts: UInt32 in [1, 128, 257, 32_768, 49_152, 65_535, 65_536] {
        let level = Double(top) / 255 * (Double(parts) / 65_536) + Double(below) / 255
        let sum = UInt8(min(255, level * 255) + 0.5)
        let (light, ground) = (UInt8(top), UInt8(below))
        let result = BlendMode.plusLighter.blended(
          Pixel(SIMD4(light, 0, 0, light)), fadedBy: Weight(parts: parts),
          over: Pixel(SIMD4(ground, 0, 0, ground)))
        #expect(result.channels == SIMD4(sum, 0, 0, sum))
      }
    }
  }

  @Test("blending with nothing leaves things as they are", arguments: BlendMode.allCases)
  func nothing(_ mode: BlendMode) {
    let color = Pixel(SIMD4(100, 50, 25, 200))
    #expect(mode.blended(.clear, fadedBy: .one, over: color) == color)
    #expect(mode.blended(color, fadedBy: .zero, over: color) == color)
    #expect(mode.blended(color, fadedBy: .one, over: .clear) == color)
  }
}
