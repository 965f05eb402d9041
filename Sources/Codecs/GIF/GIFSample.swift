public import Pixels

/// What a sink is told of one of its frames before the run begins.
public struct GIFSample: Sendable {
  /// The picture's colours.
  let histogram: Histogram

  /// Looks at a picture.
  public init(of pixels: Pixmap) {
    let pixels = pixels.withoutTranslucency()
    histogram = Histogram(
      of: FrameRegion(pixels: pixels, previous: nil, area: pixels.bounds))
  }
}
