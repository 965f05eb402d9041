import Pixels

// A scene file, without its screens and transitions.
extension Format {
  static let scene = ObjectShape(
    "scene", "One animation: two screens, how one turns into the other, and what to write.",
    [
      .required("version", .constant(.number(version)), "The version of the format."),
      KeyShape("canvas", .defined(.canvas), "The size of the picture, and what is behind it."),
      KeyShape("from", .defined(.screen), "The screen that is shown first."),
      KeyShape("to", .defined(.screen), "The screen that is shown last."),
      KeyShape(
        "transition", .defined(.transition), "How the one turns into the other.",
        default: "\"push\""),
      KeyShape(
        "screens", .map(keys: .name, values: .defined(.screen)), "The screens of a flow, by name."),
      KeyShape("steps", .list(.defined(.step)), "What happens in a flow, in order."),
      KeyShape("fonts", .map(keys: .name, values: .text(.name)), "Names for font files."),
      KeyShape(
        "fallback", .list(.text(.name)), "Fonts that are tried for a missing glyph, in order.",
        default: "[\"system\"]"),
      KeyShape(
        "rtl", .flag, "Whether every transition and the bars are mirrored.", default: "false"),
      KeyShape("expect", .defined(.expectations), "What must hold for the timeline."),
      KeyShape("output", .defined(.output), "What is written."),
    ],
    rules: [
      .without(["screens", "steps"], needed: ["from", "to"]),
      .with(
        ["screens", "steps"], needed: ["screens", "steps"],
        excluded: ["from", "to", "transition"]),
      .first(of: "steps", has: "show"),
    ])

  static let canvas = ObjectShape(
    "canvas", "The size of the picture, and what is behind both screens.",
    [
      KeyShape("width", .number(.positive), "In points.", default: "390"),
      KeyShape("height", .number(.positive), "In points.", default: "844"),
      KeyShape("scale", .number(.from(0.25, to: 8)), "Pixels per point.", default: "1"),
      KeyShape("background", color, "The colour behind both screens.", default: "\"#000\""),
    ])

  static let expectations = ObjectShape(
    "expect", "What must hold for the timeline.",
    [
      KeyShape("settledBy", .defined(.time), "The time by which nothing moves any more."),
      KeyShape(
        "overshoot", .text(.bound), "The largest share of the way by which anything overshoots."),
      KeyShape(
        "maxStep", .number(.notNegative),
        "The longest way, in points, from one frame to the next."),
    ])

  static let output = ObjectShape(
    "output", "What is written.",
    [
      KeyShape(
        "fps", .number(NumberRange(minimum: 0, maximum: 1000, excludesMinimum: true)),
        "Frames per second.", default: "50"),
      KeyShape(
        "hold", .row(.defined(.time), 2), "How much longer the first and the last frame show.",
        default: "[0.3, 0.6]"),
      KeyShape(
        "loop", .number(.whole(0...65_535)), "Times to play, 0 for ever.", default: "0"),
      KeyShape(
        "formats",
        .list(
          .choice(subject: "format", names: OutputFormat.ofScenes.map(\.rawValue)), count: 1...16),
        "The kinds of files.", default: "[\"gif\"]"),
      KeyShape(
        "colors", .number(.whole(2...256)), "The number of colours of a palette.",
        default: "256"),
      KeyShape(
        "dither", .choice(of: Dither.self, "dither"),
        "The dither of formats with a palette.", default: "\"auto\""),
      KeyShape(
        "overlay",
        .list(.choice(subject: "overlay", names: Output.Overlay.allCases.map(\.rawValue))),
        "What is drawn over every frame.", default: "[]"),
    ])
}

// Screens and their bars.
extension Format {
  static let screen = ObjectShape("screen", "One screen of an app.", screenKeys)

  static let screenFile = ObjectShape(
    "screen", "A file with one screen of an app.",
    [.required("version", .constant(.number(version)), "The version of the format.")] + screenKeys)

  private static let screenKeys: [KeyShape] = [
    KeyShape(
      "background", .defined(.paint), "What is behind everything on it.", default: "\"#fff\""),
    KeyShape("image", .text(.name), "An image that fills it."),
    KeyShape("statusBar", .defined(.statusBar), "The bar with the time."),
    KeyShape("navigationBar", .defined(.navigationBar), "The bar with the title."),
    KeyShape("layers", .list(.defined(.layer)), "What is on it, back to front."),
  ]

  static let statusBar = ObjectShape(
    "statusBar", "The bar with the time.",
    [
      KeyShape(
        "style", .choice(subject: "style", names: StatusBar.Style.allCases.map(\.rawValue)),
        "The colour of what is on it.", default: "\"dark\""),
      KeyShape("time", .text(.any), "The time that it shows.", default: "\"9:41\""),
      KeyShape("height", .number(.notNegative), "In points.", default: "20"),
    ])

  static let navigationBar = ObjectShape(
    "navigationBar", "The bar with the title.",
    [
      KeyShape("title", .text(.any), "The text in the middle.", default: "\"\""),
      KeyShape(
        "back", .either([.text(.any), .constant(.null)]), "The text of the back button."),
      KeyShape("items", .list(.defined(.layer)), "Further layers, in the bar's coordinates."),
      KeyShape(
        "background", .defined(.paint), "What it is filled with.", default: "\"#F8F8F8\""),
      KeyShape("tint", color, "The colour of the back button.", default: "\"#007AFF\""),
      KeyShape("titleColor", color, "The colour of the title.", default: "\"#000\""),
      KeyShape(
        "translucent", .flag, "Whether the screen's layers begin under the bar.",
        default: "false"),
      KeyShape(
        "height", .number(.notNegative), "In points, without the status bar.", default: "44"),
      KeyShape("separator", .flag, "Whether there is a hairline below.", default: "true"),
    ])
}
