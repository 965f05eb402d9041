internal import Kernels
internal import Pixels

/// Finds the palette indices that may show each pixel of a region, and encodes them row by row.
struct PixelIndexing: Sendable {
  /// How a colour that has no entry of its own gets an index.
  enum Dither: Hashable, Sendable {
    /// By the nearest colour.
    case none
    /// By the nearest colour to the pixel and what the rows above lost, so many columns to either side.
    case diffused(columns: Int)
    /// By one of the two nearest colours, in a pattern that is fixed to the canvas.
    case ordered

    /// How far losses go to either side; 0 if they are not diffused.
    fileprivate var columns: Int {
      if case .diffused(let columns) = self { columns } else { 0 }
    }
  }

  private let region: FrameRegion
  private let substitutes: Substitutes
  /// The candidates of colours that have entries of their own.
  private let exact: ColorMap
  /// Finds entries for all others; nil if there are none.
  private var lookup: ColorLookup?
  private let dither: Dither
  private var diffusion: ErrorDiffusion
  /// The candidates of unchanged and invisible pixels.
  private let transparentPair: UInt16

  /// Every colour of the region is in `exact`.
  init(_ region: FrameRegion, exact: ColorMap, transparent: UInt8?, _ substitutes: Substitutes) {
    self.init(region, exact, nil, transparent, .none, substitutes)
  }

  /// Colours that are not exact are looked up in `lookup`.
  init(
    _ region: FrameRegion, _ lookup: ColorLookup, transparent: UInt8?, dither: Dither,
    _ substitutes: Substitutes
  ) {
    self.init(region, ColorMap(most: 0), lookup, transparent, dither, substitutes)
  }

  private init(
    _ region: FrameRegion, _ exact: ColorMap, _ lookup: ColorLookup?, _ transparent: UInt8?,
    _ dither: Dither, _ substitutes: Substitutes
  ) {
    (self.region, self.exact, self.lookup, self.dither) = (region, exact, lookup, dither)
    self.substitutes = substitutes
    transparentPair = UInt16(transparent ?? 0) * 257
    diffusion = ErrorDiffusion(columns: region.area.width)
  }

  /// Encodes all rows.
  mutating func encode(into encoder: inout LZWEncoder) {
    let (region, width) = (region, region.area.width)
    var rowCandidates = [UInt16](repeating: 0, count: width)
    var rowWanted = [UInt8](repeating: 0, count: 4 * width)
    var candidates = rowCandidates.mutableSpan
    var wanted = rowWanted.mutableSpan
    unsafe candidates.lend(0, width) { candidates in
      unsafe wanted.lend(0, 4 * width) { wanted in
        for y in 0..<region.area.height {
          unsafe region.lendRow(y) { row in
            unsafe index(row, y, candidates, wanted)
            let aim = unsafe dither.columns > 0 ? UnsafePointer<UInt8>?(wanted) : row.pixels
            unsafe encoder.append(candidates, aim, width, substitutes)
            unsafe noteLosses(row, candidates)
          }
        }
      }
    }
  }

  /// Finds the candidates of a row; with error diffusion, `wanted` receives the pixels plus the
  /// diffused error.
  private mutating func index(
    _ row: rt_row, _ y: Int, _ candidates: UnsafeMutablePointer<UInt16>,
    _ wanted: UnsafeMutablePointer<UInt8>
  ) {
    let (transparentPair, area, dither) = (transparentPair, region.area, dither)
    guard lookup != nil else {
      return unsafe exact.lend { unsafe rt_index_row(row, $0, transparentPair, candidates) }
    }
    var diffusion = ErrorDiffusion(columns: 0)
    swap(&diffusion, &self.diffusion)
    unsafe diffusion.lend { losses in
      unsafe lookup?.lend {
        if dither == .ordered {
          unsafe rt_order_row(row, &$0, area.x, area.y + y, transparentPair, candidates)
        } else {
          unsafe rt_dither_row(
            row, &$0, dither.columns > 0 ? losses : nil, Int32(max(1, dither.columns)),
            transparentPair,
            wanted,
            candidates)
        }
      }
    }
    swap(&diffusion, &self.diffusion)
  }

  /// Notes what a row lost, now that its candidates are final.
  private mutating func noteLosses(_ row: rt_row, _ candidates: UnsafeMutablePointer<UInt16>) {
    guard dither.columns > 0, let lookup else { return }
    unsafe diffusion.lend { losses in
      unsafe lookup.lendColors { unsafe rt_add_losses(row, candidates, $0, losses) }
    }
  }
}

// Floyd and Steinberg pass each pixel's error to the next ones. That is noise, which costs more
// bytes than the picture, and each pixel waits for the one on its left. Here each pixel adds the mean
// error of the rows above, over eight columns, or two at full quality: most pixels stay at their nearest
// colour, and those that tip to the next one do so in runs, which LZW packs well. The kernels are
// rt_dither_row and rt_add_losses.

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
