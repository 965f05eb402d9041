import Motion

// Transitions, as scenes use them.
extension Grammar {
  static let transition = ObjectSchema(
    "transition", "How one screen turns into the other.", transitionKeys + sidesOfRecipes,
    variants: Variants(key: "type", absent: defaultVariant, cases: transitionVariants),
    rules: [.with(sidesOfRecipes.map(\.name), excluded: looseSideKeys), tapRule],
    instead: [
      "for": "a rule, which is one of a list, has it", "extends": typeExtends,
    ])

  static let rule = ObjectSchema(
    "rule", "A transition of a flow, and the steps that it is for.",
    [KeySchema("for", .object(condition), "The steps that it is for.")]
      + transitionKeys + sidesOfRecipes,
    variants: Variants(key: "type", absent: unknownVariant, cases: transitionVariants),
    rules: [.with(sidesOfRecipes.map(\.name), excluded: looseSideKeys), tapRule],
    instead: ["extends": typeExtends])

  /// What begins by a tap is not driven by a finger.
  private static let tapRule = KeyRule.with(["tap"], excluded: ["gesture"])

  private static let typeExtends = "a transition extends its \"type\""

  private static let condition = ObjectSchema(
    "for", "The steps that a rule is for; what is left out fits all.",
    [
      KeySchema(
        "operation", .either([operation, .list(operation, count: 1...Operation.allCases.count)]),
        "What they do; by default push, present or replace."),
      KeySchema("from", oneOrMoreNames, "The screens that they leave."),
      KeySchema("to", oneOrMoreNames, "The screens that they lead to."),
    ])

  private static let oneOrMoreNames: ValueSchema = .either([
    .text(.name), .list(.text(.name), count: 1...1000),
  ])

  static let step = ObjectSchema(
    "step", "One step of a flow: what it does, and the keys of a transition.",
    stepKeys + transitionKeys,
    variants: Variants(key: "type", absent: unknownVariant, cases: transitionVariants),
    rules: stepRules, instead: ["extends": typeExtends])

  /// What there may be where the recipe cannot be told, since a rule or an earlier step names it.
  private static let unknownVariant = Variant(.names([]), "a step", [], others: parameterValue)

  /// The parameters of all types that hold where none is written: which of them may be there, and
  /// with what values, depends on the operation.
  private static let defaultVariant = Variant(.names([])) {
    var keys: [KeySchema] = []
    for key in Operation.allCases.flatMap({ parameters(of: RecipeLibrary.defaultName(for: $0)) })
    where !keys.contains(where: { $0.name == key.name }) {
      keys.append(KeySchema(key.name, parameterValue, key.doc))
    }
    return keys
  }

  /// Whether a key may be a parameter where no type is written.
  static func isDefaultParameter(_ key: String) -> Bool {
    defaultVariant.keys.contains { $0.name == key }
  }

  /// What a step can do.
  static let stepActions = stepKeys.map(\.name)

  /// The keys of a transition; the first step of a flow has none of them.
  static let transitionKeyNames = transitionKeys.map(\.name)

  /// The keys of a transition that are allowed beside `adjust`.
  static let adjustingKeys = ["duration", "curve", "delay", "tap", "statusBar", "gesture"]

  /// A step does one thing, and what brings no other screen has no keys of a transition.
  private static let stepRules: [KeyRule] =
    [.oneOf(stepActions), tapRule]
    + stepActions.map { action -> KeyRule in
      let others = stepActions.filter { $0 != action }
      let excluded: [String] =
        switch action {
        case "wait": transitionKeyNames
        case "adjust": transitionKeyNames.filter { !adjustingKeys.contains($0) }
        default: []
        }
      return .with([action], excluded: others + excluded)
    }

  /// The keys of a transition or a step, of which no parameter can have the name.
  ///
  /// They do not depend on the recipes, so that recipes can be read with them.
  static let namesOfUse = Set((stepKeys + transitionKeys + sidesOfRecipes).map(\.name))

  private static let transitionKeys: [KeySchema] =
    [
      KeySchema(
        "type", .text(.recipe(allowsCustom: true)),
        "A recipe's name or a recipe file, which further keys extend; or custom, to extend nothing."
      ),
      KeySchema("operation", operation, "Which side of the recipe plays."),
    ] + TransitionKeys.fields.keys() + extendingKeys

