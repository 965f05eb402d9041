internal import Pixels

/// Marks what differs between two pictures of one size, band of rows by band.
///
/// Eight pixels at a time are passed over where they are the same, which most are in most pictures;
/// the others are looked at one by one.
struct Scan {
  let first: StraightImage
  let second: StraightImage

  /// A byte of `Mark` for each pixel.
  func marks(_ metric: Metric, by workers: Workers<[UInt8]>) -> [UInt8] {
    guard first.bytes != second.bytes else {
      return [UInt8](repeating: Mark.same, count: first.width * first.height)
    }
    let slopes = IntensitySlopes(first.width, first.height)
    let structure = StructuralSimilarity(first.width, first.height)
    return switch metric {
    case .exact: marks(ExactRule(), nil, workers)
    case .yiq(let threshold, let all):
      marks(YIQRule(threshold: threshold), all ? nil : slopes, workers)
    case .oklab(let threshold, let all):
      marks(OklabRule(limit: threshold), all ? nil : slopes, workers)
    case .ssim(let threshold, let all):
      marks(CIE94Rule(limit: threshold), all ? nil : structure, workers)
    }
  }

  private func marks(
    _ rule: some PixelRule, _ detector: (any AntialiasingDetector)?,
    _ workers: Workers<[UInt8]>
  ) -> [UInt8] {
    let bands = RowBands(first.height)
    return RowBands.joined(workers(bands.count) { marks(of: bands[$0], rule, detector) })
  }

  private func marks(
    of rows: Range<Int>, _ rule: some PixelRule, _ detector: (any AntialiasingDetector)?
  ) -> [UInt8] {
    var (marks, detector) = ([UInt8](), detector)
    marks.reserveCapacity(first.width * rows.count)
    for y in rows {
      var row = [UInt8](repeating: Mark.same, count: first.width)
      var found = row.mutableSpan
      if let columns = mark(&found, y, rule) {
        detector?.explain(&found, columns, y, first.bytes.span, second.bytes.span)
      }
      marks += row
    }
    return marks
  }

  /// Marks the pixels of row `y`; answers between which columns some differ.
  private func mark(
    _ marks: inout MutableSpan<UInt8>, _ y: Int, _ rule: some PixelRule
  ) -> ClosedRange<Int>? {
    let (one, two) = (first.bytes.span, second.bytes.span)
    let row = y &* marks.count
    var (x, least, most) = (0, Int.max, -1)
    while x < marks.count {
      let end = min(x &+ 8, marks.count)
      let offset = (row &+ x) &* 4
      if end == x &+ 8, one.fourWords(at: offset) == two.fourWords(at: offset) {
        x = end
        continue
      }
      while x < end {
        let at = (row &+ x) &* 4
        if one.pixelWord(at: at) != two.pixelWord(at: at) {
          let mark = rule.mark(one.pixel(at: at).channels, two.pixel(at: at).channels, at: at)
          if mark != Mark.same {
            marks[x] = mark
            (least, most) = (min(least, x), x)
          }
        }
        x &+= 1
      }
    }
    return most < 0 ? nil : least...most
  }
}

extension Scan {
  /// How much is seen of what differs, 0 to 1: the root of the mean of the squared YIQ distances of
  /// all `compared` pixels, of which `count` are marked as different.
  ///
  /// Distances below the threshold, about a just noticeable one, count as none: a veil over all of
  /// a picture is less than a button elsewhere. Of many pixels that differ, some are looked at.
  func visibleDifference(_ marks: [UInt8], count: Int, compared: Int) -> Double {
    guard count > 0, compared > 0 else { return 0 }
    let (rule, span) = (YIQRule(threshold: 0.02), marks.span)
    let (one, two) = (first.bytes.span, second.bytes.span)
    // An odd step does not fall in with patterns.
    let step = count / 65_536 | 1
    var (sum, seen, at) = (0.0, 0, 0)
    while at < span.count {
      if at &+ 16 <= span.count, span.fourPixels(at: at) == SIMD16(repeating: Mark.same) {
        at &+= 16
        continue
      }
      if PixelComparison.isDifferent(span[at]) {
        if seen % step == 0 {
          sum += rule.share(
            one.pixel(at: at &* 4).channels, two.pixel(at: at &* 4).channels, at: at &* 4)
        }
        seen &+= 1
      }
      at &+= 1
    }
    return min(1, sum * Double(step) / Double(compared)).squareRoot()
  }
}

/// The rows of a picture in bands; how many rows a band has does not change any result.
struct RowBands: Sendable {
  private let height: Int
  private static let rows = 128

  init(_ height: Int) { self.height = height }

  var count: Int { (height + Self.rows - 1) / Self.rows }

  subscript(band: Int) -> Range<Int> {
    band * Self.rows..<min((band + 1) * Self.rows, height)
  }

  /// The bytes of all bands, each of which is given back as soon as it is copied.
  static func joined(_ parts: consuming [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for band in parts.indices {
      bytes += parts[band]
      parts[band] = []
    }
    return bytes
  }
}

/// Finds pixels that differ only as antialiasing explains.
protocol AntialiasingDetector: Sendable {
  /// Marks such pixels between two columns of row `y`; rows come in rising order.
  mutating func explain(
    _ marks: inout MutableSpan<UInt8>, _ columns: ClosedRange<Int>, _ y: Int,
    _ first: Span<UInt8>, _ second: Span<UInt8>)
}
