import Pixels

// What has 16 bits is painted by row, as what has 8 is: how it is blended is decided outside of the
// loops, and what most pictures need, opaque pixels and light that adds up, takes no division.

extension DeepPixels {
  /// Paints the levels of `line` from `start` on along `run` of row `y`.
  mutating func paint(
    _ line: Span<UInt16>, from start: Int, _ run: Coverage.Run, of coverage: Coverage, y: Int,
    opacity: Weight, blend: BlendMode
  ) {
    let to = offset(run.x, y)
    guard run.level != nil else {
      return paint(line, from: start, count: run.width, to: to, blend: blend) {
        opacity.covered(byFine: coverage.fine[run.start + $0])
      }
    }
    let weight = opacity.covered(byFine: run.fine)
    paint(line, from: start, count: run.width, to: to, blend: blend) { _ in weight }
  }

  @inline(__always)
  private mutating func paint(
    _ line: Span<UInt16>, from start: Int, count: Int, to: Int, blend: BlendMode,
    weight: (Int) -> Weight
  ) {
    withLevels { levels in
      switch blend {
      case .normal:
        for i in 0..<count {
          let at = to &+ i &* 4
          let top = line.deep(at: start &+ i &* 4)
          levels.setDeep(BlendMode.faded(top, by: weight(i), over: levels.deep(at: at)), at: at)
        }
      case .plusLighter:
        for i in 0..<count {
          let at = to &+ i &* 4
          let top = line.deep(at: start &+ i &* 4)
          levels.setDeep(BlendMode.added(top, by: weight(i), to: levels.deep(at: at)), at: at)
        }
      default:
        for i in 0..<count {
          let at = to &+ i &* 4
          let top = line.deep(at: start &+ i &* 4)
          levels.setDeep(
            blend.blended(deep: top, fadedBy: weight(i), over: levels.deep(at: at)), at: at)
        }
      }
    }
  }
}

extension BlendMode {
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
