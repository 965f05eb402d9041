public import Geometry
public import Pixels

// What is blurred in the plane of a layer is smooth there. As long as the bell is wider than half a
// pixel of the canvas, a pixel shows what is in its middle, as it does of a blur that is not seen
// from aside. Of what is narrower, it is the mean of a few samples. They are so close to each other
// that a bell of five or six pixels hardly bends between them.

extension SoftMask {
  /// The levels that pixels of the canvas inside `region` see of it, a bell of `sigma` pixels being
  /// all around, where `way` leads from its own pixels to those of the canvas.
  public func projected(by way: Transform, sigma: Double, in region: PixelRect) -> Plane {
    let outline = way.outline(of: bounds.area)
    guard let back = way.inverse, outline.count > 2 else {
      return Plane(.empty, channels: patch.channels)
    }
    let place = region.intersection(PixelRect(around: outline))
    var plane = Plane(place, channels: patch.channels)
    var levels = plane.levels.mutableSpan
    let (flatLevel, flatOutline) = (flatLevel, way.outline(of: flatArea))
    for y in place.y..<place.maxY {
      guard let all = outline.columns(ofRow: y)?.clamped(to: place.x..<place.maxX) else {
        continue
      }
      let row = (y - place.y) * place.width - place.x
      guard let flatLevel, let flat = flatOutline.columns(insideRow: y)?.clamped(to: all) else {
        writeRow(y, all, back, sigma, to: &levels, at: row)
        continue
      }
      writeRow(y, all.lowerBound..<flat.lowerBound, back, sigma, to: &levels, at: row)
      for column in flat { levels[row + column] = flatLevel }
      writeRow(y, flat.upperBound..<all.upperBound, back, sigma, to: &levels, at: row)
    }
    return plane
  }

  /// Writes the levels of the pixels in `columns` of row `y`; column 0 would be at pixel `row`.
  private func writeRow(
    _ y: Int, _ columns: Range<Int>, _ back: Transform, _ sigma: Double,
    to levels: inout MutableSpan<UInt16>, at row: Int
  ) {
    let source = patch.levels.span
    var start = columns.lowerBound
    while start < columns.upperBound {
      // Wherever a row begins, a pixel is sampled with the same neighbours.
      let block = start & ~7
      let end = min(block + 8, columns.upperBound)
      let area = SampledBlock(columns: block..<block + 8, y: y, back, sigma)
      let count = UInt32(area.counts.x * area.counts.y)
      for column in start..<end {
        let pixel = area.samples(of: column, y: y, back)
        if patch.channels == 1 {
          var sum: UInt32 = 0
          pixel.forEach { sum &+= level(source, $0, $1) }
          levels[row + column] = UInt16(truncatingIfNeeded: (sum &+ count / 2) / count)
        } else {
          var sum = SIMD4<UInt32>.zero
          pixel.forEach { sum &+= fourLevels(source, $0, $1) }
          levels.setDeep(
            SIMD4<UInt16>(truncatingIfNeeded: (sum &+ count / 2) / count),
            at: (row + column) * 4)
        }
      }
      start = end
    }
  }

  /// The rectangle between all that is kept of the corners, where every pixel has one level.
  private var flatArea: Rect {
    Rect(
      x: Double(column.line) + 1, y: Double(row.line) + 1,
      width: Double(max(0, column.count - 1)), height: Double(max(0, row.count - 1)))
  }

  /// The level of that rectangle; nil where it is out of sight, or the mask has several channels.
  private var flatLevel: UInt16? {
    let (x, y) = (column.line - patch.bounds.x, row.line - patch.bounds.y)
    guard patch.channels == 1, x >= 0, x < patch.bounds.width, y >= 0, y < patch.bounds.height,
      column.count > 1, row.count > 1
    else { return nil }
    return patch.levels[y * patch.bounds.width + x]
  }

