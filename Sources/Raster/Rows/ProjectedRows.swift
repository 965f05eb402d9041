public import Geometry
import Kernels
public import Pixels

/// A picture under any transform: rotated, skewed, or seen in perspective.
///
/// Each pixel is a bilinear sample where the picture grows; where it shrinks, the average of
/// several that are spread over the pixel's footprint.
public struct ProjectedRows: RowSource {
  /// The picture, and smaller copies of it.
  private let pictures: [Pixmap]
  private let samplers: [Bilinear]
  private let inverse: Transform
  private let sigma: Double
  /// How to sample every pixel, if all are alike.
  private let lattice: Lattice?
  /// Room for a few pixels, if each is sampled in its own way.
  private var block = PerspectiveBlock()

  /// Whether nothing ever shows through.
  public let isOpaque: Bool

  /// `picture`, its own pixel positions drawn where the way back, `inverse`, comes from.
  ///
  /// The picture must not be empty; outside of `part`, or of all of it, the pixels at its edge go on.
  /// Where it is seen in perspective, `smaller` stands for it as far as it is small. `sigma` is that of
  /// the Gaussian by which it was blurred.
  public init(
    _ picture: Pixmap, part: PixelRect? = nil, smaller: SmallerCopies = .none,
    inverse: Transform, isOpaque: Bool, blurredBy sigma: Double = 0
  ) {
    (self.inverse, self.isOpaque, self.sigma) = (inverse, isOpaque, sigma)
    let part = part ?? picture.bounds
    let copies = smaller.parts(part)
    pictures = [picture] + copies.map(\.copy)
    samplers = [Bilinear(picture, part)] + copies.map { Bilinear($0.copy, $0.part) }
    lattice = inverse.isAffine ? Lattice(inverse, sigma) : nil
  }

  /// Samples a row.
  public mutating func write(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    if let lattice {
      let picture = pictures[0]
      lattice.write(
        picture.bytes.span, samplers[0], y: y, x: x, width: width, to: &row, at: offset)
    } else {
      var block = PerspectiveBlock(hasRoom: false)
      swap(&block, &self.block)
      defer { swap(&block, &self.block) }
      var start = x
      while start < x + width {
        // Wherever a row begins, pixels are sampled with the same neighbours.
        let end = min((start & ~7) + 8, x + width)
        write(&block, y: y, columns: start..<end, to: &row, at: offset + (start - x) * 4)
        start = end
      }
    }
  }

  /// Writes a few pixels side by side, whose footprints are as good as equal.
  private func write(
    _ block: inout PerspectiveBlock, y: Int, columns: Range<Int>,
    to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    let middle = Point(x: Double(columns.lowerBound & ~7) + 4, y: Double(y) + 0.5)
    guard inverse.isEven(around: middle) else {
      for column in columns {
        let place = Point(x: Double(column) + 0.5, y: Double(y) + 0.5)
        write(
          &block, Footprint(of: place, inverse), y: y, columns: column..<column + 1, to: &row,
          at: offset + (column - columns.lowerBound) * 4)
      }
      return
    }
    write(
      &block, Footprint(of: middle, inverse), y: y, columns: columns, to: &row, at: offset)
  }

  private func write(
    _ block: inout PerspectiveBlock, _ footprint: Footprint, y: Int, columns: Range<Int>,
    to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    // At least one and a half pixels of what stands for the picture are one on the canvas.
    let square = min(footprint.across.square, footprint.down.square)
    let level = pictures.count < 2 || square < 9 ? 0 : square < 36 ? 1 : pictures.count - 1
    let share = 1 / Double(1 << level)
    block.setOffsets(footprint.scaled(by: share).narrowed(byBlur: sigma * share))
    block.setPlaces(columns, y: y, inverse, share)
    let picture = pictures[level]
    block.write(picture.bytes.span, samplers[level], picture, to: &row, at: offset)
  }
}

extension Point {
  fileprivate var square: Double { x * x + y * y }
}

extension Transform {
  /// Whether lengths hardly change within four pixels around `place`, seen through it.
  fileprivate func isEven(around place: Point) -> Bool {
    let w = px * place.x + py * place.y + pw
    return abs(px) * 80 < abs(w)
  }
}

/// Numbers of geometry as whole steps.
private enum Steps {
  /// The nearest 2^-32; what is no number, or far from any picture, is bounded.
  static func of32(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(max(-2e18, min(2e18, value * 4_294_967_296)).rounded())
  }
}

