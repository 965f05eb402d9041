/// A Huffman code as deflate has it: short codes for what is frequent, none longer than a limit.
struct PrefixCode: Hashable, Sendable {
  /// For each symbol the number of its bits; 0 if it does not occur.
  private(set) var lengths: [UInt8]
  /// For each symbol its bits, the first one lowest, and in the lowest eight bits their number.
  private(set) var codes: [UInt32]

  /// A code for symbols that occur so often; one that occurs alone gets a bit nevertheless.
  init(_ counts: [UInt32], longest: Int) {
    lengths = Self.lengths(of: counts, longest: longest)
    codes = Self.codes(of: lengths)
  }

  /// Merges the two rarest trees until one is left, whose leaves are then as deep as they are.
  private static func lengths(of counts: [UInt32], longest: Int) -> [UInt8] {
    // By counts, and where they are equal by symbols.
    var keys = counts.indices.filter { counts[$0] > 0 }.map {
      UInt64(counts[$0]) << 16 | UInt64($0)
    }
    keys.sort()
    let used = keys.map { Int($0 & 0xFFFF) }
    var lengths = [UInt8](repeating: 0, count: counts.count)
    guard used.count > 1 else {
      for symbol in used { lengths[symbol] = 1 }
      return lengths
    }
    var depths = depths(of: used.map { UInt64(counts[$0]) }).map { min($0, longest) }
    restrict(&depths, longest: longest)
    for (symbol, depth) in zip(used, depths) { lengths[symbol] = UInt8(depth) }
    return lengths
  }

  /// The depths of leaves that weigh so much, the lightest first.
  private static func depths(of weights: [UInt64]) -> [Int] {
    let count = weights.count
    var weights = weights
    var parents = [Int](repeating: 0, count: 2 * count - 1)
    // Merged trees come out in rising order, so that two queues take the place of a heap.
    var (leaf, tree) = (0, count)
    for new in count..<2 * count - 1 {
      var sum: UInt64 = 0
      for _ in 0..<2 {
        let isLeaf = leaf < count && (tree >= new || weights[leaf] <= weights[tree])
        let next = isLeaf ? leaf : tree
        if isLeaf { leaf += 1 } else { tree += 1 }
        parents[next] = new
        sum += weights[next]
      }
      weights.append(sum)
    }
    var depths = [Int](repeating: 0, count: 2 * count - 1)
    for node in (0..<2 * count - 2).reversed() { depths[node] = depths[parents[node]] + 1 }
    return Array(depths[..<count])
  }

  /// Lengthens codes, the rarest first, until those that were cut off at `longest` find room.
  private static func restrict(_ depths: inout [Int], longest: Int) {
    var room = 1 << longest
    for depth in depths { room -= 1 << (longest - depth) }
    var place = 0
    while room < 0 {
      while depths[place] == longest { place += 1 }
      room += 1 << (longest - depths[place] - 1)
      depths[place] += 1
    }
    // What is left over goes to the most frequent ones.
    for place in depths.indices.reversed() {
      while depths[place] > 1, 1 << (longest - depths[place]) <= room {
        room -= 1 << (longest - depths[place])
        depths[place] -= 1
      }
    }
  }

  /// Codes of equal length count upward in the order of their symbols.
  private static func codes(of lengths: [UInt8]) -> [UInt32] {
    var next = [UInt32](repeating: 0, count: 17)
    for length in lengths where length > 0 { next[Int(length) + 1] += 1 }
    // What is longer begins behind all that is shorter.
    for length in 1...16 { next[length] = (next[length] + next[length - 1]) << 1 }
    return lengths.map { length in
      guard length > 0 else { return 0 }
      defer { next[Int(length)] += 1 }
      return reversed(next[Int(length)], bits: length) << 8 | UInt32(length)
    }
  }

  private static func reversed(_ code: UInt32, bits: UInt8) -> UInt32 {
    var (rest, turned): (UInt32, UInt32) = (code, 0)
    for _ in 0..<bits {
      turned = turned << 1 | rest & 1
      rest >>= 1
    }
    return turned
  }
}
