import CRowTwins
import Pixels

// The door to the loops in C. A twin does the first part of a row, and answers how many pixels (or
// numbers) that was; the loop in Swift goes on from there. Both come to the same bytes.

/// Fewer pixels than this are not worth the way to C.
let worthwhile = 8

func wideSourceOver(
  _ source: Span<UInt8>, from start: Int, onto rows: inout MutableSpan<UInt8>, at offset: Int,
  width: Int
) -> Int {
  guard width >= worthwhile else { return 0 }
  return unsafe source.lend(start, width &* 4) { top in
    unsafe rows.lend(offset, width &* 4) { unsafe rt_source_over(top, $0, width) }
  }
}

func wideSourceOver(
  _ pixel: Pixel, onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) -> Int {
  unsafe widePaint(pixel, onto: &rows, at: offset, width: width) {
    unsafe rt_pixel_over($0, $1, $2)
  }
}

func wideFill(
  _ pixel: Pixel, onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) -> Int {
  unsafe widePaint(pixel, onto: &rows, at: offset, width: width) { unsafe rt_fill_row($0, $1, $2) }
}

private func widePaint(
  _ pixel: Pixel, onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int,
  _ loop: (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int) -> Int
) -> Int {
  guard width >= worthwhile else { return 0 }
  return unsafe pixel.lend { pixel in
    unsafe rows.lend(offset, width &* 4) { unsafe loop(pixel, $0, width) }
  }
}

func wideFade(
  _ source: Span<UInt8>, from start: Int, _ mix: Mix, onto rows: inout MutableSpan<UInt8>,
  at offset: Int, width: Int
) -> Int {
  guard width >= worthwhile else { return 0 }
  return unsafe source.lend(start, width &* 4) { top in
    unsafe rows.lend(offset, width &* 4) { unsafe rt_fade_row(top, mix.parts, $0, width) }
  }
}

func wideFade(
  _ pixel: Pixel, _ mix: Mix, onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) -> Int {
  guard width >= worthwhile else { return 0 }
  return unsafe pixel.lend { top in
    unsafe rows.lend(offset, width &* 4) { unsafe rt_fade_pixel(top, mix.parts, $0, width) }
  }
}

func wideFade(
  _ pixel: Pixel, by weights: Span<UInt16>, onto rows: inout MutableSpan<UInt8>, at offset: Int,
  width: Int
) -> Int {
  guard width >= worthwhile else { return 0 }
  return unsafe weights.lend(0, width) { weights in
    unsafe pixel.lend { top in
      unsafe rows.lend(offset, width &* 4) { unsafe rt_fade_pixel_by(top, weights, $0, width) }
    }
  }
}

func wideWeigh(
  _ source: Span<UInt8>, _ starts: (Int, Int), _ weights: Mix, into line: inout MutableSpan<UInt16>,
  at offset: Int, count: Int
) -> Int {
  guard count >= worthwhile else { return 0 }
  return unsafe source.lend(starts.0, count) { upper in
    unsafe source.lend(starts.1, count) { lower in
      unsafe line.lend(offset, count) {
        unsafe rt_weigh_rows(upper, lower, weights.parts, $0, count)
      }
    }
  }
}

func wideWeigh(
  _ source: Span<UInt8>, from start: Int, _ weight: UInt32, addedTo line: inout MutableSpan<UInt16>,
  at offset: Int, count: Int
) -> Int {
  guard count >= worthwhile else { return 0 }
  let share = Mix(weight, 0).parts
  return unsafe source.lend(start, count) { row in
    unsafe line.lend(offset, count) { unsafe rt_weigh_row(row, share, $0, count) }
  }
}

func wideMix(
  _ source: Span<UInt8>, _ starts: (Int, Int), own: UInt16, into line: inout MutableSpan<UInt16>
) -> Int {
  let count = line.count
  guard count >= worthwhile else { return 0 }
  return unsafe source.lend(starts.0, count) { upper in
    unsafe source.lend(starts.1, count) { lower in
      unsafe line.lend(0, count) { unsafe rt_mix_rows(upper, lower, own, $0, count) }
    }
  }
}

func wideMix(
  _ source: Span<UInt8>, from starts: (Int, Int), own: UInt16, to row: inout MutableSpan<UInt8>,
  at offset: Int, width: Int
) -> Int {
  guard width >= worthwhile else { return 0 }
  return unsafe source.lend(starts.0, width &* 4) { first in
    unsafe source.lend(starts.1, width &* 4) { second in
      unsafe row.lend(offset, width &* 4) { unsafe rt_mix_pixels(first, second, own, $0, width) }
    }
  }
}

func wideMix(
  _ line: Span<UInt16>, from start: Int, own: UInt16, to row: inout MutableSpan<UInt8>,
  at offset: Int, width: Int
) -> Int {
  guard width >= worthwhile else { return 0 }
  return unsafe line.lend(start, (width &+ 1) &* 4) { levels in
    unsafe row.lend(offset, width &* 4) { unsafe rt_mix_levels(levels, own, $0, width) }
  }
}

func wideAverage(
  _ taps: FewTaps, _ line: Span<UInt16>, from first: Int, to row: inout MutableSpan<UInt8>,
  at offset: Int, width: Int
) -> Int {
  guard width >= worthwhile else { return 0 }
  return unsafe taps.lend(line, from: first, width) { columns in
    unsafe row.lend(offset, width &* 4) { unsafe rt_average_columns(columns, $0, width) }
  }
}

