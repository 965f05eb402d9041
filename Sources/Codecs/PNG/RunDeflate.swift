// Searching for strings that came before takes most of deflate's time. In the rows of a picture,
// nearly all that it finds is what is there one pixel or one row before. So these two places are
// all that is looked at, eight bytes at a time, and the rest is left to the Huffman code, which is
// made anew for every piece.

/// Packs bytes as deflate piece by piece, several times as fast as with a search for matches.
struct RunDeflate {
  /// About as many bytes as stay in the cache from being counted to being written.
  static let pieceBytes = 1 << 18
  // Among small numbers, short repetitions are chance, and cost more than what they stand for.
  private static let shortest = 12
  // Of four times as many, so many bytes are counted.
  private static let countedBytes = 4096
  // Four codes and the seven bits before them fit the packer.
  private static let longestCode = 12

  private var packed: [UInt8]
  private var bits: BitPacker
  private var adler: UInt32 = 1
  private let lengths = RepetitionLengths()
  private let distances: RepetitionDistances
  private let isWide: Bool

  /// A stream without a piece, of rows of so many bytes in which pixels take `step`; it follows on
  /// `file`.
  ///
  /// Loops in C are gone through where the processor is wide enough; the bytes are the same.
  init(
    rowBytes: Int, step: Int, expecting byteCount: Int = 0, isWide: Bool = hasWideRows(),
    behind file: consuming [UInt8] = []
  ) {
    distances = RepetitionDistances(step: step, rowBytes: rowBytes)
    self.isWide = isWide
    file.reserveCapacity(file.count + byteCount)
    bits = BitPacker(beginningStreamBehind: &file)
    packed = file
  }

  /// Packs the next piece.
  mutating func append(_ bytes: [UInt8], isLast: Bool) {
    let counts = counts(bytes.span)
    let code = PrefixCode(counts, longest: Self.longestCode)
    // No symbol takes more than its code, and the head less than what is added.
    let room = bits.byteCount + bytes.count / 2 * 3 + 4096
    if room > packed.count { packed += repeatElement(0, count: room - packed.count) }
    var buffer: [UInt8] = []
    swap(&buffer, &packed)
    var target = buffer.mutableSpan
    writeHeader(code, isLast: isLast, to: &target)
    write(bytes.span, code.codes, to: &target)
    swap(&buffer, &packed)
    adler = Deflate.adler(bytes, after: adler)
  }

  /// All of it as a zlib stream, behind what it follows on.
  mutating func zlib() -> [UInt8] {
    bits.endStream(&packed, adler: adler)
  }

  /// About how often each symbol will occur, which is never taken for never.
  private func counts(_ bytes: Span<UInt8>) -> [UInt32] {
    var counts = [UInt32](repeating: 1, count: 286)
    var tables = [UInt32](repeating: 0, count: 1024)
    var table = tables.mutableSpan
    // A part of a long piece says enough.
    let stride = bytes.count > 4 * Self.countedBytes ? 4 * Self.countedBytes : Self.countedBytes
    for start in Swift.stride(from: 0, to: bytes.count, by: stride) {
      let end = min(start + Self.countedBytes, bytes.count)
      walk(bytes, from: start, to: end) { place in
        isWide
          ? wideCount(
            bytes, from: place, to: end, step: distances.step, rowBytes: distances.rowBytes,
            in: &table) : place
      } word: { word in
        var rest = word
        for lane in 0..<8 {
          table[Int(truncatingIfNeeded: rest & 0xFF) &+ (lane & 3) &* 256] &+= 1
          rest &>>= 8
        }
      } byte: {
        table[Int($0)] &+= 1
      } repetition: { length, _ in
        RepetitionLengths.forEachPart(of: length) { counts[257 + Int(lengths.symbols[$0])] += 2 }
      }
    }
    for symbol in 0..<1024 { counts[symbol & 255] += 2 * tables[symbol] }
    return counts
  }

