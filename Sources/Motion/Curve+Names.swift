extension Curve {
  /// The names of all curves that have one, in the order in which they are documented.
  public static let names: [String] = [
    "linear", "default", "easeIn", "easeOut", "easeInOut", "material", "materialDecelerate",
    "materialAccelerate", "materialSharp", "materialEmphasized", "easeOutBack", "iosPush",
    "linearToEaseOut", "easeInToLinear", "ionicPush",
  ]

  /// What UIView animates with unless told otherwise.
  public static let easeInOut = Curve.bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  /// The curve of that name; nil for any that is not in `names`.
  public static func named(_ name: String) -> Curve? {
    switch name {
    case "linear": .linear
    case "default": .bezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
    case "easeIn": .bezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
    case "easeOut": .bezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
    case "easeInOut": .easeInOut
    case "material": .bezier(x1: 0.4, y1: 0, x2: 0.2, y2: 1)
    case "materialDecelerate": .bezier(x1: 0, y1: 0, x2: 0.2, y2: 1)
    case "materialAccelerate": .bezier(x1: 0.4, y1: 0, x2: 1, y2: 1)
    case "materialSharp": .bezier(x1: 0.4, y1: 0, x2: 0.6, y2: 1)
    case "materialEmphasized": .materialEmphasized
    case "easeOutBack": .bezier(x1: 0.175, y1: 0.885, x2: 0.32, y2: 1.275)
    case "iosPush": .iosPush
    case "linearToEaseOut": .bezier(x1: 0.35, y1: 0.91, x2: 0.33, y2: 0.97)
    case "easeInToLinear": .bezier(x1: 0.67, y1: 0.03, x2: 0.65, y2: 0.09)
    case "ionicPush": .bezier(x1: 0.32, y1: 0.72, x2: 0, y2: 1)
    default: nil
    }
  }

  private static let materialEmphasized = Curve.piecewise([
    CubicSegment(x1: 0.05, y1: 0, x2: 0.133333, y2: 0.06, x: 0.166666, y: 0.4),
    CubicSegment(x1: 0.208333, y1: 0.82, x2: 0.25, y2: 1, x: 1, y: 1),
  ])

  /// Fitted to the system's own push.
  private static let iosPush = Curve.piecewise([
    CubicSegment(x1: 0.056, y1: 0.024, x2: 0.108, y2: 0.3085, x: 0.198, y: 0.541),
    CubicSegment(x1: 0.3655, y1: 1, x2: 0.5465, y2: 0.989, x: 1, y: 1),
  ])
}
