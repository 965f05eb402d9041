/// Finds out what happened in time: the simplest guess that explains every frame.
struct Alignment {
  let change: TimeChange
  /// For each frame of the second animation the frame of the first that it shows; nil where it
  /// shows none, or one that lies between two.
  let partners: [Int?]

  init(_ expected: SequenceFeatures, _ actual: SequenceFeatures, noise: Double) {
    let search = AlignmentSearch(
      expected: expected, actual: actual, distances: Distances(expected, actual), noise: noise)
    self = search.exactAlignment ?? search.approximateAlignment ?? search.fallbackAlignment
  }

  init(_ change: TimeChange, _ partners: [Int?]) {
    (self.change, self.partners) = (change, partners)
  }
}

extension AlignmentSearch {
  /// An explanation in which every frame equals one of the first animation.
  fileprivate var exactAlignment: Alignment? {
    let edits = EditScript(self)
    // Looks for flashes first: a small one can fall below the tolerance for changed colours.
    if let blink = edits.blink { return Alignment(blink, partners(of: .identity)) }
    if coversAll, !skipsFrames, fit(.identity, mostMisses: 0) != nil {
      return alignment(.identity)
    }
    if let model = delay { return alignment(model) }
    return edits.change.map { Alignment($0, edits.partners) }
  }

  /// An explanation with frames between two of the first animation, or with other colours.
  fileprivate var approximateAlignment: Alignment? {
    let few = actual.count / 10
    let isInTime = fit(.identity, mostMisses: few, relativeToNearest: true) != nil
    if coversAll, isInTime { return alignment(.identity) }
    if let model = partialDelay ?? stretch { return alignment(model) }
    if let model = roughDelay { return alignment(model) }
    guard let warp = TimeWarp(self), warp.isClose else { return nil }
    return Alignment(.curve, warp.partners)
  }

  /// The answer if nothing explains the frames: unchanged time, or no order at all.
  fileprivate var fallbackAlignment: Alignment {
    let stay = fit(.identity, mostMisses: actual.count / 3)
    // Time is as it was; what is seen is not.
    if coversAll, stay != nil { return alignment(.identity) }
    return Alignment(.unaligned, partners(of: .identity))
  }

  /// Whether both take the same time.
  var coversAll: Bool {
    let slack = max(expected.step, actual.step) * 0.6
    return (expected.starts[expected.count - 1] - actual.starts[actual.count - 1]).magnitude
      <= slack
  }

  /// Whether the first animation shows something that the second one has no frame for, though both
  /// run at one rate.
  private var skipsFrames: Bool {
    guard isSameRate else { return false }
    let shown = Set(actual.starts.map { place(at: $0).index })
    return expected.indices.contains { !shown.contains($0) && !expected.isRepeat($0) }
  }

  private func alignment(_ model: TimeMapping) -> Alignment {
    Alignment(model.change, partners(of: model))
  }

  /// The frames that a guess says the second animation shows.
  private func partners(of model: TimeMapping) -> [Int?] {
    actual.starts.map { time in
      let place = place(at: model.source(time))
      return place.share == 0 ? place.index : nil
    }
  }
}

/// How well a guess explains what is seen.
struct Fit {
  /// The frames of the second animation that it does not explain.
  var misses: [Int] = []
  /// The sum of unexplained distances, in levels.
  var excess = 0.0
}

/// Judges guesses.
struct AlignmentSearch {
  let expected: SequenceFeatures
  let actual: SequenceFeatures
  let distances: Distances
  /// The distance that is no difference: more than 0 where not every bit counts.
  let noise: Double

  /// Whether the two were sampled at the same rate.
  var isSameRate: Bool {
    (expected.step - actual.step).magnitude <= 0.02 * max(expected.step, actual.step)
  }

