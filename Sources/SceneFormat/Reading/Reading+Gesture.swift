import Geometry
import Motion

// The finger and its rules.
extension Reading {
  /// The finger of a transition, and what it changes of the recipe's rules.
  mutating func gesture(
    _ node: JSONNode, of transition: Transition, _ context: TransitionContext
  ) -> Gesture {
    let side = transition.recipe.side(for: transition.operation)
    targetNames = TargetNames(of: side)
    parameters = transition.recipe.parameters
    var gesture = gesture(node, transition.operation)
    parameters = []
    readFinger(node, into: &gesture)
    if (gesture.kind ?? side.gesture?.kind) == .pinch { checkPinch(node, gesture) }
    if case .layer(let role, let id)? = gesture.follow {
      checkLayer(id, role, in: context, at: node["follow"]?.place ?? node.place)
    }
    return gesture
  }

  /// The rules of a gesture.
  mutating func gesture(_ node: JSONNode, _ operation: Operation) -> Gesture {
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
    gesture.distance = quantity(
      node["distance"], .positive, Owner(name: "gesture.distance", isSliced: false))
    gesture.follow = target(node["follow"], operation)
    gesture.tailCurve = curve(node["tail"]?["curve"])
    gesture.tailSpeed = node["tail"]?["speed"]?.number
    gesture.tailDuration = seconds(node["tail"]?["duration"])
    if gesture.kind == .pinch, node["samples"] == nil { checkPinch(node, gesture) }
    return gesture
  }

  private mutating func readFinger(_ node: JSONNode, into gesture: inout Gesture) {
    if let start = node["start"]?.numbers, start.count == 2 {
      gesture.start = SIMD2(start[0], start[1])
    }
    let samples = (node["samples"]?.elements ?? []).filter { $0.elements != nil }
    if let other = samples.first(where: { $0.elements?.count != samples[0].elements?.count }) {
      note(.motion(.mixedSamples), at: other.place)
    }
    for sample in samples {
      guard let parts = sample.elements, let first = parts.first, let seconds = seconds(first),
        let movement = Gesture.Movement(parts.dropFirst().map(\.number))
      else { continue }
      if let last = gesture.samples.last, seconds <= last.seconds {
        note(.motion(.samplesOutOfOrder), at: first.place)
      }
      gesture.samples.append(Gesture.Sample(seconds: seconds, movement: movement))
    }
    gesture.catchSeconds = seconds(node["at"])
    let release = node["release"]
    gesture.releaseSeconds = seconds(release?["at"])
    gesture.releaseVelocity = release?["velocity"].flatMap {
      Gesture.Movement(($0.elements ?? [$0]).map(\.number))
    }
    if case .free? = gesture.releaseVelocity, case .along? = gesture.samples.first?.movement,
      let place = release?["velocity"]?.place
    {
      note(.motion(.freeVelocity), at: place)
    }
    gesture.isSystemCancelled =
      node["state"]?.text == "cancelled" || release?["state"]?.text == "cancelled"
  }

  /// Notes what has a meaning for a finger on its way only.
  private mutating func checkPinch(_ node: JSONNode, _ gesture: Gesture) {
    for key in ["distance", "follow"] {
      guard let place = node.member(key)?.place else { continue }
      note(.motion(.notOfPinch("\"\(key)\"")), at: place)
    }
    guard case .free? = gesture.samples.first?.movement, let samples = node["samples"] else {
      return
    }
    note(.motion(.notOfPinch("samples [time, x, y]")), at: samples.place)
  }
}

extension Gesture.Movement {
  /// One number along the axis, or two in both axes; nil for anything else.
  fileprivate init?(_ numbers: [Double?]) {
    switch numbers.count {
    case 1:
      guard let along = numbers[0] else { return nil }
      self = .along(along)
    case 2:
      guard let x = numbers[0], let y = numbers[1] else { return nil }
      self = .free(Point(x: x, y: y))
    default: return nil
    }
  }
}
