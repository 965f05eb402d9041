import Formatting

/// A track, a target or a recipe that makes no sense.
public enum MotionProblem: Hashable, Sendable {
  case emptyKeyframes
  case keyframesOutOfOrder
  /// `during` or `through` ends before it begins.
  case windowBackward
  /// The samples of a gesture go back in time.
  case samplesOutOfOrder
  /// Samples along the axis beside samples in both axes.
  case mixedSamples
  /// A velocity in both axes for a finger that moves along one.
  case freeVelocity
  /// A key or a notation for points where a pinch has scales.
  case notOfPinch(String)
  /// A finger's way of no length.
  case noDistance(Double)
  /// A finger that resizes a sheet which stays where it is.
  case noWay
  case propertyTwice(String, target: String, firstLine: Int)
  case target(TargetProblem)
  case unknownLayer(String, screen: String, suggestion: String?)
  case unnamedLayers(String, screen: String)
  case unknownTarget(String, suggestion: String?)
  case unknownRecipe(String, suggestion: String?)
  case unknownParameter(String, recipe: String, suggestion: String?)
  case parameterOutOfRange(String, Double, allowed: String)
  case flagExpected(parameter: String)
  case numberExpected(parameter: String)
  case badParameterName(String)
  /// A thing of a recipe's own with the name of a target that there is already.
  case nameOfTarget(String)
  case recipeWithoutSides
  case sidesAndLooseKeys(String)
  /// Keys of a side in a rule that leaves a way back to what brought the screen.
  case typeNeeded(String)
  case targetTwice(String)
  case nothingToMove
  /// A frame that is set of something else than a screen.
  case frameOfOther
  /// A part in `order` that is painted over the container.
  case notInContainer(ScreenPart)
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
    case .mixedSamples:
      Wording(
        "samples", "the samples do not have the same number of values",
        hint: "write all of them as [time, forward], or all as [time, x, y]")
    case .freeVelocity:
      Wording(
        "samples", "a velocity [x, y] needs samples [time, x, y]",
        hint: "write the velocity along the axis, as one number")
    case .notOfPinch(let what):
      Wording(
        "pinch", "a pinch has no \(what)", hint: "its samples are [time, scale], from 1 to 0")
    case .noDistance(let points):
      Wording(
        "out-of-range",
        "\"distance\" is \(NumberFormat.shortest(points)); it must be greater than 0")
    case .noWay:
      Wording(
        "out-of-range",
        "this adjustment does not move the sheet; write a \"distance\" for the finger")
    case .propertyTwice(let property, let target, let line):
      Wording(
        "property-twice",
        "\(Quoted(property)) of \(Quoted(target)) moves at the same time on line \(line)",
        hint: "\"additive\": true adds them")
    case .target(let problem): problem.wording
    case .targetTwice(let target):
      Wording("target-twice", "\(Quoted(target)) is there twice")
    case .badCurve: Wording("bad-curve", "this curve does not lead from 0 to 1")
    case .bothScreens:
      Wording(
        "shared", "a screen cannot turn into the other screen",
        hint: "one of \"from\" and \"to\" is a layer")
    case .frameOfOther:
      Wording("frame", "\"frame\" can be set of \"from\" and \"to\" alone")
    case .notInContainer(let part):
      Wording("not-in-container", "the \(part.noun) is not in the container")
    case .nothingToMove: Wording("nothing-to-move", "the track moves no property")
    case .unknownLayer(let id, let screen, let suggestion):
      Wording(
        "unknown-layer", "no layer \(Quoted(id)) in \(Quoted(screen))", suggestion: suggestion)
    case .unnamedLayers(let id, let screen):
      Wording(
        "unknown-layer", "no layer \(Quoted(id)) in \(Quoted(screen))",
        hint: "the SVG names none: export it with ids (in Figma, tick \"Include id attribute\")")
    case .unknownTarget(let target, let suggestion):
      Wording("unknown-target", "unknown target \(Quoted(target))", suggestion: suggestion)
    case .unknownRecipe(let name, let suggestion):
      suggestion == nil
        ? Wording(
          "unknown-recipe", "unknown recipe \(Quoted(name))",
          hint: "\"render-transition list recipes\" lists them")
        : Wording("unknown-recipe", "unknown recipe \(Quoted(name))", suggestion: suggestion)
    case .recipeWithoutSides:
      Wording("recipe", "a recipe needs at least one of push, pop, present, dismiss, replace")
    case .sidesAndLooseKeys(let key):
      Wording("recipe", "\(Quoted(key)) belongs inside of a side where sides are written")
    case .typeNeeded(let key):
      Wording("recipe", "\(Quoted(key)) needs a \"type\" in a rule for a way back")
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
    case .nameOfTarget(let name):
      Wording("bad-name", "\(Quoted(name)) is a target already", hint: "choose another name")
    }
  }
}

