internal import Pixels

/// What deflate writes: a byte as it is, or a repetition of bytes that came before.
struct DeflateToken: Hashable, Sendable {
  /// A byte; or a bit that tells repetitions, the length, and one less than the distance.
  let bits: UInt32

  /// One that was stored.
  @inline(__always)
  init(bits: UInt32) { self.bits = bits }

  /// A byte as it is.
  @inline(__always)
  init(byte: UInt8) { bits = UInt32(byte) }

  /// The `length` bytes, 3 to 258, that stand `distance` before, 1 to 32,768.
  @inline(__always)
  init(length: Int, distance: Int) {
    bits =
      1 &<< 31 | UInt32(truncatingIfNeeded: length) &<< 16
      | UInt32(truncatingIfNeeded: distance &- 1)
  }

  @inline(__always)
  var isByte: Bool { bits < 256 }

  /// The byte, if it is one.
  @inline(__always)
  var byte: Int { Int(truncatingIfNeeded: bits) }

  @inline(__always)
  var length: Int { Int(truncatingIfNeeded: bits &>> 16 & 0x1FF) }

  @inline(__always)
  var distance: Int { Int(truncatingIfNeeded: bits & 0xFFFF) &+ 1 }
}

/// Tokens that wait for being written, and room for more.
struct DeflateTokens: Hashable, Sendable {
  /// As they are stored, and behind them what does not matter.
  private(set) var bits: [UInt32] = []
  private(set) var count = 0

  /// None yet.
  init() {}

  /// So many, all of which are stored by `fill`.
  init(count: Int, _ fill: (inout MutableSpan<UInt32>) -> Void) {
    (bits, self.count) = ([UInt32](repeating: 0, count: count), count)
    var span = bits.mutableSpan
    fill(&span)
  }

  /// Appends one.
  @inline(__always)
  mutating func append(_ token: DeflateToken) {
    if count == bits.count { _ = makeRoom(for: 1) }
    bits[count] = token.bits
    count &+= 1
  }

  /// Appends others.
  mutating func append(_ others: DeflateTokens) {
    bits.removeLast(bits.count - count)
    bits += others.bits[..<others.count]
    count = bits.count
  }

  /// Sees to it that `count` more can be appended; answers where they go.
  mutating func makeRoom(for more: Int) -> Range<Int> {
    if count + more > bits.count {
      bits += repeatElement(0, count: max(more, bits.count / 2, 4096))
    }
    return count..<count + more
  }

  /// Lends the room to a loop in C.
  mutating func lend<Result>(
    _ room: Range<Int>, _ body: (UnsafeMutablePointer<UInt32>) -> Result
  ) -> Result {
    var span = bits.mutableSpan
    return unsafe span.lend(room.lowerBound, room.count, body)
  }

  /// Appends so many that the loop has stored.
  mutating func take(_ more: Int) {
    precondition(more >= 0 && count + more <= bits.count, "more than there was room for")
    count += more
  }

  /// Forgets all of them, but not their room.
  mutating func removeAll() { count = 0 }
}

/// How deflate writes a distance: a symbol, and behind it the place among those that share it.
struct RepetitionDistance: Hashable, Sendable {
  var symbol: Int
  var extra: Int
  var extraBits: Int

  @inline(__always)
  init(_ distance: Int) {
    let rest = max(1, distance) &- 1
    // The first four stand for themselves; from then on there are two for each power of two.
    let bits = rest < 4 ? 0 : Int.bitWidth &- rest.leadingZeroBitCount &- 2
    symbol = rest < 4 ? rest : 2 &* bits &+ 2 &+ (rest &>> bits & 1)
    (extra, extraBits) = (rest & (1 &<< bits &- 1), bits)
  }

  /// How many bits are written behind a symbol.
  static func extraBits(of symbol: Int) -> Int { symbol < 4 ? 0 : symbol / 2 - 1 }
}