  /// The level at a place in 1/256 pixels from the middle of the first pixel of the canvas.
  @inline(__always)
  private func level(_ source: Span<UInt16>, _ x: Int, _ y: Int) -> UInt32 {
    let (right, bottom) = (UInt32(x & 255), UInt32(y & 255))
    let (left, next) = (place(x >> 8), place(x >> 8 &+ 1))
    let (above, below) = (line(y >> 8), line(y >> 8 &+ 1))
    func at(_ line: Int, _ place: Int) -> UInt32 {
      line < 0 || place < 0 ? 0 : UInt32(source[line &* patch.bounds.width &+ place])
    }
    let upper = at(above, left) &* (256 &- right) &+ at(above, next) &* right
    let lower = at(below, left) &* (256 &- right) &+ at(below, next) &* right
    return (upper &* (256 &- bottom) &+ lower &* bottom &+ 32_768) >> 16
  }

  /// The same of a mask with four channels.
  @inline(__always)
  private func fourLevels(_ source: Span<UInt16>, _ x: Int, _ y: Int) -> SIMD4<UInt32> {
    let (right, bottom) = (UInt32(x & 255), UInt32(y & 255))
    let (left, next) = (place(x >> 8), place(x >> 8 &+ 1))
    let (above, below) = (line(y >> 8), line(y >> 8 &+ 1))
    func at(_ line: Int, _ place: Int) -> SIMD4<UInt32> {
      guard line >= 0, place >= 0 else { return .zero }
      return SIMD4<UInt32>(
        truncatingIfNeeded: source.deep(at: (line &* patch.bounds.width &+ place) &* 4))
    }
    let upper = at(above, left) &* (256 &- right) &+ at(above, next) &* right
    let lower = at(below, left) &* (256 &- right) &+ at(below, next) &* right
    return (upper &* (256 &- bottom) &+ lower &* bottom &+ 32_768) &>> 16
  }

  /// The column of the patch that stands for one of the whole; negative where there is nothing.
  @inline(__always)
  private func place(_ x: Int) -> Int {
    guard x >= bounds.x, x < bounds.maxX else { return -1 }
    let place = column.source(x) &- patch.bounds.x
    return place < patch.bounds.width ? place : -1
  }

  /// The same of its rows.
  @inline(__always)
  private func line(_ y: Int) -> Int {
    guard y >= bounds.y, y < bounds.maxY else { return -1 }
    let line = row.source(y) &- patch.bounds.y
    return line < patch.bounds.height ? line : -1
  }
}

/// Some pixels of a row of the canvas, and how each of them looks at a mask.
private struct SampledBlock {
  /// How many samples a pixel takes along and across its row.
  let counts: SIMD2<Int>
  /// How much of a pixel's width and height is looked at; nil where that is not the same for all.
  private let share: SIMD2<Double>?
  private let sigma: Double

  /// How far apart samples may be, in pixels of the mask.
  private static let step = 1.5
  /// The most samples along one side of a pixel.
  private static let most = 64.0

  init(columns: Range<Int>, y: Int, _ back: Transform, _ sigma: Double) {
    self.sigma = sigma
    let middle = Double(y) + 0.5
    let start = Footprint(of: Point(x: Double(columns.lowerBound), y: middle), back)
    let end = Footprint(of: Point(x: Double(columns.upperBound), y: middle), back)
    let (first, last) = (Self.share(start, sigma), Self.share(end, sigma))
    share = first == last ? first : nil
    counts = SIMD2(
      Self.count(start.across.length * first.x, end.across.length * last.x),
      Self.count(start.down.length * first.y, end.down.length * last.y))
  }

  /// How much of a pixel is looked at, as of one that is seen upright.
  private static func share(_ pixel: Footprint, _ sigma: Double) -> SIMD2<Double> {
    SIMD2(
      Gaussian.window(sigma / pixel.across.length), Gaussian.window(sigma / pixel.down.length))
  }

  private static func count(_ one: Double, _ other: Double) -> Int {
    let longest = max(one, other)
    return longest.isNaN ? 1 : Int(max(1, min(most, (longest / step).rounded(.up))))
  }

  /// What the pixel at `column` looks at.
  @inline(__always)
  func samples(of column: Int, y: Int, _ back: Transform) -> Samples {
    let center = Point(x: Double(column) + 0.5, y: Double(y) + 0.5)
    let share = share ?? Self.share(Footprint(of: center, back), sigma)
    return Samples(center: center, columns: counts.x, rows: counts.y, share, back)
  }
}

/// The places of a mask that one pixel of the canvas is the mean of.
private struct Samples {
  /// The first of them, and the ways to the next one in its row and in its column.
  private let first, step: SIMD2<Double>
  /// How many there are along and across a row.
  private let columns, rows: Int
  private let back: Transform

