internal import CRowTwins

/// Packs palette indices as GIF's variety of LZW.
struct LZWEncoder: Hashable, Sendable {
  /// The bits of an index.
  let indexBits: Int
  private let patience: LZWPatience

  /// An encoder of indices below `colors`.
  init(colors: Int, patience: LZWPatience = .usual) {
    self.patience = patience
    indexBits = Self.codeSize(for: colors)
  }

  /// The number of bits of an index below `colors`.
  static func codeSize(for colors: Int) -> Int {
    var size = 2
    while 1 << size < colors { size += 1 }
    return size
  }

  /// The image data of these runs, from the code size to the block terminator.
  ///
  /// Where there is a choice of indices, those are taken with which the strings go on for longest; and
  /// it can be looked a string ahead. A pixel that is alone may become one of its colour's kin.
  func imageData(
    of runs: IndexRuns, foresees: Bool = false, kin: ColorKin = ColorKin()
  ) -> [UInt8] {
    blocks(of: runs.packed(way(foresees: foresees), kin: kin)[...])
  }

  /// How it is packed.
  func way(foresees: Bool = false) -> rt_lzw_way {
    rt_lzw_way(
      index_bits: UInt32(indexBits), foresees: foresees ? 1 : 0, window: patience.window,
      bearable: patience.bearable)
  }

  /// The code size, the codes in blocks of up to 255 bytes, and the empty block that ends them.
  func blocks(of codes: ArraySlice<UInt8>) -> [UInt8] {
    var result = [UInt8(indexBits)]
    result.reserveCapacity(codes.count + codes.count / 255 + 3)
    for start in stride(from: codes.startIndex, to: codes.endIndex, by: 255) {
      let end = min(start + 255, codes.endIndex)
      result.append(UInt8(end - start))
      result += codes[start..<end]
    }
    result.append(0)
    return result
  }
}