func wideFade(
  _ taps: FewTaps, _ line: Span<UInt16>, from first: Int, _ mix: Mix,
  onto row: inout MutableSpan<UInt8>, at offset: Int, width: Int
) -> Int {
  guard width >= worthwhile else { return 0 }
  return unsafe taps.lend(line, from: first, width) { columns in
    unsafe row.lend(offset, width &* 4) { unsafe rt_fade_columns(columns, mix.parts, $0, width) }
  }
}

func wideFade(
  _ taps: FewTaps, _ line: Span<UInt16>, from first: Int, _ mix: Mix, over ground: Pixel,
  to row: inout MutableSpan<UInt8>, at offset: Int, width: Int
) -> Int {
  guard width >= worthwhile else { return 0 }
  return unsafe taps.lend(line, from: first, width) { columns in
    unsafe ground.lend { below in
      unsafe row.lend(offset, width &* 4) {
        unsafe rt_fade_columns_over(columns, mix.parts, below, $0, width)
      }
    }
  }
}

func wideConvolve(
  _ source: Span<UInt16>, from start: Int, step: Int, _ reach: (before: Int, after: Int),
  _ weights: Span<UInt32>, to levels: inout MutableSpan<UInt16>, at offset: Int, count: Int
) -> Int {
  let (before, after) = (reach.before &* step, reach.after &* step)
  precondition(max(reach.before, reach.after) < weights.count, "as many weights as neighbours")
  return unsafe source.lend(start &- before, before &+ after &+ count) { source in
    unsafe weights.lend(0, weights.count) { weights in
      unsafe levels.lend(offset, count) {
        unsafe rt_convolve(source + before, step, reach.before, reach.after, weights, $0, count)
      }
    }
  }
}

func wideScale(
  _ levels: Span<UInt16>, by factor: UInt32, to weights: inout MutableSpan<UInt16>,
  at offset: Int
) -> Int {
  let count = levels.count
  guard count >= worthwhile else { return 0 }
  return unsafe levels.lend(0, count) { levels in
    unsafe weights.lend(offset, count) { unsafe rt_scale_levels(levels, factor, $0, count) }
  }
}

func wideDouble(
  _ line: Span<UInt32>, from start: Int, channels: Int, to levels: inout MutableSpan<UInt16>,
  at offset: Int, count: Int
) -> Int {
  unsafe line.lend(start &- channels, (count &+ 2) &* channels) { line in
    unsafe levels.lend(offset, count &* channels &* 2) {
      unsafe rt_double_sums(line + channels, channels, $0, count)
    }
  }
}

func wideHalve(
  _ line: Span<UInt32>, channels: Int, to levels: inout MutableSpan<UInt16>, at offset: Int,
  count: Int
) -> Int {
  guard count > 0, channels == 1 || channels == 4 else { return 0 }
  return unsafe line.lend(0, (count &* 2 &+ 2) &* channels) { line in
    unsafe levels.lend(offset, count &* channels) {
      channels == 1
        ? unsafe rt_halve_alphas(line, $0, count) : unsafe rt_halve_sums(line, $0, count)
    }
  }
}

extension FewTaps {
  /// Lends `width` columns from `first` on, to be averaged from a line as long as they need.
  @inline(__always)
  fileprivate func lend<Result>(
    _ line: Span<UInt16>, from first: Int, _ width: Int, _ body: (rt_columns) -> Result
  ) -> Result {
    unsafe line.lend(0, line.count) { line in
      unsafe sources.span.lend(first, width) { sources in
        unsafe sequences.span.lend(first, width) { sequences in
          unsafe weights.near.span.lend(first &* 4, width &* 4) { near in
            unsafe weights.far.span.lend(first &* 4, width &* 4) { far in
              unsafe weights.third.span.lend(first &* 4, width &* 4) { third in
                unsafe body(
                  rt_columns(
                    line: line, sources: sources, sequences: sequences,
                    weights: (near, far, third)))
              }
            }
          }
        }
      }
    }
  }
}

extension Pixel {
  @inline(__always)
  fileprivate func lend<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    unsafe withUnsafeBytes(of: channels) { bytes in
      guard let first = unsafe bytes.bindMemory(to: UInt8.self).baseAddress else {
        preconditionFailure("a pixel has bytes")
      }
      return unsafe body(first)
    }
  }
}

/// Averages samples for as many pixels as `places` has, if there are such lanes.
func wideSamples(
  _ source: Span<UInt8>, stride: Int, _ places: Span<Int32>, _ offsets: Span<Int32>,
  to row: inout MutableSpan<UInt8>, at offset: Int
) -> Int {
  let count = places.count / 2
  guard count > 0, offsets.count > 1 else { return 0 }
  return unsafe source.lend(0, source.count) { picture in
    unsafe places.lend(0, places.count) { places in
      unsafe offsets.lend(0, offsets.count) { around in
        let samples = unsafe rt_samples(
          picture: picture, stride: stride, places: places, offsets: around,
          count: offsets.count / 2)
        return unsafe row.lend(offset, count &* 4) { unsafe rt_average_samples(samples, $0, count) }
      }
    }
  }
}