  init(
    center: Point, columns: Int, rows: Int, _ share: SIMD2<Double>, _ back: Transform
  ) {
    (self.columns, self.rows, self.back) = (columns, rows, back)
    step = SIMD2(share.x / Double(columns), share.y / Double(rows))
    first = SIMD2(
      center.x - step.x * Double(columns - 1) / 2, center.y - step.y * Double(rows - 1) / 2)
  }

  /// Calls `body` with each, in 1/256 pixels from the middle of the first pixel of the canvas.
  @inline(__always)
  func forEach(_ body: (_ x: Int, _ y: Int) -> Void) {
    for row in 0..<rows {
      let y = first.y + Double(row) * step.y
      for column in 0..<columns {
        let x = first.x + Double(column) * step.x
        let w = back.px * x + back.py * y + back.pw
        // Beyond the horizon there is nothing.
        guard w > 1e-9 else { continue }
        let one = 256 / w
        let u = (back.a * x + back.c * y + back.tx) * one - 128
        let v = (back.b * x + back.d * y + back.ty) * one - 128
        guard abs(u) < 1e9, abs(v) < 1e9 else { continue }
        body(Footprint.nearest(u), Footprint.nearest(v))
      }
    }
  }
}

extension PixelRect {
  fileprivate var area: Rect {
    Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
  }

  /// All pixels that a convex outline can touch.
  fileprivate init(around outline: [Point]) {
    func whole(_ coordinate: Double) -> Int { Int(max(-1e6, min(1e6, coordinate))) }
    let (columns, rows) = (outline.map(\.x), outline.map(\.y))
    let (left, top) = (
      whole((columns.min() ?? 0).rounded(.down)), whole((rows.min() ?? 0).rounded(.down))
    )
    self.init(
      x: left, y: top, width: whole((columns.max() ?? 0).rounded(.up)) - left,
      height: whole((rows.max() ?? 0).rounded(.up)) - top)
  }
}

extension [Point] {
  /// The columns of pixels that lie inside a convex outline in a row; nil if there are none.
  fileprivate func columns(insideRow row: Int) -> Range<Int>? {
    guard let upper = stretch(at: Double(row)), let lower = stretch(at: Double(row + 1)) else {
      return nil
    }
    let left = Swift.max(upper.lowerBound, lower.lowerBound).rounded(.up)
    let right = Swift.min(upper.upperBound, lower.upperBound).rounded(.down)
    guard left < right, left > -1e6, right < 1e6 else { return nil }
    return Int(left)..<Int(right)
  }

  /// Where a level line enters a convex outline and leaves it; nil if it does not.
  private func stretch(at y: Double) -> ClosedRange<Double>? {
    var (left, right) = (Double.infinity, -Double.infinity)
    for (start, end) in sides where (start.y <= y) != (end.y <= y) {
      let x = start.x + (end.x - start.x) * ((y - start.y) / (end.y - start.y))
      (left, right) = (Swift.min(left, x), Swift.max(right, x))
    }
    return left < right ? left...right : nil
  }

  /// The columns of pixels that a convex outline touches in a row; nil if there are none.
  fileprivate func columns(ofRow row: Int) -> Range<Int>? {
    let (top, bottom) = (Double(row), Double(row + 1))
    var (left, right) = (Double.infinity, -Double.infinity)
    for (start, end) in sides {
      let (upper, lower) = start.y <= end.y ? (start, end) : (end, start)
      guard lower.y >= top, upper.y <= bottom else { continue }
      let slope = lower.y > upper.y ? (lower.x - upper.x) / (lower.y - upper.y) : 0
      let first = upper.y >= top ? upper.x : upper.x + (top - upper.y) * slope
      let last = lower.y <= bottom ? lower.x : upper.x + (bottom - upper.y) * slope
      (left, right) = (Swift.min(left, first, last), Swift.max(right, first, last))
    }
    guard left <= right else { return nil }
    let (from, to) = (left.rounded(.down), right.rounded(.up))
    return Int(Swift.max(-1e6, from))..<Int(Swift.max(Swift.max(-1e6, from), Swift.min(1e6, to)))
  }
}
