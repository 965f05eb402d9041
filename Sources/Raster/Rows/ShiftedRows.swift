import Kernels
public import Pixels

/// A picture moved by a fraction of a pixel: four neighbours with the same weights everywhere.
public struct ShiftedRows: RowSource {
  private let picture: Surface
  private let dx: Shift
  private let dy: Shift
  /// Two rows mixed, in 1/256 of a level.
  private var line: [UInt16]

  /// Whether nothing ever shows through.
  public let isOpaque: Bool
  /// Where nothing shows through for certain.
  public let solid: PixelRect

  /// `picture`, moved by (`dx`, `dy`) pixels, rounded to 1/256; the pixels at its edge go on.
  ///
  /// The picture must not be empty. Nothing shows through the pixels of `core`, counted from its first
  /// one.
  public init(
    _ picture: Surface, dx: Double, dy: Double, isOpaque: Bool, core: PixelRect = .empty
  ) {
    (self.dx, self.dy, self.isOpaque) = (Shift(dx), Shift(dy), isOpaque)
    let inner = core.insideWhenShifted(picture.pixmap.bounds)
    solid =
      isOpaque
      ? .everywhere
      : inner.moved(x: picture.x + self.dx.whole, y: picture.y + self.dy.whole)
    self.picture = picture
    line = [UInt16](repeating: 0, count: picture.pixmap.width * 4)
  }

  /// Mixes a row out of two of the picture's, and then each pixel with its neighbour.
  public mutating func write(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    // The first pixel that has two neighbours in the picture, and the one behind the last.
    let origin = picture.x + dx.whole
    let count = picture.pixmap.width
    let first = max(x, min(x + width, origin + 1))
    let last = max(first, min(x + width, origin + count))
    let (upper, lower) = sourceRows(y)
    if dy.rest == 0 {
      let source = picture.pixmap.bytes.span
      let left = lower + (first - 1 - origin) * 4
      mixPixels(
        source, from: (left, left + 4), own: dx.own, to: &row, at: offset + (first - x) * 4,
        width: last - first)
      repeatPixel(source, at: lower, onto: &row, at: offset, width: first - x)
      repeatPixel(
        source, at: lower + (count - 1) * 4, onto: &row, at: offset + (last - x) * 4,
        width: x + width - last)
    } else if dx.rest == 0, first < last {
      // Pixels above one another, as those side by side.
      let source = picture.pixmap.bytes.span
      let inner = max(x, min(x + width, origin))
      let column = (inner - origin) * 4
      mixPixels(
        source, from: (upper + column, lower + column), own: dy.own, to: &row,
        at: offset + (inner - x) * 4, width: last - inner)
      fill(row.pixel(at: offset + (inner - x) * 4), onto: &row, at: offset, width: inner - x)
      fill(
        row.pixel(at: offset + (last - x) * 4 - 4), onto: &row, at: offset + (last - x) * 4,
        width: x + width - last)
    } else {
      mixRows(upper, lower)
      mixLine(first - 1 - origin, to: &row, at: offset + (first - x) * 4, width: last - first)
      fill(mixed(column: 0), onto: &row, at: offset, width: first - x)
      fill(
        mixed(column: count - 1), onto: &row, at: offset + (last - x) * 4, width: x + width - last)
    }
  }

  /// Where the two rows begin that row `y` is mixed out of.
  private func sourceRows(_ y: Int) -> (Int, Int) {
    let row = y - picture.y - dy.whole
    let bottom = picture.pixmap.height - 1
    return (
      picture.pixmap.offset(0, max(0, min(bottom, row - 1))),
      picture.pixmap.offset(0, max(0, min(bottom, row)))
    )
  }

  private mutating func mixRows(_ upper: Int, _ lower: Int) {
    let weights: [2 of UInt16] = [UInt16(dy.rest << 8), UInt16(dy.own << 8)]
    var scratch: [UInt16] = []
    swap(&scratch, &line)
    var levels = scratch.mutableSpan
    averageRows(
      picture.pixmap.bytes.span, from: upper, stride: lower - upper, weights.span, to: &levels,
      at: 0, count: levels.count)
    swap(&scratch, &line)
  }

