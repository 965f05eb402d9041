import Kernels
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

// Halving with weights 1, 3, 3, 1 rather than by plain averages: what is as fine as the pixels
// would else come back as broad ripples. Doubling with the same weights makes smooth curves.

extension Plane {
  /// A copy of half the size; its borders are those of even pixels.
  func halved() -> Plane {
    var result = Plane(Self.half(of: bounds), channels: channels)
    let half = result.bounds
    // Two empty pixels on the left and two on the right stand for what is outside.
    var line = [UInt32](repeating: 0, count: (half.width * 2 + 2) * channels)
    let shift = (bounds.x - (half.x * 2 - 1)) * channels
    let width = bounds.width * channels
    for y in 0..<half.height {
      line.fill(0)
      for (tap, weight) in [UInt32(1), 3, 3, 1].enumerated() {
        let row = (half.y + y) * 2 - 1 + tap - bounds.y
        guard row >= 0, row < bounds.height else { continue }
        line.add(levels, from: row * width, weight, at: shift, count: width)
      }
      result.takeHalf(line, row: y)
    }
    return result
  }

  /// Takes every second sum of four neighbours along `line`.
  private mutating func takeHalf(_ line: [UInt32], row: Int) {
    let (line, channels, count) = (line.span, channels, bounds.width * channels)
    var levels = levels.mutableSpan
    let start = row * count
    for i in 0..<count {
      // A pixel has one channel or four.
      let first = i &+ i & ~(channels &- 1)
      let inner = line[first &+ channels] &+ line[first &+ 2 &* channels]
      let sum = line[first] &+ 3 &* inner &+ line[first &+ 3 &* channels] &+ 32
      levels[start &+ i] = UInt16(truncatingIfNeeded: sum &>> 6)
    }
  }

  /// A copy of twice the size, as far as `region`, in its own pixels, can see it.
  func doubled(in region: PixelRect) -> Plane {
    let small = Self.half(of: region)
    let plane = extended(to: small)
    let width = (small.width - 2) * channels
    guard width > 0 else { return Plane(region, channels: channels) }
    var result = Plane(
      unwritten: PixelRect(
        x: (small.x + 1) * 2, y: region.y, width: (small.width - 2) * 2, height: region.height),
      channels: channels)
    var rows = result.levels.mutableSpan
    for y in region.y..<region.maxY {
      let near = y >> 1 - small.y
      let far = y & 1 == 0 ? near - 1 : near + 1
      double(plane, near, far, to: &rows, at: (y - region.y) * width * 2, count: width)
    }
    return result.cropped(to: region)
  }

  /// Doubles a row of `plane` but for its first and its last pixel.
  private func double(
    _ plane: Plane, _ near: Int, _ far: Int, to rows: inout MutableSpan<UInt16>, at offset: Int,
    count: Int
  ) {
    let (channels, stride) = (channels, plane.bounds.width * channels)
    unsafe plane.levels.span.lend(near * stride, stride) { near in
      unsafe plane.levels.span.lend(far * stride, stride) { far in
        unsafe rows.lend(offset, count * 2) {
          unsafe rt_double_row(near + channels, far + channels, channels, $0, count)
        }
      }
    }
  }

  /// The levels inside `region`; outside of the plane, those at its edge go on.
  private func extended(to region: PixelRect) -> Plane {
    guard region != bounds, !bounds.isEmpty else { return cut(to: region) }
    var result = Plane(unwritten: region, channels: channels)
    let width = region.width * channels
    for y in region.y..<region.maxY {
      let row = (max(bounds.y, min(bounds.maxY - 1, y)) - bounds.y) * bounds.width
      for x in region.x..<region.maxX {
        let column = max(bounds.x, min(bounds.maxX - 1, x)) - bounds.x
        let to = (y - region.y) * width + (x - region.x) * channels
        for channel in 0..<channels {
          result.levels[to &+ channel] = levels[(row &+ column) &* channels &+ channel]
        }
      }
    }
    return result
  }

  /// The pixels of a copy of half the size that `region` needs when that copy is doubled.
  static func half(of region: PixelRect) -> PixelRect {
    guard !region.isEmpty else { return region }
    let (x, y) = (region.x >> 1 - 1, region.y >> 1 - 1)
    return PixelRect(
      x: x, y: y, width: (region.maxX - 1) >> 1 + 2 - x, height: (region.maxY - 1) >> 1 + 2 - y)
  }
}

extension [UInt32] {
  /// Makes all sums the same.
  fileprivate mutating func fill(_ value: UInt32) {
    var sums = mutableSpan
    for i in 0..<sums.count { sums[i] = value }
  }

  /// Adds `weight` times `count` levels to as many sums from `offset` on.
  fileprivate mutating func add(
    _ levels: [UInt16], from start: Int, _ weight: UInt32, at offset: Int, count: Int
  ) {
    let source = levels.span.extracting(start..<start + count)
    var sums = mutableSpan
    for i in 0..<source.count {
      sums[offset &+ i] = sums[offset &+ i] &+ UInt32(source[i]) &* weight
    }
  }
}
