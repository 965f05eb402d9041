import Motion
import Pixels

/// The description of the format, as data; `ValueSchema` says what it is made of.
enum Grammar {
  /// The version of the format that this is.
  static let version = 1

  static let time: ValueSchema = .either([.number(.notNegative), .text(.time)])

  static let window: ValueSchema = .row(.number(.fraction), 2)

  static let point: ValueSchema = .row(.number(.any), 2)

  /// A rectangle in points: a percent is of the width or the height.
  static let rect: ValueSchema = .tuple(
    [.number(.x), .number(.y), .number(.width), .number(.height)], required: 4)

  static let color: ValueSchema = .defined(.color)
}

// Curves.
extension Grammar {
  static let curve: ValueSchema = .either([
    .choice(subject: "curve", names: Curve.names),
    .tuple(
      [.number(.fraction), .number(.any), .number(.fraction), .number(.any)], required: 4),
    .object(stepsCurve), .object(springCurve), .object(piecewiseCurve),
  ])

  private static let stepsCurve = ObjectSchema(
    "steps", "Jumps, each at the end of its step.",
    [.required("steps", .number(.whole(1...10_000)), "How many jumps there are.")])

  private static let piecewiseCurve = ObjectSchema(
    "piecewise", "Several cubics that join, from (0, 0) to (1, 1).",
    [
      .required(
        "segments", .list(.row(.number(.any), 6), count: 1...64),
        "Two control points and the end of each cubic: x1, y1, x2, y2, x, y.")
    ])

  private static let springCurve = ObjectSchema(
    "springCurve", "A spring.",
    [.required("spring", .either(springs.map(ValueSchema.object)), "How the spring is described.")])

  private static let velocity = KeySchema(
    "velocity", .number(.any),
    "The velocity at the start, in distances per second; by default 0, in a tail the finger's.")

  private static let springs: [ObjectSchema] = [
    ObjectSchema(
      "dampedSpring", "A spring that fits its window, as UIKit's does.",
      [
        .required(
          "dampingRatio", .number(NumberRange(minimum: 0.01)), "1 does not overshoot, less does."),
        velocity,
      ]),
    ObjectSchema(
      "physicalSpring", "A spring by its physics, as Core Animation's.",
      [
        KeySchema("mass", .number(.positive), "The mass.", default: "1"),
        .required("stiffness", .number(.positive), "The stiffness."),
        .required("damping", .number(.positive), "The damping."),
        velocity,
        KeySchema(
          "overdamped", .flag, "Whether more than critical damping is taken at its word.",
          default: "false"),
      ]),
    ObjectSchema(
      "responseSpring", "A spring by its response, as SwiftUI's.",
      [
        .required("response", .number(.positive), "The period without damping, in seconds."),
        KeySchema(
          "dampingFraction", .number(.positive), "1 does not overshoot, less does.",
          default: "1"),
        velocity,
      ]),
    ObjectSchema(
      "bouncingSpring", "A spring by its bounce.",
      [
        .required(
          "bounce", .number(NumberRange(minimum: -1, maximum: 1)), "0 does not overshoot."),
        velocity,
      ]),
  ]
}

// Paints.
extension Grammar {
  static let paint: ValueSchema = .either([.text(.color), .object(gradient)])

  private static let stops: ValueSchema = .list(
    .tuple([.defined(.color), .number(.fraction)], required: 2), count: 2...256)

  private static let spread = KeySchema(
    "spread", .choice(of: Gradient.Spread.self, "spread"),
    "What follows before the first and behind the last position.", default: "\"pad\"")

