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
      fill(source.pixel(at: lower), onto: &row, at: offset, width: first - x)
      fill(
        source.pixel(at: lower + (count - 1) * 4), onto: &row, at: offset + (last - x) * 4,
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
    let picture = picture
    let source = picture.pixmap.bytes.span
    var scratch: [UInt16] = []
    swap(&scratch, &line)
    var levels = scratch.mutableSpan
    mixLines(source, upper, lower, own: UInt16(dy.own), into: &levels)
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
    let line = line.span
    guard dx.rest > 0 else {
      for i in 0..<max(0, width) * 4 {
        row[offset &+ i] = UInt8(
          truncatingIfNeeded: (UInt32(line[first &* 4 &+ i &+ 4]) &+ 128) >> 8)
      }
      return
    }
    mixNeighbours(line, from: first * 4, own: dx.own, to: &row, at: offset, width: width)
  }
}

/// Mixes two rows of bytes into `line`, in 1/256 of a level: `own` / 256 of the lower one.
private func mixLines(
  _ source: Span<UInt8>, _ upper: Int, _ lower: Int, own: UInt16,
  into line: inout MutableSpan<UInt16>
) {
  let rest = 256 - own
  var done = wideMix(source, (upper, lower), own: own, into: &line)
  while done &+ 16 <= line.count {
    let above = widened(source.fourPixels(at: upper &+ done))
    let below = widened(source.fourPixels(at: lower &+ done))
    line.setSixteen(above &* rest &+ below &* own, at: done)
    done &+= 16
  }
  for i in done..<max(done, line.count) {
    line[i] = UInt16(source[upper + i]) * rest + UInt16(source[lower + i]) * own
  }
}

/// Writes `width` pixels, each `own` / 256 of one in `line` and the rest of the one before it.
private func mixNeighbours(
  _ line: Span<UInt16>, from start: Int, own: UInt32, to row: inout MutableSpan<UInt8>,
  at offset: Int, width: Int
) {
  let share = SIMD8(repeating: UInt16(own << 8))
  let rest = SIMD8(repeating: UInt16((256 - own) << 8))
  var done = wideMix(line, from: start, own: UInt16(own), to: &row, at: offset, width: width)
  while done &+ 2 <= width {
    let left = line.eight(at: start &+ done &* 4)
    let right = line.eight(at: start &+ done &* 4 &+ 4)
    // Two products cut off half of a 1/256 each: 129 rounds, and makes up for it.
    let sum = highProducts(left, rest) &+ highProducts(right, share) &+ 129
    row.setTwoPixels(upperBytes(sum), at: offset &+ done &* 4)
    done &+= 2
  }
  guard done < width else { return }
  for i in done * 4..<width * 4 {
    let left = (UInt32(line[start + i]) * (256 - own)) >> 8
    let sum = left + (UInt32(line[start + i + 4]) * own) >> 8 + 129
    row[offset + i] = UInt8(truncatingIfNeeded: sum >> 8)
  }
}

/// Writes `width` pixels, each `own` / 256 of a source pixel and the rest of one that comes before
/// it: beside it, or above.
private func mixPixels(
  _ source: Span<UInt8>, from starts: (Int, Int), own: UInt32, to row: inout MutableSpan<UInt8>,
  at offset: Int, width: Int
) {
  let (share, rest) = (UInt16(own), UInt16(256 - own))
  var done = wideMix(source, from: starts, own: share, to: &row, at: offset, width: width)
  while done &+ 4 <= width {
    let left = source.fourPixelsInPairs(at: starts.0 &+ done &* 4)
    let right = source.fourPixelsInPairs(at: starts.1 &+ done &* 4)
    let even = (left & 255) &* rest &+ (right & 255) &* share &+ 128
    let odd = (left &>> 8) &* rest &+ (right &>> 8) &* share &+ 128
    row.setFourPixelsInPairs(even &>> 8 | odd & 0xFF00, at: offset &+ done &* 4)
    done &+= 4
  }
  for i in done * 4..<max(done, width) * 4 {
    let sum = UInt16(source[starts.0 + i]) * rest + UInt16(source[starts.1 + i]) * share + 128
    row[offset + i] = UInt8(truncatingIfNeeded: sum >> 8)
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
