// Floyd and Steinberg pass each pixel's error to the next ones. That is noise, which costs more bytes than the
// picture, and each pixel waits for the one on its left. Here each pixel adds a quarter of the mean error of
// the rows above, over eight columns: most pixels stay at their nearest colour, and those that tip to the
// next one do so in runs, which LZW packs well. The kernels are rt_dither_row and rt_add_losses.

internal import Kernels
internal import Pixels

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
