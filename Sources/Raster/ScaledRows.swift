public import Geometry
public import Pixels

/// A picture scaled along its axes, and moved by any distance.
public struct ScaledRows: RowSource {
  private let picture: Pixmap
  private let rows: Taps
  private let columns: Taps
  /// The same again where no column has more than three taps.
  private let fewTaps: FewTaps?
  /// One row between the passes, its channels in 1/256 of a level.
  private var line: [UInt16]

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
    line = [UInt16](repeating: 0, count: FewTaps.lineLength(columns: picture.width))
  }

  /// Averages rows first, then pixels along the row.
  public mutating func write(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    guard width > 0 else { return }
    averageRows(y, columns: columns.sourceRange(of: x..<x + width))
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
    averageRows(y, columns: columns.sourceRange(of: x..<x + width))
    if let fewTaps {
      fewTaps.fade(
        line.span, from: x - columns.first, by: weight, onto: &row, at: offset, width: width)
    } else {
      var line = scratch.mutableSpan
      averageColumns(x..<x + width, to: &line, at: 0)
      fadeOpaque(scratch.span, from: 0, by: weight, onto: &row, at: offset, width: width)
    }
  }

  /// Fades in the same way over pixels that are nowhere to be read.
  public mutating func fade(
    y: Int, x: Int, width: Int, by weight: Weight, over ground: Pixel,
    to row: inout MutableSpan<UInt8>, at offset: Int, scratch: inout [UInt8]
  ) {
    guard width > 0 else { return }
    guard let fewTaps, weight.parts > 0 else {
      fill(ground, onto: &row, at: offset, width: width)
      return fade(
        y: y, x: x, width: width, by: weight, onto: &row, at: offset, scratch: &scratch)
    }
    averageRows(y, columns: columns.sourceRange(of: x..<x + width))
    fewTaps.fade(
      line.span, from: x - columns.first, by: weight, over: ground, to: &row, at: offset,
      width: width)
  }

  private mutating func averageRows(_ y: Int, columns: Range<Int>) {
    let (rows, picture) = (rows, picture)
    let index = y - rows.first
    let taps = Int(rows.starts[index])..<Int(rows.starts[index + 1])
    guard taps.count <= Self.fewRows else {
      return averageManyRows(from: Int(rows.sources[index]), taps, columns: columns)
    }
    var scratch: [UInt16] = []
    swap(&scratch, &line)
    var levels = scratch.mutableSpan
    let source = picture.offset(columns.lowerBound, Int(rows.sources[index]))
    let (start, count) = (columns.lowerBound * 4, columns.count * 4)
    // A lone row has none below it to be weighed with.
    let second = taps.count > 1 ? rows.weights[taps.lowerBound + 1] : 0
    weigh(
      picture.bytes.span, from: source, stride: taps.count > 1 ? picture.stride : 0,
      (rows.weights[taps.lowerBound], second), into: &levels, at: start, count: count)
    for tap in taps.dropFirst(2) {
      weigh(
        picture.bytes.span, from: source + (tap - taps.lowerBound) * picture.stride,
        rows.weights[tap], into: &levels, at: start, count: count)
    }
    swap(&scratch, &line)
  }

  /// Of more rows than that, what each of them is rounded by would be seen.
  private static let fewRows = 32

  /// The same for any number of rows, rounded once.
  private mutating func averageManyRows(
    from source: Int, _ taps: Range<Int>, columns: Range<Int>
  ) {
    var sums = [UInt32](repeating: 128, count: columns.count * 4)
    var levels = sums.mutableSpan
    let (rows, picture) = (rows, picture)
    let bytes = picture.bytes.span
    for tap in taps {
      let start = picture.offset(columns.lowerBound, source + tap - taps.lowerBound)
      let weight = rows.weights[tap]
      for i in levels.indices { levels[i] &+= UInt32(bytes[start &+ i]) &* weight }
    }
    for i in levels.indices { levels[i] &>>= 8 }
    let start = columns.lowerBound * 4
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
        sum = sum &+ SIMD4<UInt32>(truncatingIfNeeded: line.deep(at: at)) &* weights[tap]
        at = at &+ 4
      }
      row.setPixel(Pixel(SIMD4<UInt8>(truncatingIfNeeded: sum &>> 24)), at: offset &+ i &* 4)
    }
  }
}

/// Writes two weighted rows, `stride` bytes apart, to `line`, in 1/256 of a level.
private func weigh(
  _ source: Span<UInt8>, from start: Int, stride: Int, _ weights: (UInt32, UInt32),
  into line: inout MutableSpan<UInt16>, at offset: Int, count: Int
) {
  let (coarse, fine) = (UInt16(weights.0 >> 8), UInt16(weights.0 & 255))
  let (coarse2, fine2) = (UInt16(weights.1 >> 8), UInt16(weights.1 & 255))
  var done = wideWeigh(
    source, (start, start + stride), Mix(weights.0, weights.1), into: &line, at: offset,
    count: count)
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

/// Adds `weight` / 65,536 of `count` bytes to `line`, in 1/256 of a level.
private func weigh(
  _ source: Span<UInt8>, from start: Int, _ weight: UInt32,
  into line: inout MutableSpan<UInt16>, at offset: Int, count: Int
) {
  guard weight > 0 else { return }
  let (coarse, fine) = (UInt16(weight >> 8), UInt16(weight & 255))
  var done = wideWeigh(source, from: start, weight, addedTo: &line, at: offset, count: count)
  while done &+ 16 <= count {
    let bytes = widened(source.fourPixels(at: start &+ done))
    let sum = line.sixteen(at: offset &+ done) &+ bytes &* coarse &+ (bytes &* fine) &>> 8
    line.setSixteen(sum, at: offset &+ done)
    done &+= 16
  }
  for i in done..<max(done, count) {
    let byte = UInt16(source[start &+ i])
    line[offset &+ i] = line[offset &+ i] &+ byte &* coarse &+ (byte &* fine) >> 8
  }
}
