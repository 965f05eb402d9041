public import Geometry
import Kernels
public import Pixels

/// A picture scaled along its axes, and moved by any distance.
public struct ScaledRows: RowSource {
  private let picture: Pixmap
  private let rows: Taps
  private let columns: Taps
  /// The same again where no column has more than three taps.
  private let fewTaps: FewTaps?
  /// The weights of `rows` in 16 bits.
  private let rowWeights: [UInt16]
  /// The source pixels along a row that the region needs.
  private let sources: Range<Int>
  /// One row between the passes, its channels in 1/256 of a level, and which row of the canvas it is.
  private var line: [UInt16]
  private var lineY: Int?

  /// Whether nothing ever shows through.
  public let isOpaque: Bool
  /// Where nothing shows through for certain.
  public let solid: PixelRect

  /// `picture`, whose own pixel position `s` is drawn at `scale * s + shift`, for `region` only.
  ///
  /// The picture must not be empty, nor a scale be 0; outside, what is at its edge goes on. Nothing
  /// shows through its pixels in `core`. Of its positions only those in `shown` count, if not nil.
  public init(
    _ picture: Pixmap, scale: SIMD2<Double>, shift: SIMD2<Double>, in region: PixelRect,
    isOpaque: Bool, core: PixelRect = .empty, shown: Rect? = nil
  ) {
    self.picture = picture
    self.isOpaque = isOpaque
    columns = Taps(
      outputs: region.x..<region.maxX, scale: scale.x, shift: shift.x, count: picture.width,
      shown: shown?.columns)
    rows = Taps(
      outputs: region.y..<region.maxY, scale: scale.y, shift: shift.y, count: picture.height,
      shown: shown?.rows)
    let (across, down) = (
      columns.outputs(of: core.x..<core.maxX), rows.outputs(of: core.y..<core.maxY)
    )
    solid =
      isOpaque
      ? .everywhere
      : PixelRect(
        x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count)
    fewTaps = FewTaps(columns)
    rowWeights = rows.weights.map { UInt16(truncatingIfNeeded: $0) }
    sources = columns.sourceRange(of: region.x..<region.maxX)
    line = [UInt16](repeating: 0, count: FewTaps.lineLength(columns: picture.width))
  }

  /// Averages rows first, then pixels along the row.
  public mutating func write(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    guard width > 0 else { return }
    writeLine(y)
    if let fewTaps {
      fewTaps.average(
        line.span, from: x - columns.first, to: &row, at: offset, width: width)
    } else {
      averageColumns(x..<x + width, to: &row, at: offset)
    }
  }

  /// Averages as `write` does, and fades before anything is rounded, where that is quick.
  public mutating func fade(
    y: Int, x: Int, width: Int, by weight: Weight, onto row: inout MutableSpan<UInt8>,
    at offset: Int, scratch: inout [UInt8]
  ) {
    guard width > 0, weight.parts > 0 else { return }
    writeLine(y)
    if let fewTaps {
      fewTaps.fade(
        line.span, from: x - columns.first, by: weight, onto: &row, at: offset, width: width)
    } else {
      var line = scratch.mutableSpan
      averageColumns(x..<x + width, to: &line, at: 0)
      sourceOver(scratch.span, from: 0, fadedBy: weight, onto: &row, at: offset, width: width)
    }
  }

  /// Averages the rows of row `y`, unless that was done last.
  private mutating func writeLine(_ y: Int) {
    guard y != lineY else { return }
    lineY = y
    let index = y - rows.first
    let taps = Int(rows.starts[index])..<Int(rows.starts[index + 1])
    var row = Int(rows.sources[index])
    guard taps.count <= Self.fewRows else { return averageManyRows(from: row, taps) }
    let (start, count) = (sources.lowerBound * 4, sources.count * 4)
    var scratch: [UInt16] = []
    swap(&scratch, &line)
    var levels = scratch.mutableSpan
    // All of one row is no weight of 16 bits: it is two halves of the same.
    if let alone = taps.first(where: { rows.weights[$0] == 65_536 }) {
      row += alone - taps.lowerBound
      let halves: [2 of UInt16] = [32_768, 32_768]
      averageRows(
        picture.bytes.span, from: row * picture.stride + start, stride: 0, halves.span,
        to: &levels, at: start, count: count)
    } else {
      averageRows(
        picture.bytes.span, from: row * picture.stride + start, stride: picture.stride,
        rowWeights.span.extracting(taps), to: &levels, at: start, count: count)
    }
    swap(&scratch, &line)
  }

  /// Of more rows than that, what each of them is rounded by would be seen.
  private static let fewRows = 32

  /// The same for any number of rows, rounded once.
  private mutating func averageManyRows(from source: Int, _ taps: Range<Int>) {
    var sums = [UInt32](repeating: 128, count: sources.count * 4)
    var levels = sums.mutableSpan
    let picture = picture
    let bytes = picture.bytes.span
    for tap in taps {
      let start = picture.offset(sources.lowerBound, source + tap - taps.lowerBound)
      let weight = rows.weights[tap]
      for i in levels.indices { levels[i] &+= UInt32(bytes[start &+ i]) &* weight }
    }
    for i in levels.indices { levels[i] &>>= 8 }
    let start = sources.lowerBound * 4
    line.replaceSubrange(start..<start + sums.count, with: sums.lazy.map { UInt16($0) })
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
        sum = sum &+ SIMD4<UInt32>(truncatingIfNeeded: line.levels(at: at)) &* weights[tap]
        at = at &+ 4
      }
      row.setPixel(Pixel(SIMD4<UInt8>(truncatingIfNeeded: sum &>> 24)), at: offset &+ i &* 4)
    }
  }
}

/// Averages rows of bytes, `stride` apart, by their weights in 1/65,536, into levels in 1/256; of
/// each product, what is finer is cut off.
func averageRows(
  _ source: Span<UInt8>, from start: Int, stride: Int, _ weights: Span<UInt16>,
  to line: inout MutableSpan<UInt16>, at offset: Int, count: Int
) {
  let taps = weights.count
  guard count > 0, taps > 0 else { return }
  precondition(stride >= 0, "rows from above to below")
  unsafe source.lend(start, stride * (taps - 1) + count) { rows in
    unsafe weights.lend(0, taps) { weights in
      unsafe line.lend(offset, count) {
        unsafe rt_average_rows(rows, stride, weights, taps, $0, count)
      }
    }
  }
}

extension Span<UInt16> {
  /// Four levels from `offset`.
  @inline(__always)
  fileprivate func levels(at offset: Int) -> SIMD4<UInt16> {
    precondition(offset >= 0 && offset &+ 4 <= count, "a pixel outside of its row")
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset &* 2, as: SIMD4<UInt16>.self)
  }
}
