// Comparing each sample with each mean is the plain way of k-means. Here a sample starts from its
// mean of the round before, and looks only at means that are near enough to that one to be nearer
// to the sample: about a tenth of all.

/// Groups of samples around means, such that every sample is near to its mean.
struct ColorClusters: Sendable {
  /// The means, those that move first.
  private(set) var means: [SIMD4<Float>]
  /// For each sample the index of its mean.
  private(set) var nearest: [Int]
  /// What is beside each mean.
  private(set) var neighbors: ColorNeighbors
  private let samples: [ColorSample]
  /// The samples' colours.
  private let places: [SIMD4<Float>]
  private let movable: Int

  /// Begins with the groups that `boxes` are; `besides` are means that exist anyway.
  init(of boxes: ColorBoxes, besides fixed: [UInt32]) {
    samples = boxes.samples
    places = samples.map(\.color)
    nearest = boxes.owners()
    movable = boxes.means.count
    means = boxes.means + fixed.map(Self.vector)
    neighbors = ColorNeighbors(of: [])
  }

  /// The means, rounded, RGBA with red in the lowest byte.
  var colors: [UInt32] {
    means.map { mean in
      let rounded = (mean + 0.5).clamped(
        lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
      return UInt32(rounded.x) | UInt32(rounded.y) << 8 | UInt32(rounded.z) << 16 | 0xFF00_0000
    }
  }

  /// The sum of the squares of all distances from the means.
  var error: Float {
    samples.indices.reduce(0) { $0 + distance($1) * samples[$1].weight }
  }

  /// The mean square of the distances of samples that fit, each of them counted so many times; 0 if
  /// none fits.
  func meanError(of counts: [UInt32], where fits: (Int) -> Bool) -> Float {
    var (error, count): (Float, Float) = (0, 0)
    for place in samples.indices where fits(place) {
      error += distance(place) * Float(counts[place])
      count += Float(counts[place])
    }
    return count > 0 ? error / count : 0
  }

  /// How far a sample is from its mean, squared.
  private func distance(_ place: Int) -> Float {
    ColorNeighbors.distance(samples[place].color, means[nearest[place]])
  }

  /// Moves each mean to the middle of the samples that it is nearest to, a few times.
  ///
  /// What is beside a mean hardly changes on the way, so it is looked up once.
  mutating func refine(rounds: Int) {
    neighbors = ColorNeighbors(of: means, earlier: neighbors)
    for round in 0..<rounds {
      // Means that lose no sample and win none are where they belong.
      guard settle() || round == 0 else { break }
      moveMeans()
      neighbors.means = means
    }
    neighbors = ColorNeighbors(of: means, earlier: neighbors)
    settle()
  }

  /// Moves means that have become the same colour as another to where samples are worst off.
  ///
  /// Near a colour that fills areas, many samples have means that differ by fractions only.
  mutating func spreadDoubles() {
    let doubles = doubles()
    guard !doubles.isEmpty else { return }
    // A search begins at the mean of before, which must not be far away.
    for place in samples.indices { nearest[place] = doubles[nearest[place]] ?? nearest[place] }
    let errors = samples.indices.map { place in
      let distance = distance(place)
      // Less than a step of each channel is lost in rounding.
      return distance < 1 ? 0 : distance * samples[place].weight
    }
    for (mean, place) in zip(doubles.keys.sorted(), Self.greatest(errors, atMost: doubles.count)) {
      means[mean] = samples[place].color
    }
    refine(rounds: 1)
  }

  /// The places of the greatest numbers above 0, the greatest first.
  private static func greatest(_ numbers: [Float], atMost limit: Int) -> [Int] {
    var places: [Int] = []
    for place in numbers.indices where numbers[place] > 0 {
      if places.count == limit {
        guard numbers[place] > numbers[places[limit - 1]] else { continue }
        places.removeLast()
      }
      let next = places.firstIndex { numbers[$0] < numbers[place] } ?? places.count
      places.insert(place, at: next)
    }
    return places
  }

  /// Movable means whose colour, rounded, another one has already, and which one.
  private func doubles() -> [Int: Int] {
    let colors = colors
    var owners: [UInt32: Int] = [:]
    for place in movable..<colors.count { owners[colors[place]] = place }
    var doubles: [Int: Int] = [:]
    for place in 0..<movable {
      if let owner = owners[colors[place]] {
        doubles[place] = owner
      } else {
        owners[colors[place]] = place
      }
    }
    return doubles
  }

  private mutating func moveMeans() {
    var sums = [SIMD4<Float>](repeating: .zero, count: means.count)
    var weights = [Float](repeating: 0, count: means.count)
    for place in samples.indices {
      let (sample, owner) = (samples[place], nearest[place])
      sums[owner] += sample.color * sample.weight
      weights[owner] += sample.weight
    }
    for owner in 0..<movable where weights[owner] > 0 {
      means[owner] = sums[owner] / weights[owner]
    }
  }

  /// Looks for the nearest mean of each sample; answers whether one has another than before.
  @discardableResult
  private mutating func settle() -> Bool { neighbors.settle(places, &nearest) }

  static func vector(_ color: UInt32) -> SIMD4<Float> {
    SIMD4(Float(color & 0xFF), Float(color >> 8 & 0xFF), Float(color >> 16 & 0xFF), 0)
  }
}
