extension Gesture {
  /// The finger and its rules in the words of a scene.
  var node: JSONNode {
    let parts: [(String, JSONNode?)] = finger + rules + [("tail", tail), ("touch", touch)]
    return .object(parts.compactMap { key, value in value.map { (key, $0) } })
  }

  private var finger: [(String, JSONNode?)] {
    let release = JSONNode.object([
      "at": releaseSeconds.map(JSONNode.number),
      "velocity": releaseVelocity.map(JSONNode.number),
      "state": isSystemCancelled ? .text("cancelled") : nil,
    ])
    let places = samples.map { sample in
      JSONNode.list([.number(sample.seconds), .number(sample.translation)])
    }
    return [
      ("kind", kind.map { .text($0.rawValue) }),
      ("edgeWidth", edgeWidth.map(JSONNode.number)),
      ("start", start.map { .list([.number($0.x), .number($0.y)]) }),
      ("samples", places.isEmpty ? nil : .list(places)),
      ("release", release.members?.isEmpty == true ? nil : release),
    ]
  }

  private var rules: [(String, JSONNode?)] {
    [
      ("threshold", threshold.map(JSONNode.number)),
      ("inclusive", isInclusive.map(JSONNode.flag)),
      ("begins", begins.map { .text($0.rawValue) }),
      ("velocityRule", velocityRule.map { .text($0.rawValue) }),
      ("flingSpeed", flingSpeed.map(JSONNode.number)),
      ("onSystemCancel", onSystemCancel.map { .text($0.rawValue) }),
      ("outcome", outcome.map { .text($0.rawValue) }),
      ("scrub", scrub.map { .text($0.rawValue) }),
    ]
  }

  private var tail: JSONNode? {
    let tail = JSONNode.object([
      "curve": tailCurve?.node,
      "speed": tailSpeed.map(JSONNode.number),
      "duration": tailDuration.map(JSONNode.number),
      "finish": tailFinishSeconds.map(JSONNode.number),
      "cancel": tailCancelSeconds.map(JSONNode.number),
      "cancelLimit": tailCancelLimit.map(JSONNode.number),
    ])
    return tail.members?.isEmpty == true ? nil : tail
  }

  private var touch: JSONNode? { drawsTouch.map(JSONNode.flag) }
}
