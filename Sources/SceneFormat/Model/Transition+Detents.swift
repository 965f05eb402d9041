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

extension Transition {
  /// How long a thrown sheet would go on at the speed with which the finger lets it go: UIScrollView's
  /// normal deceleration, 0.998 a millisecond, added up.
  private static let throwSeconds = 0.499

  /// Gives the sheet the value of `top` for a detent; false for a recipe without that parameter.
  mutating func setTop(to detent: Detent) -> Bool {
    func usual(_ recipe: Recipe?) -> Double? {
      recipe?.parameters.first { $0.name == Detent.parameter }?.defaultValue
    }
    guard let own = usual(recipe),
      let index = arguments.firstIndex(where: { $0.name == Detent.parameter })
    else { return false }
    let large = own < 0.5 ? own : usual(RecipeLibrary.recipe(named: "present")) ?? own
    arguments[index].value = detent == .medium ? 0.5 : large
    return true
  }

  /// Lets an adjustment that a finger drives end at the detent that is nearest to where the finger
  /// throws the sheet; at the old one it is cancelled.
  mutating func settleAtDetent(on canvas: Size, isRightToLeft: Bool) {
    let rules = gesture?.filled(from: recipe.side(for: operation).gesture)
    guard let rules, let detents = rules.detents, rules.outcome == nil, !rules.isSystemCancelled,
      let finger = finger(on: canvas, isRightToLeft: isRightToLeft)?.run.finger
    else { return }
    let thrown =
      finger.translation(at: finger.releaseSeconds)
      + Self.throwSeconds * finger.releaseTranslationSpeed
    func way(_ transition: Transition) -> Double {
      ((try? transition.adjustedWay(on: canvas)) ?? nil) ?? 0
    }
    let isBackward = way(self) < 0
    let ends = detents.compactMap { detent -> (transition: Transition, way: Double)? in
      var other = self
      return other.setTop(to: detent) ? (other, isBackward ? -way(other) : way(other)) : nil
    }
    guard let end = ends.min(by: { abs($0.way - thrown) < abs($1.way - thrown) }) else { return }
    if end.way != 0 { self = end.transition }
    gesture?.outcome = end.way == 0 ? .cancel : .finish
    // The motion goes the other way, and so does what is written along it.
    guard end.way < 0 else { return }
    for index in rules.samples.indices { gesture?.samples[index].movement.turn() }
    gesture?.releaseVelocity?.turn()
  }
}

extension Gesture.Movement {
  fileprivate mutating func turn() {
    if case .along(let distance) = self { self = .along(-distance) }
  }
}
