import Codecs

/// What is noted of an output while its frames come by.
struct OutputLedger: Hashable, Sendable {
  /// The time of all frames together, that of the palettes apart.
  private(set) var renderSeconds = 0.0
  private(set) var quantizingSeconds = 0.0
  private(set) var packingSeconds = 0.0
  /// The most and the fewest colours of a frame; nil without palettes.
  private(set) var colors: ClosedRange<Int>?
  /// How many frames have their colours from where.
  private(set) var palettes: [FrameFacts.PaletteSource: Int] = [:]

  mutating func note(_ part: EncodedPart, _ facts: FrameFacts) {
    renderSeconds += part.renderSeconds
    quantizingSeconds += facts.quantizingSeconds
    packingSeconds += max(0, part.encodeSeconds - facts.quantizingSeconds)
    if let palette = facts.palette { palettes[palette, default: 0] += 1 }
    guard let count = facts.colors else { return }
    colors = min(colors?.lowerBound ?? count, count)...max(colors?.upperBound ?? count, count)
  }
}