  private static let stepKeys: [KeySchema] = [
    KeySchema(
      "show", .either([.text(.name), .list(.text(.name), count: 2...5)]),
      "Shows this screen alone, or begins tabs with these screens."),
    KeySchema("wait", .defined(.time), "Nothing happens for so long."),
    KeySchema("push", .text(.name), "Pushes this screen."),
    KeySchema("present", .text(.name), "Presents this screen."),
    KeySchema("pop", .constant(.yes), "Back to the screen below."),
    KeySchema("popTo", .text(.name), "Back to this screen."),
    KeySchema("popToRoot", .constant(.yes), "Back to the lowest screen."),
    KeySchema("dismiss", .constant(.yes), "Takes away what is presented."),
    KeySchema("tab", .text(.name), "To the tab that began with this screen."),
    KeySchema(
      "stack", .list(.text(.name), count: 1...1000),
      "The stack that is seen becomes these screens, the lowest first."),
    KeySchema(
      "adjust",
      .either([.choice(of: Detent.self, "detent"), .map(keys: .word, values: parameterValue)]),
      "Resizes the sheet that rests: a detent, or new values of the parameters with which it was "
        + "presented."),
  ]

  private static let operation: ValueSchema = .choice(of: Operation.self, "operation")

  static let direction: ValueSchema = .choice(of: Direction.self, "direction")

  /// Any parameter's value: files declare what the schema cannot know.
  private static let parameterValue: ValueSchema = .either([.number(.any), .flag])

  private static let transitionVariants: [Variant] =
    (RecipeLibrary.names + RecipeLibrary.aliases).map(variant(of:)) + [
      Variant(.file, "a recipe", [], others: parameterValue),
      Variant(.names(["custom"]), "a custom transition", []),
    ]

  /// The parameters of a recipe as keys.
  private static func variant(of name: String) -> Variant {
    Variant(.names([name])) { parameters(of: name) }
  }

  private static func parameters(of name: String) -> [KeySchema] {
    let recipe = RecipeLibrary.recipe(named: RecipeLibrary.source(of: name) ?? name)
    return (recipe?.parameters ?? []).map { parameter in
      KeySchema(parameter.name, shape(of: parameter.kind), parameter.help)
    }
  }

  private static func shape(of kind: Parameter.Kind) -> ValueSchema {
    switch kind {
    case .flag: .flag
    case .number(let minimum, let maximum):
      .number(NumberRange(minimum: minimum, maximum: maximum))
    }
  }

  /// The keys of a recipe that a transition or a step may have beside its type, which it then
  /// extends; the sides are those of a transition alone.
  private static let extendingKeys: [KeySchema] =
    recipeKeys.filter { ["summary", "writtenFor", "parameters"].contains($0.name) }
    + sideKeys.filter { looseSideKeys.contains($0.name) }

  /// The keys of a side that may stand beside a type, and then belong to the side that plays.
  ///
  /// `curve`, `duration`, `gesture` and `shared` are the transition's own.
  static let looseSideKeys: [String] = sideKeys.map(\.name).filter {
    !["curve", "duration", "gesture", "shared", "bars", "statusBar"].contains($0)
  }

  /// Whether a key of a transition or a step says something that its type does not.
  static func isExtending(_ member: JSONMember) -> Bool {
    if extendingKeys.contains(where: { $0.name == member.key }) { return true }
    // In a step, `push` and the others are what it does.
    return Operation(rawValue: member.key) != nil && member.value.members != nil
  }

  static let sharedElement = ObjectSchema(
    "shared", "An element that travels from one screen to the other.",
    [
      KeySchema("id", .text(.name), "The layer in both screens."),
      KeySchema("from", .text(.name), "The layer in the outgoing screen, or screen."),
      KeySchema("to", .text(.name), "The layer in the incoming screen, or screen."),
    ] + SharedStyle.fields.keys(),
    rules: [
      .with(["id"], excluded: ["from", "to"]), .without(["id"], needed: ["from", "to"]),
    ])

