public import Pixels

/// A picture scaled along its axes, and moved by any distance.
public struct ScaledRows: RowSource {
  private let picture: Pixmap
  private let columns: Taps
  private let rows: Taps
  /// For each column, the weight of its first tap, and that of its second, each four times.
  private let near: [UInt16]
  private let far: [UInt16]
  /// Where columns side by side have no more than two taps.
  private let narrow: [Range<Int>]
  /// One row between the passes, its channels in 1/256 of a level.
  private var line: [UInt16]

  /// Whether nothing ever shows through.
  public let isOpaque: Bool

  /// `picture`, whose own pixel position `s` is drawn at `scale * s + shift`, for `region` only.
  ///
  /// The picture must not be empty, nor a scale be 0; outside, the pixels at its edge go on.
  public init(
    _ picture: Pixmap, scale: SIMD2<Double>, shift: SIMD2<Double>, in region: PixelRect,
    isOpaque: Bool
  ) {
    self.picture = picture
    self.isOpaque = isOpaque
    columns = Taps(
      outputs: region.x..<region.maxX, scale: scale.x, shift: shift.x, count: picture.width)
    rows = Taps(
      outputs: region.y..<region.maxY, scale: scale.y, shift: shift.y, count: picture.height)
    (near, far) = (columns.weightsFourfold(ofTap: 0), columns.weightsFourfold(ofTap: 1))
    narrow = columns.narrow
    // A second tap without weight may lie behind the last pixel.
    line = [UInt16](repeating: 0, count: (picture.width + 1) * 4)
  }

  /// Averages rows first, then pixels along the row.
  public mutating func write(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    guard width > 0 else { return }
    averageRows(y, columns: columns.sourceRange(of: x..<x + width))
    var next = x
    for range in narrow where range.upperBound > x && range.lowerBound < x + width {
      let part = range.clamped(to: x..<x + width)
      averageColumns(next..<part.lowerBound, to: &row, at: offset + (next - x) * 4)
      averagePairs(part, to: &row, at: offset + (part.lowerBound - x) * 4)
      next = part.upperBound
    }
    averageColumns(next..<x + width, to: &row, at: offset + (next - x) * 4)
  }

  /// Averages as `write` does, and fades before anything is rounded.
  public mutating func fade(
    y: Int, x: Int, width: Int, by weight: Weight, onto row: inout MutableSpan<UInt8>,
    at offset: Int, scratch: inout [UInt8]
  ) {
    guard width > 0, weight.parts > 0 else { return }
    averageRows(y, columns: columns.sourceRange(of: x..<x + width))
    var next = x
    for range in narrow + [x + width..<x + width + 1]
    where range.upperBound > x && range.lowerBound <= x + width {
      let part = range.clamped(to: x..<x + width)
      var line = scratch.mutableSpan
      averageColumns(next..<part.lowerBound, to: &line, at: 0)
      fadeOpaque(
        scratch.span, from: 0, by: weight, onto: &row, at: offset + (next - x) * 4,
        width: part.lowerBound - next)
      fadePairs(part, Fade(weight), onto: &row, at: offset + (part.lowerBound - x) * 4)
      next = part.upperBound
    }
  }

  private mutating func averageRows(_ y: Int, columns: Range<Int>) {
    let (rows, picture) = (rows, picture)
    let index = y - rows.first
    let taps = Int(rows.starts[index])..<Int(rows.starts[index + 1])
    var scratch: [UInt16] = []
    swap(&scratch, &line)
    var levels = scratch.mutableSpan
    let source = picture.offset(columns.lowerBound, Int(rows.sources[index]))
    let (start, count) = (columns.lowerBound * 4, columns.count * 4)
    if taps.count == 2 {
      weigh(
        picture.bytes.span, from: source, stride: picture.stride,
        (rows.weights[taps.lowerBound], rows.weights[taps.lowerBound + 1]), into: &levels,
        at: start, count: count)
    } else {
      for tap in taps {
        let isFirst = tap == taps.lowerBound
        weigh(
          picture.bytes.span, from: source + (tap - taps.lowerBound) * picture.stride,
          rows.weights[tap], isFirst: isFirst, into: &levels, at: start, count: count)
      }
    }
    swap(&scratch, &line)
  }

  /// Two columns at a time, of two taps each.
  private func averagePairs(
    _ range: Range<Int>, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    let (line, sources) = (line.span, columns.sources.span)
    let (near, far) = (near.span, far.span)
    let first = range.lowerBound &- columns.first
    var done = 0
    while done &+ 2 <= range.count {
      let sum =
        twoColumns(
          line, sources, near, far, first &+ done, first &+ done &+ 1) &+ 129
      row.setTwoPixels(upperBytes(sum), at: offset &+ done &* 4)
      done &+= 2
    }
    guard done < range.count else { return }
    let last = twoColumns(line, sources, near, far, first + done, first + done) &+ 129
    row.setPixel(Pixel(upperBytes(last).lowHalf), at: offset + done * 4)
  }

  /// Two columns at a time, of two taps each, faded over what is there.
  private func fadePairs(
    _ range: Range<Int>, _ fade: Fade, onto row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    let (line, sources) = (line.span, columns.sources.span)
    let (near, far) = (near.span, far.span)
    let first = range.lowerBound &- columns.first
    var done = 0
    while done &+ 2 <= range.count {
      let sum = twoColumns(
        line, sources, near, far, first &+ done, first &+ done &+ 1)
      let at = offset &+ done &* 4
      row.setTwoPixels(fade.bytes(sum, over: row.twoPixels(at: at)), at: at)
      done &+= 2
    }
    guard done < range.count else { return }
    let at = offset + done * 4
    let below = row.pixel(at: at).channels
    let last = twoColumns(line, sources, near, far, first + done, first + done)
    let bytes = fade.bytes(last, over: SIMD8(lowHalf: below, highHalf: below))
    row.setPixel(Pixel(bytes.lowHalf), at: at)
  }

