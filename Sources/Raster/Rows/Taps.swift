import Geometry
import Kernels
import Pixels

/// Which of a row's (or column's) source pixels make each output pixel, and with what weights.
///
/// An output pixel is the exact average over its footprint: as wide as the output pixel where the
/// picture shrinks, as a source pixel where it grows. So one rule reaches from a tenth of the size
/// through the plain shift (two constant weights) to linear interpolation, and nothing jumps. Of a
/// footprint that reaches beyond the picture, or beyond the part of it that is shown, only what is
/// inside counts: how much of the pixel that is, its coverage says.
struct Taps: Hashable, Sendable {
  /// The sum of the weights of each output pixel.
  static let one: Double = 65_536

  /// The first output pixel.
  let first: Int
  /// For each output pixel, its first source pixel.
  private(set) var sources: [Int32] = []
  /// For each output pixel and one more, where its weights begin.
  private(set) var starts: [Int32] = [0]
  /// All weights.
  private(set) var weights: [UInt32] = []

  /// Taps for `outputs`, where source position `s` is drawn at `scale * s + shift`.
  ///
  /// The source has `count` pixels, at least one; outputs that see none of it see the last ones.
  /// Only the positions `shown` of it count, which need not end between two pixels.
  init(
    outputs: Range<Int>, scale: Double, shift: Double, count: Int,
    shown: ClosedRange<Double>? = nil
  ) {
    first = outputs.lowerBound
    let all = 0...Double(count)
    let limits = shown?.clamped(to: all) ?? all
    let width = max(1, abs(1 / scale))
    sources.reserveCapacity(outputs.count)
    starts.reserveCapacity(outputs.count + 1)
    weights.reserveCapacity(outputs.count * (Int(min(width, Double(count))) + 2))
    for output in outputs {
      let center = (Double(output) + 0.5 - shift) / scale
      append(from: center - width / 2, width: width, within: limits)
    }
  }

  private mutating func append(
    from begin: Double, width whole: Double, within limits: ClosedRange<Double>
  ) {
    let least = 1.0 / 256
    let start = max(limits.lowerBound, min(limits.upperBound - least, begin))
    let end = max(start + least, min(limits.upperBound, begin + whole))
    let width = end - start
    let low = start.rounded(.down)
    let high = max(low + 1, min(limits.upperBound, end).rounded(.up))
    sources.append(Int32(low))
    var sum: UInt32 = 0
    for source in Int(low)..<Int(high) {
      let isLast = source + 1 >= Int(high)
      let share = isLast ? 1 : max(0, min(1, (Double(source + 1) - start) / width))
      let reached = UInt32((share * Self.one).rounded())
      weights.append(reached - min(sum, reached))
      sum = max(sum, reached)
    }
    starts.append(Int32(weights.count))
  }

  /// For each output pixel and three more, the weight of its tap `number`, at most 65,535, four
  /// times.
  func weightsFourfold(ofTap number: Int) -> [UInt16] {
    var result = [UInt16](repeating: 0, count: (sources.count + 3) * 4)
    for index in sources.indices {
      let tap = Int(starts[index]) + number
      guard tap < Int(starts[index + 1]) else { continue }
      let weight = UInt16(min(65_535, weights[tap]))
      for lane in 0..<4 { result[index * 4 + lane] = weight }
    }
    return result
  }

  /// The largest number of taps that an output pixel has.
  var widest: Int {
    zip(starts, starts.dropFirst()).reduce(0) { max($0, Int($1.1 - $1.0)) }
  }

  /// The source pixels that `outputs` need.
  func sourceRange(of outputs: Range<Int>) -> Range<Int> {
    guard !outputs.isEmpty else { return 0..<0 }
    let some = sourceRange(of: outputs.lowerBound)
    let last = sourceRange(of: outputs.upperBound - 1)
    return min(some.lowerBound, last.lowerBound)..<max(some.upperBound, last.upperBound)
  }

  /// The output pixels that need no others than `range`.
  func outputs(of range: Range<Int>) -> Range<Int> {
    let all = first..<first + sources.count
    func isInside(_ output: Int) -> Bool {
      let own = sourceRange(of: output)
      return range.lowerBound <= own.lowerBound && own.upperBound <= range.upperBound
    }
    guard !range.isEmpty, let start = all.first(where: isInside),
      let last = all.last(where: isInside)
    else { return first..<first }
    return start..<last + 1
  }

  private func sourceRange(of output: Int) -> Range<Int> {
    let index = output - first
    let start = Int(sources[index])
    return start..<start + Int(starts[index + 1] - starts[index])
  }
}

extension Rect {
  /// From its left to its right edge.
  var columns: ClosedRange<Double> { x...max(x, maxX) }

  /// From its top to its bottom.
  var rows: ClosedRange<Double> { y...max(y, maxY) }
}

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
