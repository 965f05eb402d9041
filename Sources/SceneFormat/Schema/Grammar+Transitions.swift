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

// Recipes: what a file says, and what a custom transition says inline.
extension Format {
  static let recipe = ObjectShape("recipe", "A transition as data.", recipeKeys)

  static let recipeKeys: [KeyShape] =
    [
      KeyShape("version", .constant(.number(version)), "The version of the format."),
      KeyShape("summary", .text(.any), "What happens, in a sentence."),
      KeyShape("direction", direction, "Where the incoming screen moves."),
      KeyShape(
        "writtenFor", direction,
        "Where it moves as the tracks are written; direction, unless given."),
      KeyShape("duration", .defined(.time), "How long a run takes.", default: "0.5"),
      KeyShape(
        "parameters", .map(keys: .word, values: .defined(.parameter), most: 256),
        "What a scene may set."),
    ]
    + Operation.allCases.map { operation in
      KeyShape(operation.rawValue, .defined(.side), "What happens for a \(operation.rawValue).")
    }

  static let parameter = ObjectShape(
    "parameter", "What a scene may set.",
    [
      .required("default", .either([.number(.any), .flag]), "Where a scene says nothing."),
      KeyShape("range", .row(.number(.any), 2), "The least and the greatest number."),
      KeyShape("help", .text(.any), "What it does, in a line."),
    ])

  static let side = ObjectShape("side", "What a recipe does for one operation.", sideKeys)

  static let sideKeys: [KeyShape] = [
    KeyShape("curve", .defined(.curve), "Of all tracks.", default: "\"easeInOut\""),
    KeyShape("duration", .defined(.time), "Instead of the recipe's."),
    KeyShape("order", .list(target), "What is in the container, back to front."),
    KeyShape(
      "set", .map(keys: .name, values: .template(.defined(.settings))),
      "Layer keys of targets that hold for the whole run."),
    KeyShape(
      "layers", .list(.template(.defined(.recipeLayer))), "Layers that the recipe itself owns."),
    KeyShape("snapshots", .list(.defined(.snapshot)), "Frozen parts of a picture."),
    KeyShape("slices", .list(.defined(.slices)), "Targets that are cut into cells."),
    KeyShape("tracks", .list(.defined(.track)), "What moves."),
    KeyShape("shared", .defined(.sharedStyle), "How its shared elements travel."),
    KeyShape("gesture", .defined(.gestureRules), "The rules of its gesture."),
    KeyShape(
      "isolate", .flag, "Whether the container is a group of its own.", default: "false"),
    KeyShape(
      "rest", .flag, "Whether the end picture is the tracks' last values.", default: "false"),
    KeyShape(
      "bleed", .either([target, .list(target)]), "Whose edge pixels fill what is uncovered."),
  ]

  static let target: Shape = .text(.name)

  static let snapshot = ObjectShape(
    "snapshot", "A frozen copy of a part of a picture.",
    [
      .required("id", .text(.name), "Its name."),
      .required("of", target, "Whose picture it is."),
      .required("rect", .template(rect), "x, y, width and height in that picture."),
    ])

  static let slices = ObjectShape(
    "slices", "A target that is cut into cells.",
    [
      .required("id", .text(.name), "Its name."),
      .required("of", target, "What is cut."),
      KeyShape("columns", count, "The number of cells along x.", default: "1"),
      KeyShape("rows", count, "The number of cells along y.", default: "1"),
      KeyShape("stagger", .object(stagger), "How the cells' starts are spread."),
    ])

  private static let count: Shape = .template(.number(.whole(1...1000)))

  private static let stagger = ObjectShape(
    "stagger", "How the cells' starts are spread.",
    [
      KeyShape(
        "spread", .template(.number(.fraction)), "The share of the track's window.",
        default: "0"),
      KeyShape(
        "from", .choice(subject: "start", names: Slices.Start.allCases.map(\.rawValue)),
        "Where the cells that start first lie.", default: "\"start\""),
      KeyShape("reverse", .flag, "Whether those start last instead.", default: "false"),
    ])
}

