// Where many colours are told apart by a few hundred, a pixel has several that are nearly as good. The
// plain way is to take the nearest and to pack what comes of it. Here a string that would end is first
// asked whether it goes on with one that is hardly worse: a tenth fewer bytes for a hundredth of a
// decibel, as the rows below make good for it.

internal import CRowTwins
internal import Pixels

extension LZWEncoder {
  /// The image data of a canvas whose rows are quantised on the way.
  ///
  /// `onRow` sees the index of each pixel of a row when it is final.
  func imageData(
    of rows: inout RowQuantizer, clock: (@Sendable () -> Double)? = nil,
    quantizingSeconds: inout Double, onRow: (borrowing MutableSpan<PixelPlan>) -> Void = { _ in }
  ) -> [UInt8] {
    let area = rows.canvas.area
    var rowPlans = [PixelPlan](repeating: PixelPlan(about: 0), count: area.width)
    var rowWanted = [SIMD4<Int16>](repeating: .zero, count: area.width)
    var plans = rowPlans.mutableSpan
    var wanted = rowWanted.mutableSpan
    let kin = rows.quantizer.kin
    var packer = RowPacker(way())
    var before = clock?() ?? 0
    for row in 0..<area.height {
      rows.plan(row: row, &plans, wanted: &wanted)
      let planned = clock?() ?? 0
      packer.append(&plans, wanted.span, kin)
      let packed = clock?() ?? 0
      rows.settle(plans)
      onRow(plans)
      let after = clock?() ?? 0
      quantizingSeconds += planned - before + after - packed
      before = after
    }
    return blocks(of: packer.end())
  }
}

/// Packs rows one by one, and takes other indices where a string goes on with them.
private struct RowPacker {
  // What the loops in C know between two rows.
  private var memory = [UInt64](repeating: 0, count: rt_packer_size() / 8 + 1)
  private var codes = [UInt8](repeating: 0, count: 65_536)
  private var count = 0

  init(_ way: rt_lzw_way) {
    count = unsafe lend { unsafe rt_begin_rows($0, way, $1) }
  }

  /// Packs a row; its plans become what is packed.
  mutating func append(
    _ plans: inout MutableSpan<PixelPlan>, _ wanted: Span<SIMD4<Int16>>, _ kin: ColorKin
  ) {
    let width = plans.count
    // No pixel takes more than the 12 bits of a code of its own, and one clear code in hundreds.
    let needed = count + width * 2 + 64
    if codes.count < needed { codes += repeatElement(0, count: max(needed, codes.count)) }
    count = unsafe kin.lend { kin in
      unsafe plans.lend(0, width) { plans in
        unsafe wanted.lend(0, width) { wanted in
          unsafe lend { unsafe rt_pack_row($0, kin, plans, wanted, width, $1) }
        }
      }
    }
    precondition(count > 0, "an index too high")
  }

  /// Ends the codes.
  mutating func end() -> ArraySlice<UInt8> {
    count = unsafe lend { unsafe rt_end_rows($0, $1) }
    return codes[..<count]
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
