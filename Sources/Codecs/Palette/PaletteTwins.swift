internal import CRowTwins
import Pixels

// The door to the loops in C: a twin does the first part of a row, and answers how many pixels that
// was; the loop in Swift goes on from there. Both come to the same indices.

extension Quantizer {
  /// Lends all that decides which index a colour gets.
  @inline(__always)
  fileprivate func lend(
    transparent: UInt8, repaints: Bool, shift: Int32, _ body: (UnsafePointer<rt_palette>) -> Int
  ) -> Int {
    unsafe places.span.lend(0, places.count) { places in
      unsafe planes.span.lend(0, planes.count) { planes in
        unsafe settled.map.lend { settled in
          var palette = unsafe rt_palette(
            places: places, planes: planes, settled: settled, first_flat: UInt32(firstFlat),
            transparent: UInt32(transparent), repaints: repaints ? 1 : 0, owed_shift: shift)
          return unsafe body(&palette)
        }
      }
    }
  }
}

// What is read and what is written are parts of the same value: what is written is taken out of it, so
// that nothing is copied.
extension RowQuantizer {
  /// Plans a row's pixels from `x` on; answers how many.
  mutating func widePlan(
    row: Int, from x: Int, _ plans: inout MutableSpan<PixelPlan>,
    wanted: inout MutableSpan<SIMD4<Int16>>
  ) -> Int {
    var taken: [UInt32] = []
    swap(&taken, &colors)
    defer { swap(&taken, &colors) }
    return widePlan(row: row, from: x, &plans, wanted: &wanted, colors: &taken)
  }

  private func widePlan(
    row: Int, from x: Int, _ plans: inout MutableSpan<PixelPlan>,
    wanted: inout MutableSpan<SIMD4<Int16>>, colors: inout [UInt32]
  ) -> Int {
    let pixels = canvas.pixels.bytes.span
    let base = canvas.base ?? canvas.pixels
    let before = base.bytes.span
    let hasBefore = canvas.base != nil
    let offset = canvas.offset(row: row) &+ x &* 4
    let count = canvas.area.width &- x
    let losses = loss.sums.span
    var colors = colors.mutableSpan
    return unsafe quantizer.lend(
      transparent: transparent, repaints: repaints, shift: loss.shift
    ) { palette in
      unsafe pixels.lend(offset, count &* 4) { pixels in
        unsafe before.lend(offset, count &* 4) { before in
          unsafe losses.lend(x, losses.count &- x) { losses in
            unsafe colors.lend(x, count) { colors in
              unsafe plans.lend(x, count) { plans in
                unsafe wanted.lend(x, count) { wanted in
                  let row = unsafe rt_planned_row(
                    pixels: pixels, before: hasBefore ? before : nil, losses: losses,
                    colors: colors, plans: plans, wanted: wanted)
                  return unsafe rt_plan_pixels(palette, row, count)
                }
              }
            }
          }
        }
      }
    }
  }

  /// Notes what the first pixels of a row lost; answers of how many.
  mutating func wideNote(_ plans: Span<PixelPlan>) -> Int {
    var taken: [ColorLoss.Amount] = []
    swap(&taken, &loss.sums)
    defer { swap(&taken, &loss.sums) }
    return wideNote(plans, losses: &taken)
  }

  private func wideNote(_ plans: Span<PixelPlan>, losses: inout [ColorLoss.Amount]) -> Int {
    let count = canvas.area.width
    var losses = losses.mutableSpan
    return unsafe colors.span.lend(0, count) { colors in
      unsafe plans.lend(0, count) { plans in
        unsafe quantizer.amounts.span.lend(0, quantizer.amounts.count) { amounts in
          unsafe losses.lend(ColorLoss.reach, count) { losses in
            unsafe rt_note_losses(colors, plans, amounts, losses, count)
          }
        }
      }
    }
  }
}
