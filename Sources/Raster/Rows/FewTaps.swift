import Kernels
import Pixels

/// Columns of no more than three taps each, for averaging several of them at a time.
///
/// This is every picture that grows, and every one that shrinks to no less than half of its size.
struct FewTaps {
  /// For each column and three more, its first tap.
  private let sources: [Int32]
  /// For each tap, its weight in each column and in three more, four times.
  private let weights: [[UInt16]]

  /// The columns of `taps`; nil if one of them has more.
  init?(_ taps: Taps) {
    guard taps.widest <= 3 else { return nil }
    sources = taps.sources + [Int32](repeating: taps.sources.last ?? 0, count: 3)
    weights = (0..<max(1, taps.widest)).map { taps.weightsFourfold(ofTap: $0) }
  }

  /// How many numbers a line of so many pixels needs: taps without weight may lie behind its end.
  static func lineLength(columns: Int) -> Int { (columns + 3) * 4 }

  /// Writes `width` pixels from column `first` on, averaged from `line`.
  func average(
    _ line: Span<UInt16>, from first: Int, to row: inout MutableSpan<UInt8>, at offset: Int,
    width: Int
  ) {
    guard width > 0 else { return }
    unsafe lend(line, from: first, width) { columns in
      unsafe row.lend(offset, width &* 4) { unsafe rt_average_columns(columns, $0, width) }
    }
  }

  /// Fades `width` pixels from column `first` on, averaged from `line`, over what is there.
  func fade(
    _ line: Span<UInt16>, from first: Int, by weight: Weight,
    onto row: inout MutableSpan<UInt8>, at offset: Int, width: Int
  ) {
    guard let share = share(of: weight) else {
      return average(line, from: first, to: &row, at: offset, width: width)
    }
    guard width > 0 else { return }
    unsafe lend(line, from: first, width) { columns in
      unsafe row.lend(offset, width &* 4) {
        unsafe rt_fade_columns(columns, share, $0, width)
      }
    }
  }

  /// A weight that is not 0 in 16 bits; nil for all of it.
  private func share(of weight: Weight) -> UInt16? {
    precondition(weight.parts > 0, "nothing is not faded")
    return UInt16(exactly: weight.parts)
  }

  /// Lends `width` columns from `first` on, to be averaged from a line as long as they need.
  private func lend(
    _ line: Span<UInt16>, from first: Int, _ width: Int,
    _ body: (UnsafePointer<rt_columns>) -> Void
  ) {
    // What a column has no tap for counts nothing.
    let (near, far, third) = (weights[0], weights[min(1, taps - 1)], weights[taps - 1])
    let (start, count) = (first &* 4, (width &+ 3) &* 4)
    unsafe line.lend(0, line.count) { line in
      unsafe sources.span.lend(first, width &+ 3) { sources in
        unsafe near.span.lend(start, count) { near in
          unsafe far.span.lend(start, count) { far in
            unsafe third.span.lend(start, count) { third in
              var columns = unsafe rt_columns(
                line: line, sources: sources, taps: taps, weights: (near, far, third))
              unsafe body(&columns)
            }
          }
        }
      }
    }
  }

  private var taps: Int { weights.count }
}
