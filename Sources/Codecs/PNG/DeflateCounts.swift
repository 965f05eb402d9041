/// How often the symbols of deflate occur in some tokens, and what they cost.
struct DeflateCounts: Hashable, Sendable {
  /// A code of four bits for every length of a code.
  static let longestCode = 15

  /// Bytes, the end of a block, and lengths.
  private(set) var bytes: [UInt32]
  private(set) var distances: [UInt32]

  /// Those of a block of tokens.
  init(_ tokens: DeflateTokens, _ lengths: RepetitionLengths, isWide: Bool = hasWideRows()) {
    var bytes = [UInt32](repeating: 0, count: 286)
    var distances = [UInt32](repeating: 0, count: 30)
    var byteSpan = bytes.mutableSpan
    var distanceSpan = distances.mutableSpan
    byteSpan[256] = 1
    let stored = tokens.bits.span
    let done = isWide ? wideCount(tokens, lengths, &byteSpan, &distanceSpan) : 0
    for place in done..<tokens.count {
      let token = DeflateToken(bits: stored[place])
      if token.isByte {
        byteSpan[token.byte] &+= 1
      } else {
        byteSpan[257 &+ Int(lengths.symbols[token.length])] &+= 1
        distanceSpan[RepetitionDistance(token.distance).symbol] &+= 1
      }
    }
    (self.bytes, self.distances) = (bytes, distances)
  }

  /// Those of both in one block.
  func merged(with other: DeflateCounts) -> DeflateCounts {
    var sum = self
    for symbol in sum.bytes.indices { sum.bytes[symbol] += other.bytes[symbol] }
    for symbol in sum.distances.indices { sum.distances[symbol] += other.distances[symbol] }
    sum.bytes[256] = 1
    return sum
  }
}

/// The codes of a block of deflate.
struct DeflateCodes: Hashable, Sendable {
  let bytes: PrefixCode
  let distances: PrefixCode

  init(_ counts: DeflateCounts) {
    bytes = PrefixCode(counts.bytes, longest: DeflateCounts.longestCode)
    distances = PrefixCode(counts.distances, longest: DeflateCounts.longestCode)
  }

  /// About how many bits a block takes whose symbols occur so often.
  func bits(_ counts: DeflateCounts) -> Int {
    var sum = headBits
    for symbol in bytes.lengths.indices {
      let extra = symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4
      sum += Int(counts.bytes[symbol]) * (Int(bytes.lengths[symbol]) + extra)
    }
    for symbol in distances.lengths.indices {
      let extra = symbol < 4 ? 0 : symbol / 2 - 1
      sum += Int(counts.distances[symbol]) * (Int(distances.lengths[symbol]) + extra)
    }
    return sum
  }

  /// About what the head of a block takes, which is the codes themselves.
  private var headBits: Int {
    var (bits, run, last) = (65, 0, UInt8.max)
    for length in bytes.lengths + distances.lengths {
      run = length == last ? run + 1 : 1
      last = length
      // What is written for a number of equal lengths.
      let isWritten = run <= 2 || (length > 0 ? run % 6 == 2 : run == 11)
      if isWritten { bits += 4 }
    }
    return bits
  }
}
