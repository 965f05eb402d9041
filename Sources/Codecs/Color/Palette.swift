/// At most 256 colours for a picture that has more.
struct Palette: Sendable {
  /// The colours, RGBA with red in the lowest byte; those that are exact come last.
  let colors: [UInt32]
  /// How many of them are means of several colours.
  let meanCount: Int
  /// The mean squared distance between pixels and their colours, over the three channels together.
  let meanError: Float
  /// The share of the pixels whose colours are not exact.
  let busyShare: Float

  /// The colours of the picture that are in the palette exactly, and are never dithered.
  var exact: ArraySlice<UInt32> { colors[meanCount...] }

  // A colour whose flat areas fill a five hundredth of a picture gets an entry of its own. Fitted to all
  // scenes: with smaller areas, too few entries are left for photographs (0.5 dB at a 20,000th).
  private static let flatShare = 500
  // As a mean square over the three channels together, about 55 dB: more colours only cost bytes. Fitted to
  // the gate's table together with the loss by substitutes: 0.3 takes 1 % more bytes for 0.3 dB.
  private static let bearableError: Float = 0.6
  // More rounds gain a fiftieth of a decibel.
  private static let rounds = 4

  /// Colours that are all exact.
  init(exactly colors: [UInt32]) {
    (self.colors, meanCount, meanError, busyShare) = (colors, 0, 0, 0)
  }

  /// Chooses at most `count` colours; those of `steady` that occur are always among them.
  init(for histogram: Histogram, count: Int, steady: [UInt32] = []) {
    let pixels = histogram.pixelCount
    let steady = steady.filter(histogram.mayContain).prefix(count)
    let flats = histogram.flatColors(fillingAtLeast: max(16, pixels / Self.flatShare))
    let room = max(0, count / 2 - steady.count)
    let exact = steady + flats.filter { !steady.contains($0) }.prefix(room)
    let samples = histogram.samples(without: Array(exact))
    let cut = VarianceCut(
      samples, count: count - exact.count, bearableError: Self.bearableError * Float(pixels))
    let means = KMeans(samples, means: cut.means, fixed: Array(exact), rounds: Self.rounds)
    meanError = means.meanError
    let busy = samples.reduce(0) { $0 + $1.weight }
    busyShare = busy / Float(max(1, pixels))
    // Drops means that round to a colour which is in the palette already.
    var seen = Set(exact)
    let distinct = means.colors.prefix(cut.means.count).filter { seen.insert($0).inserted }
    meanCount = distinct.count
    colors = distinct + exact
  }
}
