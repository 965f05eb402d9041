/// A palette for a picture that has more colours than fit.
struct PaletteDesign: Hashable, Sendable {
  /// The colours, RGBA with red in the lowest byte; those that fill areas come first.
  private(set) var colors: [UInt32]

  /// Chooses at most `count` colours.
  init(_ histogram: ColorHistogram, count: Int) {
    let samples = histogram.bins.compactMap(ColorSample.init)
    let pixels = samples.reduce(0) { $0 + $1.weight }
    // A colour that fills a two thousandth of the picture is seen as a colour of its own.
    let flats = histogram.flats.colors(
      fillingAtLeast: Int(pixels / 2000) + 1, atMost: count / 2)
    colors = flats
    let clusters = ColorClusters(of: samples, count: count - flats.count, besides: flats)
    let known = Set(flats)
    colors += clusters.colors.filter { !known.contains($0) }
  }
}

/// Pixels of about the same colour.
struct ColorSample: Hashable, Sendable {
  /// Their mean.
  var color: SIMD4<Float>
  /// Their number.
  var weight: Float

  /// The content of a bin; nil if it is empty.
  init?(_ bin: SIMD4<UInt32>) {
    guard bin.w > 0 else { return nil }
    weight = Float(bin.w)
    color = SIMD4(Float(bin.x), Float(bin.y), Float(bin.z), 0) / weight
  }
}
