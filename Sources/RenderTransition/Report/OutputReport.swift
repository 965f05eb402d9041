public import Codecs

/// How an output came about, and how near it is to what was drawn.
public struct OutputReport: Hashable, Sendable {
  /// The fewest and the most colours of a frame; nil for a format without palettes.
  public let colors: ClosedRange<Int>?
  /// How many frames have their colours from where; empty for a format without palettes.
  public let palettes: [FrameFacts.PaletteSource: Int]
  /// How long each picture of the file shows, in seconds.
  public let delays: [Double]
  /// How long it took to draw all frames, added up over the jobs.
  public let renderSeconds: Double
  /// How long it took to choose palettes and indices, added up likewise.
  public let quantizingSeconds: Double
  /// How long LZW or deflate took, with what goes before it, added up likewise.
  public let packingSeconds: Double
  /// The comparison with the true colours; nil where the output cannot be read again.
  public let quality: Quality?

  init(_ ledger: OutputLedger, delays: [Double], quality: Quality?) {
    (colors, palettes) = (ledger.colors, ledger.palettes)
    (renderSeconds, quantizingSeconds) = (ledger.renderSeconds, ledger.quantizingSeconds)
    packingSeconds = ledger.packingSeconds
    (self.delays, self.quality) = (delays, quality)
  }

  /// What the eye would compare, in numbers.
  public struct Quality: Hashable, Sendable {
    /// The peak signal-to-noise ratio of red, green and blue, the mean of all frames, in decibels;
    /// 99 is the most, and means that nothing differs.
    public let psnr: Double
    /// The structural similarity of luma in windows of 8 x 8, the mean of all frames; 1 is the same.
    public let ssim: Double
    /// The share of exact pixels among those that are like all four around them.
    public let exactFlatShare: Double
    /// By how many levels pixels change that stand still in the scene, on average.
    public let flicker: Double
  }
}
