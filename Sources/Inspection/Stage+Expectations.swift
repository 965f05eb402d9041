public import SceneFormat
public import Staging

extension Stage {
  /// Which of `expectations` the timeline does not meet, each with the largest value measured; of a
  /// flow, every transition has to meet them.
  public func unmet(_ expectations: Expectations, fps: Double) -> [SceneError] {
    [
      settling(expectations), overshoot(expectations), step(expectations, fps: fps),
    ].compactMap { $0 }
  }

  private func settling(_ expected: Expectations) -> SceneError? {
    guard let allowed = expected.settledBySeconds,
      let measure = Measurement.largest(runs.compactMap { $0.settling() }), measure.value > allowed
    else { return nil }
    return SceneError(
      unmet: .settledBy(
        allowedSeconds: allowed, measuredSeconds: measure.value, what: measure.what),
      at: expected.settledByPlace)
  }

  private func overshoot(_ expected: Expectations) -> SceneError? {
    guard let allowed = expected.overshootFraction,
      let measure = Measurement.largest(runs.compactMap { $0.overshoot() }), measure.value > allowed
    else { return nil }
    return SceneError(
      unmet: .overshoot(allowed: allowed, measured: measure.value, what: measure.what),
      at: expected.overshootPlace)
  }

  private func step(_ expected: Expectations, fps: Double) -> SceneError? {
    guard let allowed = expected.maxStepPoints,
      let measure = Measurement.largest(runs.compactMap { $0.longestStep(fps: fps) }),
      measure.value > allowed
    else { return nil }
    return SceneError(
      unmet: .maxStep(
        allowedPoints: allowed, measuredPoints: measure.value, what: measure.what),
      at: expected.maxStepPlace)
  }
}
