import CRowTwins
import Pixels

// The door to the loops in C for pixels of 16 bits: as `RowTwins` for those of bytes.

/// Whether there is such a loop for `blend`, and something to do for it.
private func isWide(_ blend: BlendMode, _ weight: Weight, _ width: Int) -> Bool {
  width >= worthwhile && weight.parts > 0 && (blend == .normal || blend == .plusLighter)
}

func wideBlend(
  _ source: Span<UInt16>, from start: Int, _ blend: BlendMode, by weight: Weight,
  onto levels: inout MutableSpan<UInt16>, at offset: Int, width: Int
) -> Int {
  guard isWide(blend, weight, width) else { return 0 }
  return unsafe source.lend(start, width &* 4) { top in
    unsafe levels.lend(offset, width &* 4) {
      blend == .normal
        ? unsafe rt_fade_levels(top, weight.parts, $0, width)
        : unsafe rt_add_levels(top, weight.parts, $0, width)
    }
  }
}

func wideBlend(
  _ source: Span<UInt8>, _ blend: BlendMode, by weight: Weight,
  onto levels: inout MutableSpan<UInt16>, at offset: Int, width: Int
) -> Int {
  guard isWide(blend, weight, width) else { return 0 }
  return unsafe source.lend(0, width &* 4) { top in
    unsafe levels.lend(offset, width &* 4) {
      blend == .normal
        ? unsafe rt_fade_bytes(top, weight.parts, $0, width)
        : unsafe rt_add_bytes(top, weight.parts, $0, width)
    }
  }
}

func wideBlend(
  _ source: Span<UInt16>, from start: Int, _ blend: BlendMode, by weight: Weight,
  onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) -> Int {
  guard isWide(blend, weight, width) else { return 0 }
  return unsafe source.lend(start, width &* 4) { top in
    unsafe rows.lend(offset, width &* 4) {
      blend == .normal
        ? unsafe rt_fade_onto_bytes(top, weight.parts, $0, width)
        : unsafe rt_add_onto_bytes(top, weight.parts, $0, width)
    }
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
