/// Writes tokens as blocks of a zlib stream, each with codes of its own.
struct DeflateWriter {
  /// The lengths of the codes of lengths are written in this order.
  static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private var packed: [UInt8]
  private var bits: BitPacker
  private let lengths = RepetitionLengths()
  private let isWide: Bool

  /// A stream without a block, which follows on `file`.
  ///
  /// Loops in C are gone through where the processor is wide enough; the bytes are the same.
  init(isWide: Bool = hasWideRows(), behind file: consuming [UInt8]) {
    self.isWide = isWide
    bits = BitPacker(beginningStreamBehind: &file)
    packed = file
  }

  /// Writes a block.
  mutating func write(_ tokens: DeflateTokens, isLast: Bool) {
    let counts = DeflateCounts(tokens, lengths, isWide: isWide)
    let codes = DeflateCodes(counts)
    let (bytes, distances) = (codes.bytes, codes.distances)
    // No token takes more than 48 bits, and the head less than what is added.
    let room = bits.byteCount + tokens.count * 6 + 1024
    if room > packed.count {
      packed += repeatElement(0, count: max(room - packed.count, packed.count / 2))
    }
    var buffer: [UInt8] = []
    swap(&buffer, &packed)
    var target = buffer.mutableSpan
    bits.append(isLast ? 0b101 : 0b100, size: 3, to: &target)
    writeHead(bytes.lengths, distances.lengths, to: &target)
    write(tokens, codes, to: &target)
    swap(&buffer, &packed)
  }

  /// All of it as a zlib stream of bytes with this checksum, behind what it follows on.
  mutating func zlib(adler: UInt32) -> [UInt8] {
    bits.endStream(&packed, adler: adler)
  }

  private mutating func write(
    _ tokens: DeflateTokens, _ codes: DeflateCodes, to target: inout MutableSpan<UInt8>
  ) {
    let whole = wholeLengths(codes.bytes)
    let (bytes, lengths) = (codes.bytes.codes.span, whole.span)
    let distances = codes.distances.codes.span
    let done = isWide ? bits.wideAppend(tokens, bytes, lengths, distances, to: &target) : 0
    let stored = tokens.bits.span
    for place in done..<tokens.count {
      let token = DeflateToken(bits: stored[place])
      let entry = token.isByte ? bytes[token.byte] : lengths[token.length]
      var (sum, size) = (UInt64(entry &>> 8), Int(entry & 0xFF))
      if !token.isByte {
        let distance = RepetitionDistance(token.distance)
        let code = distances[distance.symbol]
        sum |= UInt64(code &>> 8) &<< UInt64(truncatingIfNeeded: size)
        size &+= Int(code & 0xFF)
        sum |= UInt64(truncatingIfNeeded: distance.extra) &<< UInt64(truncatingIfNeeded: size)
        size &+= distance.extraBits
      }
      bits.append(sum, size: size, to: &target)
    }
    let end = bytes[256]
    bits.append(UInt64(end &>> 8), size: Int(end & 0xFF), to: &target)
  }

  /// For each length its code and what stands behind that, as codes are stored.
  private func wholeLengths(_ code: PrefixCode) -> [UInt32] {
    (0...RepetitionLengths.longest).map { length in
      let entry = code.codes[257 + Int(lengths.symbols[length])]
      let size = entry & 0xFF
      let sum = entry >> 8 | UInt32(lengths.extras[length]) << size
      return sum << 8 | size + UInt32(lengths.extraBits[length])
    }
  }
}

// What stands at the head of a block.
extension DeflateWriter {
  /// A length of a code, or a number of equal ones, in the alphabet of deflate's heads.
  private struct HeadToken {
    var symbol: Int
    var extra: UInt64 = 0
    var extraBits = 0
  }

  private mutating func writeHead(
    _ bytes: [UInt8], _ distances: [UInt8], to target: inout MutableSpan<UInt8>
  ) {
    let byteCount = max(257, 1 + (bytes.lastIndex { $0 > 0 } ?? 0))
    let distanceCount = 1 + (distances.lastIndex { $0 > 0 } ?? 0)
    let tokens = Self.headTokens(Array(bytes[..<byteCount] + distances[..<distanceCount]))
    var counts = [UInt32](repeating: 0, count: 19)
    for token in tokens { counts[token.symbol] += 1 }
    let short = PrefixCode(counts, longest: 7)
    let shown = max(4, 1 + (Self.order.lastIndex { short.lengths[$0] > 0 } ?? 0))
    let sizes = byteCount - 257 | (distanceCount - 1) << 5 | (shown - 4) << 10
    bits.append(UInt64(sizes), size: 14, to: &target)
    for symbol in Self.order[..<shown] {
      bits.append(UInt64(short.lengths[symbol]), size: 3, to: &target)
    }
    for token in tokens {
      let entry = short.codes[token.symbol]
      bits.append(UInt64(entry >> 8), size: Int(entry & 0xFF), to: &target)
      bits.append(token.extra, size: token.extraBits, to: &target)
    }
  }

  /// Lengths of codes, those that repeat being counted.
  private static func headTokens(_ lengths: [UInt8]) -> [HeadToken] {
    var tokens: [HeadToken] = []
    var place = 0
    while place < lengths.count {
      let length = lengths[place]
      let end = lengths[place...].firstIndex { $0 != length } ?? lengths.count
      var run = end - place
      place = end
      if length > 0 {
        tokens.append(HeadToken(symbol: Int(length)))
        run -= 1
      }
      while run >= 3 {
        let part = min(run, length > 0 ? 6 : 138)
        tokens.append(repetition(of: length, part))
        run -= part
      }
      tokens += Array(repeating: HeadToken(symbol: Int(length)), count: run)
    }
    return tokens
  }

  private static func repetition(of length: UInt8, _ count: Int) -> HeadToken {
    if length > 0 { return HeadToken(symbol: 16, extra: UInt64(count - 3), extraBits: 2) }
    return count <= 10
      ? HeadToken(symbol: 17, extra: UInt64(count - 3), extraBits: 3)
      : HeadToken(symbol: 18, extra: UInt64(count - 11), extraBits: 7)
  }
}
