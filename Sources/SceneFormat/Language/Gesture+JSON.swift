import Formatting

extension Gesture {
  /// The finger and its rules in the words of a scene.
  var node: JSONValue {
    let parts: [(String, JSONValue?)] = finger + rules + [("tail", tail), ("touch", touch)]
    return .object(parts.compactMap { key, value in value.map { (key, $0) } })
  }

  private var finger: [(String, JSONValue?)] {
    let release = JSONValue.object([
      "at": releaseSeconds.map(JSONValue.number),
      "velocity": releaseVelocity.map(JSONValue.number),
      "state": isSystemCancelled ? .text("cancelled") : nil,
    ])
    let places = samples.map { sample in
      JSONValue.list([.number(sample.seconds), .number(sample.translation)])
    }
    return [
      ("kind", kind.map { .text($0.rawValue) }),
      ("edgeWidth", edgeWidth.map(JSONValue.number)),
      ("start", start.map { .list([.number($0.x), .number($0.y)]) }),
      ("samples", places.isEmpty ? nil : .list(places)),
      ("release", release.members.isEmpty ? nil : release),
    ]
  }

  private var rules: [(String, JSONValue?)] {
    [
      ("threshold", threshold.map(JSONValue.number)),
      ("inclusive", isInclusive.map(JSONValue.flag)),
      ("begins", begins.map { .text($0.rawValue) }),
      ("velocityRule", velocityRule.map { .text($0.rawValue) }),
      ("flingSpeed", flingSpeed.map(JSONValue.number)),
      ("onSystemCancel", onSystemCancel.map { .text($0.rawValue) }),
      ("outcome", outcome.map { .text($0.rawValue) }),
      ("scrub", scrub.map { .text($0.rawValue) }),
    ]
  }

  private var tail: JSONValue? {
    let tail = JSONValue.object([
      "curve": tailCurve?.node,
      "speed": tailSpeed.map(JSONValue.number),
      "duration": tailDuration.map(JSONValue.number),
      "finish": tailFinishSeconds.map(JSONValue.number),
      "cancel": tailCancelSeconds.map(JSONValue.number),
      "cancelLimit": tailCancelLimit.map(JSONValue.number),
    ])
    return tail.members.isEmpty ? nil : tail
  }

  private var touch: JSONValue? { drawsTouch.map(JSONValue.flag) }
}
