import Motion

// The finger and its rules.
extension Reading {
  mutating func gesture(_ node: JSONNode) -> Gesture {
    var gesture = Gesture(place: node.place)
    gesture.kind = node["kind"]?.choice()
    gesture.edgeWidth = node["edgeWidth"]?.number
    gesture.threshold = node["threshold"]?.number
    gesture.isInclusive = node["inclusive"]?.flag
    gesture.begins = node["begins"]?.choice()
    gesture.velocityRule = node["velocityRule"]?.choice()
    gesture.flingSpeed = node["flingSpeed"]?.number
    gesture.onSystemCancel = node["onSystemCancel"]?.choice()
    gesture.outcome = node["outcome"]?.choice()
    gesture.scrub = node["scrub"]?.choice()
    gesture.drawsTouch = node["touch"]?.flag
    readFinger(node, into: &gesture)
    readTail(node["tail"], into: &gesture)
    return gesture
  }

  private mutating func readFinger(_ node: JSONNode, into gesture: inout Gesture) {
    if let start = node["start"]?.numbers, start.count == 2 {
      gesture.start = SIMD2(start[0], start[1])
    }
    for sample in node["samples"]?.elements ?? [] {
      guard let parts = sample.elements, parts.count == 2, let seconds = seconds(parts[0]),
        let translation = parts[1].number
      else { continue }
      if let last = gesture.samples.last, seconds <= last.seconds {
        note(.motion(.samplesOutOfOrder), at: parts[0].place)
      }
      gesture.samples.append(Gesture.Sample(seconds: seconds, translation: translation))
    }
    let release = node["release"]
    gesture.releaseSeconds = seconds(release?["at"])
    gesture.releaseVelocity = release?["velocity"]?.number
    gesture.isSystemCancelled =
      node["state"]?.text == "cancelled" || release?["state"]?.text == "cancelled"
  }

  private mutating func readTail(_ node: JSONNode?, into gesture: inout Gesture) {
    gesture.tailCurve = curve(node?["curve"])
    gesture.tailSpeed = node?["speed"]?.number
    gesture.tailDuration = seconds(node?["duration"])
    gesture.tailFinishSeconds = seconds(node?["finish"])
    gesture.tailCancelSeconds = seconds(node?["cancel"])
    gesture.tailCancelLimit = seconds(node?["cancelLimit"])
  }
}
