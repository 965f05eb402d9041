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
