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