  /// The error of a guess; nil as soon as that is more than `mostMisses` frames.
  ///
  /// With `relativeToNearest`, each frame's distance to its nearest match is subtracted, so that a
  /// change of content does not count as one of time.
  func fit(_ model: TimeMapping, mostMisses: Int = .max, relativeToNearest: Bool = false) -> Fit? {
    var fit = Fit()
    for j in 0..<actual.count {
      let place = place(at: model.source(actual.starts[j]))
      let least = relativeToNearest ? distances.nearest[j] : 0
      let error = max(0, error(j, place) - least)
      fit.excess += error
      // A small change of a colour must not hide a delay: on a frame it may be an eighth of a step
      // off. Between frames things may be curved, and sums of cells are coarse.
      let speed = distances.speed(at: place.index)
      if error > noise + speed * (place.share == 0 ? 0.12 : 0.6) {
        fit.misses.append(j)
        if fit.misses.count > mostMisses { return nil }
      }
    }
    return fit
  }

  /// How far frame `j` is from what shows at a place of the first animation.
  private func error(_ j: Int, _ place: (index: Int, share: Double)) -> Double {
    guard place.share > 0 else { return distances[place.index, j] }
    let step = distances.steps[place.index]
    // Between two frames it is as far from each as it is in time.
    return max(
      (distances[place.index, j] - place.share * step).magnitude,
      (distances[place.index + 1, j] - (1 - place.share) * step).magnitude)
  }

  /// The frame that shows at a time of the first animation, and the share of the way to the next.
  func place(at time: Double) -> (index: Int, share: Double) {
    let starts = expected.starts
    guard time > starts[0] else { return (0, 0) }
    let next = expected.firstFrame(after: time)
    guard next < starts.count else { return (starts.count - 1, 0) }
    // A picture that is held longer than others does not move until a step before the next one.
    let length = min(starts[next] - starts[next - 1], expected.step * 1.5)
    let share = length > 0 ? max(0, 1 - (starts[next] - time) / length) : 0
    // Times are written in hundredths or thousandths of a second, and rounded.
    if share < 0.08 { return (next - 1, 0) }
    return share > 0.92 ? (next, 0) : (next - 1, share)
  }
}

extension AlignmentSearch {
  /// All that moves, moved in time by whole frames; nil if that does not explain every frame.
  var delay: TimeMapping? { delays(by: wholeDelays).best { fit($0, mostMisses: 0)?.excess } }

  /// All that moves, moved in time by other than whole frames.
  var partialDelay: TimeMapping? {
    guard canMove else { return nil }
    // By the eighths about what the first movement says.
    let guess = (actual.starts[actual.onset] - expected.starts[expected.onset]) / expected.step
    let near = (-12...12).map { (guess * 8).rounded() / 8 + Double($0) / 8 }
    return delays(by: near.filter { $0 != 0 }).best { fit($0, mostMisses: 0)?.excess }
  }

  /// All that moves, moved in time by whole frames, and changed in itself.
  var roughDelay: TimeMapping? {
    let few = actual.count / 10
    return delays(by: wholeDelays).best {
      fit($0, mostMisses: few, relativeToNearest: true)?.excess
    }
  }

  private var canMove: Bool { expected.step > 0 && (expected.onset > 0 || actual.onset > 0) }

  /// As far as a delay is looked for, in frames of the first animation.
  private var wholeDelays: [Double] {
    TimeMapping.wholeDelays(upTo: min(240, max(expected.count, actual.count) - 1))
  }

  private func delays(by frames: [Double]) -> [TimeMapping] {
    guard canMove else { return [] }
    return frames.filter(reachesEnd).map { .delayed(frames: $0, step: expected.step) }
  }

  /// Whether all that moved still does: a late animation may be cut off at its end by as much as it
  /// is late, an early one at its start only as far as nothing moved there.
  private func reachesEnd(_ frames: Double) -> Bool {
    let seconds = frames * expected.step
    if seconds < 0, expected.starts[expected.onset] + seconds < -expected.step * 0.6 {
      return false
    }
    let lastMoment = expected.starts[expected.arrival] + seconds
    let isWhole = actual.starts[actual.count - 1] >= lastMoment - actual.step * 0.6
    let isCut = (actual.end - expected.end).magnitude <= expected.step * 0.6 && seconds > 0
    return isWhole || isCut
  }
}

