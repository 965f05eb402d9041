public import Pixels

/// Levels over a part of the canvas, one or four for each pixel, in 1/256 of a level.
public struct Plane: Hashable, Sendable {
  /// A whole level, 255, in this fineness.
  static let full: UInt16 = 65_280

  /// Where it is on the canvas.
  public internal(set) var bounds: PixelRect
  /// How many levels a pixel has.
  let channels: Int
  /// The levels, row by row.
  var levels: [UInt16]

  init(_ bounds: PixelRect, channels: Int) {
    (self.bounds, self.channels) = (bounds, channels)
    levels = [UInt16](repeating: 0, count: max(0, bounds.width * bounds.height) * channels)
  }

  /// A plane of whatever was in memory, for those who write every level before they read it.
  init(unwritten bounds: PixelRect, channels: Int) {
    (self.bounds, self.channels) = (bounds, channels)
    let count = max(0, bounds.width * bounds.height) * channels
    levels = unsafe [UInt16](unsafeUninitializedCapacity: count) { _, initialized in
      initialized = count
    }
  }

  /// The alpha of `surface`.
  public init(alphaOf surface: Surface) {
    self.init(surface.bounds, channels: 1)
    let bytes = surface.pixmap.bytes.span
    var alphas = levels.mutableSpan
    for i in alphas.indices { alphas[i] = UInt16(bytes[i &* 4 &+ 3]) << 8 }
  }

  /// All channels of `surface`.
  public init(_ surface: Surface) {
    self.init(surface.bounds, channels: 4)
    let bytes = surface.pixmap.bytes.span
    for i in levels.indices { levels[i] = UInt16(bytes[i]) << 8 }
  }

  /// What `coverage` covers inside `bounds`.
  public init(_ coverage: Coverage, in bounds: PixelRect) {
    self.init(bounds, channels: 1)
    let region = bounds.intersection(coverage.bounds)
    for y in region.y..<region.maxY {
      for index in coverage.row(y) {
        guard let run = coverage.runs[index].clipped(from: region.x, to: region.maxX) else {
          continue
        }
        let first = (y - bounds.y) * bounds.width + run.x - bounds.x
        for i in 0..<run.width { levels[first + i] = UInt16(coverage.level(of: run, at: i)) << 8 }
      }
    }
  }

  /// The levels as pixels, rounded to nearest; only for planes of four channels.
  public var surface: Surface {
    var surface = Surface(bounds)
    guard channels == 4 else { return surface }
    surface.pixmap.withMutableSpan { bytes in
      for i in 0..<min(bytes.count, levels.count) {
        bytes[i] = UInt8(truncatingIfNeeded: (UInt32(levels[i]) + 128) >> 8)
      }
    }
    return surface
  }

  /// The same levels, moved by a distance that is rounded to 1/256 pixel.
  public func shifted(dx: Double, dy: Double) -> Plane {
    let (x, y) = (Shift(dx), Shift(dy))
    var moved = Plane(
      PixelRect(
        x: bounds.x + x.whole, y: bounds.y + y.whole, width: bounds.width + 1,
        height: bounds.height + 1), channels: channels)
    let width = moved.bounds.width * channels
    // A row mixed along itself, in 1/256 more than levels; there is nothing above the first one.
    var upper = [UInt32](repeating: 0, count: width)
    var lower = upper
    for row in 0..<moved.bounds.height {
      mix(row, x, into: &lower)
      moved.takeRow(row, from: upper.span, lower.span, y)
      swap(&upper, &lower)
    }
    return moved
  }

  /// Takes a row from two mixed ones.
  private mutating func takeRow(
    _ row: Int, from above: Span<UInt32>, _ below: Span<UInt32>, _ shift: Shift
  ) {
    var target = levels.mutableSpan
    for i in 0..<above.count {
      // No more than 65,280 * 65,536: there is room to round.
      let sum = above[i] &* shift.rest &+ below[i] &* shift.own &+ 32_768
      target[row &* above.count &+ i] = UInt16(truncatingIfNeeded: sum &>> 16)
    }
  }

  /// Mixes the pixels of a row with those on their left: one more than it has.
  private func mix(_ row: Int, _ shift: Shift, into line: inout [UInt32]) {
    let width = bounds.width * channels
    var line = line.mutableSpan
    guard row < bounds.height, width > 0 else {
      for i in line.indices { line[i] = 0 }
      return
    }
    let levels = levels.span.extracting(row * width..<(row + 1) * width)
    for i in 0..<channels {
      line[i] = UInt32(levels[i]) &* shift.own
      line[width &+ i] = UInt32(levels[width &- channels &+ i]) &* shift.rest
    }
    for i in channels..<max(channels, width) {
      line[i] =
        UInt32(levels[i]) &* shift.own &+ UInt32(levels[i &- channels]) &* shift.rest
    }
  }

  /// By what variance `shifted` spreads levels along each axis: it mixes neighbours.
  public static func spread(dx: Double, dy: Double) -> SIMD2<Double> {
    let shares = SIMD2(Double(Shift(dx).own), Double(Shift(dy).own)) / 256
    return shares * (1 - shares)
  }
}

/// A distance in whole pixels and 1/256 of one.
struct Shift {
  /// The whole pixels.
  let whole: Int
  /// How far a pixel itself counts; its neighbour on the left or above has the rest.
  let own: UInt32
  /// What is left of 256.
  var rest: UInt32 { 256 - own }

  init(_ distance: Double) {
    // Beyond a million pixels there is no canvas.
    let distance = distance.isNaN ? 0 : max(-1_000_000, min(1_000_000, distance))
    let steps = Int((distance * 256).rounded(.toNearestOrAwayFromZero))
    (whole, own) = (steps >> 8, 256 - UInt32(steps & 255))
  }
}
