import Kernels
import Pixels
import TestSupport
import Testing

@testable import Raster

/// Averages of pixels are what plain loops over them say.
struct ResampleKernelTests {
  private static let width = 61
  private var random = SeededRandom.fresh("resampling")

  private mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  @Test("rows are averaged byte by byte, finer levels cut off", arguments: 1...5)
  mutating func rows(taps: Int) {
    for width in 1...70 {
      let rows = bytes(width * taps)
      let weights = (0..<taps).map { _ in
        UInt16.random(in: 0...UInt16(65_535 / taps), using: &random)
      }
      var line = [UInt16](repeating: 0, count: width)
      var span = line.mutableSpan
      averageRows(rows.span, from: 0, stride: width, weights.span, to: &span, at: 0, count: width)
      for column in 0..<width {
        var sum: UInt32 = 0
        for tap in 0..<taps {
          sum += (UInt32(rows[tap * width + column]) * UInt32(weights[tap])) >> 8
        }
        #expect(UInt32(line[column]) == sum)
      }
    }
  }

  @Test(
    "columns are averaged and faded pixel by pixel", arguments: [0.51, 0.7, 0.965, 0.999, 1.2, 2.9])
  mutating func columns(scale: Double) throws {
    let taps = Taps(outputs: 0..<Self.width, scale: scale, shift: 0.3, count: 40)
    let columns = try #require(FewTaps(taps))
    let line = (0..<FewTaps.lineLength(columns: 40)).map { _ in
      UInt16.random(in: 0...Plane.full, using: &random)
    }
    let below = bytes(Self.width * 4)
    /// A level of a column in 1/256, each product cut off.
    func level(_ index: Int) -> UInt32 {
      let own = Int(taps.starts[index / 4])..<Int(taps.starts[index / 4 + 1])
      return own.enumerated().reduce(0) { sum, tap in
        let at = (Int(taps.sources[index / 4]) + tap.offset) * 4 + index % 4
        return sum + (UInt32(line[at]) * min(65_535, taps.weights[tap.element])) >> 16
      }
    }
    func faded(_ index: Int, _ parts: UInt32, over byte: UInt8) -> UInt8 {
      let rest = (UInt32(byte) * (65_536 - parts)) >> 8
      return UInt8(((level(index) * parts) >> 16 + rest + 129) >> 8)
    }
    for (first, width) in [(0, 61), (3, 17), (58, 3), (60, 1)] {
      let indices = first * 4..<(first + width) * 4
      var row = Array(below[indices])
      var span = row.mutableSpan
      columns.average(line.span, from: first, to: &span, at: 0, width: width)
      #expect(row == indices.map { UInt8((level($0) + 129) >> 8) })
      for parts in [1, 40_000, 65_535] as [UInt32] {
        row = Array(below[indices])
        span = row.mutableSpan
        columns.fade(
          line.span, from: first, by: Weight(parts: parts), onto: &span, at: 0, width: width)
        #expect(row == indices.map { faded($0, parts, over: below[$0]) })
      }
    }
  }

  @Test(
    "pixels moved along an axis are the plain sums of two", arguments: [1, 2, 77, 128, 254, 255])
  mutating func movedAlongAxes(_ steps: Int) throws {
    let picture = try #require(
      Pixmap(width: Self.width, height: 2, premultiplied: bytes(Self.width * 8)))
    let (above, below) = (0, Self.width * 4)
    let surface = Surface(picture, x: 0, y: 0)
    let shift = Double(steps) / 256
    var across = ShiftedRows(surface, dx: shift, dy: 0, isOpaque: false)
    var down = ShiftedRows(surface, dx: 0, dy: shift, isOpaque: false)
    var (right, lower) = (bytes(Self.width * 4), bytes(Self.width * 4))
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

  @Test("pixels moved along both axes are mixed twice", arguments: [1, 2, 77, 128, 254, 255])
  mutating func moved(_ steps: Int) throws {
    let picture = try #require(
      Pixmap(width: Self.width, height: 2, premultiplied: bytes(Self.width * 8)))
    let shift = Double(steps) / 256
    var rows = ShiftedRows(
      Surface(picture, x: 0, y: 0), dx: shift, dy: 0.25, isOpaque: false)
    var row = bytes(Self.width * 4)
    var line = row.mutableSpan
    rows.write(y: 1, x: 0, width: Self.width, to: &line, at: 0)
    /// A level of the two rows in 1/256.
    func level(_ i: Int) -> Int {
      Int(picture.bytes[i]) * 64 + Int(picture.bytes[Self.width * 4 + i]) * 192
    }
    for i in 4..<Self.width * 4 {
      let sum = (level(i) * (256 - steps)) >> 8 + (level(i - 4) * steps) >> 8
      #expect(Int(row[i]) == (sum + 129) >> 8)
    }
  }

  @Test("samples are averaged one by one", arguments: [1, 2, 3, 4, 9, 64, 255, 256])
  mutating func samples(count: Int) throws {
    let picture = try #require(Pixmap(width: 20, height: 20, premultiplied: bytes(1600)))
    let sampler = Bilinear(picture, picture.bounds)
    let places = (0..<2 * 17).map { _ in Int32.random(in: 1024..<3584, using: &random) }
    let offsets = (0..<2 * count).map { _ in Int32.random(in: -1024..<1024, using: &random) }
    var row = [UInt8](repeating: 0, count: 17 * 4)
    unsafe picture.bytes.span.lend(0, 1600) { picture in
      unsafe places.span.lend(0, places.count) { places in
        unsafe offsets.span.lend(0, offsets.count) { offsets in
          var samples = unsafe rt_samples(
            picture: picture, stride: 80, places: places, offsets: offsets, count: count)
          unsafe rt_average_samples(&samples, &row, 17)
        }
      }
    }
    for pixel in 0..<17 {
      let sum = (0..<count).reduce(SIMD4<UInt32>.zero) { sum, i in
        let (x, y) = (
          places[2 * pixel] + offsets[2 * i], places[2 * pixel + 1] + offsets[2 * i + 1]
        )
        let levels = sampler.levels(picture.bytes.span, Int(x), Int(y))
        return sum &+ SIMD4<UInt32>(truncatingIfNeeded: levels)
      }
      let mean = (sum &+ UInt32(count / 2)) / UInt32(count)
      let expected = Bilinear.pixel(SIMD4<UInt16>(truncatingIfNeeded: mean))
      #expect(row.span.pixel(at: pixel * 4) == expected)
    }
  }
}
