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

  /// About how many bits a block takes, its head included.
  var bits: Int {
    let sum = Self.sixteenths(bytes) + Self.sixteenths(distances)
    let extra = bytes.indices.dropFirst(257).reduce(0) {
      $0 + Int(bytes[$1]) * RepetitionLengths.extraBits(of: $1 - 257)
    }
    let more = distances.indices.reduce(0) {
      $0 + Int(distances[$1]) * RepetitionDistance.extraBits(of: $1)
    }
    return sum / 16 + extra + more + 60
  }

  /// What symbols take that occur so often, and about what the head says of them.
  private static func sixteenths(_ counts: [UInt32]) -> Int {
    let all = Logarithm.sixteenths(of: counts.reduce(0, +))
    let headBits = 3
    return counts.reduce(0) { sum, count in
      guard count > 0 else { return sum }
      return sum + Int(count) * Int(all - Logarithm.sixteenths(of: count)) + 16 * headBits
    }
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
}
