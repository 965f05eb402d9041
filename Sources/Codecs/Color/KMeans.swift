/// K-means clustering by Lloyd's algorithm: moves means to the middle of the samples nearest to
/// them.
struct KMeans: Sendable {
  /// The means in whole levels; those that never move come last.
  private(set) var colors: [UInt32]

  /// Begins with `means`; `fixed` are colours that exist anyway.
  init(_ samples: [ColorSample], means: [SIMD4<Float>], fixed: [UInt32], rounds: Int) {
    colors = means.map(ColorSample.rounded) + fixed
    guard !samples.isEmpty, !colors.isEmpty else { return }
    let rounded = samples.map { ColorSample.rounded($0.color) }
    var owners: [UInt8] = []
    for _ in 0...rounds {
      let nearest = PaletteChannels(colors).nearest(to: rounded)
      let isSettled = nearest == owners
      owners = nearest
      if isSettled { break }
      colors.replaceSubrange(
        means.indices, with: Self.middles(samples, owners, of: Array(colors[means.indices])))
    }
  }

  /// The middle of each mean's samples; a mean that has none stays.
  private static func middles(
    _ samples: [ColorSample], _ owners: [UInt8], of means: [UInt32]
  ) -> [UInt32] {
    var sums = [SIMD4<Float>](repeating: .zero, count: 256)
    var weights = [Float](repeating: 0, count: 256)
    let (samples, owners) = (samples.span, owners.span)
    for place in samples.indices {
      let owner = Int(owners[place])
      sums[owner] += samples[place].color * samples[place].weight
      weights[owner] += samples[place].weight
    }
    return means.indices.map { index in
      weights[index] > 0 ? ColorSample.rounded(sums[index] / weights[index]) : means[index]
    }
  }
}