/// Samples at even distances: what an affine transform makes of the canvas's pixels.
private struct Lattice {
  /// For a pixel to the right, a pixel down, and the first pixel: steps of 2^-32 source pixels.
  private let right: SIMD2<Int>
  private let down: SIMD2<Int>
  private let origin: SIMD2<Int>
  /// Where the samples of a pixel lie around its centre, in 1/256; just one at the centre if none.
  private let offsets: [SIMD2<Int>]
  /// None of them is farther away.
  private let reach: SIMD2<Int>

  init(_ inverse: Transform, _ sigma: Double) {
    let footprint = Footprint(of: Point(x: 0.5, y: 0.5), inverse).narrowed(byBlur: sigma)
    right = SIMD2(Steps.of32(inverse.a), Steps.of32(inverse.b))
    down = SIMD2(Steps.of32(inverse.c), Steps.of32(inverse.d))
    // Half of 1/256 more, so that cutting off rounds.
    let half = 0.5 / 256
    origin = SIMD2(
      Steps.of32(footprint.center.x - 0.5 + half), Steps.of32(footprint.center.y - 0.5 + half))
    let (columns, rows) = (
      Footprint.samples(footprint.across), Footprint.samples(footprint.down)
    )
    offsets = columns * rows > 1 ? footprint.offsets(columns, rows) : []
    // As many lie before the centre as behind it, but for what rounding does.
    reach = offsets.reduce(SIMD2.zero) { $0.replacing(with: $1, where: $1 .> $0) } &+ 1
  }

  func write(
    _ source: Span<UInt8>, _ sampler: Bilinear, y: Int, x: Int, width: Int,
    to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    var place = origin &+ right &* x &+ down &* y
    for i in 0..<max(0, width) {
      let (u, v) = (place.x >> 24, place.y >> 24)
      let pixel =
        offsets.isEmpty
        ? Bilinear.pixel(sampler.levels(source, u, v)) : average(source, sampler, u, v)
      row.setPixel(pixel, at: offset &+ i &* 4)
      place &+= right
    }
  }

  @inline(__always)
  private func average(
    _ source: Span<UInt8>, _ sampler: Bilinear, _ u: Int, _ v: Int
  ) -> Pixel {
    guard sampler.hasAll(around: SIMD2(u, v), reach) else {
      return Bilinear.pixel(
        sampler.average(source, u, v, count: offsets.count) { offsets[$0] })
    }
    var (sum0, sum1, sum2, sum3): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    for offset in offsets {
      let levels = sampler.levels(source, u &+ offset.x, v &+ offset.y)
      sum0 &+= UInt32(levels.x)
      sum1 &+= UInt32(levels.y)
      sum2 &+= UInt32(levels.z)
      sum3 &+= UInt32(levels.w)
    }
    let count = UInt32(offsets.count)
    return Bilinear.pixel(
      SIMD4(
        UInt16(truncatingIfNeeded: sum0 / count), UInt16(truncatingIfNeeded: sum1 / count),
        UInt16(truncatingIfNeeded: sum2 / count), UInt16(truncatingIfNeeded: sum3 / count)))
  }
}

// Where a picture is seen in perspective every pixel has a footprint of its own, but those side by
// side are as good as equal: so the samples are laid out once for eight pixels, and only their
// centres are computed for each.

/// Up to eight pixels side by side, and how each of them samples a picture.
struct PerspectiveBlock {
  /// Where the samples of a pixel lie around its centre, x and y of each in 1/256; and how many there
  /// are, of all that there is room for.
  private var offsets: [Int32]
  private var count = 1
  /// None of them is farther away.
  private var reach = SIMD2<Int32>.zero
  /// The pixels' centres, x and y of each in 1/256 from the first pixel's of the picture; and how many
  /// pixels there are.
  private var places: [Int32]
  private var pixels = 0

  /// A block to be filled in; none to stand for one that is away, if it has no room.
  init(hasRoom: Bool = true) {
    offsets = [Int32](repeating: 0, count: hasRoom ? 512 : 0)
    places = [Int32](repeating: 0, count: hasRoom ? 16 : 0)
  }