  private static let gradient = ObjectSchema(
    "gradient", "Colours that flow into each other, in unit coordinates of what they fill.",
    [
      .required(
        "gradient", .choice(subject: "gradient", names: ["linear", "radial", "conic"]),
        "How a place is turned into a position between the stops."),
      .required("stops", stops, "Colours and their positions, which rise."),
      KeySchema(
        "transform", .row(.number(.any), 6),
        "Moves it in the unit coordinates, by the six numbers of SVG's matrix.",
        default: "[1, 0, 0, 1, 0, 0]"),
    ],
    variants: Variants(
      key: "gradient", absent: Variant(.names([]), "a gradient", []),
      cases: [
        Variant(
          .names(["linear"]), "a linear gradient",
          [
            KeySchema("from", point, "Where the first stop is.", default: "[0, 0]"),
            KeySchema("to", point, "Where the last stop is.", default: "[0, 1]"), spread,
          ]),
        Variant(
          .names(["radial"]), "a radial gradient",
          [
            KeySchema("center", point, "The middle of the last stop.", default: "[0.5, 0.5]"),
            KeySchema(
              "radius", .number(.positive), "Where the last stop is, in widths.",
              default: "0.5"),
            KeySchema("focus", point, "Where the first stop is; by default the centre."), spread,
          ]),
        Variant(
          .names(["conic"]), "a conic gradient",
          [
            KeySchema("center", point, "What it turns around.", default: "[0.5, 0.5]"),
            KeySchema(
              "angle", .number(.any), "Where it begins, in degrees clockwise from the right.",
              default: "0"),
          ]),
      ]))
}

/// The named parts of the format: what the schema lists under `$defs`.
enum Definition: String, Hashable, Sendable, CaseIterable {
  case time, color, paint, curve, window
  case scene, canvas, output, expectations, step
  case screen, screenFile, statusBar, navigationBar, toolbar, tabBar, homeIndicator, keyboard
  case layer, border, shadow, backdrop, transform, stroke
  case transition, rule, sharedElement, sharedStyle, gesture, gestureRules, gestureTail
  case recipe, parameter, side, settings, recipeLayer, snapshot, slices, track

  /// What such a part may be.
  var shape: ValueSchema {
    switch self {
    case .time: Grammar.time
    case .color: .text(.color)
    case .paint: Grammar.paint
    case .curve: Grammar.curve
    case .window: Grammar.window
    case .screen: .either([.text(.name), .object(Grammar.screen)])
    case .statusBar: .either([.flag, .object(Grammar.statusBar)])
    case .transition:
      .either([.text(.recipe(allowsCustom: false)), .object(Grammar.transition)])
    case .rule: .object(Grammar.rule)
    case .scene: .object(Grammar.scene)
    case .canvas: .object(Grammar.canvas)
    case .output: .object(Grammar.output)
    case .expectations: .object(Grammar.expectations)
    case .step: .object(Grammar.step)
    case .screenFile: .object(Grammar.screenFile)
    case .homeIndicator: .either([.flag, .object(Grammar.homeIndicator)])
    case .keyboard: .either([.flag, .object(Grammar.keyboard)])
    case .navigationBar: .object(Grammar.navigationBar)
    case .toolbar: .object(Grammar.toolbar)
    case .tabBar: .object(Grammar.tabBar)
    case .layer: .object(Grammar.layer)
    case .border: .object(Grammar.border)
    case .shadow: .object(Grammar.shadow)
    case .backdrop: .object(Grammar.backdrop)
    case .transform: .object(Grammar.transform)
    case .stroke: .object(Grammar.stroke)
    case .sharedElement: .object(Grammar.sharedElement)
    case .sharedStyle: .object(Grammar.sharedStyle)
    case .gesture: .object(Grammar.gesture)
    case .gestureRules: .object(Grammar.gestureRules)
    case .gestureTail: .object(Grammar.gestureTail)
    case .recipe: .object(Grammar.recipe)
    case .parameter: .object(Grammar.parameter)
    case .side: .object(Grammar.side)
    case .settings: .object(Grammar.settings)
    case .recipeLayer: .object(Grammar.recipeLayer)
    case .snapshot: .object(Grammar.snapshot)
    case .slices: .object(Grammar.slices)
    case .track: .object(Grammar.track)
    }
  }
}
