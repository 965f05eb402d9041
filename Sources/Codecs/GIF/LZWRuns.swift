// To follow a run of one index from string to string takes a lookup for each pixel, and each has to
// wait for the one before. Here the codes of such strings are side by side.

/// The known strings of one index alone.
struct LZWRuns {
  /// Longer runs go on string by string.
  private static let longest = 256
  // A jump over less takes longer than to go.
  private static let shortestJump = 4

  /// The codes of all indices alone, then those of each twice, and so on: most have few.
  private var codes = [UInt16](repeating: 0, count: 256 * longest)
  /// For each index how many of these strings are known.
  private var known = [UInt16](repeating: 1, count: 256)

  /// One pixel of each index.
  init() {
    for index in 0..<256 { codes[index] = UInt16(index) }
  }

  /// Forgets all strings but those of one pixel.
  mutating func clear() {
    for index in known.indices { known[index] = 1 }
  }

  /// Notes a new string if it is one more of the same index.
  @inline(__always)
  mutating func note(_ code: UInt32, after prefix: UInt32, _ index: UInt8) {
    let count = Int(known[Int(index)])
    let last = (count &- 1) &* 256 &+ Int(index)
    guard codes[last] == prefix, count < Self.longest else { return }
    codes[last &+ 256] = UInt16(truncatingIfNeeded: code)
    known[Int(index)] = UInt16(truncatingIfNeeded: count &+ 1)
  }

  /// The longest known string of a pixel of `index` and those after it, and where it ends.
  ///
  /// `length` says how many pixels from `x` on, below an end, have the same index.
  @inline(__always)
  func jump(
    _ index: UInt8, from x: Int, to end: Int, length: (_ end: Int) -> Int
  ) -> (code: UInt32, end: Int) {
    let most = min(Int(known[Int(index)]), end &- x &+ 1)
    guard most >= Self.shortestJump else { return (UInt32(index), x) }
    let more = length(x &+ most &- 1)
    guard more &+ 1 >= Self.shortestJump else { return (UInt32(index), x) }
    return (UInt32(codes[more &* 256 &+ Int(index)]), x &+ more)
  }
}

// Eight indices are compared at a time.
extension Span where Element == UInt8 {
  @inline(__always)
  static func eight(_ index: UInt8) -> UInt64 { UInt64(index) &* 0x0101_0101_0101_0101 }

  /// How many indices from `start` on, below `end`, are `index`.
  @inline(__always)
  func run(of index: UInt8, from start: Int, to end: Int) -> Int {
    run(from: start, to: end) {
      doubleWord(at: $0) ^ Self.eight(index)
    } orOne: {
      self[$0] == index
    }
  }

  /// How many indices from `start` on, below `end`, are `index`, and those of `others` are `other`.
  @inline(__always)
  func run(
    of index: UInt8, and other: UInt8, in others: Span, from start: Int, to end: Int
  ) -> Int {
    run(from: start, to: end) {
      (doubleWord(at: $0) ^ Self.eight(index)) | (others.doubleWord(at: $0) ^ Self.eight(other))
    } orOne: {
      self[$0] == index && others[$0] == other
    }
  }

  /// How many indices from `start` on, below `end`, are `index`, here or in `others`.
  @inline(__always)
  func run(of index: UInt8, orIn others: Span, from start: Int, to end: Int) -> Int {
    run(from: start, to: end) {
      let here = doubleWord(at: $0) ^ Self.eight(index)
      let there = others.doubleWord(at: $0) ^ Self.eight(index)
      return here.isNonzeroBytes & there.isNonzeroBytes
    } orOne: {
      self[$0] == index || others[$0] == index
    }
  }

  /// How many places from `start` on, below `end`, differ in nothing.
  @inline(__always)
  private func run(
    from start: Int, to end: Int, difference: (_ place: Int) -> UInt64,
    orOne isSame: (_ place: Int) -> Bool
  ) -> Int {
    var place = start
    while place &+ 8 <= end {
      let difference = difference(place)
      if difference != 0 {
        return place &- start &+ difference.trailingZeroBitCount &>> 3
      }
      place &+= 8
    }
    while place < end, isSame(place) { place &+= 1 }
    return place &- start
  }
}

extension UInt64 {
  /// The highest bit of each byte that is not 0.
  @inline(__always)
  fileprivate var isNonzeroBytes: UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ((self & low) &+ low | self) & ~low
  }
}
