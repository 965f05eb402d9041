import Kernels
import Pixels

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
