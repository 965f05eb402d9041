// The codes of a block have whole bits. What they come to on average is nearer to what the tokens of
// the next block will take, whose counts are others.

/// What the next block's tokens are thought to cost, in sixteenths of a bit.
struct DeflatePrices {
  /// More than there are lengths, for they are looked at eight at a time.
  static let lengthCount = 272

  /// Of each byte.
  private(set) var bytes = [Int32](repeating: 8 * bit, count: 256)
  /// Of each length of a repetition.
  private(set) var lengths = [Int32](repeating: 8 * bit, count: lengthCount)
  /// Of each symbol of a distance, with what stands behind it.
  private(set) var distances = [Int32](repeating: 0, count: 30)

  private static let bit: Int32 = 16
  // What did not occur is rare, and would have a long code.
  private static let rareByte = 13 * bit
  private static let rareLength = 12 * bit
  private static let rareDistance = 9 * bit

  /// Those of a stream that has not begun.
  init(_ lengths: RepetitionLengths) {
    for symbol in 0..<30 { distances[symbol] = 5 * Self.bit + Self.extra(symbol) }
    for length in 3...RepetitionLengths.longest {
      self.lengths[length] = (7 + Int32(lengths.extraBits[length])) * Self.bit
    }
  }

  /// Those of a block whose symbols occur as often as in another one.
  init(_ counts: DeflateCounts, _ lengths: RepetitionLengths) {
    let all = Logarithm.sixteenths(of: counts.bytes.reduce(0, +))
    for byte in 0..<256 { bytes[byte] = Self.price(counts.bytes[byte], all, Self.rareByte) }
    for length in 3...RepetitionLengths.longest {
      let count = counts.bytes[257 + Int(lengths.symbols[length])]
      self.lengths[length] =
        Self.price(count, all, Self.rareLength) + Int32(lengths.extraBits[length]) * Self.bit
    }
    let repetitions = Logarithm.sixteenths(of: counts.distances.reduce(0, +))
    for symbol in 0..<30 {
      distances[symbol] =
        Self.price(counts.distances[symbol], repetitions, Self.rareDistance) + Self.extra(symbol)
    }
  }

  /// What a distance costs.
  @inline(__always)
  func distance(_ distance: Int) -> Int32 { distances[RepetitionDistance(distance).symbol] }

  private static func price(_ count: UInt32, _ all: Int32, _ rare: Int32) -> Int32 {
    count == 0 ? rare : max(bit, all - Logarithm.sixteenths(of: count))
  }

  private static func extra(_ symbol: Int) -> Int32 {
    Int32(RepetitionDistance.extraBits(of: symbol)) * bit
  }
}

/// How many bits tell a number of things apart.
enum Logarithm {
  /// Sixteen times the logarithm to base 2 of a number, about; less than nothing for 0.
  static func sixteenths(of number: UInt32) -> Int32 {
    let zeros = Int32(number.leadingZeroBitCount)
    let part = Int((number << UInt32(zeros)) >> 26 & 31)
    return (31 - zeros) * 16 + parts[part]
  }

  /// The same of 1 1/64, 1 3/64 and so on.
  private static let parts: [Int32] = [
    0, 1, 2, 2, 3, 4, 4, 5, 5, 6, 7, 7, 8, 8, 9, 9,
    10, 10, 11, 11, 11, 12, 12, 13, 13, 14, 14, 14, 15, 15, 15, 16,
  ]
}
