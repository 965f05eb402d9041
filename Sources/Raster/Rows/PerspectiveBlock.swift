import Geometry
import Kernels
import Pixels

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
