import Geometry
import Motion

// The finger and its rules.
extension Reading {
  /// The finger of a transition, and what it changes of the recipe's rules.
  mutating func gesture(
    _ node: JSONNode, of transition: Transition, _ context: TransitionContext
  ) -> Gesture {
    let side = transition.recipe.side(for: transition.operation)
    (targetNames, operation) = (TargetNames(of: side), transition.operation)
    parameters = transition.recipe.parameters
    var gesture = Gesture(place: node.place)
    Gesture.fields.read(node, by: &self, into: &gesture)
    parameters = []
    if case .free? = gesture.releaseVelocity, case .along? = gesture.samples.first?.movement,
      let place = node["release"]?["velocity"]?.place
    {
      note(.motion(.freeVelocity), at: place)
    }
    if (gesture.kind ?? side.gesture?.kind) == .pinch { checkPinch(node, gesture) }
    if case .layer(let role, let id)? = gesture.follow {
      checkLayer(id, role, in: context, at: node["follow"]?.place ?? node.place)
    }
    return gesture
  }

  /// The rules of a recipe's gesture.
  mutating func gestureRules(_ node: JSONNode) -> Gesture {
    var gesture = Gesture(place: node.place)
    Gesture.ruleFields.read(node, by: &self, into: &gesture)
    if gesture.kind == .pinch { checkPinch(node, gesture) }
    return gesture
  }

  /// The places of a finger; notes those out of order, and those that are written in two ways.
  mutating func samples(_ node: JSONNode) -> [Gesture.Sample] {
    let written = (node.elements ?? []).filter { $0.elements != nil }
    if let other = written.first(where: { $0.elements?.count != written[0].elements?.count }) {
      note(.motion(.mixedSamples), at: other.place)
    }
    var samples: [Gesture.Sample] = []
    for sample in written {
      guard let parts = sample.elements, let first = parts.first, let seconds = seconds(first),
        let movement = Gesture.Movement(parts.dropFirst().map(\.number))
      else { continue }
      if let last = samples.last, seconds <= last.seconds {
        note(.motion(.samplesOutOfOrder), at: first.place)
      }
      samples.append(Gesture.Sample(seconds: seconds, movement: movement))
    }
    return samples
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
