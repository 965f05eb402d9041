/// Groups of samples around means, such that samples are near to their mean.
struct ColorClusters: Hashable, Sendable {
  private(set) var means: [SIMD4<Float>]

  /// Splits the worst group until there are `count`, then moves the means to where they fit best.
  ///
  /// `besides` are colours that exist anyway: what is nearest to one of them belongs to no group.
  init(of samples: [ColorSample], count: Int, besides: [UInt32], rounds: Int = 4) {
    let fixed = besides.map(Self.vector)
    var boxes = [ColorBox(samples[...])]
    while boxes.count < count {
      guard
        let worst = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }),
        boxes[worst].error > 0
      else { break }
      let (low, high) = boxes[worst].halves()
      boxes[worst] = low
      boxes.append(high)
    }
    means = boxes.map(\.mean)
    for _ in 0..<rounds { refine(samples, fixed) }
  }

  /// The means, rounded, each once, in order.
  var colors: [UInt32] {
    var seen = Set<UInt32>()
    return means.map { mean in
      let rounded = (mean + 0.5).clamped(
        lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
      return UInt32(rounded.x) | UInt32(rounded.y) << 8 | UInt32(rounded.z) << 16 | 0xFF00_0000
    }.filter { seen.insert($0).inserted }
  }

  private mutating func refine(_ samples: [ColorSample], _ fixed: [SIMD4<Float>]) {
    var sums = [SIMD4<Float>](repeating: .zero, count: means.count)
    var weights = [Float](repeating: 0, count: means.count)
    let all = means + fixed
    for sample in samples {
      let nearest = Self.nearest(sample.color, in: all)
      guard nearest < means.count else { continue }
      sums[nearest] += sample.color * sample.weight
      weights[nearest] += sample.weight
    }
    for place in means.indices where weights[place] > 0 {
      means[place] = sums[place] / weights[place]
    }
  }

  private static func nearest(_ color: SIMD4<Float>, in means: [SIMD4<Float>]) -> Int {
    var best = (place: 0, distance: Float.infinity)
    for place in means.indices {
      let difference = means[place] - color
      let distance = (difference * difference).sum()
      if distance < best.distance { best = (place, distance) }
    }
    return best.place
  }

  static func vector(_ color: UInt32) -> SIMD4<Float> {
    SIMD4(Float(color & 0xFF), Float(color >> 8 & 0xFF), Float(color >> 16 & 0xFF), 0)
  }
}

/// Samples that have not been told apart yet.
private struct ColorBox {
  let samples: ArraySlice<ColorSample>
  let mean: SIMD4<Float>
  /// The sum of squared distances from the mean, for each channel.
  private let spread: SIMD4<Float>

  /// The sum of squared distances from the mean; 0 for one sample.
  var error: Float { samples.count > 1 ? spread.sum() : 0 }

  init(_ samples: ArraySlice<ColorSample>) {
    self.samples = samples
    var sum = SIMD4<Float>.zero
    var weight: Float = 0
    for sample in samples {
      sum += sample.color * sample.weight
      weight += sample.weight
    }
    let center = weight > 0 ? sum / weight : .zero
    mean = center
    spread = samples.reduce(.zero) { spread, sample in
      let difference = sample.color - center
      return spread + difference * difference * sample.weight
    }
  }

  /// Cut at the mean, across the longest axis; both halves hold something.
  func halves() -> (ColorBox, ColorBox) {
    let axis = spread.x >= max(spread.y, spread.z) ? 0 : spread.y >= spread.z ? 1 : 2
    let sorted = samples.sorted { $0.color[axis] < $1.color[axis] }
    let split = sorted.firstIndex { $0.color[axis] > mean[axis] } ?? 0
    let cut = min(max(split, 1), sorted.count - 1)
    return (ColorBox(sorted[..<cut]), ColorBox(sorted[cut...]))
  }
}
