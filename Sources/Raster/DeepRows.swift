import Kernels
import Pixels

// Rows of 16 bits: how they are blended is decided outside of the loops.

extension DeepPixels {
  /// Paints the levels of `line` from `start` on along `run` of row `y`.
  mutating func paint(
    _ line: Span<UInt16>, from start: Int, _ run: Coverage.Run, of coverage: Coverage, y: Int,
    opacity: Weight, blend: BlendMode
  ) {
    let to = offset(run.x, y)
    withLevels { levels in
      guard run.level == nil else {
        let weight = opacity.covered(byFine: run.fine)
        return blend.paint(line, from: start, by: weight, onto: &levels, at: to, width: run.width)
      }
      for i in 0..<run.width {
        let at = to &+ i &* 4
        let weight = opacity.covered(byFine: coverage.fine[run.start + i])
        let both = blend.blended(
          deep: line.deep(at: start &+ i &* 4), fadedBy: weight, over: levels.deep(at: at))
        levels.setDeep(both, at: at)
      }
    }
  }

  /// Paints one opaque pixel over those from column `x` of row `y` on, each time faded by a weight
  /// of its own in 1/65,536, which is never 0.
  mutating func paint(_ pixel: Pixel, x: Int, y: Int, by weights: Span<UInt16>) {
    let (to, width) = (offset(x, y), weights.count)
    guard width > 0 else { return }
    var shares = [UInt32](repeating: 0, count: width)
    for i in shares.indices { shares[i] = UInt32(weights[i]) }
    let four = SIMD8(lowHalf: pixel.deep, highHalf: pixel.deep)
    withLevels { levels in
      unsafe lend(SIMD16(lowHalf: four, highHalf: four)) { pixels in
        unsafe shares.span.lend(0, width) { shares in
          unsafe levels.lend(to, width &* 4) {
            unsafe rt_fade_levels(pixels, 0, shares, 4, $0, width)
          }
        }
      }
    }
  }
}

extension BlendMode {
  /// Blends `width` pixels of `line` from `start` on, all faded to `weight`, with those of `levels`.
  func paint(
    _ line: Span<UInt16>, from start: Int, by weight: Weight,
    onto levels: inout MutableSpan<UInt16>, at offset: Int, width: Int
  ) {
    guard weight.parts > 0, width > 0 else { return }
    switch self {
    case .normal:
      unsafe lend(SIMD4(repeating: weight.parts)) { shares in
        unsafe line.lend(start, width &* 4) { line in
          unsafe levels.lend(offset, width &* 4) {
            unsafe rt_fade_levels(line, 16, shares, 0, $0, width)
          }
        }
      }
    case .plusLighter:
      unsafe line.lend(start, width &* 4) { line in
        unsafe levels.lend(offset, width &* 4) {
          unsafe rt_add_levels(line, weight.parts, $0, width)
        }
      }
    default:
      for i in 0..<width {
        let at = offset &+ i &* 4
        let both = blended(
          deep: line.deep(at: start &+ i &* 4), fadedBy: weight, over: levels.deep(at: at))
        levels.setDeep(both, at: at)
      }
    }
  }

  /// `source`, faded to `weight`, on `backdrop`, rounded to 1/256 of a level.
  @inline(__always)
  func mixed(
    _ source: SIMD4<UInt16>, by weight: Weight, over backdrop: SIMD4<UInt16>
  ) -> SIMD4<UInt16> {
    // What most pixels need is done without a call.
    self == .normal
      ? Self.faded(source, by: weight, over: backdrop)
      : blended(deep: source, fadedBy: weight, over: backdrop)
  }

  /// `source` over `backdrop`, rounded to 1/256 of a level.
  @inline(__always)
  static func faded(
    _ source: SIMD4<UInt16>, by weight: Weight, over backdrop: SIMD4<UInt16>
  ) -> SIMD4<UInt16> {
    if source.w == 65_280 {
      // The same as below without what cancels out: the sum fits 32 bits.
      let top = SIMD4<UInt32>(truncatingIfNeeded: source) &* weight.parts
      let below = SIMD4<UInt32>(truncatingIfNeeded: backdrop) &* (65_536 - weight.parts)
      return SIMD4<UInt16>(truncatingIfNeeded: (top &+ below &+ 32_768) &>> 16)
    }
    guard source != .zero else { return backdrop }
    return fadedSlowly(source, by: weight, over: backdrop)
  }

  @inline(never)
  private static func fadedSlowly(
    _ source: SIMD4<UInt16>, by weight: Weight, over backdrop: SIMD4<UInt16>
  ) -> SIMD4<UInt16> {
    let share = UInt64(weight.parts)
    let rest = 4_278_190_080 - UInt64(source.w) * share
    var result = SIMD4<UInt16>()
    for i in 0..<4 {
      let sum = UInt64(source[i]) * share * 65_280 + UInt64(backdrop[i]) * rest + 2_139_095_040
      result[i] = UInt16(truncatingIfNeeded: sum / 4_278_190_080)
    }
    return result
  }

  /// The light of both, as far as there is room for it.
  @inline(__always)
  static func added(
    _ source: SIMD4<UInt16>, by weight: Weight, to backdrop: SIMD4<UInt16>
  ) -> SIMD4<UInt16> {
    let light = (SIMD4<UInt32>(truncatingIfNeeded: source) &* weight.parts &+ 32_768) &>> 16
    let sum = SIMD4<Int32>(truncatingIfNeeded: light &+ SIMD4<UInt32>(truncatingIfNeeded: backdrop))
    let most = SIMD4<Int32>(repeating: min(65_280, sum.w))
    return SIMD4<UInt16>(truncatingIfNeeded: sum.replacing(with: most, where: sum .> most))
  }
}

/// Writes `count` bytes as levels in 1/256.
func widen(
  _ bytes: Span<UInt8>, from start: Int, to levels: inout MutableSpan<UInt16>, at offset: Int,
  count: Int
) {
  guard count > 0 else { return }
  unsafe bytes.lend(start, count) { bytes in
    unsafe levels.lend(offset, count) { levels in
      for i in 0..<count { unsafe levels[i] = UInt16(bytes[i]) << 8 }
    }
  }
}

/// Writes `count` levels in 1/256 as the bytes that are nearest to them.
func narrow(
  _ levels: Span<UInt16>, from start: Int, to bytes: inout MutableSpan<UInt8>, at offset: Int,
  count: Int
) {
  guard count > 0 else { return }
  unsafe levels.lend(start, count) { levels in
    unsafe bytes.lend(offset, count) { bytes in
      for i in 0..<count {
        unsafe bytes[i] = UInt8(truncatingIfNeeded: (levels[i] &+ 128) &>> 8)
      }
    }
  }
}