  private mutating func write(
    _ bytes: Span<UInt8>, _ codes: [UInt32], to target: inout MutableSpan<UInt8>
  ) {
    let code = codes.span
    var bits = bits
    walk(bytes, from: 0, to: bytes.count) { place in
      isWide
        ? bits.wideAppend(
          bytes, from: place, step: distances.step, rowBytes: distances.rowBytes, code, to: &target)
        : place
    } word: { word in
      var rest = word
      for _ in 0..<2 {
        var (sum, size): (UInt64, UInt32) = (0, 0)
        for _ in 0..<4 {
          let entry = code[Int(truncatingIfNeeded: rest & 0xFF)]
          sum |= UInt64(entry &>> 8) &<< UInt64(size)
          size &+= entry & 0xFF
          rest &>>= 8
        }
        bits.append(sum, size: Int(size), to: &target)
      }
    } byte: {
      let entry = code[Int($0)]
      bits.append(UInt64(entry >> 8), size: Int(entry & 0xFF), to: &target)
    } repetition: { length, isAbove in
      let distance = isAbove ? distances.above : distances.left
      RepetitionLengths.forEachPart(of: length) { part in
        let entry = code[257 + Int(lengths.symbols[part])]
        var (sum, size) = (UInt64(entry >> 8), Int(entry & 0xFF))
        sum |= UInt64(lengths.extras[part]) << UInt64(size)
        size += Int(lengths.extraBits[part])
        sum |= distance.bits << UInt64(size)
        bits.append(sum, size: size + distance.size, to: &target)
      }
    }
    bits.append(UInt64(code[256] >> 8), size: Int(code[256] & 0xFF), to: &target)
    self.bits = bits
  }

  /// Goes through a piece in words of eight bytes, single bytes, and repetitions of at least 3.
  ///
  /// `words` may take as many words as it likes from a place on, as long as no repetition begins
  /// in them, and answers where the next one is.
  @inline(__always)
  private func walk(
    _ bytes: Span<UInt8>, from start: Int, to end: Int, words takeWords: (Int) -> Int,
    word takeWord: (UInt64) -> Void, byte takeByte: (UInt8) -> Void,
    repetition repeat: (_ length: Int, _ isAbove: Bool) -> Void
  ) {
    let (step, rowBytes) = (distances.step, distances.rowBytes)
    var place = start
    let first = min(step, end)
    while place < first {
      takeByte(bytes[place])
      place &+= 1
    }
    while place &+ 8 <= end {
      place = takeWords(place)
      guard place &+ 8 <= end else { break }
      let word = bytes.doubleWord(at: place)
      let left = word ^ bytes.doubleWord(at: place &- step)
      let above = place >= rowBytes ? word ^ bytes.doubleWord(at: place &- rowBytes) : ~0
      // How many bytes at the end of the word are a repetition, which may go on behind it.
      let (isLeft, isAbove) = (left.leadingZeroBitCount &>> 3, above.leadingZeroBitCount &>> 3)
      let count = max(isLeft, isAbove)
      let start = place &+ 8 &- count
      let distance = isAbove > isLeft ? rowBytes : step
      let end =
        count < 4 ? start : Self.endOfRepetition(bytes, from: place &+ 8, distance)
      guard end &- start >= Self.shortest else {
        takeWord(word)
        place &+= 8
        continue
      }
      while place < start {
        takeByte(bytes[place])
        place &+= 1
      }
      `repeat`(end &- start, isAbove > isLeft)
      place = end
    }
    while place < end {
      takeByte(bytes[place])
      place &+= 1
    }
  }

  @inline(__always)
  private static func endOfRepetition(
    _ bytes: Span<UInt8>, from start: Int, _ distance: Int
  ) -> Int {
    var end = start
    while end &+ 8 <= bytes.count {
      let difference = bytes.doubleWord(at: end) ^ bytes.doubleWord(at: end &- distance)
      guard difference == 0 else { return end &+ difference.trailingZeroBitCount &>> 3 }
      end &+= 8
    }
    return end
  }
}

// What stands at the head of a piece.
extension RunDeflate {
  /// Says that a piece with a code of its own follows, and which one.
  private mutating func writeHeader(
    _ code: PrefixCode, isLast: Bool, to target: inout MutableSpan<UInt8>
  ) {
    // The lengths of all symbols one by one: to write repetitions shorter is not worth it.
    let lengths = code.lengths + distances.lengths
    var counts = [UInt32](repeating: 0, count: 19)
    for length in lengths { counts[Int(length)] += 1 }
    let short = PrefixCode(counts, longest: 7)
    bits.append(isLast ? 0b101 : 0b100, size: 3, to: &target)
    // 286 symbols, the distances, all 19 lengths: each less the least that there can be.
    bits.append(UInt64(29 | (distances.lengths.count - 1) << 5 | 15 << 10), size: 14, to: &target)
    for symbol in DeflateWriter.order {
      bits.append(UInt64(short.lengths[symbol]), size: 3, to: &target)
    }
    for length in lengths {
      let entry = short.codes[Int(length)]
      bits.append(UInt64(entry >> 8), size: Int(entry & 0xFF), to: &target)
    }
  }
}
