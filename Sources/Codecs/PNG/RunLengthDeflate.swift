internal import Kernels

/// Deflates the Paeth residuals of photographs: Huffman codes and runs of one byte.
///
/// Residuals hardly repeat but for runs of zeros, so that a search finds little: on the benchmark
/// push, libdeflate's level 1 writes 4 % fewer bytes in 2.7 times the time, 1.8 times that of the
/// command.
struct RunLengthDeflate {
  /// The number of bytes that share a Huffman code.
  ///
  /// Blocks of 32 to 256 KB take the same within 1 %.
  private static let blockBytes = 1 << 17
  private static let endOfBlock = 256
  /// The kernel joins the codes of four literals in a word.
  private static let longestCode: UInt8 = 12

  private var stream: [UInt8]
  private var bits: rt_bits

  /// A zlib stream of `bytes`, of which there is at least one.
  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var stream = part(bytes, isFirst: true, isLast: true)
    stream.append(bigEndian: Zlib.adler32(bytes))
    return stream
  }

  /// A part of a zlib stream, in whole bytes and without the checksum at its end.
  static func part(_ bytes: [UInt8], isFirst: Bool, isLast: Bool) -> [UInt8] {
    var deflate = RunLengthDeflate(isFirst: isFirst)
    for start in stride(from: 0, to: bytes.count, by: blockBytes) {
      let end = min(start + blockBytes, bytes.count)
      deflate.append(bytes, block: start..<end, isLast: isLast && end == bytes.count)
    }
    return deflate.finished(isLast: isLast)
  }

  private init(isFirst: Bool) {
    stream = isFirst ? [0x78, 0x01] : []
    bits = rt_bits(pending: 0, count: 0, written: stream.count)
  }

  private mutating func append(_ bytes: [UInt8], block: Range<Int>, isLast: Bool) {
    var literals = [UInt32](repeating: 0, count: 256)
    var runs = [UInt32](repeating: 0, count: LengthSymbol.all.count)
    unsafe rt_count_runs(bytes, block.lowerBound, block.upperBound, &literals, &runs)
    var counts = literals + [UInt32](repeating: 0, count: 30)
    counts[Self.endOfBlock] = 1
    for (length, count) in runs.enumerated() where count > 0 {
      counts[LengthSymbol.all[length].symbol] += count
    }
    let code = HuffmanCode(counts: counts, limit: Self.longestCode)
    let codes = code.codes
    // At most 12 bits for each byte, a head of 153 bytes, and what the kernel writes behind the
    // end.
    let most = block.count * 12 / 8 + 176
    stream += repeatElement(0, count: max(0, bits.written + most - stream.count))
    appendHeader(code, isLast: isLast)
    let runCodes = LengthSymbol.all.map { $0.code(codes) }
    bits = unsafe rt_write_runs(
      bytes, block.lowerBound, block.upperBound, codes, runCodes, bits, &stream)
    append(codes[Self.endOfBlock])
  }

  /// The head of a block with its own Huffman codes (RFC 1951, 3.2.7).
  private mutating func appendHeader(_ code: HuffmanCode, isLast: Bool) {
    append(isLast ? 1 : 0, count: 1)
    append(2, count: 2)
    // 286 literals and lengths, 1 distance, and 19 lengths of codes for lengths.
    append(286 - 257, count: 5)
    append(0, count: 5)
    append(19 - 4, count: 4)
    // The code of code lengths: 0 to 15 as plain numbers of four bits, and no repetitions, whose
    // symbols, 16 to 18, come first.
    for place in 0..<19 { append(place < 3 ? 0 : 4, count: 3) }
    // The only distance, of 1, has a code of one bit.
    for length in code.lengths + [1] { append(rt_code(bits: Self.nibble(length), count: 4)) }
  }

  /// A number of four bits, the highest first.
  private static func nibble(_ number: UInt8) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(number >> UInt8($1) & 1) << UInt32(3 - $1) }
  }

  private mutating func append(_ bits: UInt32, count: UInt32) {
    append(rt_code(bits: bits, count: count))
  }

  private mutating func append(_ code: rt_code) {
    bits.pending |= UInt64(code.bits) << UInt64(bits.count)
    bits.count += code.count
    while bits.count >= 8 {
      stream[bits.written] = UInt8(truncatingIfNeeded: bits.pending)
      bits.pending >>= 8
      bits.count -= 8
      bits.written += 1
    }
  }

  private mutating func finished(isLast: Bool) -> [UInt8] {
    // An empty block that is stored as it is, and so ends with a whole byte: its length is 0.
    if !isLast { append(0, count: 3) }
    append(0, count: (8 - bits.count) % 8)
    stream.removeLast(stream.count - bits.written)
    return isLast ? stream : stream + [0, 0, 0xFF, 0xFF]
  }
}

/// How deflate writes a length: a symbol, and further bits.
private struct LengthSymbol {
  let symbol: Int
  let extra: rt_code

  /// The symbols of all lengths from 0 to 258; lengths below 3 are unused.
  static let all: [LengthSymbol] = {
    var all = [LengthSymbol](
      repeating: LengthSymbol(symbol: 257, extra: rt_code(bits: 0, count: 0)), count: 3)
    // Four symbols each have the same number of further bits, but for the first eight.
    for symbol in 0..<28 {
      let count = UInt32(max(0, symbol / 4 - 1))
      for bits in 0..<UInt32(1) << count {
        all.append(LengthSymbol(symbol: 257 + symbol, extra: rt_code(bits: bits, count: count)))
      }
    }
    all[258] = LengthSymbol(symbol: 285, extra: rt_code(bits: 0, count: 0))
    return all
  }()

  /// The bits of a run: its length, and its distance, of one bit that is 0.
  func code(_ codes: [rt_code]) -> rt_code {
    let own = codes[symbol]
    return rt_code(bits: own.bits | extra.bits << own.count, count: own.count + extra.count + 1)
  }
}

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
