import Geometry
import Pixels

// Where a picture is seen in perspective every pixel has a footprint of its own, but those side by
// side are as good as equal: so the samples are laid out once for eight pixels, and only their
// centres are computed for each.

/// Up to eight pixels side by side, and how each of them samples a picture.
struct PerspectiveBlock {
  /// Where the samples of a pixel lie around its centre, x and y of each in 1/256.
  private var offsets: [Int32] = []
  /// The least and the greatest of them.
  private var low = SIMD2<Int32>.zero
  private var high = SIMD2<Int32>.zero
  /// The pixels' centres, in 1/256 from the first pixel's of the picture.
  private var places: [Int32] = []

  /// Lays the samples out over `footprint`.
  mutating func setOffsets(_ footprint: Footprint) {
    let (across, down) = (
      Footprint.samples(footprint.across), Footprint.samples(footprint.down)
    )
    offsets.removeAll(keepingCapacity: true)
    guard across * down > 1 else {
      offsets.append(0)
      offsets.append(0)
      (low, high) = (.zero, .zero)
      return
    }
    (low, high) = (SIMD2(repeating: .max), SIMD2(repeating: .min))
    footprint.forEachOffset(across, down) { x, y in
      let offset = SIMD2(Self.bounded(x), Self.bounded(y))
      offsets.append(offset.x)
      offsets.append(offset.y)
      low = pointwiseMin(low, offset)
      high = pointwiseMax(high, offset)
    }
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
    if isInside(picture) {
      done = wideSamples(
        source, stride: picture.stride, places.span, offsets.span, to: &row, at: offset)
    }
    let count = UInt32(offsets.count / 2)
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
  private func isInside(_ picture: Pixmap) -> Bool {
    var (first, last) = (SIMD2<Int32>(repeating: .max), SIMD2<Int32>(repeating: .min))
    for at in stride(from: 0, to: places.count, by: 2) {
      let place = SIMD2(places[at], places[at + 1])
      first = pointwiseMin(first, place)
      last = pointwiseMax(last, place)
    }
    (first, last) = (first &+ low, last &+ high)
    return first.x >= 0 && first.y >= 0 && Int(last.x) >> 8 < picture.width - 1
      && Int(last.y) >> 8 < picture.height - 1
  }
}
