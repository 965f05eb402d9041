import Motion

/// The description of the format, as data; `Shape` says what it is made of.
enum Format {
  /// The version of the format that this is.
  static let version = 1

  static let time: Shape = .either([.number(.notNegative), .text(.time)])

  static let window: Shape = .row(.number(.fraction), 2)

  static let point: Shape = .row(.number(.any), 2)

  /// A rectangle in points: a percent is of the width or the height.
  static let rect: Shape = .tuple(
    [.number(.x), .number(.y), .number(.width), .number(.height)], required: 4)

  static let color: Shape = .defined(.color)
}

// Curves.
extension Format {
  static let curve: Shape = .either([
    .choice(subject: "curve", names: Curve.names),
    .tuple(
      [.number(.fraction), .number(.any), .number(.fraction), .number(.any)], required: 4),
    .object(stepsCurve), .object(springCurve), .object(piecewiseCurve),
  ])

  private static let stepsCurve = ObjectShape(
    "steps", "Jumps, each at the end of its step.",
    [.required("steps", .number(.whole(1...10_000)), "How many jumps there are.")])

  private static let piecewiseCurve = ObjectShape(
    "piecewise", "Several cubics that join, from (0, 0) to (1, 1).",
    [
      .required(
        "segments", .list(.row(.number(.any), 6), count: 1...64),
        "Two control points and the end of each cubic: x1, y1, x2, y2, x, y.")
    ])

  private static let springCurve = ObjectShape(
    "springCurve", "A spring.",
    [.required("spring", .either(springs.map(Shape.object)), "How the spring is described.")])

  private static let velocity = KeyShape(
    "velocity", .number(.any), "The velocity at the start, in distances per second.", default: "0")

  private static let springs: [ObjectShape] = [
    ObjectShape(
      "dampedSpring", "A spring that fits its window, as UIKit's does.",
      [
        .required(
          "dampingRatio", .number(NumberRange(minimum: 0.01)), "1 does not overshoot, less does."),
        velocity,
      ]),
    ObjectShape(
      "physicalSpring", "A spring by its physics, as Core Animation's.",
      [
        KeyShape("mass", .number(.positive), "The mass.", default: "1"),
        .required("stiffness", .number(.positive), "The stiffness."),
        .required("damping", .number(.positive), "The damping."),
        velocity,
        KeyShape(
          "overdamped", .flag, "Whether more than critical damping is taken at its word.",
          default: "false"),
      ]),
    ObjectShape(
      "responseSpring", "A spring by its response, as SwiftUI's.",
      [
        .required("response", .number(.positive), "The period without damping, in seconds."),
        KeyShape(
          "dampingFraction", .number(.positive), "1 does not overshoot, less does.",
          default: "1"),
        velocity,
      ]),
    ObjectShape(
      "bouncingSpring", "A spring by its bounce.",
      [
        .required(
          "bounce", .number(NumberRange(minimum: -1, maximum: 1)), "0 does not overshoot."),
        velocity,
      ]),
  ]
}

// Paints.
extension Format {
  static let paint: Shape = .either([.text(.color), .object(gradient)])

  private static let stops: Shape = .list(
    .tuple([.defined(.color), .number(.fraction)], required: 2), count: 2...256)

  private static let gradient = ObjectShape(
    "gradient", "Colours that flow into each other, in unit coordinates of what they fill.",
    [
      .required(
        "gradient", .choice(subject: "gradient", names: ["linear", "radial", "conic"]),
        "How a place is turned into a position between the stops."),
      .required("stops", stops, "Colours and their positions, which rise."),
    ],
    variants: Variants(
      key: "gradient", absent: Variant(.names([]), "a gradient", []),
      cases: [
        Variant(
          .names(["linear"]), "a linear gradient",
          [
            KeyShape("from", point, "Where the first stop is.", default: "[0, 0]"),
            KeyShape("to", point, "Where the last stop is.", default: "[0, 1]"),
          ]),
        Variant(
          .names(["radial"]), "a radial gradient",
          [
            KeyShape("center", point, "Where the first stop is.", default: "[0.5, 0.5]"),
            KeyShape(
              "radius", .number(.positive), "Where the last stop is, in widths.",
              default: "0.5"),
          ]),
        Variant(
          .names(["conic"]), "a conic gradient",
          [
            KeyShape("center", point, "What it turns around.", default: "[0.5, 0.5]"),
            KeyShape(
              "angle", .number(.any), "Where it begins, in degrees clockwise from the right.",
              default: "0"),
          ]),
      ]))
}

/// The named parts of the format: what the schema lists under `$defs`.
enum Definition: String, Hashable, Sendable, CaseIterable {
  case time, color, paint, curve, window
  case scene, canvas, output, expectations, step
  case screen, screenFile, statusBar, navigationBar
  case layer, border, shadow, transform, stroke
  case transition, sharedElement, sharedStyle, gesture, gestureRules, gestureTail
  case recipe, parameter, side, settings, recipeLayer, snapshot, slices, track

  /// What such a part may be.
  var shape: Shape {
    switch self {
    case .time, .color, .paint, .curve, .window: valueShape
    case .scene, .canvas, .output, .expectations, .step: sceneShape
    case .screen, .screenFile, .statusBar, .navigationBar: screenShape
    case .layer, .border, .shadow, .transform, .stroke: layerShape
    case .transition, .sharedElement, .sharedStyle, .gesture, .gestureRules, .gestureTail:
      transitionShape
    case .recipe, .parameter, .side, .settings, .recipeLayer, .snapshot, .slices, .track:
      recipeShape
    }
  }

  private var valueShape: Shape {
    switch self {
    case .time: Format.time
    case .color: .text(.color)
    case .paint: Format.paint
    case .curve: Format.curve
    default: Format.window
    }
  }

  private var sceneShape: Shape {
    switch self {
    case .scene: .object(Format.scene)
    case .canvas: .object(Format.canvas)
    case .output: .object(Format.output)
    case .expectations: .object(Format.expectations)
    default: .object(Format.step)
    }
  }

  private var screenShape: Shape {
    switch self {
    case .screen: .either([.text(.name), .object(Format.screen)])
    case .screenFile: .object(Format.screenFile)
    case .statusBar: .either([.flag, .object(Format.statusBar)])
    default: .object(Format.navigationBar)
    }
  }

  private var layerShape: Shape {
    switch self {
    case .layer: .object(Format.layer)
    case .border: .object(Format.border)
    case .shadow: .object(Format.shadow)
    case .transform: .object(Format.transform)
    default: .object(Format.stroke)
    }
  }

  private var transitionShape: Shape {
    switch self {
    case .transition:
      .either([.text(.recipe(allowsCustom: false)), .object(Format.transition)])
    case .sharedElement: .object(Format.sharedElement)
    case .sharedStyle: .object(Format.sharedStyle)
    case .gesture: .object(Format.gesture)
    case .gestureRules: .object(Format.gestureRules)
    default: .object(Format.gestureTail)
    }
  }

  private var recipeShape: Shape {
    switch self {
    case .recipe: .object(Format.recipe)
    case .parameter: .object(Format.parameter)
    case .side: .object(Format.side)
    case .settings: .object(Format.settings)
    case .recipeLayer: .object(Format.recipeLayer)
    case .snapshot: .object(Format.snapshot)
    case .slices: .object(Format.slices)
    default: .object(Format.track)
    }
  }
}
