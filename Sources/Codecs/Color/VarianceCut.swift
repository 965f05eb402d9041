/// Divides samples into boxes, each time the one with the greatest variance, at its mean.
///
/// This is median cut with the variance in place of the population, as Wu's quantiser has it.
struct VarianceCut: Sendable {
  private struct Box {
    var range: Range<Int>
    var mean: SIMD4<Float>
    /// The weighted sum of squared distances from the mean, for each channel.
    var variance: SIMD4<Float>
    /// The error that a cut can remove; 0 for one sample.
    var error: Float { range.count > 1 ? variance.sum() : 0 }
  }

  private var samples: [ColorSample]
  private var boxes: [Box] = []

  /// Cuts until there are `count` boxes, or until the sum of squared distances of all samples from
  /// the means of their boxes is bearable.
  init(_ samples: [ColorSample], count: Int, bearableError: Float) {
    self.samples = samples
    guard count > 0, !samples.isEmpty else { return }
    boxes = [box(of: samples.indices)]
    var error = boxes[0].error
    while boxes.count < count, error > bearableError, let worst = worstBox {
      error -= boxes[worst].error
      let (range, middle) = (boxes[worst].range, partition(boxes[worst]))
      guard middle > range.lowerBound, middle < range.upperBound else {
        // Rounding left all samples on one side.
        boxes[worst].variance = .zero
        continue
      }
      boxes[worst] = box(of: range.lowerBound..<middle)
      boxes.append(box(of: middle..<range.upperBound))
      error += boxes[worst].error + boxes[boxes.count - 1].error
    }
  }

  /// The sum of the squared distances of all samples from the means of their boxes.
  var error: Float { boxes.reduce(0) { $0 + $1.error } }

  /// The mean of each box.
  var means: [SIMD4<Float>] { boxes.map(\.mean) }

  /// The box with the greatest error; nil if none can be cut.
  private var worstBox: Int? {
    var worst = 0
    for index in boxes.indices where boxes[index].error > boxes[worst].error { worst = index }
    return boxes[worst].error > 0 ? worst : nil
  }

  /// Moves the samples below the mean of the longest axis before the others; answers where these
  /// begin.
  private mutating func partition(_ box: Box) -> Int {
    let variance = box.variance
    let axis =
      variance.x >= max(variance.y, variance.z) ? 0 : variance.y >= variance.z ? 1 : 2
    let level = box.mean[axis]
    var samples = samples.mutableSpan
    var middle = box.range.lowerBound
    for place in box.range where samples[place].color[axis] < level {
      samples.swapAt(place, middle)
      middle += 1
    }
    return middle
  }

  private func box(of range: Range<Int>) -> Box {
    var (sum, squares) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    var weight: Float = 0
    let samples = samples.span
    for place in range {
      let sample = samples[place]
      let weighted = sample.color * sample.weight
      sum += weighted
      squares += weighted * sample.color
      weight += sample.weight
    }
    guard weight > 0 else { return Box(range: range, mean: .zero, variance: .zero) }
    let mean = sum / weight
    return Box(
      range: range, mean: mean,
      variance: ColorSample.weighted(pointwiseMax(squares - mean * sum, .zero)))
  }
}
