// Transitions, as scenes use them.
extension Format {
  static let transition = ObjectShape(
    "transition", "How one screen turns into the other.", transitionKeys,
    variants: Variants(
      key: "type", absent: variant(of: RecipeLibrary.defaultName), cases: transitionVariants))

  static let step = ObjectShape(
    "step", "One step of a flow: what it does, and the keys of a transition.",
    stepKeys + transitionKeys,
    // Without a type, a pop or a dismiss plays the recipe that brought the screen: which keys are
    // its parameters cannot be told from the step alone.
    variants: Variants(
      key: "type", absent: Variant(.names([]), "a step", [], others: parameterValue),
      cases: transitionVariants),
    rules: stepRules)

  /// A step does one thing, and what brings no other screen has no keys of a transition.
  private static let stepRules: [KeyRule] =
    [.oneOf(stepKeys.map(\.name))]
    + stepKeys.map(\.name).map { action in
      let others = stepKeys.map(\.name).filter { $0 != action }
      let isQuiet = ["show", "wait"].contains(action)
      return .with([action], excluded: others + (isQuiet ? transitionKeys.map(\.name) : []))
    }

  /// The keys of a transition or a step, of which no parameter can have the name.
  ///
  /// They do not depend on the recipes, so that recipes can be read with them.
  static let namesOfUse = Set((stepKeys + transitionKeys).map(\.name))

  private static let transitionKeys: [KeyShape] = [
    KeyShape(
      "type", .text(.recipe(allowsCustom: true)), "A recipe's name, a recipe file, or custom.",
      default: "\"push\""),
    KeyShape("operation", operation, "Which side of the recipe plays."),
    KeyShape("direction", direction, "Where the incoming screen moves."),
    KeyShape("duration", .defined(.time), "Instead of the recipe's."),
    KeyShape("curve", .defined(.curve), "Instead of the recipe's."),
    KeyShape("delay", .defined(.time), "How long the first picture holds.", default: "0"),
    KeyShape("shared", .list(.defined(.sharedElement)), "Elements that travel."),
    KeyShape("gesture", .defined(.gesture), "A scripted finger."),
    KeyShape(
      "random", .number(.whole(0...9_007_199_254_740_991)), "The seed of every random choice.",
      default: "1"),
  ]

  private static let stepKeys: [KeyShape] = [
    KeyShape("show", .text(.name), "Begins with this screen."),
    KeyShape("wait", .defined(.time), "Nothing happens for so long."),
    KeyShape("push", .text(.name), "Pushes this screen."),
    KeyShape("present", .text(.name), "Presents this screen."),
    KeyShape("pop", .constant(.yes), "Back to the screen below."),
    KeyShape("popTo", .text(.name), "Back to this screen."),
    KeyShape("popToRoot", .constant(.yes), "Back to the lowest screen."),
    KeyShape("dismiss", .constant(.yes), "Takes away what is presented."),
  ]

  private static let operation: Shape = .choice(
    subject: "operation", names: Operation.allCases.map(\.rawValue))

  static let direction: Shape = .choice(
    subject: "direction", names: Direction.allCases.map(\.rawValue))

  /// Any parameter's value: files declare what the schema cannot know.
  private static let parameterValue: Shape = .either([.number(.any), .flag])

  private static let transitionVariants: [Variant] =
    (RecipeLibrary.names + RecipeLibrary.aliases).map(variant(of:)) + [
      Variant(.file, "a recipe", [], others: parameterValue),
      Variant(.names(["custom"]), "a custom transition", customKeys),
    ]

  /// The parameters of a recipe as keys.
  private static func variant(of name: String) -> Variant {
    Variant(.names([name])) {
      let recipe = RecipeLibrary.recipe(named: RecipeLibrary.source(of: name) ?? name)
      return (recipe?.parameters ?? []).map { parameter in
        KeyShape(parameter.name, shape(of: parameter.kind), parameter.help)
      }
    }
  }

  private static func shape(of kind: Parameter.Kind) -> Shape {
    switch kind {
    case .flag: .flag
    case .number(let minimum, let maximum):
      .number(NumberRange(minimum: minimum, maximum: maximum))
    }
  }

  private static let customKeys: [KeyShape] =
    recipeKeys.filter { !["direction", "duration", "version"].contains($0.name) }
    + sideKeys.filter { looseSideKeys.contains($0.name) }

  /// The keys of a side that a custom transition may have itself, being its only side; its
  /// `curve`, `duration`, `gesture` and `shared` are the transition's own.
  static let looseSideKeys: [String] = sideKeys.map(\.name).filter {
    !["curve", "duration", "gesture", "shared"].contains($0)
  }

  static let sharedElement = ObjectShape(
    "shared", "An element that travels from one screen to the other.",
    [
      KeyShape("id", .text(.name), "The layer in both screens."),
      KeyShape("from", .text(.name), "The layer in the outgoing screen, or screen."),
      KeyShape("to", .text(.name), "The layer in the incoming screen, or screen."),
    ] + sharedKeys,
    rules: [
      .with(["id"], excluded: ["from", "to"]), .without(["id"], needed: ["from", "to"]),
    ])

  static let sharedStyle = ObjectShape(
    "sharedStyle", "How shared elements travel where they do not say it themselves.", sharedKeys)

  private static let sharedKeys: [KeyShape] = [
    KeyShape("curve", .defined(.curve), "Instead of the side's."),
    KeyShape("arc", .number(.fraction), "0 is straight, 1 a quarter ellipse.", default: "0"),
    KeyShape(
      "fit", .choice(subject: "fit", names: SharedStyle.Fit.allCases.map(\.rawValue)),
      "How the content meets a frame that changes its shape.", default: "\"fill\""),
    KeyShape(
      "keep", .choice(subject: "keep", names: SharedStyle.Keep.allCases.map(\.rawValue)),
      "Which of the two copies is seen.", default: "\"both\""),
    KeyShape(
      "move", .defined(.window), "When its frame moves, in eased progress.", default: "[0, 1]"),
    KeyShape(
      "shape", .defined(.window), "When its corners, border and shadow change.",
      default: "[0, 1]"),
    KeyShape(
      "fade", .defined(.window), "When one content turns into the other.", default: "[0, 1]"),
  ]
}