  /// Lays the samples out over `footprint`.
  mutating func setOffsets(_ footprint: Footprint) {
    let (across, down) = (
      Footprint.samples(footprint.across), Footprint.samples(footprint.down)
    )
    count = across * down
    guard count > 1 else {
      (offsets[0], offsets[1], reach) = (0, 0, .zero)
      return
    }
    var (at, reach) = (0, SIMD2<Int32>.zero)
    var target = offsets.mutableSpan
    let grid = SampleGrid(footprint, across, down)
    for row in 0..<down {
      var place = grid.first &+ grid.down &* row
      for _ in 0..<across {
        let steps = (place &+ SampleGrid.half) &>> 16
        let offset = SIMD2<Int32>(truncatingIfNeeded: steps)
        (target[at], target[at &+ 1]) = (offset.x, offset.y)
        at &+= 2
        // As many lie before the centre as behind it, but for what rounding does.
        reach = reach.replacing(with: offset, where: offset .> reach)
        place &+= grid.across
      }
    }
    self.reach = reach &+ 1
  }

  /// Finds the centres of `columns`, no more than eight, of row `y`, all lengths multiplied by `share`.
  mutating func setPlaces(_ columns: Range<Int>, y: Int, _ inverse: Transform, _ share: Double) {
    pixels = columns.count
    var target = places.mutableSpan
    var at = 0
    for column in columns {
      let center = Footprint.center(
        of: Point(x: Double(column) + 0.5, y: Double(y) + 0.5), inverse)
      target[at] = Self.bounded(Footprint.steps(center.x * share - 0.5))
      target[at &+ 1] = Self.bounded(Footprint.steps(center.y * share - 0.5))
      at &+= 2
    }
  }

  /// Far outside of any picture, one place is as good as another.
  private static func bounded(_ steps: Int) -> Int32 {
    Int32(max(-500_000_000, min(500_000_000, steps)))
  }

  /// Writes the averages of the samples of `source`, the bytes of `picture`.
  func write(
    _ source: Span<UInt8>, _ sampler: Bilinear, _ picture: Pixmap,
    to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    guard !isInside(sampler, 0..<pixels) else {
      return write(0..<pixels, source, sampler, picture, isInside: true, to: &row, at: offset)
    }
    // Where the picture ends, only those that see its end take the slow way.
    for pixel in 0..<pixels {
      let one = pixel..<pixel + 1
      write(
        one, source, sampler, picture, isInside: isInside(sampler, one), to: &row,
        at: offset + pixel * 4)
    }
  }

  private func write(
    _ range: Range<Int>, _ source: Span<UInt8>, _ sampler: Bilinear, _ picture: Pixmap,
    isInside: Bool, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    let offsets = offsets.span.extracting(0..<count * 2)
    let places = places.span.extracting(range.lowerBound * 2..<range.upperBound * 2)
    guard !isInside else {
      return averageSamples(source, stride: picture.stride, places, offsets, to: &row, at: offset)
    }
    for i in 0..<range.count {
      let levels = sampler.average(
        source, Int(places[i * 2]), Int(places[i * 2 + 1]), count: count
      ) { index in SIMD2(Int(offsets[index &* 2]), Int(offsets[index &* 2 &+ 1])) }
      row.setPixel(Bilinear.pixel(levels), at: offset + i * 4)
    }
  }

  /// Whether every sample of the pixels in `range` has four pixels around it.
  private func isInside(_ sampler: Bilinear, _ range: Range<Int>) -> Bool {
    var (first, last) = (SIMD2<Int32>(repeating: .max), SIMD2<Int32>(repeating: .min))
    for pixel in range {
      let place = SIMD2(places[pixel * 2], places[pixel * 2 + 1])
      first = first.replacing(with: place, where: place .< first)
      last = last.replacing(with: place, where: place .> last)
    }
    return sampler.hasAll(from: first &- reach &- 1, to: last &+ reach &+ 1)
  }
}

/// Averages samples, all of them inside of the picture, into as many pixels as there are `places`.
private func averageSamples(
  _ source: Span<UInt8>, stride: Int, _ places: Span<Int32>, _ offsets: Span<Int32>,
  to row: inout MutableSpan<UInt8>, at offset: Int
) {
  let count = places.count / 2
  guard count > 0 else { return }
  unsafe source.lend(0, source.count) { picture in
    unsafe places.lend(0, places.count) { places in
      unsafe offsets.lend(0, offsets.count) { around in
        var samples = unsafe rt_samples(
          picture: picture, stride: stride, places: places, offsets: around,
          count: offsets.count / 2)
        unsafe row.lend(offset, count &* 4) { unsafe rt_average_samples(&samples, $0, count) }
      }
    }
  }
}
