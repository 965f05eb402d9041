/// Samples in groups that are told apart one cut at a time.
struct ColorBoxes: Sendable {
  private struct Box {
    var range: Range<Int>
    var mean: SIMD4<Float>
    /// The sum of squared distances from the mean, for each channel.
    var spread: SIMD4<Float>
    /// What a cut can gain; 0 for one sample.
    var error: Float { range.count > 1 ? spread.sum() : 0 }
  }

  let samples: [ColorSample]
  /// Indices of samples, those of a box side by side.
  private var order: [Int]
  private var boxes: [Box] = []
  /// What was cut, and the error before.
  private var cuts: [(place: Int, whole: Box, error: Float)] = []

  /// One box of all.
  private init(_ samples: [ColorSample]) {
    self.samples = samples
    order = Array(samples.indices)
    boxes = [box(of: order.indices)]
    error = boxes[0].error
  }

  /// As many boxes as can be told apart, at most `count`, or as many as make the error bearable.
  init(_ samples: [ColorSample], count: Int, bearableError: Float = 0) {
    self.init(samples)
    while boxes.count < count, error > bearableError, splitWorst() {}
  }

  /// Takes back the last cuts for as long as the error is bearable without them.
  mutating func join(bearableError: Float) {
    while let last = cuts.last, last.error <= bearableError {
      boxes.removeLast()
      boxes[last.place] = last.whole
      error = last.error
      cuts.removeLast()
    }
  }

  /// The sum of squared distances of all samples from the means of their boxes.
  private(set) var error: Float = 0

  /// The number of boxes.
  var count: Int { boxes.count }

  /// The mean of each box.
  var means: [SIMD4<Float>] { boxes.map(\.mean) }

  /// For each sample the index of its box.
  func owners() -> [Int] {
    var owners = [Int](repeating: 0, count: samples.count)
    for (index, box) in boxes.enumerated() {
      for place in box.range { owners[order[place]] = index }
    }
    return owners
  }

  /// Cuts the box with the greatest error at its mean, across its longest axis.
  ///
  /// Answers false when no box can be cut.
  mutating func splitWorst() -> Bool {
    var worst = 0
    for index in boxes.indices where boxes[index].error > boxes[worst].error { worst = index }
    guard boxes[worst].error > 0 else { return false }
    let cut = partition(boxes[worst])
    let range = boxes[worst].range
    guard cut > range.lowerBound, cut < range.upperBound else {
      // Rounding left all samples on one side; there is nothing to be gained here.
      error -= boxes[worst].error
      boxes[worst].spread = .zero
      return true
    }
    cuts.append((worst, boxes[worst], error))
    error -= boxes[worst].error
    boxes[worst] = box(of: range.lowerBound..<cut)
    boxes.append(box(of: cut..<range.upperBound))
    error += boxes[worst].error + boxes[boxes.count - 1].error
    return true
  }

  /// Moves the samples below the mean before the others; answers where these begin.
  private mutating func partition(_ box: Box) -> Int {
    let spread = box.spread
    let axis = spread.x >= max(spread.y, spread.z) ? 0 : spread.y >= spread.z ? 1 : 2
    let level = box.mean[axis]
    var cut = box.range.lowerBound
    for place in box.range where samples[order[place]].color[axis] < level {
      order.swapAt(place, cut)
      cut += 1
    }
    return cut
  }

  private func box(of range: Range<Int>) -> Box {
    var (sum, squares) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    var weight: Float = 0
    for place in range {
      let sample = samples[order[place]]
      let weighted = sample.color * sample.weight
      sum += weighted
      squares += weighted * sample.color
      weight += sample.weight
    }
    guard weight > 0 else { return Box(range: range, mean: .zero, spread: .zero) }
    let mean = sum / weight
    let spread = squares - mean * sum
    return Box(range: range, mean: mean, spread: pointwiseMax(spread, .zero))
  }
}
