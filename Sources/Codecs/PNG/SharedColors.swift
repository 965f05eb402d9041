public import Pixels

/// What the colours of several pictures have in common.
public struct SharedColors: Hashable, Sendable {
  private(set) var census: ColorCensus?

  /// Those of no picture yet.
  public init() {}

  /// Whether a pixel of an animation takes a byte at most: all are grey, or have one palette.
  public var isNarrow: Bool {
    guard let census else { return true }
    return census.palette != nil || census.isGrey && census.isOpaque
  }

  /// Adds those of a picture.
  public mutating func insert(_ pixels: Pixmap) {
    var colors = SharedColors()
    colors.census = ColorCensus(of: StraightAlpha.straight(pixels.bytes))
    formUnion(colors)
  }

  /// Adds those of other pictures.
  public mutating func formUnion(_ other: SharedColors) {
    guard let more = other.census else { return }
    census?.formUnion(more)
    census = census ?? more
  }

  /// What an animation stores of a pixel.
  var form: PNGRaster.Form? {
    isNarrow ? census.map { PNGRaster.Form($0).ofPatches } : nil
  }
}
