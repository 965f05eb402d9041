extension TimeJudge {
  /// All that moves, taking longer or shorter from its own start on; nil if that does not explain
  /// what is seen.
  var stretch: TimeModel? {
    guard expected.step > 0, actual.step > 0 else { return nil }
    let (from, to) = (start(of: expected), start(of: actual))
    let spans = (length(of: expected), length(of: actual))
    guard spans.0 > 0, spans.1 > 0 else { return nil }
    // What moved a little at its ends is not seen to move: try about what is seen, and the whole.
    let seen = [spans.1 / spans.0, wholeRatio(from, to)].compactMap(\.self)
    let factors = seen.flatMap { guess in (-40...40).map { guess * (1 + Double($0) / 400) } }
    var best: (model: TimeModel, excess: Double)?
    for factor in factors where (factor - 1).magnitude > 0.005 {
      let model = TimeModel(change: .stretched(factor: factor)) { from + ($0 - to) / factor }
      guard let fit = fit(model, mostMisses: actual.count / 20),
        fit.excess < best?.excess ?? .infinity
      else {
        continue
      }
      best = (model, fit.excess)
    }
    return best?.model
  }

  /// When it begins to move: a step before the first frame that shows it, however long the picture
  /// before that was held.
  private func start(of footage: Footage) -> Double {
    footage.onset > 0 ? footage.starts[footage.onset] - footage.step : footage.starts[0]
  }

  private func length(of footage: Footage) -> Double {
    footage.starts[footage.arrival] - start(of: footage)
  }

  private func wholeRatio(_ from: Double, _ to: Double) -> Double? {
    let (one, two) = (
      expected.starts[expected.count - 1] - from, actual.starts[actual.count - 1] - to
    )
    return one > 0 && two > 0 ? two / one : nil
  }
}
