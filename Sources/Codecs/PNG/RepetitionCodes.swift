/// How deflate writes the length of a repetition, 3 to 258.
struct RepetitionLengths {
  /// The longest there is.
  static let longest = 258

  /// For each length its symbol, counted from 257.
  var symbols = [UInt8](repeating: 0, count: 259)
  /// For each length what is written behind the symbol, and in how many bits.
  var extras = [UInt8](repeating: 0, count: 259)
  var extraBits = [UInt8](repeating: 0, count: 259)

  init() {
    var base = 3
    for symbol in 0..<28 {
      let size = Self.extraBits(of: symbol)
      for extra in 0..<1 << size where base + extra < 258 {
        symbols[base + extra] = UInt8(symbol)
        (extras[base + extra], extraBits[base + extra]) = (UInt8(extra), UInt8(size))
      }
      base += 1 << size
    }
    // The longest has a symbol of its own.
    (symbols[258], extras[258], extraBits[258]) = (28, 0, 0)
  }

  /// How many bits are written behind a symbol, counted from 257.
  static func extraBits(of symbol: Int) -> Int {
    symbol < 8 || symbol == 28 ? 0 : symbol / 4 - 1
  }

  /// Divides a run of at least 3 into parts of 3 to 258.
  @inline(__always)
  static func forEachPart(of length: Int, _ body: (Int) -> Void) {
    var rest = length
    while rest > 0 {
      let part = rest > 260 ? 258 : rest > 258 ? rest - 3 : rest
      body(part)
      rest -= part
    }
  }
}

/// How deflate writes that a repetition begins one pixel or one row before.
struct RepetitionDistances: Hashable, Sendable {
  /// What is written behind a length.
  struct Code: Hashable, Sendable {
    var bits: UInt64
    var size: Int
  }

  /// The bytes of a pixel, at most 4.
  let step: Int
  /// The bytes of a row; out of reach where deflate cannot look back as far.
  let rowBytes: Int
  /// For each symbol of a distance the number of its bits.
  let lengths: [UInt8]
  /// The code of `step`.
  let left: Code
  /// The code of `rowBytes`.
  let above: Code

  init(step: Int, rowBytes: Int) {
    self.step = step
    let row = RepetitionDistance(rowBytes)
    // Distances up to 4 have symbols of their own, so that these two are never the same.
    let hasTwo = rowBytes <= 32_768 && rowBytes > step
    self.rowBytes = hasTwo ? rowBytes : Int.max
    var lengths = [UInt8](repeating: 0, count: 1 + (hasTwo ? row.symbol : step - 1))
    (lengths[step - 1], lengths[lengths.count - 1]) = (1, 1)
    self.lengths = lengths
    left = Code(bits: 0, size: 1)
    above = Code(bits: 1 | UInt64(row.extra) << 1, size: 1 + row.extraBits)
  }
}
