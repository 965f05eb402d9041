import CRowTwins
import Pixels
import TestSupport
import Testing

@testable import Codecs

/// Packs rows the plain way: what is known is a set of strings.
private struct PlainPacker {
  let kin: ColorKin
  private var known: Set<[UInt8]> = []
  private var own: [UInt8] = []
  /// How often another index was taken.
  private(set) var standIns = 0

  init(_ kin: ColorKin) { self.kin = kin }

  /// Takes other indices where the string goes on with one of them.
  mutating func append(_ plans: inout [PixelPlan], _ wanted: [SIMD4<Int16>]) {
    for x in plans.indices {
      let index = plans[x].index
      if !goesOn(index) {
        if let other = other(for: plans[x], wanted[x]) {
          plans[x].take(other)
          standIns += 1
        } else {
          known.insert(own + [index])
          own = []
        }
      }
      own.append(plans[x].index)
    }
  }

  private func goesOn(_ index: UInt8) -> Bool { own.isEmpty || known.contains(own + [index]) }

  private func other(for plan: PixelPlan, _ wanted: SIMD4<Int16>) -> UInt8? {
    if plan.isSettled { return plan.other != plan.index && goesOn(plan.other) ? plan.other : nil }
    var best: UInt8?
    _ = unsafe kin.lend { kin in
      let colors = unsafe kin.colors.assumingMemoryBound(to: SIMD4<Int16>.self)
      func distance(_ index: UInt8) -> Int32 {
        let way = unsafe SIMD4<Int32>(truncatingIfNeeded: wanted &- colors[Int(index)])
        return (way &* way).wrappedSum()
      }
      var least = unsafe distance(plan.index) + kin.slack
      for place in 0..<UInt64(ColorKin.most) {
        let other = unsafe UInt8(truncatingIfNeeded: kin.places[Int(plan.index)] >> (8 * place))
        guard goesOn(other), distance(other) < least else { continue }
        (best, least) = (other, distance(other))
      }
      return 0
    }
    return best
  }
}

struct RowPackingTests {
  /// A gradient with noise, areas and a part that is as before.
  private func picture(_ seed: Int, using random: inout SeededRandom) -> Pixmap {
    var pixmap = Pixmap(width: 70, height: 60)
    pixmap.withMutableSpan { span in
      for y in 0..<60 {
        for x in 0..<70 {
          let noise = UInt32.random(in: 0..<8, using: &random)
          var color = UInt32(x * 3) | UInt32(y * 5) << 8 | (noise * 4 + 90) << 16
          if (x / 9 + y / 7) % 3 == 0 { color = UInt32(x / 9 % 3 * 60) * 0x01_0101 }
          if x > 50, y % 9 < 5 { color = UInt32(seed) }
          span.setWord(0xFF00_0000 | color, at: (y * 70 + x) * 4)
        }
      }
    }
    return pixmap
  }

  @Test("a string goes on with the nearest colour that is known", arguments: [3, 20, 60, 255])
  func standIns(colors: Int) {
    var random = SeededRandom.fresh("stand-ins")
    let base = picture(5, using: &random)
    let next = picture(5, using: &random)
    let canvas = GIFCanvas(pixels: next, base: base, area: next.bounds)
    let design = PaletteDesign(canvas.cells(), count: colors, steady: [0xFF00_0005])
    let transparent = UInt8(design.colors.count)
    var rows = RowQuantizer(
      canvas, through: Quantizer(design, dither: .auto), transparent: transparent)
    var plainRows = rows
    var packer = PlainPacker(rows.quantizer.kin)
    var plans = [PixelPlan](repeating: PixelPlan(about: 0), count: 70)
    var wanted = [SIMD4<Int16>](repeating: .zero, count: 70)
    var (row, seconds) = (0, 0.0)
    _ = LZWEncoder(colors: colors + 1).imageData(of: &rows, quantizingSeconds: &seconds) { packed in
      var planned = plans.mutableSpan
      var aims = wanted.mutableSpan
      plainRows.plan(row: row, &planned, wanted: &aims)
      packer.append(&plans, wanted)
      let isSame = packed.indices.allSatisfy { packed[$0] == plans[$0] }
      #expect(isSame, "row \(row)")
      plainRows.settle(plans.mutableSpan)
      row += 1
    }
    #expect(packer.standIns > (colors > 3 ? 10 : 0))
  }
}
