internal import Pixels

/// What one pixel is to become, before the bytes have a say.
struct PixelPlan: Hashable, Sendable {
  /// The index in the low byte, another one that shows the same in the next, then the flags.
  private(set) var bits: UInt32

  /// Nothing but this index will do.
  private static let settled: UInt32 = 1 << 16
  /// What is lost here is not made good for.
  private static let quiet: UInt32 = 1 << 17

  /// A pixel that shows as `index` or as `other`, and must not show as anything else.
  @inline(__always)
  init(_ index: UInt8, or other: UInt8) {
    bits = Self.settled | UInt32(other) &<< 8 | UInt32(index)
  }

  /// A pixel for which `index` is the nearest.
  @inline(__always)
  init(about index: UInt8) { bits = UInt32(index) &* 257 }

  /// A pixel for which `index` is the nearest, and for which nobody needs to make good.
  @inline(__always)
  init(quietlyAbout index: UInt8) { bits = Self.quiet | UInt32(index) &* 257 }

  /// The index as it stands.
  @inline(__always)
  var index: UInt8 { UInt8(truncatingIfNeeded: bits) }

  /// Another index that shows the same; the same one if there is none.
  @inline(__always)
  var other: UInt8 { UInt8(truncatingIfNeeded: bits &>> 8) }

  /// Whether it must show exactly what was planned.
  @inline(__always)
  var isSettled: Bool { bits & Self.settled != 0 }

  /// Whether the rows below make good for what is lost here.
  @inline(__always)
  var isOwing: Bool { bits & (Self.settled | Self.quiet) == 0 }

  /// Takes another index.
  @inline(__always)
  mutating func take(_ index: UInt8) { bits = bits & ~0xFF | UInt32(index) }
}

/// Chooses the indices of a canvas row by row, such that each row makes good for what those above it
/// lost.
///
/// In between, the encoder may choose otherwise; what comes of that is made good for as well.
struct RowQuantizer {
  let canvas: GIFCanvas
  private(set) var quantizer: Quantizer
  let transparent: UInt8
  /// Whether what is as before is painted again where that shows the same.
  let repaints: Bool
  var loss: ColorLoss
  var colors: [UInt32]

  init(
    _ canvas: GIFCanvas, through quantizer: consuming Quantizer, transparent: UInt8,
    repaints: Bool = false
  ) {
    (self.canvas, self.quantizer, self.transparent) = (canvas, quantizer, transparent)
    self.repaints = repaints
    loss = ColorLoss(columns: canvas.area.width, restraint: quantizer.restraint)
    colors = [UInt32](repeating: 0, count: canvas.area.width)
  }

  /// Plans what the pixels of a row become, and says what their colours would be if all were made
  /// good, in eighths of a level.
  mutating func plan(
    row: Int, _ plans: inout MutableSpan<PixelPlan>, wanted: inout MutableSpan<SIMD4<Int16>>
  ) {
    var x = 0
    while x < canvas.area.width {
      x &+= widePlan(row: row, from: x, &plans, wanted: &wanted)
      let end = min(x &+ 8, canvas.area.width)
      plan(row: row, x..<end, &plans, wanted: &wanted)
      x = end
    }
  }

  /// The same for a few pixels, without a twin's help.
  mutating func plan(
    row: Int, _ columns: Range<Int>, _ plans: inout MutableSpan<PixelPlan>,
    wanted: inout MutableSpan<SIMD4<Int16>>
  ) {
    var window = loss.window(at: columns.lowerBound)
    let canvas = canvas
    canvas.forEachPixel(inRow: row, columns) { pixel, isSame, x in
      let owed = loss.owed(window)
      loss.slide(&window, from: x)
      guard !isSame, let color = GIFColor(pixel)?.opaque else {
        let other = isSame ? quantizer.settled.steadyIndex(of: pixel) ?? transparent : transparent
        plans[x] = PixelPlan(repaints ? other : transparent, or: other)
        return
      }
      colors[x] = color
      (plans[x], wanted[x]) = quantizer.plan(for: color, owed: owed)
    }
  }

  /// Notes what the row lost, now that its plans are final.
  mutating func settle(_ plans: borrowing MutableSpan<PixelPlan>) {
    settle(plans, from: wideNote(plans.span))
  }

  /// The same from `start` on, without a twin's help.
  mutating func settle(_ plans: borrowing MutableSpan<PixelPlan>, from start: Int) {
    for x in start..<plans.count {
      let plan = plans[x]
      let amount =
        plan.isOwing ? ColorLoss.Amount(colors[x]) &- quantizer.amounts[Int(plan.index)] : .zero
      loss.note(amount, column: x)
    }
  }
}
