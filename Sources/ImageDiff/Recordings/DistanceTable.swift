package import Pixels

/// How far each frame of a recording is from each place of a design.
///
/// The places are pictures of the design at even shares of its way. A motion is then a path through the
/// table: for each frame the place that it shows. A distance is the mean square of what colours differ by,
/// in levels, so that the distances of frames may be added up.
package struct DistanceTable: Sendable {
  /// When each frame begins to show, in seconds.
  package let times: [Double]
  /// How many places make the whole way; places beyond it belong to springs that overshoot.
  package let wholeWay: Int
  /// The number of places.
  package let placeCount: Int
  private let values: [Double]

  /// A table of one row a frame; all rows have the same length, of at least two.
  package init(times: [Double], wholeWay: Int, rows: [[Double]]) {
    (self.times, self.wholeWay) = (times, wholeWay)
    placeCount = rows.first?.count ?? 0
    values = rows.flatMap { $0 }
  }

  /// The distance of a frame from a place.
  package subscript(frame: Int, place: Int) -> Double { values[frame * placeCount + place] }

  /// The distance of a frame from a share of the way, along a cubic between places.
  ///
  /// About its least value a row is a parabola, which the cubic follows exactly.
  package func distance(_ frame: Int, at share: Double) -> Double {
    let place = min(max(share, 0) * Double(wholeWay), Double(placeCount - 1))
    let index = min(Int(place), placeCount - 2)
    let part = place - Double(index)
    let row = frame * placeCount
    let (from, to) = (values[row + index], values[row + index + 1])
    let before = index > 0 ? values[row + index - 1] : 2 * from - to
    let after = index + 2 < placeCount ? values[row + index + 2] : 2 * to - from
    let slope =
      part
      * (to - before + part
        * (2 * before - 5 * from + 4 * to - after
          + part * (3 * (from - to) + after - before)))
    return max(0, from + slope / 2)
  }

  /// The same without some frames.
  package func without(_ frames: Set<Int>) -> DistanceTable {
    let kept = times.indices.filter { !frames.contains($0) }
    return DistanceTable(
      times: kept.map { times[$0] }, wholeWay: wholeWay,
      rows: kept.map { Array(values[$0 * placeCount..<($0 + 1) * placeCount]) })
  }
}

extension Pixmap {
  /// The mean square of what the colours of two pictures of one size differ by, in levels, over
  /// `count` pixels of them.
  package func squaredDistance(to other: Pixmap, over count: Int) -> Double {
    let (one, two) = (bytes.span, other.bytes.span)
    let length = min(one.count, two.count)
    var (sums, at) = (SIMD16<UInt32>(), 0)
    while at &+ 16 <= length {
      let (a, b) = (one.fourPixels(at: at), two.fourPixels(at: at))
      let apart = SIMD16<UInt16>(truncatingIfNeeded: (pointwiseMax(a, b) &- pointwiseMin(a, b)))
      sums &+= SIMD16<UInt32>(truncatingIfNeeded: apart &* apart)
      at &+= 16
    }
    var total = (0..<16).reduce(0 as UInt64) { $0 &+ UInt64(sums[$1]) }
    while at < length {
      let apart = Int(one[at]) &- Int(two[at])
      total &+= UInt64(apart &* apart)
      at &+= 1
    }
    return Double(total) / Double(3 * max(1, count))
  }

  /// A picture of the same size, gone by a share of the way to another one.
  package func mixed(with other: Pixmap, by share: Double) -> Pixmap {
    var mixture = self
    let (end, level) = (other.bytes, UInt8((share * 255).rounded()))
    mixture.withMutableSpan { bytes in
      for at in bytes.indices { bytes[at] = Pixels.mixed(bytes[at], end[at], by: level) }
    }
    return mixture
  }

  /// The mean of pictures of one size, which has less noise than each of them.
  package static func mean(_ pictures: [Pixmap]) -> Pixmap? {
    guard var mean = pictures.first, pictures.count > 1 else { return pictures.first }
    let (spans, count) = (pictures.map(\.bytes), pictures.count)
    mean.withMutableSpan { bytes in
      for at in bytes.indices {
        var sum = count / 2
        for span in spans { sum &+= Int(span[at]) }
        bytes[at] = UInt8(truncatingIfNeeded: sum / count)
      }
    }
    return mean
  }
}
