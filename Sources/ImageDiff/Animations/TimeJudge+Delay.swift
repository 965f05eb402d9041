extension TimeJudge {
  /// All that moves, moved in time by whole frames; nil if that does not explain every frame.
  var delay: TimeModel? {
    canMove ? best(of: wholeDelays) { fit($0, mostMisses: 0) } : nil
  }

  /// All that moves, moved in time by other than whole frames.
  var partialDelay: TimeModel? {
    guard canMove else { return nil }
    // By the eighths about what the first movement says.
    let guess = (actual.starts[actual.onset] - expected.starts[expected.onset]) / expected.step
    let near = (-12...12).map { (guess * 8).rounded() / 8 + Double($0) / 8 }
    return best(of: near.filter { $0 != 0 }) { fit($0, mostMisses: 0) }
  }

  /// All that moves, moved in time by whole frames, and changed in itself.
  var roughDelay: TimeModel? {
    guard canMove else { return nil }
    let few = actual.count / 10
    return best(of: wholeDelays) { fit($0, mostMisses: few, leastOfAll: true) }
  }

  private var canMove: Bool { expected.step > 0 && (expected.onset > 0 || actual.onset > 0) }

  private var wholeDelays: [Double] {
    (1...max(1, reach)).flatMap { [Double($0), -Double($0)] }
  }

  /// As far as a delay is looked for, in frames of the first animation.
  private var reach: Int { min(240, max(expected.count, actual.count) - 1) }

  private func delayed(by frames: Double) -> TimeModel {
    let seconds = frames * expected.step
    return TimeModel(change: .delayed(frames: frames, seconds: seconds)) { $0 - seconds }
  }

  /// The one that leaves the least over, of those that `fit`.
  private func best(of delays: [Double], fit: (TimeModel) -> Fit?) -> TimeModel? {
    var best: (model: TimeModel, excess: Double)?
    for frames in delays where reachesEnd(frames) {
      let model = delayed(by: frames)
      guard let fit = fit(model), fit.excess < best?.excess ?? .infinity else { continue }
      best = (model, fit.excess)
    }
    return best?.model
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
