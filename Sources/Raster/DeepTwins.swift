import CRowTwins
import Pixels

// The door to the loops in C for pixels of 16 bits: as `RowTwins` for those of bytes.

/// Brings pixels onto others, of which not both are bytes; answers how many, or 0 if there is no such
/// loop.
func wideBlend<Source: BitwiseCopyable, Target: BitwiseCopyable>(
  _ source: Span<Source>, from start: Int = 0, _ blend: BlendMode, by weight: Weight,
  onto target: inout MutableSpan<Target>, at offset: Int, width: Int
) -> Int {
  guard width >= worthwhile, weight.parts > 0, blend == .normal || blend == .plusLighter else {
    return 0
  }
  precondition(max(MemoryLayout<Source>.size, MemoryLayout<Target>.size) <= 2, "no levels")
  let how = rt_blending(
    weight: weight.parts, source_bytes: UInt8(MemoryLayout<Source>.size),
    row_bytes: UInt8(MemoryLayout<Target>.size), is_light: blend == .normal ? 0 : 1)
  return unsafe source.lend(start, width &* 4) { source in
    unsafe target.lend(offset, width &* 4) { unsafe rt_blend_deep(how, source, $0, width) }
  }
}

func wideFade(
  deep pixel: SIMD4<UInt16>, by weights: Span<UInt16>, onto levels: inout MutableSpan<UInt16>,
  at offset: Int
) -> Int {
  let width = weights.count
  guard width >= worthwhile else { return 0 }
  let top: [UInt16] = [pixel.x, pixel.y, pixel.z, pixel.w]
  return unsafe weights.lend(0, width) { weights in
    unsafe top.span.lend(0, 4) { top in
      unsafe levels.lend(offset, width &* 4) {
        unsafe rt_fade_levels_by(top, weights, $0, width)
      }
    }
  }
}
