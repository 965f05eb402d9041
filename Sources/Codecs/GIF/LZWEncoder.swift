internal import Kernels
internal import Pixels

/// Packs palette indices as GIF's variety of LZW.
struct LZWEncoder: Sendable {
  private let indexBits: Int
  // The dictionary and what else the kernel knows between two rows.
  private var memory = [UInt64](repeating: 0, count: rt_lzw_size() / 8 + 1)
  private var codes = [UInt8](repeating: 0, count: 65_536)
  private var count = 0

  /// An encoder of indices below `colors`.
  init(colors: Int) {
    indexBits = Self.codeSize(for: colors)
    let bits = UInt32(indexBits)
    count = unsafe lend { unsafe rt_lzw_begin($0, bits, $1) }
  }

  /// The number of bits of an index below `colors`.
  static func codeSize(for colors: Int) -> Int {
    var size = 2
    while 1 << size < colors { size += 1 }
    return size
  }

  /// Packs a row of candidates, and leaves those in it that were taken.
  ///
  /// Substitutes are judged by the pixels that are `wanted`.
  mutating func append(
    _ candidates: UnsafeMutablePointer<UInt16>, _ wanted: UnsafePointer<UInt8>?, _ width: Int,
    _ substitutes: Substitutes
  ) {
    // No pixel takes more than a code of 12 bits, and there is one clear code in hundreds.
    let needed = count + 2 * width + 64
    if codes.count < needed { codes += repeatElement(0, count: max(needed, codes.count)) }
    count = unsafe lend { memory, codes in
      unsafe substitutes.lend { unsafe rt_lzw_row(memory, &$0, candidates, wanted, width, codes) }
    }
    precondition(count > 0, "an index too high")
  }

  /// The image data: the code size, the codes in blocks of up to 255 bytes, and an empty block.
  consuming func finish() -> [UInt8] {
    count = unsafe lend { unsafe rt_lzw_end($0, $1) }
    var data = [UInt8(indexBits)]
    data.reserveCapacity(count + count / 255 + 3)
    for start in stride(from: 0, to: count, by: 255) {
      let end = min(start + 255, count)
      data.append(UInt8(end - start))
      data += codes[start..<end]
    }
    data.append(0)
    return data
  }

  private mutating func lend(
    _ body: (UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<UInt8>) -> Int
  ) -> Int {
    unsafe Self.lend(&memory, &codes, body)
  }

  private static func lend(
    _ memory: inout [UInt64], _ codes: inout [UInt8],
    _ body: (UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<UInt8>) -> Int
  ) -> Int {
    var memory = memory.mutableSpan
    var codes = codes.mutableSpan
    return unsafe memory.lend(0, memory.count) { memory in
      unsafe codes.lend(0, codes.count) { unsafe body(memory, $0) }
    }
  }
}
