import Geometry
import Pixels

// Where a picture is seen in perspective every pixel has a footprint of its own, but those side by
// side are as good as equal: so the samples are laid out once for eight pixels, and only their
// centres are computed for each.

/// Up to eight pixels side by side, and how each of them samples a picture.
struct PerspectiveBlock {
  /// Where the samples of a pixel lie around its centre, x and y of each in 1/256; and how many there
  /// are, of all that there is room for.
  private var offsets = [Int32](repeating: 0, count: 512)
  private var count = 1
  /// None of them is farther away.
  private var reach = SIMD2<Int32>.zero
  /// The pixels' centres, in 1/256 from the first pixel's of the picture.
  private var places: [Int32] = []

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
    footprint.forEachOffset(across, down) { x, y in
      let offset = SIMD2(Self.bounded(x), Self.bounded(y))
      (target[at], target[at &+ 1]) = (offset.x, offset.y)
      at &+= 2
      // As many lie before the centre as behind it.
      reach = reach.replacing(with: offset, where: offset .> reach)
    }
    self.reach = reach
  }

  /// Finds the centres of `columns` of row `y`, all lengths multiplied by `share`.
  mutating func setPlaces(_ columns: Range<Int>, y: Int, _ inverse: Transform, _ share: Double) {
    places.removeAll(keepingCapacity: true)
    for column in columns {
      let center = Footprint.center(
        of: Point(x: Double(column) + 0.5, y: Double(y) + 0.5), inverse)
      places.append(Self.bounded(Footprint.steps(center.x * share - 0.5)))
      places.append(Self.bounded(Footprint.steps(center.y * share - 0.5)))
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
    var done = 0
    let offsets = offsets.span.extracting(0..<count * 2)
    if isInside(sampler) {
      done = wideSamples(
        source, stride: picture.stride, places.span, offsets, to: &row, at: offset)
    }
    let count = UInt32(count)
    while done < places.count / 2 {
      let (u, v) = (Int(places[done * 2]), Int(places[done * 2 + 1]))
      var sum = SIMD4<UInt32>(repeating: 0)
      for at in stride(from: 0, to: offsets.count, by: 2) {
        sum &+= SIMD4<UInt32>(
          truncatingIfNeeded: sampler.levels(
            source, u &+ Int(offsets[at]), v &+ Int(offsets[at &+ 1])))
      }
      let levels = count == 1 ? sum : (sum &+ count / 2) / count
      row.setPixel(
        Bilinear.pixel(SIMD4<UInt16>(truncatingIfNeeded: levels)), at: offset + done * 4)
      done += 1
    }
  }

  /// Whether every sample has four pixels around it.
  private func isInside(_ sampler: Bilinear) -> Bool {
    var (first, last) = (SIMD2<Int32>(repeating: .max), SIMD2<Int32>(repeating: .min))
    for at in stride(from: 0, to: places.count, by: 2) {
      let place = SIMD2(places[at], places[at + 1])
      first = first.replacing(with: place, where: place .< first)
      last = last.replacing(with: place, where: place .> last)
    }
    return sampler.hasAll(from: first &- reach &- 1, to: last &+ reach &+ 1)
  }
}
