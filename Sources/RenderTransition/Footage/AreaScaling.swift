package import Pixels

/// Scales pictures by exact area averaging: every pixel is the mean of what it covers.
package struct AreaScaling: Sendable {
  package let width, height: Int
  private let columns, rows: Taps

  /// From one size to another.
  package init(from source: (width: Int, height: Int), to target: (width: Int, height: Int)) {
    (width, height) = target
    columns = Taps(from: source.width, to: target.width)
    rows = Taps(from: source.height, to: target.height)
  }

  /// The picture, which has the size that is scaled from.
  package func callAsFunction(_ picture: Pixmap) -> Pixmap {
    var scaled = Pixmap(unwrittenWidth: width, height: height)
    let source = picture.bytes.span
    // Sums of a row of the target in the columns of the source: levels times the rows' weights.
    var sums = [SIMD4<UInt32>](repeating: .zero, count: picture.width)
    let (columns, rows, width, stride) = (columns, rows, width, picture.stride)
    let unit = UInt64(columns.unit) * UInt64(rows.unit)
    scaled.withMutableSpan { target in
      var line = sums.mutableSpan
      for y in 0..<height {
        for x in line.indices { line[x] = .zero }
        for (row, tap) in rows.taps(y) {
          let weight = rows.weights[tap]
          for x in line.indices {
            let pixel = source.pixel(at: row &* stride &+ 4 &* x).channels
            line[x] &+= SIMD4<UInt32>(truncatingIfNeeded: pixel) &* weight
          }
        }
        for x in 0..<width {
          var sum = SIMD4<UInt64>(repeating: unit / 2)
          for (column, tap) in columns.taps(x) {
            let weight = UInt64(columns.weights[tap])
            sum &+= SIMD4<UInt64>(truncatingIfNeeded: line[column]) &* weight
          }
          let channels = SIMD4<UInt8>(truncatingIfNeeded: sum / unit)
          target.setPixel(Pixel(channels), at: 4 &* (y &* width &+ x))
        }
      }
    }
    return scaled
  }

  /// For each place of the target the places of the source that it covers, side by side, and by how
  /// much.
  private struct Taps: Sendable {
    /// What the weights of a place sum up to.
    let unit: UInt32
    private(set) var weights: [UInt32] = []
    private var firstPlaces: [Int] = []
    private var firstTaps = [0]

    // In units of 1 / `target` of a source pixel, pixel `index` covers `index * source` to
    // `(index + 1) * source`.
    init(from source: Int, to target: Int) {
      unit = UInt32(source)
      for index in 0..<target {
        let (start, end) = (index * source, (index + 1) * source)
        let places = start / target...(end - 1) / target
        firstPlaces.append(places.lowerBound)
        weights += places.map {
          UInt32(min(end, ($0 + 1) * target) - max(start, $0 * target))
        }
        firstTaps.append(weights.count)
      }
    }

    @inline(__always)
    func taps(_ index: Int) -> Zip2Sequence<PartialRangeFrom<Int>, Range<Int>> {
      zip(firstPlaces[index]..., firstTaps[index]..<firstTaps[index + 1])
    }
  }
}
