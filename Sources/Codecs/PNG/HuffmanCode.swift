internal import Kernels

/// A canonical Huffman code, as deflate numbers it.
struct HuffmanCode {
  /// The bits of each symbol's code; 0 for symbols that never occur.
  let lengths: [UInt8]

  /// The best code for symbols that occur so often, but for codes longer than `limit`; at least two
  /// symbols occur.
  init(counts: [UInt32], limit: UInt8) {
    var counts = counts.map { Int($0) }
    var lengths = Self.lengths(counts)
    while lengths.contains(where: { $0 > limit }) {
      // Halving the counts flattens the tree until no code is longer than the limit.
      counts = counts.map { ($0 + 1) / 2 }
      lengths = Self.lengths(counts)
    }
    self.lengths = lengths
  }

  private static func lengths(_ counts: [Int]) -> [UInt8] {
    let symbols = counts.indices.filter { counts[$0] > 0 }
      .sorted { (counts[$0], $0) < (counts[$1], $1) }
    // Nodes of the tree: the leaves by their weights, and behind them their parents, whose weights
    // ascend, too. The two lightest nodes are the first that are left of either.
    var weights = symbols.map { counts[$0] }
    var parents = [Int](repeating: 0, count: 2 * symbols.count)
    var (leaf, inner) = (0, symbols.count)
    while weights.count < 2 * symbols.count - 1 {
      var weight = 0
      for _ in 0..<2 {
        let takesLeaf =
          leaf < symbols.count && (inner == weights.count || weights[leaf] <= weights[inner])
        let node = takesLeaf ? leaf : inner
        if takesLeaf { leaf += 1 } else { inner += 1 }
        weight += weights[node]
        parents[node] = weights.count
      }
      weights.append(weight)
    }
    var depths = [UInt8](repeating: 0, count: weights.count)
    for node in weights.indices.dropLast().reversed() { depths[node] = depths[parents[node]] + 1 }
    var lengths = [UInt8](repeating: 0, count: counts.count)
    for (place, symbol) in symbols.enumerated() { lengths[symbol] = depths[place] }
    return lengths
  }

  /// The code of each symbol.
  ///
  /// Among codes of one length, those of greater symbols are greater.
  var codes: [rt_code] {
    var next = [UInt32](repeating: 0, count: 17)
    for length in 1..<16 {
      let count = lengths.count { $0 == length }
      next[length + 1] = (next[length] + UInt32(count)) << 1
    }
    return lengths.map { length in
      guard length > 0 else { return rt_code(bits: 0, count: 0) }
      defer { next[Int(length)] += 1 }
      // Deflate stores a code from its highest bit on.
      return rt_code(
        bits: next[Int(length)].bitReversed >> UInt32(32 - length), count: UInt32(length))
    }
  }
}

extension UInt32 {
  fileprivate var bitReversed: UInt32 {
    (0..<32).reduce(0) { $0 | (self >> UInt32($1) & 1) << UInt32(31 - $1) }
  }
}
