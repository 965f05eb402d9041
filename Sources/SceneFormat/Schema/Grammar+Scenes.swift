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
    "canvas", "The size of the picture, and what is behind both screens.", Canvas.fields.keys())

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

  static let output = ObjectSchema("output", "What is written.", Output.fields.keys())
}