// Tracks, and what they move.
extension Format {
  static let track = ObjectShape(
    "track", "Properties of one target over the run.",
    [
      .required("target", target, "What it moves."),
      KeyShape(
        "during", .defined(.window), "Its window, as fractions of the run.", default: "[0, 1]"),
      KeyShape(
        "through", .defined(.window), "A window of the eased progress.", default: "[0, 1]"),
      KeyShape("curve", .defined(.curve), "Instead of the side's."),
      KeyShape("additive", .flag, "Whether it adds to other tracks.", default: "false"),
      KeyShape(
        "repeat", .number(NumberRange(minimum: 0, maximum: 10_000, excludesMinimum: true)),
        "How often it runs within its window.", default: "1"),
      KeyShape(
        "autoreverse", .flag, "Whether every second run goes backward.", default: "false"),
      KeyShape(
        "interpolate",
        .choice(
          subject: "interpolation", names: Track.Interpolation.allCases.map(\.rawValue)),
        "How values between keyframes are found.", default: "\"linear\""),
      KeyShape(
        "scale", .keyframes(.template(.number(.any))), "The scale along both axes, over the run."),
    ]
      + Property.animated.map { property in
        KeyShape(
          property.name, .keyframes(.template(property.row.shape)), "\(property), over the run.")
      })
}

// A scripted finger and the rules that it plays by.
extension Format {
  static let gesture = ObjectShape("gesture", "A scripted finger.", fingerKeys + ruleKeys)

  static let gestureRules = ObjectShape(
    "gesture", "The rules of a recipe's gesture; the finger is the scene's.", ruleKeys)

  private static let fingerKeys: [KeyShape] = [
    KeyShape("start", point, "Where the finger goes down, in points."),
    .required(
      "samples",
      .list(
        .tuple([.defined(.time), .number(.any)], required: 2), count: 1...100_000),
      "Times and translations; for a pinch, scales."),
    KeyShape("release", .object(release), "When and how fast the finger goes up."),
    KeyShape("state", state, "Whether the system cancels the gesture."),
  ]

  private static let state: Shape = .choice(subject: "state", names: ["ended", "cancelled"])

  private static let release = ObjectShape(
    "release", "When and how fast the finger goes up.",
    [
      KeyShape("at", .defined(.time), "Since the gesture began; the last sample's time."),
      KeyShape(
        "velocity", .number(.any), "In points per second; by default the last segment's."),
      KeyShape("state", state, "Whether the system cancels the gesture."),
    ])

  private static let ruleKeys: [KeyShape] = [
    KeyShape(
      "kind", .choice(subject: "gesture", names: Gesture.Kind.allCases.map(\.rawValue)),
      "How the finger moves.", default: "\"pan\""),
    KeyShape(
      "edgeWidth", .number(.positive), "Where an edge pan may begin, in points.",
      default: "20"),
    KeyShape(
      "threshold", .number(.fraction), "The progress beyond which it finishes.",
      default: "0.5"),
    KeyShape("inclusive", .flag, "Whether the threshold itself finishes.", default: "false"),
    KeyShape(
      "begins", .choice(subject: "begins", names: Gesture.Begins.allCases.map(\.rawValue)),
      "Whether a first movement backward keeps it from beginning.", default: "\"any\""),
    KeyShape(
      "velocityRule",
      .choice(
        subject: "velocity rule", names: Gesture.VelocityRule.allCases.map(\.rawValue)),
      "How the verdict sees velocity.", default: "\"none\""),
    KeyShape(
      "flingSpeed", .number(.positive), "What a fling is, in screens per second.",
      default: "1"),
    KeyShape(
      "onSystemCancel",
      .choice(
        subject: "system cancel", names: Gesture.SystemCancel.allCases.map(\.rawValue)),
      "What the system's cancel does.", default: "\"cancel\""),
    KeyShape(
      "outcome", .choice(subject: "outcome", names: Gesture.Outcome.allCases.map(\.rawValue)),
      "A verdict that is forced."),
    KeyShape(
      "scrub", .choice(subject: "scrub", names: Gesture.Scrub.allCases.map(\.rawValue)),
      "What progress is linear in.", default: "\"linear\""),
    KeyShape("tail", .defined(.gestureTail), "The way on from where the finger went up."),
    KeyShape("touch", .flag, "Whether the finger is drawn.", default: "false"),
  ]

  static let gestureTail = ObjectShape(
    "tail", "The way on from where the finger went up.",
    [
      KeyShape("curve", .defined(.curve), "Its curve.", default: "\"easeInOut\""),
      KeyShape("speed", .number(.positive), "Of the run's duration.", default: "1"),
      KeyShape("duration", .defined(.time), "A time that does not depend on the way left."),
      KeyShape("finish", .defined(.time), "The time of a whole way to the end."),
      KeyShape("cancel", .defined(.time), "The time of a whole way back."),
      KeyShape("cancelLimit", .defined(.time), "The most that the way back takes."),
    ])
}
