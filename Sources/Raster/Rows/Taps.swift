import Geometry

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