extension AlignmentSearch {
  /// All that moves, taking longer or shorter from its own start on; nil if that does not explain
  /// what is seen.
  var stretch: TimeMapping? {
    guard expected.step > 0, actual.step > 0 else { return nil }
    let (from, to) = (start(of: expected), start(of: actual))
    let spans = (length(of: expected), length(of: actual))
    guard spans.0 > 0, spans.1 > 0 else { return nil }
    // Near the visible motion and near the whole.
    let seen = [spans.1 / spans.0, wholeRatio(from, to)].compactMap(\.self)
    let factors = seen.flatMap(TimeMapping.factors).filter { ($0 - 1).magnitude > 0.005 }
    return factors.map { TimeMapping.stretched(factor: $0, from: from, to: to) }.best {
      fit($0, mostMisses: actual.count / 20)?.excess
    }
  }

  /// When it begins to move: a step before the first frame that shows it, however long the picture
  /// before that was held.
  private func start(of features: SequenceFeatures) -> Double {
    features.onset > 0 ? features.starts[features.onset] - features.step : features.starts[0]
  }

  private func length(of features: SequenceFeatures) -> Double {
    features.starts[features.arrival] - start(of: features)
  }

  private func wholeRatio(_ from: Double, _ to: Double) -> Double? {
    let (one, two) = (
      expected.starts[expected.count - 1] - from, actual.starts[actual.count - 1] - to
    )
    return one > 0 && two > 0 ? two / one : nil
  }
}

/// The cheapest monotone way through two animations, in a band about the straight one.
struct TimeWarp {
  /// For each frame of the second animation the frame of the first that is nearest on the way;
  /// nil where it is not the very same.
  let partners: [Int?]
  /// Whether the second animation goes the same way as the first, only otherwise in time.
  let isClose: Bool

  /// The way; nil for animations that do not begin and end with the same pictures.
  init?(_ search: AlignmentSearch) {
    let distances = search.distances
    let (n, m) = (distances.rows, distances.columns)
    guard n > 2, m > 2, distances[0, 0] <= search.noise, distances[n - 1, m - 1] <= search.noise
    else { return nil }
    let band = max(8, max(n, m) / 2) + (n > m ? n - m : m - n)
    let path = Self.path(distances, band: band)
    partners = path.enumerated().map { j, i in distances[i, j] <= search.noise ? i : nil }
    isClose = Self.isClose(path, search)
  }

  // A frame between two of the first animation's is at most half a step from the nearer one, and
  // a little more for what curves and coarse sums add.
  private static func isClose(_ path: [Int], _ search: AlignmentSearch) -> Bool {
    let misses = path.enumerated().filter { j, i in
      search.distances[i, j] > search.noise + 0.75 * search.distances.speed(at: i)
    }
    return misses.count * 10 <= path.count
  }

  /// The frame of the first animation for each frame of the second.
  private static func path(_ distances: Distances, band: Int) -> [Int] {
    let (n, m) = (distances.rows, distances.columns)
    var costs = [Double](repeating: .infinity, count: n)
    var origins = [Int](repeating: 0, count: n * m)
    for i in 0..<min(n, band) { costs[i] = distances[i, 0] + (i > 0 ? .infinity : 0) }
    for j in 1..<m {
      var next = [Double](repeating: .infinity, count: n)
      // The cheapest that lies before or at `i`: time never goes back.
      var best = (cost: Double.infinity, place: 0)
      let middle = j * (n - 1) / (m - 1)
      for i in 0..<min(n, middle + band + 1) {
        if costs[i] <= best.cost { best = (costs[i], i) }
        guard i >= middle - band else { continue }
        next[i] = best.cost + distances[i, j]
        origins[j * n + i] = best.place
      }
      costs = next
    }
    var path = [Int](repeating: n - 1, count: m)
    for j in stride(from: m - 1, to: 0, by: -1) { path[j - 1] = origins[j * n + path[j]] }
    return path
  }
}