/// A target that cannot be moved in the way that is written.
public enum TargetProblem: Hashable, Sendable {
  /// One that is lifted out by one track, or by `order`, and moved in place by another.
  case inPlaceAndLifted(String, firstLine: Int)
  /// `inPlace` of something that stands in no parent.
  case notInParent(String)
  /// A pattern where one layer is meant.
  case pattern(String)
  /// `stagger` of something else than a pattern.
  case noPattern(String)

  var wording: Wording {
    switch self {
    case .inPlaceAndLifted(let target, let line):
      Wording(
        "in-place", "\(Quoted(target)) is either moved in place or lifted out, see line \(line)",
        hint: "\"inPlace\" is the same in all tracks of a target, and \"order\" lifts out")
    case .pattern(let target):
      Wording(
        "pattern", "\(Quoted(target)) is a pattern, which only tracks and \"set\" may name")
    case .noPattern(let target):
      Wording(
        "pattern", "\(Quoted(target)) is no pattern; \"to#row*\" is one",
        hint: "slices have a \"stagger\" of their own")
    case .notInParent(let target):
      Wording(
        "in-place", "\(Quoted(target)) cannot be moved in place",
        hint: "layers (\"to#id\") and parts of a screen can")
    }
  }
}

/// What is wrong with an expression.
public enum ExpressionProblem: Hashable, Sendable {
  /// It ends too early.
  case unexpectedEnd
  case unexpected(String)
  case unknownName(String, suggestion: String?)
  case unknownFunction(String, suggestion: String?)
  case wrongArgumentCount(function: String, expected: String, found: Int)
  case tooDeep(limit: Int)
  case badNumber(String)
  case divisionByZero
  /// The result is infinite or no number.
  case notFinite
  /// The name of a slice's place where nothing is sliced.
  case onlyInSlices(String)

  /// The sentence without a full stop.
  public var sentence: String {
    switch self {
    case .unexpectedEnd: "the expression ends too early"
    case .unexpected(let text): "unexpected \(Quoted(text)) in the expression"
    case .unknownName(let name, let suggestion):
      "unknown name \(Quoted(name))\(Self.question(suggestion))"
    case .unknownFunction(let name, let suggestion):
      "unknown function \(Quoted(name))\(Self.question(suggestion))"
    case .wrongArgumentCount(let function, let expected, let found):
      "\(Quoted(function)) takes \(expected), found \(found)"
    case .tooDeep(let limit): "the expression is nested deeper than \(limit)"
    case .badNumber(let text): "\(Quoted(text)) is not a number"
    case .divisionByZero: "division by zero"
    case .notFinite: "the result is not a finite number"
    case .onlyInSlices(let name):
      "\(Quoted(name)) has a meaning in tracks of slices and patterns only"
    }
  }

  private static func question(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean \(Quoted($0))?" } ?? ""
  }
}