  private func mixed(column: Int) -> Pixel {
    var bytes = SIMD4<UInt8>()
    for i in 0..<4 {
      bytes[i] = UInt8(truncatingIfNeeded: (UInt32(line[column * 4 + i]) + 128) >> 8)
    }
    return Pixel(bytes)
  }

  /// Mixes neighbours of `line`, the first of them in column `first`.
  private func mixLine(
    _ first: Int, to row: inout MutableSpan<UInt8>, at offset: Int, width: Int
  ) {
    guard width > 0 else { return }
    let count = width * 4
    unsafe line.span.lend(first * 4, count + 4) { line in
      unsafe row.lend(offset, count) {
        unsafe rt_mix_neighbors(line, UInt16(dx.own), $0, count)
      }
    }
  }
}

/// Writes the pixel at `place` of `source` `width` times; else it is not read: the end of a row may be
/// far from where anything is painted, and so from the processor.
private func repeatPixel(
  _ source: Span<UInt8>, at place: Int, onto row: inout MutableSpan<UInt8>, at offset: Int,
  width: Int
) {
  if width > 0 { fill(source.pixel(at: place), onto: &row, at: offset, width: width) }
}

/// Writes `width` pixels, each `own` / 256 of a source pixel and the rest of one that comes before
/// it: beside it, or above.
private func mixPixels(
  _ source: Span<UInt8>, from starts: (Int, Int), own: UInt32, to row: inout MutableSpan<UInt8>,
  at offset: Int, width: Int
) {
  guard width > 0 else { return }
  let count = width * 4
  unsafe source.lend(starts.0, count) { first in
    unsafe source.lend(starts.1, count) { second in
      unsafe row.lend(offset, count) {
        unsafe rt_mix_bytes(first, second, UInt16(own), $0, count)
      }
    }
  }
}

extension PixelRect {
  /// Pixels, as they are moved, that show nothing of a picture with these `bounds` but what is inside:
  /// each is made of one of the picture's and of those before it, and beyond the ends these go on.
  fileprivate func insideWhenShifted(_ bounds: PixelRect) -> PixelRect {
    guard !isEmpty else { return .empty }
    let left = x <= bounds.x ? PixelRect.everywhere.x : x + 1
    let top = y <= bounds.y ? PixelRect.everywhere.y : y + 1
    let right = maxX >= bounds.maxX ? PixelRect.everywhere.maxX : maxX
    let bottom = maxY >= bounds.maxY ? PixelRect.everywhere.maxY : maxY
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// A picture moved by whole pixels: its rows are copied.
public struct CopiedRows: RowSource {
  private let picture: Surface
  /// Whether nothing ever shows through.
  public let isOpaque: Bool
  /// Where nothing shows through for certain.
  public let solid: PixelRect

  /// `picture`, moved by whole pixels; outside of it, the pixels at its edge go on.
  ///
  /// Nothing shows through the pixels of `core`, counted from its first one.
  public init(
    _ picture: Surface, dx: Int, dy: Int, isOpaque: Bool, core: PixelRect = .empty
  ) {
    solid =
      isOpaque
      ? .everywhere
      : core.moved(x: picture.x + dx, y: picture.y + dy)
    self.picture = Surface(picture.pixmap, x: picture.x + dx, y: picture.y + dy)
    self.isOpaque = isOpaque
  }

  /// Copies a row, its ends drawn out.
  public func write(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    let bounds = picture.bounds
    guard !bounds.isEmpty else { return }
    let y = max(bounds.y, min(bounds.maxY - 1, y))
    let left = max(x, min(x + width, bounds.x))
    let right = max(left, min(x + width, bounds.maxX))
    let source = picture.pixmap.bytes.span
    repeatPixel(
      source, at: picture.offset(bounds.x, y), onto: &row, at: offset, width: left - x)
    row.copyBytes(
      source, from: picture.offset(min(left, bounds.maxX - 1), y),
      to: offset + (left - x) * 4, length: (right - left) * 4)
    repeatPixel(
      source, at: picture.offset(bounds.maxX - 1, y), onto: &row, at: offset + (right - x) * 4,
      width: x + width - right)
  }
}
