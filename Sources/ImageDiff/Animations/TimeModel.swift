/// A guess at what happened: for each time of the second animation the time of the first that it
/// shows.
struct TimeModel: Sendable {
  var change: TimeChange
  var source: @Sendable (Double) -> Double
}

/// How well a guess explains what is seen.
struct Fit {
  /// The frames of the second animation that it does not explain.
  var misses: [Int] = []
  /// What is left over, in levels.
  var excess = 0.0
}

/// Judges guesses.
struct TimeJudge {
  let expected: Footage
  let actual: Footage
  let distances: Distances
  /// The distance that is no difference: more than 0 where not every bit counts.
  let noise: Double

  /// Whether the two were sampled at the same rate.
  var isSameRate: Bool {
    (expected.step - actual.step).magnitude <= 0.02 * max(expected.step, actual.step)
  }

  /// What a guess leaves unexplained; nil as soon as that is more than `mostMisses` frames.
  ///
  /// Where contents have changed no frame is equal to any: then only what is more than the
  /// `leastOfAll` frames counts.
  func fit(_ model: TimeModel, mostMisses: Int = .max, leastOfAll: Bool = false) -> Fit? {
    var fit = Fit()
    for j in 0..<actual.count {
      let place = place(at: model.source(actual.starts[j]))
      let least = leastOfAll ? distances.nearest[j] : 0
      let error = max(0, error(j, place) - least)
      fit.excess += error
      // A small change of a colour must not hide a delay: on a frame it may be an eighth of a step
      // off. Between frames things may be curved, and sums of cells are coarse.
      let pace = distances.pace(at: place.index)
      if error > noise + pace * (place.share == 0 ? 0.12 : 0.6) {
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
