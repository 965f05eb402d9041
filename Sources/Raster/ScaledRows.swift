public import Pixels

/// A picture scaled along its axes, and moved by any distance.
public struct ScaledRows: RowSource {
  private let picture: Pixmap
  private let columns: Taps
  private let rows: Taps
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
    line = [UInt16](repeating: 0, count: picture.width * 4)
  }

  /// Averages rows first, then pixels along the row.
  public mutating func write(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    guard width > 0 else { return }
    let needed = columns.sourceRange(of: x..<x + width)
    averageRows(y, columns: needed)
    averageColumns(x, width: width, first: needed.lowerBound, to: &row, at: offset)
  }

  private mutating func averageRows(_ y: Int, columns: Range<Int>) {
    let (rows, picture) = (rows, picture)
    let index = y - rows.first
    let first = Int(rows.starts[index])
    let count = Int(rows.starts[index + 1]) - first
    let source = picture.bytes.span
    let start = picture.offset(columns.lowerBound, Int(rows.sources[index]))
    let (stride, weights) = (picture.stride, rows.weights.span)
    var scratch: [UInt16] = []
    swap(&scratch, &line)
    defer { swap(&scratch, &line) }
    var averages = scratch.mutableSpan
    for i in 0..<columns.count * 4 {
      var sum: UInt32 = 128
      var at = start &+ i
      for tap in first..<first + count {
        sum = sum &+ UInt32(source[at]) &* weights[tap]
        at = at &+ stride
      }
      averages[i] = UInt16(truncatingIfNeeded: sum >> 8)
    }
  }

  private func averageColumns(
    _ x: Int, width: Int, first: Int, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    let (starts, sources, weights) = (
      columns.starts.span, columns.sources.span, columns.weights.span
    )
    let line = line.span
    for i in 0..<width {
      let index = x &+ i &- columns.first
      var at = (Int(sources[index]) &- first) &* 4
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
