/// What the next block's tokens are thought to cost, in bits.
struct DeflatePrices {
  /// Of each byte.
  private(set) var bytes = [UInt32](repeating: 8, count: 256)
  /// Of each length of a repetition.
  private(set) var lengths = [UInt32](repeating: 8, count: RepetitionLengths.longest + 1)
  /// Of each symbol of a distance, with what stands behind it.
  private(set) var distances = [UInt32](repeating: 0, count: 30)

  // What did not occur is rare, and would have a long code.
  private static let rareByte: UInt8 = 13
  private static let rareLength: UInt8 = 12
  private static let rareDistance: UInt8 = 9

  /// Those of a stream that has not begun.
  init(_ lengths: RepetitionLengths) {
    for symbol in 0..<30 { distances[symbol] = 5 + Self.extraBits(symbol) }
    for length in 3...RepetitionLengths.longest {
      self.lengths[length] = 7 + UInt32(lengths.extraBits[length])
    }
  }

  /// Those that codes ask for.
  init(_ codes: DeflateCodes, _ lengths: RepetitionLengths) {
    for byte in 0..<256 { bytes[byte] = Self.price(codes.bytes.lengths[byte], Self.rareByte) }
    for length in 3...RepetitionLengths.longest {
      let code = codes.bytes.lengths[257 + Int(lengths.symbols[length])]
      self.lengths[length] =
        Self.price(code, Self.rareLength) + UInt32(lengths.extraBits[length])
    }
    for symbol in 0..<30 {
      distances[symbol] =
        Self.price(codes.distances.lengths[symbol], Self.rareDistance) + Self.extraBits(symbol)
    }
  }

  private static func price(_ length: UInt8, _ rare: UInt8) -> UInt32 {
    UInt32(length == 0 ? rare : length)
  }

  private static func extraBits(_ symbol: Int) -> UInt32 {
    symbol < 4 ? 0 : UInt32(symbol / 2 - 1)
  }
}
