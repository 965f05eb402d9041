import Geometry
import Pixels

// Layers: the keys that every layer has.
extension Format {
  static let layer = ObjectShape(
    "layer", "A rectangle with something in it, and its children.", layerKeys,
    variants: layerVariants)

  static let recipeLayer = ObjectShape(
    "layer", "A layer that a recipe owns, painted last in its target.",
    [.required("in", .text(.name), "The target that it is painted in.")]
      + layerKeys.map { $0.name == "id" ? .required("id", $0.shape, $0.doc) : $0 },
    variants: layerVariants)

  /// What a recipe's `set` may say of a target.
  static let settings = ObjectShape(
    "layer", "Keys of a target that hold for the whole run.", appearanceKeys)

  private static let layerKeys: [KeyShape] =
    [
      KeyShape("id", .text(.name), "Its name, unique within its screen."),
      KeyShape(
        "type", .choice(subject: "type", names: ["box", "image", "text", "shape"]),
        "What it shows.", default: "\"box\""),
      KeyShape("order", .number(.any), "Its paint order among siblings.", default: "0"),
      KeyShape("hidden", .flag, "Whether it is not drawn.", default: "false"),
      KeyShape("layers", .list(.defined(.layer)), "Its children, back to front."),
    ] + appearanceKeys

  private static let appearanceKeys = geometryKeys + surfaceKeys + filterKeys

  private static let geometryKeys: [KeyShape] = [
    KeyShape(
      "anchor",
      .tuple([.number(.any), .number(.any), .number(.any)], required: 2),
      "What transforms turn around: fractions of its size, and a depth in points.",
      default: "[0.5, 0.5, 0]"),
    KeyShape("opacity", .number(.fraction), "Of it and its children as one.", default: "1"),
    KeyShape("transform", .defined(.transform), "How it is moved, turned and scaled."),
    KeyShape("perspective", .number(.positive), "The eye's distance for its children."),
    KeyShape("ownPerspective", .number(.positive), "The eye's distance for itself alone."),
    KeyShape(
      "doubleSided", .flag, "Whether it is drawn while it shows its back.", default: "true"),
    KeyShape(
      "inset", .row(.number(.fraction), 4),
      "Fractions cut off its picture: left, top, right, bottom.", default: "[0, 0, 0, 0]"),
  ]

  private static let surfaceKeys: [KeyShape] = [
    KeyShape("fill", .defined(.paint), "What it is filled with.", default: "\"clear\""),
    KeyShape(
      "cornerRadius", .either([.number(.notNegative), .row(.number(.notNegative), 4)]),
      "In points; one for all corners, or clockwise from the top left.", default: "0"),
    KeyShape(
      "corners", .choice(subject: "corners", names: RoundedRect.Style.allCases.map(\.rawValue)),
      "The shape of its corners.", default: "\"circular\""),
    KeyShape("border", .defined(.border), "A line inside its edge."),
    KeyShape("shadow", .defined(.shadow), "What it casts."),
    KeyShape("clip", .flag, "Whether its children are cut to its bounds.", default: "false"),
    KeyShape("mask", .defined(.layer), "A layer whose alpha multiplies its own."),
    KeyShape(
      "blend", .choice(subject: "blend mode", names: BlendMode.allCases.map(\.rawValue)),
      "How it meets what is behind it.", default: "\"normal\""),
  ]

  private static let filterKeys: [KeyShape] = [
    KeyShape("blur", .number(.notNegative), "The Gaussian's sigma in points.", default: "0"),
    KeyShape("saturation", .number(.notNegative), "0 is grey.", default: "1"),
    KeyShape(
      "brightness", .number(.from(-1, to: 1)), "Added to every colour.", default: "0"),
    KeyShape("contrast", .number(.notNegative), "Spread about the middle grey.", default: "1"),
    KeyShape("tint", color, "The colour that white becomes."),
  ]
}

// The parts of a layer.
extension Format {
  static let transform = ObjectShape(
    "transform", "Translate, then rotate about X, Y and Z, then skew, then scale.",
    [
      KeyShape("x", .number(.x), "The shift to the right, in points.", default: "0"),
      KeyShape("y", .number(.y), "The shift down, in points.", default: "0"),
      KeyShape("z", .number(.any), "The shift toward the viewer, in points.", default: "0"),
      KeyShape("scale", .number(.any), "The scale along both axes.", default: "1"),
      KeyShape("scaleX", .number(.any), "The scale along x.", default: "1"),
      KeyShape("scaleY", .number(.any), "The scale along y.", default: "1"),
      KeyShape("rotateX", .number(.any), "The turn about the x axis, in degrees.", default: "0"),
      KeyShape("rotateY", .number(.any), "The turn about the y axis, in degrees.", default: "0"),
      KeyShape("rotate", .number(.any), "The turn on screen, in degrees.", default: "0"),
      KeyShape("skewX", .number(.any), "The slant along x, in degrees.", default: "0"),
      KeyShape("skewY", .number(.any), "The slant along y, in degrees.", default: "0"),
    ],
    rules: [.with(["scale"], excluded: ["scaleX", "scaleY"])])

  static let border = ObjectShape(
    "border", "A line inside a layer's edge.",
    [
      KeyShape("width", .number(.notNegative), "In points.", default: "1"),
      KeyShape("color", color, "Its colour.", default: "\"#000\""),
    ])

  static let shadow = ObjectShape(
    "shadow", "What a layer casts.",
    [
      KeyShape("color", color, "Its colour.", default: "\"#000\""),
      KeyShape("opacity", .number(.fraction), "On top of the colour's.", default: "1"),
      KeyShape("radius", .number(.notNegative), "The Gaussian's sigma.", default: "3"),
      KeyShape(
        "offset", .tuple([.number(.x), .number(.y)], required: 2), "How far it is moved.",
        default: "[0, 0]"),
      KeyShape(
        "path", .either([.choice(subject: "path", names: ["bounds"]), rect]),
        "What casts it, if not the layer's own alpha."),
    ])

  static let stroke = ObjectShape(
    "stroke", "A line along a shape's outline.",
    [
      KeyShape("color", color, "Its colour.", default: "\"#000\""),
      KeyShape("width", .number(.notNegative), "In points.", default: "1"),
      KeyShape(
        "cap",
        .choice(subject: "cap", names: ShapeContent.Stroke.Cap.allCases.map(\.rawValue)),
        "The shape of its ends.", default: "\"butt\""),
      KeyShape(
        "join",
        .choice(subject: "join", names: ShapeContent.Stroke.Join.allCases.map(\.rawValue)),
        "The shape of its corners.", default: "\"miter\""),
      KeyShape(
        "dash", .list(.number(.notNegative), count: 0...64),
        "Lengths of dashes and gaps in turn.", default: "[]"),
    ])
}