/// A step of a flow that does not fit the stack of screens.
public enum FlowProblem: Error, Hashable, Sendable {
  case noShowFirst
  case poppingRoot
  case poppingPresented
  case notOnStack(String)
  /// `popTo` the screen that is on top already.
  case alreadyOnTop(String)
  /// The tab that is seen.
  case tabSeen(String)
  case atRoot
  case nothingPresented
  /// A tab where there are none.
  case noTabs
  /// A screen that is none of the tabs.
  case notATab(String, tabs: [String])
  /// Another tab while a screen is presented over all of them.
  case tabBeneathPresented
  /// `adjust` where no sheet rests.
  case nothingRests
  /// `adjust` without a parameter.
  case nothingAdjusted
  /// A detent of a sheet whose recipe has no `top`.
  case noDetents(String)
  /// Two tabs that begin with one screen.
  case screenTwice(String)
  case unknownScreen(String, suggestion: String?)
  case noAction
  case twoActions(String, String)
  /// A wait or a show with keys of a transition.
  case keyWithoutTransition(String)
  /// A step that adjusts with keys of a transition between two screens.
  case keyOfAdjusting(String)
  /// A status bar by screen in a step that adjusts.
  case styleOfAdjusting
  case noSteps
  /// `from` and `to` beside `screens` and `steps`.
  case pairAndFlow(String)
  /// A list of transitions in a scene of two screens.
  case rulesWithoutSteps
  /// A flag of the command line that is for scenes of two screens.
  case flagBesideSteps(String)
  /// The way back of a transition that a gesture cancels.
  case noWayBack

  /// The sentence without a full stop.
  public var sentence: String {
    switch self {
    case .noShowFirst: "the first step must be \"show\""
    case .poppingRoot: "there is nothing below this screen to pop to"
    case .poppingPresented:
      "a presented screen begins a stack of its own; \"dismiss\" takes it away"
    case .notOnStack(let name): "\(Quoted(name)) is not on the stack"
    case .alreadyOnTop(let name): "\(Quoted(name)) is already on top"
    case .tabSeen(let name): "the tab \(Quoted(name)) is already selected"
    case .atRoot: "the root is already on top"
    case .nothingPresented: "nothing is presented that could be dismissed"
    case .noTabs: "there are no tabs; \"show\" with a list of screens makes them"
    case .notATab(let name, let tabs):
      "\(Quoted(name)) is not a tab; the tabs are \(tabs.map { "\(Quoted($0))" }.joined(separator: ", "))"
    case .tabBeneathPresented: "a screen is presented over the tabs; \"dismiss\" takes it away"
    case .nothingAdjusted: "\"adjust\" needs a parameter of the sheet, such as \"top\""
    case .nothingRests: "\"adjust\" needs a sheet that rests"
    case .noDetents(let name):
      "\(Quoted(name)) has no parameter \"top\", by which a sheet is medium or large"
    case .screenTwice(let name): "\(Quoted(name)) is there twice"
    case .unknownScreen(let name, let suggestion):
      "unknown screen \(Quoted(name))" + (suggestion.map { "; did you mean \(Quoted($0))?" } ?? "")
    case .noAction:
      "a step needs one of \(Grammar.stepActions.joined(separator: ", "))"
    case .twoActions(let first, let second):
      "a step does one thing: \(Quoted(first)) or \(Quoted(second))"
    case .keyWithoutTransition(let key): "\(Quoted(key)) needs a step that changes the screen"
    case .keyOfAdjusting(let key): "\(Quoted(key)) has no meaning in a step that adjusts a sheet"
    case .styleOfAdjusting:
      "in a step that adjusts a sheet, \"statusBar\" is \"light\" or \"dark\""
    case .noSteps: "a flow needs at least one step"
    case .flagBesideSteps(let flag):
      "\(flag) is for two screens, and this scene has \"steps\""
    case .noWayBack: "the gesture is cancelled: there is no way back"
    case .rulesWithoutSteps: "a list of transitions needs \"screens\" and \"steps\""
    case .pairAndFlow(let key): "\(Quoted(key)) has no place beside \"screens\" and \"steps\""
    }
  }
}

extension ScreenPart {
  /// What it is called in a sentence.
  var noun: String {
    switch self {
    case .content: "content"
    case .bar: "navigation bar"
    case .barBackground: "background of the bar"
    case .barSearch: "search field"
    case .barBack: "back button"
    case .barChevron: "chevron of the back button"
    case .barLabel: "label of the back button"
    case .barTitle: "title"
    case .barLargeTitle: "large title"
    case .barItems: "items of the bar"
    case .toolbar: "toolbar"
    case .tabBar: "tab bar"
    case .statusBar: "status bar"
    case .homeIndicator: "home indicator"
    case .keyboard: "keyboard"
    }
  }
}
