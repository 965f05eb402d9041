import Pixels

// What has 16 bits is painted by row, as what has 8 is: how it is blended is decided outside of the
// loops, and what most pictures need, opaque pixels and light that adds up, takes no division.

extension DeepPixels {
  /// Paints the levels of `line` from `start` on along `run` of row `y`.
  mutating func paint(
    _ line: Span<UInt16>, from start: Int, _ run: Coverage.Run, of coverage: Coverage, y: Int,
    opacity: Weight, blend: BlendMode
  ) {
    paint(run, of: coverage, y: y, opacity, blend) { levels, to, level in
      wideBlend(line, from: start, blend, by: level, onto: &levels, at: to, width: run.width)
    } top: {
      line.deep(at: start &+ $0 &* 4)
    }
  }

  /// Paints the first pixels of `line`, which are bytes, along `run` of row `y`.
  mutating func paint(
    bytes line: Span<UInt8>, _ run: Coverage.Run, of coverage: Coverage, y: Int,
    opacity: Weight, blend: BlendMode
  ) {
    paint(run, of: coverage, y: y, opacity, blend) { levels, to, level in
      wideBlend(line, blend, by: level, onto: &levels, at: to, width: run.width)
    } top: {
      line.pixel(at: $0 &* 4).deep
    }
  }

  /// Paints along a run of one level as many pixels as `wide` does, and the others one by one.
  @inline(__always)
  private mutating func paint(
    _ run: Coverage.Run, of coverage: Coverage, y: Int, _ opacity: Weight, _ blend: BlendMode,
    wide: (_ levels: inout MutableSpan<UInt16>, _ offset: Int, _ level: Weight) -> Int,
    top: (_ place: Int) -> SIMD4<UInt16>
  ) {
    let to = offset(run.x, y)
    let level = run.level == nil ? nil : opacity.covered(byFine: run.fine)
    withLevels { levels in
      let done = level.map { wide(&levels, to, $0) } ?? 0
      blend.paint(onto: &levels, at: to, done..<run.width) { i in
        (top(i), level ?? opacity.covered(byFine: coverage.fine[run.start + i]))
      }
    }
  }

  /// Paints one opaque pixel over those from column `x` of row `y` on, each time faded by a weight
  /// of its own in 1/65,536, which is never 0.
  mutating func paint(_ pixel: Pixel, x: Int, y: Int, by weights: Span<UInt16>) {
    let (top, to) = (pixel.deep, offset(x, y))
    withLevels { levels in
      let done = wideFade(deep: top, by: weights, onto: &levels, at: to)
      BlendMode.normal.paint(onto: &levels, at: to, done..<weights.count) { i in
        (top, Weight(parts: UInt32(weights[i])))
      }
    }
  }
}

extension BlendMode {
  /// Paints what `source` has for each pixel of `range`, faded by its weight, onto those from
  /// `offset` on.
  @inline(__always)
  fileprivate func paint(
    onto levels: inout MutableSpan<UInt16>, at offset: Int, _ range: Range<Int>,
    _ source: (Int) -> (SIMD4<UInt16>, Weight)
  ) {
    switch self {
    case .normal:
      for i in range {
        let (at, (top, weight)) = (offset &+ i &* 4, source(i))
        levels.setDeep(Self.faded(top, by: weight, over: levels.deep(at: at)), at: at)
      }
    case .plusLighter:
      for i in range {
        let (at, (top, weight)) = (offset &+ i &* 4, source(i))
        levels.setDeep(Self.added(top, by: weight, to: levels.deep(at: at)), at: at)
      }
    default:
      for i in range {
        let (at, (top, weight)) = (offset &+ i &* 4, source(i))
        levels.setDeep(blended(deep: top, fadedBy: weight, over: levels.deep(at: at)), at: at)
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
