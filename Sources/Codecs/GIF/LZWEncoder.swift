// The plain way is a dictionary of strings. A string of the table is its prefix's code and one
// more index, 20 bits that fit a word beside the 12-bit code, so that a small open hash finds the
// longest known string with one load for most pixels.

/// Packs palette indices as GIF's variety of LZW.
struct LZWEncoder {
  // 16,384 slots for at most 4,096 strings: a probe rarely meets another's slot.
  private static let slotBits: UInt32 = 14
  private static let free = UInt32.max

  private let minimumCodeSize: Int
  private let clearCode: UInt32
  private var slots = [UInt32](repeating: free, count: 1 << slotBits)
  private var next: UInt32 = 0
  private var codeSize = 0
  private var bits = LZWBitWriter()
  private var thrift = LZWThrift()

  /// An encoder of indices below `colors`.
  init(colors: Int) {
    var size = 2
    while 1 << size < colors { size += 1 }
    (minimumCodeSize, clearCode) = (size, 1 << UInt32(size))
  }

  /// The image data of these indices, from the code size to the block terminator.
  consuming func imageData(of indices: [UInt8]) -> [UInt8] {
    bits.reserve(indices.count)
    reset()
    bits.append(clearCode, size: minimumCodeSize + 1)
    if !indices.isEmpty { append(indices.span) }
    bits.append(clearCode + 1, size: codeSize)
    return bits.blocks(after: UInt8(minimumCodeSize))
  }

  private mutating func append(_ indices: Span<UInt8>) {
    var prefix = UInt32(indices[0])
    var place = 1
    while place < indices.count {
      let index = UInt32(indices[place])
      place &+= 1
      let string = prefix &<< 8 | index
      var slot = Int(truncatingIfNeeded: (string &* 0x9E37_79B1) &>> (32 &- Self.slotBits))
      var entry = slots[slot]
      while entry &>> 12 != string, entry != Self.free {
        slot = (slot &+ 1) & (1 &<< Int(Self.slotBits) &- 1)
        entry = slots[slot]
      }
      if entry != Self.free {
        prefix = entry & 0xFFF
      } else {
        emit(prefix, before: string, in: slot, at: place)
        prefix = index
      }
    }
    bits.append(prefix, size: codeSize)
    // The reader makes one more string of this code than we do.
    next += 1
    if next > 1 << UInt32(codeSize), codeSize < 12 { codeSize += 1 }
  }

  @inline(__always)
  private mutating func emit(_ code: UInt32, before string: UInt32, in slot: Int, at place: Int) {
    bits.append(code, size: codeSize)
    if next < 4096 {
      slots[slot] = string &<< 12 | next
      next &+= 1
      if next > 1 &<< UInt32(codeSize), codeSize < 12 { codeSize &+= 1 }
    } else if thrift.prefersClearing(at: place, bits: bits.count) {
      bits.append(clearCode, size: codeSize)
      reset()
    }
  }

  private mutating func reset() {
    for slot in slots.indices { slots[slot] = Self.free }
    next = clearCode + 2
    codeSize = minimumCodeSize + 1
    thrift = LZWThrift(place: thrift.lastPlace, bits: bits.count)
  }
}

/// Decides when a full table no longer pays and is better started anew.
struct LZWThrift: Hashable, Sendable {
  // Long enough for a steady figure, short enough to notice a new part of the picture.
  private static let window = 4096

  private(set) var lastPlace: Int
  private var lastBits: Int
  private var best = Double.infinity

  init(place: Int = 0, bits: Int = 0) {
    (lastPlace, lastBits) = (place, bits)
  }

  /// Whether the last pixels cost clearly more than the best stretch since the table filled up.
  @inline(__always)
  mutating func prefersClearing(at place: Int, bits: Int) -> Bool {
    guard place &- lastPlace >= Self.window else { return false }
    let cost = Double(bits - lastBits) / Double(place - lastPlace)
    (lastPlace, lastBits) = (place, bits)
    best = min(best, cost)
    return cost > best * 1.05
  }
}
