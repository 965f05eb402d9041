// Where many colours are told apart by a few hundred, a pixel has several that are nearly as good. The
// plain way is to take the nearest and to pack what comes of it. Here a string that would end is first
// asked whether it goes on with one that is hardly worse: a tenth fewer bytes for a hundredth of a
// decibel, as the rows below make good for it.

internal import Pixels

extension LZWEncoder {
  /// The image data of a canvas whose rows are quantised on the way.
  ///
  /// `onRow` sees the index of each pixel of a row when it is final.
  consuming func imageData(
    of rows: inout RowQuantizer, clock: (@Sendable () -> Double)? = nil,
    quantizingSeconds: inout Double, onRow: (borrowing MutableSpan<PixelPlan>) -> Void = { _ in }
  ) -> [UInt8] {
    let area = rows.canvas.area
    var codes = [UInt8](repeating: 0, count: area.width * 64 + 1024)
    var rowPlans = [PixelPlan](repeating: PixelPlan(about: 0), count: area.width)
    var rowWanted = [SIMD4<Int16>](repeating: .zero, count: area.width)
    // For each string a bit for every index by which it goes on, modulo 64.
    var (table, stringWays) = (emptySlots, [UInt64](repeating: 0, count: 4096))
    var runs = LZWRuns()
    var slots = table.mutableSpan
    var ways = stringWays.mutableSpan
    var plans = rowPlans.mutableSpan
    var wanted = rowWanted.mutableSpan
    let kin = rows.quantizer.kin
    begin(to: &codes)
    var before = clock?() ?? 0
    for row in 0..<area.height {
      rows.plan(row: row, &plans, wanted: &wanted)
      let planned = clock?() ?? 0
      makeRoom(for: area.width, in: &codes)
      var target = codes.mutableSpan
      append(
        &plans, wanted.span, kin, from: row * area.width, through: &slots, &ways, &runs, to: &target
      )
      let packed = clock?() ?? 0
      rows.settle(plans)
      onRow(plans)
      let after = clock?() ?? 0
      quantizingSeconds += planned - before + after - packed
      before = after
    }
    makeRoom(for: 1, in: &codes)
    var target = codes.mutableSpan
    write(lastCode, to: &target)
    countString()
    return finish(codes)
  }

  /// Packs a row, and takes other indices where a string goes on with them.
  private mutating func append(
    _ plans: inout MutableSpan<PixelPlan>, _ wanted: Span<SIMD4<Int16>>, _ kin: ColorKin,
    from start: Int, through slots: inout MutableSpan<UInt32>,
    _ ways: inout MutableSpan<UInt64>, _ runs: inout LZWRuns, to target: inout MutableSpan<UInt8>
  ) {
    var prefix = lastCode
    var next = 0
    while next < plans.count {
      let x = next
      let plan = plans[x]
      next &+= 1
      guard prefix != Self.free else {
        prefix = UInt32(plan.index)
        continue
      }
      let slot = place(of: prefix, plan.index, slots)
      if slots[slot] != Self.free {
        prefix = slots[slot] & 0xFFF
        continue
      }
      let other = other(plan, wanted[x], kin, after: prefix, among: ways[Int(prefix)], slots)
      if other != plan.index {
        plans[x].take(other)
        prefix = find(prefix, other, slots)
        continue
      }
      write(prefix, to: &target)
      ways[Int(prefix)] |= 1 &<< UInt64(plan.index & 63)
      let isAnew = addString(
        after: prefix, plan.index, in: slot, through: &slots, &runs, at: start &+ x, to: &target)
      if isAnew { for place in ways.indices { ways[place] = 0 } }
      (prefix, next) = runs.jump(plan.index, from: next, to: plans.count) {
        var end = next
        while end < $0, plans[end].index == plan.index { end &+= 1 }
        return end &- next
      }
    }
    lastCode = prefix
  }

  /// An index by which the string goes on that is as good as the planned one, or hardly worse.
  @inline(__always)
  private func other(
    _ plan: PixelPlan, _ wanted: SIMD4<Int16>, _ kin: ColorKin, after prefix: UInt32,
    among ways: UInt64, _ slots: borrowing MutableSpan<UInt32>
  ) -> UInt8 {
    guard !plan.isSettled else {
      guard plan.other != plan.index, ways != 0 else { return plan.index }
      return find(prefix, plan.other, slots) != Self.free ? plan.other : plan.index
    }
    return kin.standIn(for: plan.index, wanted: wanted, among: ways) {
      find(prefix, $0, slots) != Self.free
    }
  }
}
