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
