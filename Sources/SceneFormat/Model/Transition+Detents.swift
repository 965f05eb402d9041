import Geometry
import Motion

/// A height of a sheet that has a name.
public enum Detent: String, Hashable, Sendable, CaseIterable {
  /// Half of the canvas.
  case medium
  /// As large as the sheet's recipe has it, or `present` where that is no larger than the half.
  case large

  /// The parameter of a recipe that says where its sheet rests, in heights from the top.
  static let parameter = "top"
}

extension Recipe {
  /// The value of `top` for a detent; nil for a recipe without that parameter.
  func top(of detent: Detent) -> Double? {
    guard let own = defaultTop else { return nil }
    switch detent {
    case .medium: return 0.5
    case .large: return own < 0.5 ? own : RecipeLibrary.recipe(named: "present")?.defaultTop ?? own
    }
  }

  private var defaultTop: Double? {
    parameters.first { $0.name == Detent.parameter }?.defaultValue
  }
}

extension Transition {
  /// How long a thrown sheet would go on at the speed with which the finger lets it go: UIScrollView's
  /// normal deceleration, 0.998 a millisecond, added up.
  private static let throwSeconds = 0.499

  /// Lets an adjustment that a finger drives end at the detent that is nearest to where the finger
  /// throws the sheet; at the old one it is cancelled.
  mutating func settleAtDetent(on canvas: Size, isRightToLeft: Bool) {
    let rules = gesture?.filled(from: recipe.side(for: operation).gesture)
    guard let detents = rules?.detents, rules?.outcome == nil, gesture?.isSystemCancelled == false,
      let finger = (try? scriptedFinger(on: canvas, isRightToLeft: isRightToLeft)).flatMap({ $0 })?
        .run.finger,
      let goal = (try? adjustedWay(on: canvas)).flatMap({ $0 })
    else { return }
    let thrown =
      finger.translation(at: finger.releaseSeconds)
      + Self.throwSeconds * finger.releaseTranslationSpeed
    let settled = detents.compactMap { detent -> (transition: Transition, way: Double)? in
      guard let top = recipe.top(of: detent) else { return nil }
      var other = self
      for index in arguments.indices where arguments[index].name == Detent.parameter {
        other.arguments[index].value = top
      }
      let way = (try? other.adjustedWay(on: canvas)).flatMap { $0 } ?? 0
      return (other, goal < 0 ? -way : way)
    }.min { abs($0.way - thrown) < abs($1.way - thrown) }
    guard let settled else { return }
    guard settled.way != 0 else { 
      gesture?.outcome = .cancel
      return
    }
    self = settled.transition
    gesture?.outcome = .finish
    if settled.way < 0 { gesture?.turnBack() }
  }
}

extension Gesture {
  /// Lets what is written along the axis count the other way, as the motion goes the other way.
  fileprivate mutating func turnBack() {
    func turned(_ movement: Movement) -> Movement {
      if case .along(let distance) = movement { .along(-distance) } else { movement }
    }
    for index in samples.indices { samples[index].movement = turned(samples[index].movement) }
    releaseVelocity = releaseVelocity.map(turned)
  }
}
