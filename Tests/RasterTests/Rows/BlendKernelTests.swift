import Pixels
import TestSupport
import Testing

@testable import Raster

/// Rows that are blended by kernels are what the same blending of single pixels makes of them.
struct BlendKernelTests {
  private static let weights: [UInt32] = [
    0, 1, 200, 256, 32_767, 32_768, 65_279, 65_280, 65_535, 65_536,
  ]
  private var random = SeededRandom.fresh("blending")

  /// Opaque, translucent and clear pixels, in blocks and alone.
  private mutating func row(_ width: Int) -> [UInt8] {
    (0..<width).flatMap { column -> [UInt8] in
      let kind =
        Bool.random(using: &random) ? column / 8 % 3 : Int.random(in: 0..<3, using: &random)
      let alpha = kind == 0 ? 255 : kind == 1 ? 0 : UInt8.random(in: 0...255, using: &random)
      return (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &random) } + [alpha]
    }
  }

  /// `row` with each pixel replaced by what `blend` makes of it.
  private func blended(_ row: [UInt8], _ blend: (_ place: Int, _ below: Pixel) -> Pixel) -> [UInt8]
  {
    (0..<row.count / 4).flatMap { place -> [UInt8] in
      let pixel = blend(place, row.span.pixel(at: place * 4)).channels
      return [pixel.x, pixel.y, pixel.z, pixel.w]
    }
  }

  @Test("a row over another is each pixel over the other", arguments: 1...40)
  mutating func sourceOverRow(width: Int) {
    let (source, below) = (row(width), row(width))
    var result = below
    var span = result.mutableSpan
    sourceOver(source.span, from: 0, onto: &span, at: 0, width: width)
    #expect(result == blended(below) { source.span.pixel(at: $0 * 4).over($1) })
  }

  @Test("a faded row is each pixel faded", arguments: weights)
  mutating func fadedRow(parts: UInt32) {
    let weight = Weight(parts: parts)
    for width in 1...40 {
      let (source, below) = (row(width), row(width))
      var result = below
      var span = result.mutableSpan
      sourceOver(source.span, from: 0, fadedBy: weight, onto: &span, at: 0, width: width)
      let expected = blended(below) { source.span.pixel(at: $0 * 4).faded(by: weight, over: $1) }
      #expect(result == expected)
    }
  }

  @Test(
    "one pixel fades over a row as over each pixel",
    arguments: [SIMD4(17, 250, 99, 255), SIMD4(0, 0, 0, 255), SIMD4(17, 90, 99, 120), .zero])
  mutating func fadedPixel(channels: SIMD4<UInt8>) {
    let pixel = Pixel(channels)
    for width in 1...40 {
      let below = row(width)
      for weight in Self.weights.map(Weight.init(parts:)) {
        var result = below
        var span = result.mutableSpan
        sourceOver(pixel, fadedBy: weight, onto: &span, at: 0, width: width)
        #expect(result == blended(below) { pixel.faded(by: weight, over: $1) })
      }
      let shares = (0..<width).map { _ in UInt16.random(in: 1...65_535, using: &random) }
      var result = below
      var span = result.mutableSpan
      sourceOver(pixel, fadedBy: shares.span, onto: &span, at: 0)
      let expected = blended(below) {
        pixel.faded(by: Weight(parts: UInt32(shares[$0])), over: $1)
      }
      #expect(result == expected)
      span = result.mutableSpan
      fill(pixel, onto: &span, at: 0, width: width)
      #expect(result == blended(below) { _, _ in pixel })
    }
  }
}
