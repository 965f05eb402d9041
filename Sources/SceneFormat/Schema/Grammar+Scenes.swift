import Pixels

// A scene file, without its screens and transitions.
extension Grammar {
  static let scene = ObjectSchema(
    "scene", "One animation: two screens, how one turns into the other, and what to write.",
    [
      .required("version", .constant(.number(version)), "The version of the format."),
      KeySchema("canvas", .defined(.canvas), "The size of the picture, and what is behind it."),
      KeySchema("from", .defined(.screen), "The screen that is shown first."),
      KeySchema("to", .defined(.screen), "The screen that is shown last."),
      KeySchema(
        "transition",
        .either([
          .defined(.transition),
          .list(.either([.text(.recipe(allowsCustom: false)), .defined(.rule)]), count: 1...256),
        ]),
        "How the one turns into the other; in a flow, what holds for its steps, or a list of rules."
      ),
      KeySchema(
        "screens", .map(keys: .name, values: .defined(.screen)), "The screens of a flow, by name."),
      KeySchema("steps", .list(.defined(.step)), "What happens in a flow, in order."),
      KeySchema("fonts", .map(keys: .name, values: .text(.name)), "Names for font files."),
      KeySchema(
        "fallback", .list(.text(.name)), "Fonts that are tried for a missing glyph, in order.",
        default: "[\"system\", \"emoji\"]"),
      KeySchema(
        "rtl", .flag, "Whether every transition and the bars are mirrored.", default: "false"),
      KeySchema("expect", .defined(.expectations), "What must hold for the timeline."),
      KeySchema("output", .defined(.output), "What is written."),
    ],
    rules: [
      .without(["screens", "steps"], needed: ["from", "to"]),
      .with(
        ["screens", "steps"], needed: ["screens", "steps"],
        excluded: ["from", "to"]),
      .first(of: "steps", has: "show", excluded: transitionKeyNames),
    ])

  static let canvas = ObjectSchema(
    "canvas", "The size of the picture, and what is behind both screens.",
    [
      KeySchema("width", .number(.positive), "In points.", default: "390"),
      KeySchema("height", .number(.positive), "In points.", default: "844"),
      KeySchema("scale", .number(.from(0.25, to: 8)), "Pixels per point.", default: "1"),
      KeySchema("background", color, "The colour behind both screens.", default: "\"#000\""),
    ])

  static let expectations = ObjectSchema(
    "expect", "What must hold for the timeline.",
    [
      KeySchema("settledBy", .defined(.time), "The time by which nothing moves any more."),
      KeySchema(
        "overshoot", .text(.bound), "The largest share of the way by which anything overshoots."),
      KeySchema(
        "maxStep", .number(.notNegative),
        "The longest way, in points, from one frame to the next."),
    ])

  static let output = ObjectSchema(
    "output", "What is written.",
    [
      KeySchema(
        "fps", .number(NumberRange(minimum: 0, maximum: 1000, excludesMinimum: true)),
        "Frames per second.", default: "50"),
      KeySchema(
        "hold", .row(.defined(.time), 2), "How much longer the first and the last frame show.",
        default: "[0.3, 0.6]"),
      KeySchema(
        "loop", .number(.whole(0...65_535)), "Times to play, 0 for ever.", default: "0"),
      KeySchema(
        "formats",
        .list(
          .choice(subject: "format", names: OutputFormat.ofScenes.map(\.rawValue)), count: 1...16),
        "The kinds of files.", default: "[\"gif\"]"),
      KeySchema(
        "colors", .number(.whole(2...256)), "The number of colours of a palette.",
        default: "256"),
      KeySchema(
        "dither", .choice(of: Dither.self, "dither"),
        "The dither of formats with a palette.", default: "\"auto\""),
      KeySchema(
        "overlay",
        .list(.choice(of: Output.Overlay.self, "overlay")),
        "What is drawn over every frame.", default: "[]"),
    ])
}
