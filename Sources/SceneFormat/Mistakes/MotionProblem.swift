import Formatting

/// A track, a target or a recipe that makes no sense.
public enum MotionProblem: Hashable, Sendable {
  case emptyKeyframes
  case keyframesOutOfOrder
  /// `during` or `through` ends before it begins.
  case windowBackward
  /// The samples of a gesture go back in time.
  case samplesOutOfOrder
  case propertyTwice(String, target: String, firstLine: Int)
  case unknownLayer(String, screen: String, suggestion: String?)
  case unknownTarget(String, suggestion: String?)
  /// A part of a screen that has no such part.
  case missingPart(String)
  case unknownRecipe(String, suggestion: String?)
  case unknownParameter(String, recipe: String, suggestion: String?)
  case parameterOutOfRange(String, Double, allowed: String)
  case flagExpected(parameter: String)
  case numberExpected(parameter: String)
  case badParameterName(String)
  case recipeWithoutSides
  case sidesAndLooseKeys(String)
  case targetTwice(String)
  case nothingToMove
  /// A shared element that is a screen at both ends.
  case bothScreens
  /// A curve that goes back in time, does not end at 1, or never settles.
  case badCurve

  var wording: Wording {
    switch self {
    case .emptyKeyframes: Wording("empty-keyframes", "there are no keyframes")
    case .keyframesOutOfOrder: Wording("order", "keyframes must be in rising order")
    case .windowBackward: Wording("order", "a window must not end before it begins")
    case .samplesOutOfOrder: Wording("order", "the times of the samples must rise")
    case .propertyTwice(let property, let target, let line):
      Wording(
        "property-twice",
        "\(Quoted(property)) of \(Quoted(target)) moves at the same time on line \(line)",
        hint: "\"additive\": true adds them")
    case .targetTwice(let target):
      Wording("target-twice", "\(Quoted(target)) is there twice")
    case .badCurve: Wording("bad-curve", "this curve does not lead from 0 to 1")
    case .bothScreens:
      Wording(
        "shared", "a screen cannot turn into the other screen",
        hint: "one of \"from\" and \"to\" is a layer")
    case .nothingToMove: Wording("nothing-to-move", "the track moves no property")
    default: wordingOfName
    }
  }

  private var wordingOfName: Wording {
    switch self {
    case .unknownLayer(let id, let screen, let suggestion):
      Wording(
        "unknown-layer", "no layer \(Quoted(id)) in \(Quoted(screen))", suggestion: suggestion)
    case .unknownTarget(let target, let suggestion):
      Wording("unknown-target", "unknown target \(Quoted(target))", suggestion: suggestion)
    case .missingPart(let target):
      Wording("missing-part", "there is no \(Quoted(target))", hint: "the screen has no such bar")
    case .unknownRecipe(let name, let suggestion):
      Wording("unknown-recipe", "unknown recipe \(Quoted(name))", suggestion: suggestion)
    case .recipeWithoutSides:
      Wording("recipe", "a recipe needs at least one of push, pop, present, dismiss")
    case .sidesAndLooseKeys(let key):
      Wording("recipe", "\(Quoted(key)) belongs inside of a side where sides are written")
    default: wordingOfParameter
    }
  }

  private var wordingOfParameter: Wording {
    switch self {
    case .unknownParameter(let name, let recipe, let suggestion):
      Wording(
        "unknown-parameter", "\(Quoted(recipe)) has no parameter \(Quoted(name))",
        suggestion: suggestion)
    case .parameterOutOfRange(let name, let number, let allowed):
      Wording(
        "out-of-range", "\(Quoted(name)) is \(NumberFormat.shortest(number)); it must be \(allowed)"
      )
    case .flagExpected(let name): Wording("wrong-kind", "\(Quoted(name)) is true or false")
    case .numberExpected(let name): Wording("wrong-kind", "\(Quoted(name)) is a number")
    case .badParameterName(let name):
      Wording("bad-name", "a parameter cannot be called \(Quoted(name))")
    default: Wording("motion", "a mistake")
    }
  }
}
