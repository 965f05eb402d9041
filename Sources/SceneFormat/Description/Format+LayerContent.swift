// Layers: the keys that depend on the type.
extension Format {
  static let layerVariants = Variants(
    key: "type", absent: boxVariant,
    cases: [boxVariant, imageVariant, textVariant, shapeVariant])

  private static let boxVariant = Variant(.names(["box"]), "a box", [frame])

  private static let frame = KeyShape.required(
    "frame", rect, "x, y, width and height in the parent.")

  private static let imageVariant = Variant(
    .names(["image"]), "an image",
    [
      frame,
      .required("src", .text(.name), "The file."),
      KeyShape(
        "fit", .choice(subject: "fit", names: ImageContent.Fit.allCases.map(\.rawValue)),
        "How it meets a frame of another shape.", default: "\"fill\""),
      KeyShape(
        "crop", .row(.number(.fraction), 4), "The part that is shown, in unit coordinates.",
        default: "[0, 0, 1, 1]"),
    ])

  private static let textFrame = KeyShape.required(
    "frame",
    .tuple(
      [
        .number(.x), .number(.y), .number(.width), .either([.number(.height), .constant(.null)]),
      ], required: 4),
    "x, y, width and height in the parent; null for as high as its lines.")

  private static let textVariant = Variant(
    .names(["text"]), "a text",
    [
      textFrame,
      .required("text", .text(.any), "The text."),
      KeyShape(
        "font", .text(.name), "A name in fonts, a file, or system.", default: "\"system\""),
      KeyShape("size", .number(.positive), "In points.", default: "17"),
      KeyShape("weight", .number(.from(100, to: 900)), "400 is regular.", default: "400"),
      KeyShape("color", color, "Its colour.", default: "\"#000\""),
      KeyShape(
        "align",
        .choice(subject: "alignment", names: TextContent.Alignment.allCases.map(\.rawValue)),
        "The side on which lines begin."),
      KeyShape("lineHeight", .number(.positive), "The distance of baselines in points."),
      KeyShape(
        "letterSpacing", .number(.any), "Extra room between letters in points.", default: "0"),
      KeyShape("maxLines", .number(.whole(1...100_000)), "The most lines."),
      KeyShape(
        "truncate",
        .choice(subject: "truncation", names: TextContent.Truncation.allCases.map(\.rawValue)),
        "What happens to what does not fit.", default: "\"tail\""),
    ])

  private static let shapeVariant = Variant(
    .names(["shape"]), "a shape",
    [
      frame,
      .required("path", .text(.name), "SVG path data, or ellipse."),
      KeyShape("stroke", .defined(.stroke), "A line along the outline."),
      KeyShape(
        "rule", .choice(subject: "rule", names: ShapeContent.Rule.allCases.map(\.rawValue)),
        "What counts as inside.", default: "\"nonzero\""),
    ])
}
