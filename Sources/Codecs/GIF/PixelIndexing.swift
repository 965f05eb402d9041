internal import Kernels
internal import Pixels

/// Turns the rows of a region into choices of palette indices, and encodes them.
struct RowIndexing: Sendable {
  /// How a colour that has no entry of its own gets an index.
  enum Dither: Hashable, Sendable {
    /// By the nearest colour.
    case none
    /// By the nearest colour to the pixel and a part of what the rows above lost.
    case diffused
    /// By one of the two nearest colours, in a pattern that is fixed to the canvas.
    case ordered
  }

  private let region: FrameRegion
  private let substitutes: Substitutes
  /// The choices of colours that have entries of their own.
  private let exact: ColorMap
  /// Finds entries for all others; nil if there are none.
  private var grid: ColorGrid?
  private let dither: Dither
  private var diffusion: ErrorDiffusion
  /// What becomes of pixels that are unchanged or not visible.
  private let clear: UInt16

  /// Every colour of the region is in `exact`.
  init(_ region: FrameRegion, exact: ColorMap, transparent: UInt8?, _ substitutes: Substitutes) {
    self.init(region, exact, nil, transparent, .none, substitutes)
  }

  /// Colours that are not exact are looked up in `grid`.
  init(
    _ region: FrameRegion, _ grid: ColorGrid, transparent: UInt8?, dither: Dither,
    _ substitutes: Substitutes
  ) {
    self.init(region, ColorMap(most: 0), grid, transparent, dither, substitutes)
  }

  private init(
    _ region: FrameRegion, _ exact: ColorMap, _ grid: ColorGrid?, _ transparent: UInt8?,
    _ dither: Dither, _ substitutes: Substitutes
  ) {
    (self.region, self.exact, self.grid, self.dither) = (region, exact, grid, dither)
    self.substitutes = substitutes
    clear = UInt16(transparent ?? 0) * 257
    diffusion = ErrorDiffusion(columns: region.area.width)
  }

  /// Encodes all rows.
  mutating func encode(into encoder: inout LZWEncoder) {
    let (region, width) = (region, region.area.width)
    var rowChoices = [UInt16](repeating: 0, count: width)
    var rowWanted = [UInt8](repeating: 0, count: 4 * width)
    var choices = rowChoices.mutableSpan
    var wanted = rowWanted.mutableSpan
    unsafe choices.lend(0, width) { choices in
      unsafe wanted.lend(0, 4 * width) { wanted in
        for y in 0..<region.area.height {
          unsafe region.lendRow(y) { row in
            unsafe index(row, y, choices, wanted)
            let aim = unsafe dither == .diffused ? UnsafePointer<UInt8>?(wanted) : row.pixels
            unsafe encoder.append(choices, aim, width, substitutes)
            unsafe noteLosses(row, choices)
          }
        }
      }
    }
  }

  /// Finds the choices of a row; with error diffusion, `wanted` receives the pixels plus the diffused error.
  private mutating func index(
    _ row: rt_row, _ y: Int, _ choices: UnsafeMutablePointer<UInt16>,
    _ wanted: UnsafeMutablePointer<UInt8>
  ) {
    let (clear, area, dither) = (clear, region.area, dither)
    guard grid != nil else {
      return unsafe exact.lend { unsafe rt_index_row(row, $0, clear, choices) }
    }
    var diffusion = ErrorDiffusion(columns: 0)
    swap(&diffusion, &self.diffusion)
    unsafe diffusion.lend { losses in
      unsafe grid?.lend {
        if dither == .ordered {
          unsafe rt_order_row(row, &$0, area.x, area.y + y, clear, choices)
        } else {
          unsafe rt_dither_row(
            row, &$0, dither == .diffused ? losses : nil, clear, wanted, choices)
        }
      }
    }
    swap(&diffusion, &self.diffusion)
  }

  /// Notes what a row lost, now that its choices are final.
  private mutating func noteLosses(_ row: rt_row, _ choices: UnsafeMutablePointer<UInt16>) {
    guard dither == .diffused, let grid else { return }
    unsafe diffusion.lend { losses in
      unsafe grid.lendColors { unsafe rt_add_losses(row, choices, $0, losses) }
    }
  }
}

// Floyd and Steinberg pass each pixel's error to the next ones. That is noise, which costs more bytes than the
// picture, and each pixel waits for the one on its left. Here each pixel adds a quarter of the mean error of
// the rows above, over eight columns: most pixels stay at their nearest colour, and those that tip to the
// next one do so in runs, which LZW packs well. The kernels are rt_dither_row and rt_add_losses.


/// Error diffusion from row to row.
struct ErrorDiffusion: Sendable {
  // For each column a sum in which every row counts 13/16 of the one below it, with a margin.
  private var losses: [SIMD4<Int32>]

  /// Nothing is lost yet.
  init(columns: Int) {
    losses = [SIMD4<Int32>](repeating: .zero, count: columns + 2 * Int(rt_loss_reach) + 1)
  }

  /// Lends the losses to a kernel.
  @inline(__always)
  mutating func lend(_ body: (UnsafeMutablePointer<SIMD4<Int32>>) -> Void) {
    var losses = losses.mutableSpan
    unsafe losses.lend(0, losses.count, body)
  }
}
