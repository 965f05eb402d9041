import Geometry

extension Curve {
  /// The names of all curves that have one, in the order in which they are documented.
  public static let names: [String] = [
    "linear", "default", "easeIn", "easeOut", "easeInOut", "material", "materialDecelerate",
    "materialAccelerate", "materialSharp", "materialEmphasized", "easeOutBack", "iosPush",
    "linearToEaseOut", "easeInToLinear", "ionicPush", "hingeClose", "hingeOpen",
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
    case "hingeClose": .hingeClose
    case "hingeOpen": .hingeOpen
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

  /// How far a hinge has closed, of a quarter turn, whose outer ends come together evenly: the angle
  /// whose cosine is what is left between them, to a ten millionth of its arms.
  private static let hingeClose = Curve.piecewise(
    (0..<32).map { step in
      let (share, length) = (1.0 / 32, Double.pi / 2 / 32)
      let (start, end) = (Double(step) * length, Double(step + 1) * length)
      let (x, y) = (1 - Elementary.cos(end), Double(step + 1) * share)
      return CubicSegment(
        x1: 1 - Elementary.cos(start) + Elementary.sin(start) * length / 3, y1: y - share * 2 / 3,
        x2: x - Elementary.sin(end) * length / 3, y2: y - share / 3, x: step == 31 ? 1 : x, y: y)
    })

  /// The same backward: how far it has opened while its ends move apart evenly.
  private static let hingeOpen = hingeClose.reversed ?? .linear
}
