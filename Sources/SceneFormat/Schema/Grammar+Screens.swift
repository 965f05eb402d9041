import Pixels

// Screens and their bars.
extension Grammar {
  static let screen = ObjectSchema(
    "screen", "One screen of an app.", screenKeys, rules: screenRules)

  static let screenFile = ObjectSchema(
    "screen", "A file with one screen of an app.",
    [.required("version", .constant(.number(version)), "The version of the format.")] + screenKeys,
    rules: screenRules)

  private static let screenRules: [KeyRule] = [.with(["svg"], excluded: ["image"])]

  private static let screenKeys: [KeySchema] = [
    KeySchema(
      "background", .defined(.paint), "What is behind everything on it.", default: "\"#fff\""),
    KeySchema("image", .text(.name), "An image that fills it."),
    KeySchema(
      "svg", .text(.name), "An SVG that covers it, as layers below those that are written here."),
    KeySchema("statusBar", .defined(.statusBar), "The bar with the time; the system draws it."),
    KeySchema("navigationBar", .defined(.navigationBar), "The bar with the title."),
    KeySchema("toolbar", .defined(.toolbar), "The bar with actions, at the bottom."),
    KeySchema("tabBar", .defined(.tabBar), "The bar with the app's sections, at the bottom."),
    KeySchema(
      "homeIndicator", .defined(.homeIndicator),
      "The line at the bottom with which the app is left; the system draws it."),
    KeySchema("keyboard", .defined(.keyboard), "The keyboard; the system draws it."),
    KeySchema("layers", .list(.defined(.layer)), "What is on it, back to front."),
  ]

  static let statusBar = ObjectSchema(
    "statusBar", "The bar with the time.",
    [
      KeySchema(
        "style", .choice(of: StatusBar.Style.self, "style"),
        "The colour of what is on it.", default: "\"dark\""),
      KeySchema("time", .text(.any), "The time that it shows.", default: "\"9:41\""),
      KeySchema(
        "height", .number(.notNegative),
        "In points: as the canvas's device has it; without one 47 on a canvas more than twice as high as wide, else 20."
      ),
    ])

  static let homeIndicator = ObjectSchema(
    "homeIndicator", "The line at the bottom with which the app is left.",
    [
      KeySchema(
        "style", .choice(of: StatusBar.Style.self, "style"), "Its colour.", default: "\"dark\"")
    ])

  static let keyboard = ObjectSchema(
    "keyboard", "The system's keyboard.",
    [
      KeySchema(
        "style", .choice(of: Keyboard.Style.self, "style"), "Its colours.", default: "\"light\""),
      KeySchema(
        "return", .choice(of: Keyboard.ReturnKey.self, "return key"),
        "What the key at its lower right says; all but return are blue.", default: "\"return\""),
      KeySchema(
        "suggestions", .list(.text(.name), count: 0...3), "The words above the keys.",
        default: "[]"),
    ])

  static let navigationBar = ObjectSchema(
    "navigationBar", "The bar with the title.",
    [
      KeySchema("title", .text(.any), "The text in the middle.", default: "\"\""),
      KeySchema(
        "largeTitle", .flag, "Whether the title is large, in a row of its own below the bar.",
        default: "false"),
      KeySchema(
        "search", .text(.any), "The placeholder of a search field in a row of its own."),
      KeySchema(
        "back", .either([.text(.any), .constant(.null)]), "The text of the back button."),
      KeySchema("items", .list(.defined(.layer)), "Further layers, in the bar's coordinates."),
      KeySchema("titleColor", color, "The colour of the title.", default: "\"#000\""),
    ] + barKeys(height: 44, "In points, without the status bar and the rows below."))

  static let toolbar = ObjectSchema(
    "toolbar", "The bar with actions, at the bottom.",
    [KeySchema("items", .list(.defined(.layer)), "Layers in the bar's coordinates.")]
      + barKeys(height: 44, bottomHeight))

  static let tabBar = ObjectSchema(
    "tabBar", "The bar with the app's sections, at the bottom.",
    [
      .required(
        "items", .list(.object(tabItem), count: 1...5),
        "The sections, from the side on which text begins."),
      KeySchema(
        "selected", .number(.whole(0...4)), "The number of the one that is seen, from 0.",
        default: "0"),
    ] + barKeys(height: 49, bottomHeight))

  private static let tabItem = ObjectSchema(
    "item", "A section of the app.",
    [
      .required("title", .text(.any), "The text below the icon."),
      KeySchema(
        "icon", .text(.name), "SVG path data in a square of 24 points, or a picture's file."),
      KeySchema(
        "badge", .either([.text(.name), .flag]),
        "A text in a red pill beside the icon; true is a dot.", default: "false"),
    ])

  private static let bottomHeight = "In points; 34 more where the screen has a home indicator."

  /// The keys that all bars have.
  private static func barKeys(height: Int, _ heightDoc: String) -> [KeySchema] {
    [
      KeySchema(
        "background", .defined(.paint), "What it is filled with: #F8F8F8CC where translucent.",
        default: "\"#F8F8F8\""),
      KeySchema(
        "backdrop", .defined(.backdrop),
        "How it shows what is behind it; a translucent one blurs by 20 and saturates by 1.8."),
      KeySchema("tint", color, "The colour of what can be tapped.", default: "\"#007AFF\""),
      KeySchema(
        "translucent", .flag, "Whether what is behind it is seen through it.", default: "false"),
      KeySchema("height", .number(.notNegative), heightDoc, default: "\(height)"),
      KeySchema(
        "separator", .flag, "Whether there is a hairline towards the content.", default: "true"),
    ]
  }
}
