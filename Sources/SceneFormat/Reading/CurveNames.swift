import Motion

/// The curves that have names.
enum CurveNames {
  /// In the order in which they are listed.
  static let all = named.map(\.name)

  /// The curve called `name`.
  static func curve(_ name: String) -> Curve? { named.first { $0.name == name }?.curve }

  private static let named: [(name: String, curve: Curve)] = [
    ("linear", .linear),
    ("default", .bezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)),
    ("easeIn", .bezier(x1: 0.42, y1: 0, x2: 1, y2: 1)),
    ("easeOut", .bezier(x1: 0, y1: 0, x2: 0.58, y2: 1)),
    ("easeInOut", .bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)),
    ("material", .bezier(x1: 0.4, y1: 0, x2: 0.2, y2: 1)),
    ("materialDecelerate", .bezier(x1: 0, y1: 0, x2: 0.2, y2: 1)),
    ("materialAccelerate", .bezier(x1: 0.4, y1: 0, x2: 1, y2: 1)),
    ("materialSharp", .bezier(x1: 0.4, y1: 0, x2: 0.6, y2: 1)),
    (
      "materialEmphasized",
      .piecewise([
        CubicSegment(x1: 0.05, y1: 0, x2: 0.133333, y2: 0.06, x: 0.166666, y: 0.4),
        CubicSegment(x1: 0.208333, y1: 0.82, x2: 0.25, y2: 1, x: 1, y: 1),
      ])
    ),
    ("easeOutBack", .bezier(x1: 0.175, y1: 0.885, x2: 0.32, y2: 1.275)),
    (
      "iosPush",
      .piecewise([
        CubicSegment(x1: 0.056, y1: 0.024, x2: 0.108, y2: 0.3085, x: 0.198, y: 0.541),
        CubicSegment(x1: 0.3655, y1: 1, x2: 0.5465, y2: 0.989, x: 1, y: 1),
      ])
    ),
    ("linearToEaseOut", .bezier(x1: 0.35, y1: 0.91, x2: 0.33, y2: 0.97)),
    ("easeInToLinear", .bezier(x1: 0.67, y1: 0.03, x2: 0.65, y2: 0.09)),
    ("ionicPush", .bezier(x1: 0.32, y1: 0.72, x2: 0, y2: 1)),
  ]
}
