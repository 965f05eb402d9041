internal import Kernels
internal import Pixels

/// Finds a palette's colour for any colour: a grid of bins of 4 x 4 x 4 levels, each of which knows the two
/// colours nearest to its middle as soon as one of its pixels was looked up.
struct ColorGrid: Sendable {
  private static let holdsExact: UInt32 = 1 << 17

  private var bins = [UInt32](repeating: 0, count: Int(rt_bin_count))
  private let palette: PaletteChannels
  private let colors: [UInt32]
  private let exact: ColorMap

  /// A grid for a palette; `exact` are colours that have entries of their own, each with its choices.
  init(_ palette: Palette, exact: ColorMap) {
    self.palette = PaletteChannels(palette.colors)
    // Of a palette of one colour, kernels take the entry behind it for the second nearest.
    colors = palette.colors.count == 1 ? palette.colors + palette.colors : palette.colors
    self.exact = exact
    for color in exact.colors { bins[Histogram.bin(of: color)] |= Self.holdsExact }
  }

  /// Lends the grid, which learns, to a kernel.
  @inline(__always)
  mutating func lend(_ body: (inout rt_color_grid) -> Void) {
    let (palette, colors, exact) = (palette, colors, exact)
    var bins = bins.mutableSpan
    unsafe bins.lend(0, Int(rt_bin_count)) { bins in
      unsafe palette.lend { channels in
        unsafe colors.span.lend(0, colors.count) { colors in
          unsafe exact.lend { exact in
            var grid = unsafe rt_color_grid(
              bins: bins, palette: channels, colors: colors, exact: exact)
            unsafe body(&grid)
          }
        }
      }
    }
  }

  /// Lends the palette's colours to a kernel.
  @inline(__always)
  func lendColors(_ body: (UnsafePointer<UInt32>) -> Void) {
    unsafe colors.span.lend(0, colors.count, body)
  }
}
