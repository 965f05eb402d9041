import Pixels

/// Columns of no more than three taps each, for averaging several of them at a time.
///
/// This is every picture that grows, and every one that shrinks to no less than half of its size.
struct FewTaps {
  /// For each column, its first tap.
  let sources: [Int32]
  /// For each column and one more, the weight of each of its taps, four times.
  let weights: (near: [UInt16], far: [UInt16], third: [UInt16])
  /// For each column, how many from it on have no third tap and begin a pixel after the one before
  /// them; 255 stands for more.
  let sequences: [UInt8]

  /// The columns of `taps`; nil if one of them has more.
  init?(_ taps: Taps) {
    guard taps.widest <= 3 else { return nil }
    sources = taps.sources
    weights = (
      taps.weightsFourfold(ofTap: 0), taps.weightsFourfold(ofTap: 1), taps.weightsFourfold(ofTap: 2)
    )
    sequences = Self.sequences(taps.sources, third: weights.third)
  }

  private static func sequences(_ sources: [Int32], third: [UInt16]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: sources.count)
    var (count, next) = (UInt8(0), Int32(-1))
    for index in sources.indices.reversed() {
      if sources[index] + 1 != next { count = 0 }
      count = third[index * 4] == 0 ? min(254, count) + 1 : 0
      (result[index], next) = (count, sources[index])
    }
    return result
  }

  /// How many numbers a line of so many pixels needs: taps without weight may lie behind its end.
  static func lineLength(columns: Int) -> Int { (columns + 3) * 4 }

  /// Writes `width` pixels from column `first` on, averaged from `line`.
  func average(
    _ line: Span<UInt16>, from first: Int, to row: inout MutableSpan<UInt8>, at offset: Int,
    width: Int
  ) {
    var done = wideAverage(self, line, from: first, to: &row, at: offset, width: width)
    while done &+ 2 <= width {
      let sum = twoColumns(line, first &+ done, first &+ done &+ 1) &+ 129
      row.setTwoPixels(upperBytes(sum), at: offset &+ done &* 4)
      done &+= 2
    }
    guard done < width else { return }
    let last = twoColumns(line, first + done, first + done) &+ 129
    row.setPixel(Pixel(upperBytes(last).lowHalf), at: offset + done * 4)
  }

  /// Fades `width` pixels from column `first` on, averaged from `line`, over what is there.
  func fade(
    _ line: Span<UInt16>, from first: Int, by weight: Weight,
    onto row: inout MutableSpan<UInt8>, at offset: Int, width: Int
  ) {
    let fade = Fade(weight)
    var done = wideFade(
      self, line, from: first, Mix(min(65_535, weight.parts), 65_536 - weight.parts), onto: &row,
      at: offset, width: width)
    while done &+ 2 <= width {
      let sum = twoColumns(line, first &+ done, first &+ done &+ 1)
      let at = offset &+ done &* 4
      row.setTwoPixels(fade.bytes(sum, over: row.twoPixels(at: at)), at: at)
      done &+= 2
    }
    guard done < width else { return }
    let at = offset + done * 4
    let below = row.pixel(at: at).channels
    let last = twoColumns(line, first + done, first + done)
    let bytes = fade.bytes(last, over: SIMD8(lowHalf: below, highHalf: below))
    row.setPixel(Pixel(bytes.lowHalf), at: at)
  }

  /// The same where all that is there is to be seen as `ground`, and need not be there yet.
  func fade(
    _ line: Span<UInt16>, from first: Int, by weight: Weight, over ground: Pixel,
    to row: inout MutableSpan<UInt8>, at offset: Int, width: Int
  ) {
    let done = wideFade(
      self, line, from: first, Mix(min(65_535, weight.parts), 65_536 - weight.parts),
      over: ground, to: &row, at: offset, width: width)
    guard done < width else { return }
    fill(ground, onto: &row, at: offset + done * 4, width: width - done)
    fade(
      line, from: first + done, by: weight, onto: &row, at: offset + done * 4,
      width: width - done)
  }

  /// The levels of two columns, in 1/256, less what the products cut off.
  ///
  /// They cut off half of a 1/256 each: adding 129 before the lower bits go rounds, and makes up.
  @inline(__always)
  private func twoColumns(_ line: Span<UInt16>, _ index: Int, _ other: Int) -> SIMD8<UInt16> {
    let (from, otherFrom) = (Int(sources[index]) &* 4, Int(sources[other]) &* 4)
    let (one, two) = (line.eight(at: from), line.eight(at: otherFrom))
    let sum =
      highProducts(
        SIMD8(lowHalf: one.lowHalf, highHalf: two.lowHalf), weights.near.span.eight(at: index &* 4))
      &+ highProducts(
        SIMD8(lowHalf: one.highHalf, highHalf: two.highHalf), weights.far.span.eight(at: index &* 4)
      )
    let third = weights.third.span.eight(at: index &* 4)
    guard third != SIMD8(repeating: 0) else { return sum }
    let (more, otherMore) = (line.eight(at: from &+ 8), line.eight(at: otherFrom &+ 8))
    return sum
      &+ highProducts(SIMD8(lowHalf: more.lowHalf, highHalf: otherMore.lowHalf), third)
  }
}

/// A weight and what it leaves of one, for eight levels at a time.
private struct Fade {
  private let share: SIMD8<UInt16>
  private let restCoarse: SIMD8<UInt16>
  private let restFine: SIMD8<UInt16>

  init(_ weight: Weight) {
    let rest = 65_536 - weight.parts
    share = SIMD8(repeating: UInt16(min(65_535, weight.parts)))
    restCoarse = SIMD8(repeating: UInt16(rest >> 8))
    restFine = SIMD8(repeating: UInt16(rest & 255))
  }

  /// The bytes of `levels`, which are in 1/256, faded over `below`.
  @inline(__always)
  func bytes(_ levels: SIMD8<UInt16>, over below: SIMD8<UInt8>) -> SIMD8<UInt8> {
    let below = widened(below)
    let rest = below &* restCoarse &+ (below &* restFine) &>> 8
    return upperBytes(highProducts(levels, share) &+ rest &+ 129)
  }
}
