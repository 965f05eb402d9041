import Pixels
import TestSupport
import Testing

@testable import Raster

/// Pieces of three pixels are too short for the wide loops: they are the narrow ones' word.
struct RowTwinTests {
  private static let width = 61
  private var random = SeededRandom(seed: 5)

  /// Premultiplied pixels; opaque ones where told.
  private mutating func row(isOpaque: Bool = false) -> [UInt8] {
    (0..<Self.width).flatMap { _ -> [UInt8] in
      let alpha = isOpaque ? 255 : UInt8.random(in: 0...255, using: &random)
      return (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &random) } + [alpha]
    }
  }

  /// What `paint` makes of `below`, asked for the whole row, must be what it makes of it in pieces.
  private func expectTheSame(
    _ below: [UInt8],
    _ paint: (_ first: Int, _ width: Int, _ rows: inout MutableSpan<UInt8>) -> Void
  ) {
    var (whole, pieces) = (below, below)
    var span = whole.mutableSpan
    paint(0, Self.width, &span)
    var other = pieces.mutableSpan
    for first in stride(from: 0, to: Self.width, by: 3) {
      paint(first, min(3, Self.width - first), &other)
    }
    #expect(whole == pieces)
    #expect(whole != below)
  }

  @Test("pixels over others come out the same in wide and in narrow loops")
  mutating func sourcesOver() {
    let (source, below) = (row(), row())
    expectTheSame(below) { first, width, rows in
      sourceOver(source.span, from: first * 4, onto: &rows, at: first * 4, width: width)
    }
  }

  @Test(
    "fades come out the same in wide and in narrow loops",
    arguments: [200, 256, 32_767, 32_768, 65_279, 65_280, 65_535, 65_536] as [UInt32])
  mutating func fades(_ parts: UInt32) {
    let weight = Weight(parts: parts)
    let (source, below) = (row(isOpaque: true), row())
    let pixel = Pixel(SIMD4(17, 250, 99, 255))
    expectTheSame(below) { first, width, rows in
      fadeOpaque(
        source.span, from: first * 4, by: weight, onto: &rows, at: first * 4, width: width)
    }
    expectTheSame(below) { first, width, rows in
      sourceOver(pixel, fadedBy: weight, onto: &rows, at: first * 4, width: width)
    }
  }

  @Test("one pixel over others comes out the same in wide and in narrow loops")
  mutating func pixelsOver() {
    let below = row()
    let pixel = Pixel(SIMD4(17, 90, 99, 120))
    expectTheSame(below) { first, width, rows in
      fill(pixel, onto: &rows, at: first * 4, width: width)
    }
    expectTheSame(below) { first, width, rows in
      sourceOver(pixel, fadedBy: .one, onto: &rows, at: first * 4, width: width)
    }
    let weights = (0..<Self.width).map { _ in UInt16.random(in: 1...65_535, using: &random) }
    expectTheSame(below) { first, width, rows in
      sourceOver(
        Pixel(SIMD4(17, 250, 99, 255)), fadedBy: weights.span.extracting(first..<first + width),
        onto: &rows, at: first * 4, width: width)
    }
  }

  @Test("black falls the same on opaque pixels, on translucent ones and on both")
  mutating func darkening() {
    let weights = (0..<Self.width).map { _ in UInt16.random(in: 1...65_535, using: &random) }
    let (opaque, sheer) = (row(isOpaque: true), row())
    let black = Pixel(SIMD4(0, 0, 0, 255))
    for below in [opaque, sheer, Array(opaque[..<160] + sheer[160...])] {
      expectTheSame(below) { first, width, rows in
        sourceOver(
          black, fadedBy: weights.span.extracting(first..<first + width), onto: &rows,
          at: first * 4, width: width)
      }
      for parts in [700, 19_661, 32_768, 65_535] as [UInt32] {
        expectTheSame(below) { first, width, rows in
          sourceOver(
            black, fadedBy: Weight(parts: parts), onto: &rows, at: first * 4, width: width)
        }
      }
    }
  }

  @Test(
    "scaled rows come out the same in wide and in narrow loops",
    arguments: [0.51, 0.7, 0.965, 0.999, 1.2, 2.9])
  mutating func scaling(_ scale: Double) throws {
    let region = PixelRect(x: 0, y: 0, width: Self.width, height: 1)
    for isOpaque in [true, false] {
      let bytes = row(isOpaque: isOpaque) + row(isOpaque: isOpaque)
      let picture = try #require(Pixmap(width: Self.width, height: 2, premultiplied: bytes))
      var rows = ScaledRows(
        picture, scale: SIMD2(scale, scale), shift: SIMD2(0.3, -0.4), in: region,
        isOpaque: isOpaque)
      let below = row()
      expectTheSame(below) { first, width, line in
        rows.write(y: 0, x: first, width: width, to: &line, at: first * 4)
      }
      guard isOpaque else { continue }
      var scratch = [UInt8](repeating: 0, count: Self.width * 4)
      expectTheSame(below) { first, width, line in
        rows.fade(
          y: 0, x: first, width: width, by: Weight(0.7), onto: &line, at: first * 4,
          scratch: &scratch)
      }
      expectTheSame(below) { first, width, line in
        rows.fade(
          y: 0, x: first, width: width, by: Weight(0.7), over: Pixel(SIMD4(9, 99, 200, 255)),
          to: &line, at: first * 4, scratch: &scratch)
      }
    }
  }

  @Test(
    "moved rows come out the same in wide and in narrow loops",
    arguments: [
      SIMD2(0.5, 0), SIMD2(0.25, 0.125), SIMD2(-3.996, 0.996), SIMD2(0, 0.5), SIMD2(7, -0.25),
      SIMD2(-5, 0.996),
    ])
  mutating func moving(_ shift: SIMD2<Double>) throws {
    let picture = try #require(Pixmap(width: Self.width, height: 2, premultiplied: row() + row()))
    var rows = ShiftedRows(
      Surface(picture, x: 0, y: 0), dx: shift.x, dy: shift.y, isOpaque: false)
    expectTheSame(row()) { first, width, line in
      rows.write(y: 1, x: first, width: width, to: &line, at: first * 4)
    }
  }

  /// Random levels, one or four for each pixel.
  private mutating func plane(_ width: Int, _ height: Int, channels: Int) -> Plane {
    var plane = Plane(PixelRect(x: 3, y: -2, width: width, height: height), channels: channels)
    for i in plane.levels.indices {
      plane.levels[i] = UInt16.random(in: 0...Plane.full, using: &random)
    }
    return plane
  }

  @Test("mixed pixels are the plain sums of two", arguments: [1, 2, 77, 128, 254, 255])
  mutating func mixing(_ steps: Int) throws {
    let picture = try #require(Pixmap(width: Self.width, height: 2, premultiplied: row() + row()))
    let (above, below) = (0, Self.width * 4)
    let surface = Surface(picture, x: 0, y: 0)
    let shift = Double(steps) / 256
    var across = ShiftedRows(surface, dx: shift, dy: 0, isOpaque: false)
    var down = ShiftedRows(surface, dx: 0, dy: shift, isOpaque: false)
    var (right, lower) = (row(), row())
    var line = right.mutableSpan
    across.write(y: 1, x: 0, width: Self.width, to: &line, at: 0)
    line = lower.mutableSpan
    down.write(y: 1, x: 0, width: Self.width, to: &line, at: 0)
    for i in 0..<Self.width * 4 {
      let own = Int(picture.bytes[below + i])
      let left = Int(picture.bytes[below + max(i % 4, i - 4)])
      let upper = Int(picture.bytes[above + i])
      #expect(Int(right[i]) == (own * (256 - steps) + left * steps + 128) >> 8)
      #expect(Int(lower[i]) == (own * (256 - steps) + upper * steps + 128) >> 8)
    }
  }

  @Test("a convolution is the plain sum of neighbours", arguments: [1, 4])
  mutating func convolution(_ channels: Int) {
    let plane = plane(29, 11, channels: channels)
    let weights: [UInt32] = [25_536, 9_000, 6_000, 3_000, 2_000]
    func level(_ levels: [UInt16], _ x: Int, _ y: Int, _ channel: Int) -> UInt32 {
      guard 0..<29 ~= x, 0..<11 ~= y else { return 0 }
      return UInt32(levels[(y * 29 + x) * channels + channel])
    }
    func pass(_ levels: [UInt16], _ dx: Int, _ dy: Int) -> [UInt16] {
      levels.indices.map { index in
        let (x, y) = (index / channels % 29, index / channels / 29)
        let sum = (-4...4).reduce(UInt32(32_768)) { sum, away in
          sum + weights[abs(away)]
            * level(levels, x + away * dx, y + away * dy, index % channels)
        }
        return UInt16(sum >> 16)
      }
    }
    #expect(
      plane.convolved(weights, in: plane.bounds).levels == pass(pass(plane.levels, 0, 1), 1, 0))
  }

  @Test("doubling and halving are the plain sums of neighbours", arguments: [1, 4])
  mutating func scalingOfPlanes(_ channels: Int) {
    let plane = plane(27, 9, channels: channels)
    func level(_ x: Int, _ y: Int, _ channel: Int) -> UInt32? {
      let (column, row) = (x - 3, y + 2)
      guard 0..<27 ~= column, 0..<9 ~= row else { return nil }
      return UInt32(plane.levels[(row * 27 + column) * channels + channel])
    }
    let region = PixelRect(x: 9, y: -1, width: 46, height: 11)
    let doubled = plane.doubled(in: region)
    for (index, found) in doubled.levels.enumerated() {
      let (x, y) = (9 + index / channels % 46, -1 + index / channels / 46)
      let (near, far) = ((x >> 1, y >> 1), ((x >> 1) + (x & 1) * 2 - 1, (y >> 1) + (y & 1) * 2 - 1))
      let channel = index % channels
      guard let a = level(near.0, near.1, channel), let b = level(far.0, near.1, channel),
        let c = level(near.0, far.1, channel), let d = level(far.0, far.1, channel)
      else { continue }
      #expect(found == UInt16((9 * a + 3 * b + 3 * c + d + 8) >> 4))
    }
    let halved = plane.halved()
    for (index, found) in halved.levels.enumerated() {
      let (x, y) = (
        halved.bounds.x + index / channels % halved.bounds.width,
        halved.bounds.y + index / channels / halved.bounds.width
      )
      var sum: UInt32 = 32
      for (row, weight) in [1, 3, 3, 1].enumerated() {
        for (column, factor) in [1, 3, 3, 1].enumerated() {
          let found = level(2 * x - 1 + column, 2 * y - 1 + row, index % channels) ?? 0
          sum += found * UInt32(weight * factor)
        }
      }
      #expect(found == UInt16(sum >> 6))
    }
  }
}