  /// One column at a time, of any number of taps.
  private func averageColumns(
    _ range: Range<Int>, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    let (starts, sources, weights) = (
      columns.starts.span, columns.sources.span, columns.weights.span
    )
    let line = line.span
    for (i, column) in range.enumerated() {
      let index = column &- columns.first
      var at = Int(sources[index]) &* 4
      var sum = SIMD4<UInt32>(repeating: 8_388_608)
      for tap in Int(starts[index])..<Int(starts[index &+ 1]) {
        let four = SIMD4(line[at], line[at &+ 1], line[at &+ 2], line[at &+ 3])
        sum = sum &+ SIMD4<UInt32>(truncatingIfNeeded: four) &* weights[tap]
        at = at &+ 4
      }
      row.setPixel(Pixel(SIMD4<UInt8>(truncatingIfNeeded: sum &>> 24)), at: offset &+ i &* 4)
    }
  }
}

/// The levels of two columns of two taps, in 1/256, less what two products cut off.
///
/// They cut off half of a 1/256 each: adding 129 before the lower bits go rounds, and makes up.
@inline(__always)
private func twoColumns(
  _ line: Span<UInt16>, _ sources: Span<Int32>, _ near: Span<UInt16>, _ far: Span<UInt16>,
  _ index: Int, _ other: Int
) -> SIMD8<UInt16> {
  let one = line.eight(at: Int(sources[index]) &* 4)
  let two = line.eight(at: Int(sources[other]) &* 4)
  return highProducts(
    SIMD8(lowHalf: one.lowHalf, highHalf: two.lowHalf), near.eight(at: index &* 4))
    &+ highProducts(
      SIMD8(lowHalf: one.highHalf, highHalf: two.highHalf), far.eight(at: index &* 4))
}

/// A weight and what it leaves of one, for eight levels at a time.
private struct Fade {
  private let share: SIMD8<UInt16>
  private let restCoarse: SIMD8<UInt16>
  private let restFine: SIMD8<UInt16>

  init(_ weight: Weight) {
    let rest = 65_536 - weight.parts
    share = SIMD8(repeating: UInt16(min(65_535, weight.parts)))
    restCoarse = SIMD8(repeating: UInt16(rest >> 8))
    restFine = SIMD8(repeating: UInt16(rest & 255))
  }

  /// The bytes of `levels`, which are in 1/256, faded over `below`.
  @inline(__always)
  func bytes(_ levels: SIMD8<UInt16>, over below: SIMD8<UInt8>) -> SIMD8<UInt8> {
    let below = widened(below)
    let rest = below &* restCoarse &+ (below &* restFine) &>> 8
    return upperBytes(highProducts(levels, share) &+ rest &+ 129)
  }
}

/// Writes two weighted rows, `stride` bytes apart, to `line`, in 1/256 of a level.
private func weigh(
  _ source: Span<UInt8>, from start: Int, stride: Int, _ weights: (UInt32, UInt32),
  into line: inout MutableSpan<UInt16>, at offset: Int, count: Int
) {
  let (coarse, fine) = (UInt16(weights.0 >> 8), UInt16(weights.0 & 255))
  let (coarse2, fine2) = (UInt16(weights.1 >> 8), UInt16(weights.1 & 255))
  var done = 0
  while done &+ 16 <= count {
    let upper = widened(source.fourPixels(at: start &+ done))
    let lower = widened(source.fourPixels(at: start &+ done &+ stride))
    let sum = upper &* coarse &+ (upper &* fine) &>> 8
    line.setSixteen(
      sum &+ lower &* coarse2 &+ (lower &* fine2) &>> 8, at: offset &+ done)
    done &+= 16
  }
  for i in done..<max(done, count) {
    let (upper, lower) = (UInt16(source[start + i]), UInt16(source[start + i + stride]))
    let sum = upper &* coarse &+ (upper &* fine) >> 8
    line[offset + i] = sum &+ lower &* coarse2 &+ (lower &* fine2) >> 8
  }
}

/// Adds `weight` / 65,536 of `count` bytes to `line`, in 1/256 of a level; the first replaces it.
private func weigh(
  _ source: Span<UInt8>, from start: Int, _ weight: UInt32, isFirst: Bool,
  into line: inout MutableSpan<UInt16>, at offset: Int, count: Int
) {
  guard weight > 0 || isFirst else { return }
  let (coarse, fine) = (UInt16(weight >> 8), UInt16(weight & 255))
  let keep: UInt16 = isFirst ? 0 : 0xFFFF
  var done = 0
  while done &+ 16 <= count {
    let bytes = widened(source.fourPixels(at: start &+ done))
    let old = line.sixteen(at: offset &+ done) & keep
    line.setSixteen(old &+ bytes &* coarse &+ (bytes &* fine) &>> 8, at: offset &+ done)
    done &+= 16
  }
  for i in done..<max(done, count) {
    let byte = UInt16(source[start + i])
    line[offset + i] = (line[offset + i] & keep) &+ byte &* coarse &+ (byte &* fine) >> 8
  }
}
