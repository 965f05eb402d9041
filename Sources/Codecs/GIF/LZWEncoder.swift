// The plain way is a dictionary of strings. A string of the table is its prefix's code and one
// more index, 20 bits that fit a word beside the 12-bit code, so that a small open hash finds the
// longest known string with one load for most pixels.

/// Packs palette indices as GIF's variety of LZW.
struct LZWEncoder {
  // 8,192 slots for at most 4,096 strings: twice as many are better spread, but leave the nearest
  // cache.
  private static let lastSlot: UInt32 = 8_191
  /// No string at all.
  static let free = UInt32.max

  private let minimumCodeSize: Int
  private let clearCode: UInt32
  /// A table without strings.
  let emptySlots: [UInt32]
  /// The code of the string that comes next.
  private(set) var next: UInt32 = 0
  private var codeSize = 0
  private var bits = BitPacker()
  private let patience: LZWPatience
  private var thrift = LZWThrift()
  /// The code that was written last, where a choice is made.
  var lastCode: UInt32 = 0

  /// An encoder of indices below `colors`.
  init(colors: Int, patience: LZWPatience = .usual) {
    self.patience = patience
    minimumCodeSize = Self.codeSize(for: colors)
    clearCode = 1 << UInt32(minimumCodeSize)
    emptySlots = [UInt32](repeating: Self.free, count: Int(Self.lastSlot) + 1)
  }

  /// The number of bits of an index below `colors`.
  static func codeSize(for colors: Int) -> Int {
    var size = 2
    while 1 << size < colors { size += 1 }
    return size
  }

  /// The image data of these runs, or of a part of them, from the code size to the block terminator.
  ///
  /// Where there is a choice of indices, those are taken with which the strings go on for longest; and
  /// it can be looked a string ahead.
  func imageData(
    of runs: IndexRuns, in part: Range<Int>? = nil, foresees: Bool = false
  ) -> [UInt8] {
    let bytes = runs.packed(
      part ?? runs.runs.indices, indexBits: minimumCodeSize, patience, foresees: foresees)
    return Self.blocks(bytes[...], after: UInt8(minimumCodeSize))
  }

  /// Makes sure that the codes of so many more pixels fit.
  func makeRoom(for pixels: Int, in codes: inout [UInt8]) {
    // No index takes more than the 12 bits of a code of its own, and one clear code in hundreds.
    let needed = bits.byteCount + pixels * 2 + 64
    guard codes.count < needed else { return }
    guard !codes.isEmpty else {
      codes = [UInt8](repeating: 0, count: needed)
      return
    }
    let more = max(needed, codes.count * 2) - codes.count
    codes.append(contentsOf: repeatElement(0, count: more))
  }

  /// Begins with an empty table.
  mutating func begin(to codes: inout [UInt8]) {
    var target = codes.mutableSpan
    start(at: 0)
    bits.append(UInt64(clearCode), size: minimumCodeSize + 1, to: &target)
    lastCode = Self.free
  }

  /// Ends the codes, and puts them in blocks.
  mutating func finish(_ codes: consuming [UInt8]) -> [UInt8] {
    var bytes = codes
    var target = bytes.mutableSpan
    bits.append(UInt64(clearCode) + 1, size: codeSize, to: &target)
    return Self.blocks(bytes[..<bits.byteCount], after: UInt8(minimumCodeSize))
  }

  /// The code of a string that goes on by `index`; `free` if it is not known.
  @inline(__always)
  func find(_ prefix: UInt32, _ index: UInt8, _ slots: borrowing MutableSpan<UInt32>) -> UInt32 {
    let entry = slots[place(of: prefix, index, slots)]
    return entry == Self.free ? Self.free : entry & 0xFFF
  }

  /// The slot of a string, or the free one where it belongs.
  @inline(__always)
  func place(of prefix: UInt32, _ index: UInt8, _ slots: borrowing MutableSpan<UInt32>) -> Int {
    let string = prefix &<< 8 | UInt32(index)
    var slot = Self.slot(of: prefix, UInt32(index))
    var entry = slots[slot]
    while entry &>> 12 != string, entry != Self.free {
      slot = (slot &+ 1) & Int(Self.lastSlot)
      entry = slots[slot]
    }
    return slot
  }

  // The prefix comes late, so it takes part in the cheap half of the hash only.
  @inline(__always)
  private static func slot(of prefix: UInt32, _ index: UInt32) -> Int {
    Int(truncatingIfNeeded: (prefix &<< 1 ^ (index &* 0x9E5D &>> 3)) & lastSlot)
  }

  /// Notes a string that was not known, in the free slot where it belongs, or starts anew if that is
  /// cheaper; answers whether it does.
  @inline(__always)
  mutating func addString(
    after prefix: UInt32, _ index: UInt8, in slot: Int, through slots: inout MutableSpan<UInt32>,
    _ runs: inout LZWRuns, at place: Int, to target: inout MutableSpan<UInt8>
  ) -> Bool {
    if next < 4096 {
      runs.note(next, after: prefix, index)
      slots[slot] = (prefix &<< 8 | UInt32(index)) &<< 12 | next
      countString()
      return false
    }
    guard thrift.prefersClearing(at: place, bits: bits.count) else { return false }
    clear(&slots, at: place, to: &target)
    runs.clear()
    return true
  }

  /// Writes the code of a string.
  @inline(__always)
  mutating func write(_ code: UInt32, to target: inout MutableSpan<UInt8>) {
    bits.append(UInt64(code), size: codeSize, to: &target)
  }

  /// Notes that the reader knows one string more.
  @inline(__always)
  mutating func countString() {
    next &+= 1
    if next > 1 &<< UInt32(truncatingIfNeeded: codeSize), codeSize < 12 { codeSize &+= 1 }
  }

  private mutating func clear(
    _ slots: inout MutableSpan<UInt32>, at place: Int, to target: inout MutableSpan<UInt8>
  ) {
    bits.append(UInt64(clearCode), size: codeSize, to: &target)
    for slot in slots.indices { slots[slot] = Self.free }
    start(at: place)
  }

  private mutating func start(at place: Int) {
    next = clearCode + 2
    codeSize = minimumCodeSize + 1
    thrift = LZWThrift(patience, place: place, bits: bits.count)
  }

  /// The code size, the bytes in blocks of up to 255, and the empty block that ends them.
  private static func blocks(_ bytes: ArraySlice<UInt8>, after codeSize: UInt8) -> [UInt8] {
    var result = [codeSize]
    result.reserveCapacity(bytes.count + bytes.count / 255 + 3)
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 255) {
      let end = min(start + 255, bytes.endIndex)
      result.append(UInt8(end - start))
      result += bytes[start..<end]
    }
    result.append(0)
    return result
  }
}