  static let sharedStyle = ObjectSchema(
    "sharedStyle", "How shared elements travel where they do not say it themselves.",
    SharedStyle.fields.keys() + [
      KeySchema(
        "elements", .list(.defined(.sharedElement)),
        "Elements that travel wherever both screens have them.")
    ])

}

// Recipes: what a file says, and what a custom transition says inline.
extension Grammar {
  static let recipe = ObjectSchema("recipe", "A transition as data.", recipeKeys)

  static let recipeKeys: [KeySchema] =
    [
      KeySchema("version", .constant(.number(version)), "The version of the format."),
      KeySchema(
        "extends", .text(.recipe(allowsCustom: false)),
        "A recipe or a recipe file whose words hold where this one says nothing."),
      KeySchema("summary", .text(.any), "What happens, in a sentence."),
      KeySchema("direction", direction, "Where the incoming screen moves."),
      KeySchema(
        "writtenFor", direction,
        "Where it moves as the tracks are written; direction, unless given."),
      KeySchema("duration", .defined(.time), "How long a run takes.", default: "0.5"),
      KeySchema(
        "parameters", .map(keys: .word, values: .defined(.parameter), most: 256),
        "What a scene may set."),
    ]
    + sidesOfRecipes

  private static let sidesOfRecipes: [KeySchema] = Operation.allCases.map { operation in
    KeySchema(operation.rawValue, .defined(.side), "What happens for a \(operation.rawValue).")
  }

  static let parameter = ObjectSchema(
    "parameter", "What a scene may set.",
    [
      .required("default", .either([.number(.any), .flag]), "Where a scene says nothing."),
      KeySchema("range", .row(.number(.any), 2), "The least and the greatest number."),
      KeySchema("help", .text(.any), "What it does, in a line."),
    ])

  static let side = ObjectSchema("side", "What a recipe does for one operation.", sideKeys)

  static let sideKeys = Side.fields.keys()

  static let target: ValueSchema = .text(.name)

  static let snapshot = ObjectSchema(
    "snapshot", "A frozen copy of a part of a picture.",
    [
      .required("id", .text(.name), "Its name."),
      .required("of", target, "Whose picture it is."),
      .required("rect", .template(rect), "x, y, width and height in that picture."),
    ])

  static let slices = ObjectSchema(
    "slices", "A target that is cut into cells.",
    [
      .required("id", .text(.name), "Its name."),
      .required("of", target, "What is cut."),
      KeySchema("columns", count, "The number of cells along x.", default: "1"),
      KeySchema("rows", count, "The number of cells along y.", default: "1"),
      KeySchema("stagger", .object(stagger), "How the cells' starts are spread."),
    ])

  private static let count: ValueSchema = .template(.number(.whole(1...1000)))

  static let stagger = ObjectSchema(
    "stagger", "How the starts of cells or layers are spread.",
    [
      KeySchema(
        "spread", .template(.number(.fraction)), "The share of the track's window.",
        default: "0"),
      KeySchema(
        "from", .choice(of: Slices.Start.self, "start"),
        "Where those lie that start first.", default: "\"start\""),
      KeySchema("reverse", .flag, "Whether those start last instead.", default: "false"),
    ])
}

// Tracks, and what they move.
extension Grammar {
  static let track = ObjectSchema(
    "track", "Properties of one target over the run.",
    [.required("target", target, "What it moves.")] + Track.fields.keys() + [
      KeySchema(
        "scale", .keyframes(.template(.number(.any))), "The scale along both axes, over the run.")
    ]
      + Property.animated.map { property in
        KeySchema(
          property.name, .keyframes(.template(property.row.shape)), "\(property), over the run.")
      })
}

// A scripted finger and the rules that it plays by.
extension Grammar {
  static let gesture = ObjectSchema("gesture", "A scripted finger.", Gesture.fields.keys())

  static let gestureRules = ObjectSchema(
    "gesture", "The rules of a recipe's gesture; the finger is the scene's.",
    Gesture.ruleFields.keys())

  static let gestureTail = ObjectSchema(
    "tail", "The way on from where the finger went up.", Gesture.tail.keys(in: "tail"),
    instead: Dictionary(
      uniqueKeysWithValues: ["finish", "cancel", "cancelLimit"].map {
        ($0, "a \"spring\" as the \"curve\" takes its own time; \"duration\" sets one")
      }))
}
