/// The second part of the design page's recipes, some of whose values move in a window of the run.
struct CataloguePage {
  /// A value on its way within a window of the run.
  struct Way {
    var target: String
    var property: String
    var curve: PlainCurve
    var values: (start: Double, end: Double)
    var window = (start: 0.0, end: 1.0)

    /// The value when `fraction` of a run of `seconds` has passed.
    func value(at fraction: Double, seconds: Double) -> Double {
      let local = min(1, max(0, (fraction - window.start) / (window.end - window.start)))
      let share = curve.value(at: local, seconds: seconds * (window.end - window.start))
      return values.start + (values.end - values.start) * share
    }
  }

  var seconds: Double
  var ways: [Way]

  static let material = PlainCurve.bezier(0.4, 0, 0.2, 1)
  static let accelerate = PlainCurve.bezier(0.4, 0, 1, 1)
  static let decelerate = PlainCurve.bezier(0, 0, 0.2, 1)
  static let usual = PlainCurve.bezier(0.25, 0.1, 0.25, 1)

  /// Every recipe with the operations of which the page speaks.
  static let plays: [(recipe: String, operation: String)] = [
    ("pairedBars", "push"), ("pairedBars", "pop"), ("collapse", "pop"), ("collapse", "push"),
    ("sharedImage", "push"), ("sharedImage", "pop"), ("plain", "push"), ("plain", "present"),
    ("plain", "dismiss"), ("moveIn", "push"), ("moveIn", "pop"), ("reveal", "push"),
    ("reveal", "pop"), ("slide", "push"), ("slide", "pop"), ("sharedAxisX", "push"),
    ("sharedAxisX", "pop"), ("sharedAxisY", "push"), ("sharedAxisY", "pop"),
    ("sharedAxisZ", "push"), ("sharedAxisZ", "pop"), ("fadeThrough", "push"),
    ("containerTransform", "push"), ("containerTransform", "pop"),
  ]

  /// What `recipe` does for `operation` on a canvas of `w` by `h`; nil where the page is silent.
  init?(_ recipe: String, _ operation: String, _ w: Double, _ h: Double) {
    let isForward = operation == "push" || operation == "present"
    switch recipe {
    case "pairedBars":
      self.init(
        0.33, .easeInOut,
        isForward
          ? [("to", "x", w, 0), ("to.bar", "x", w, 0), ("from", "x", 0, -w / 2)]
          : [("to", "x", -w / 2, 0), ("from", "x", 0, w)])
    case "collapse":
      self.init(
        0.4, .easeInOut,
        isForward
          ? [("to", "scaleX", 0, 1), ("to", "scaleY", 0, 1)]
          : [("from", "scaleX", 1, 0), ("from", "scaleY", 1, 0)])
    case "sharedImage":
      self.init(0.4, .easeInOut, [("from", "opacity", 1, 0), ("to", "opacity", 0, 1)])
    case "plain":
      self.init(
        isForward ? 0.5 : 1, .spring(1, 0),
        isForward
          ? [("to", "opacity", 0, 1)] : [("from", "opacity", 1, 0)])
    case "moveIn":
      self.init(0.25, Self.usual, isForward ? [("to", "x", w, 0)] : [("from", "x", 0, w)])
    case "reveal":
      self.init(0.25, Self.usual, isForward ? [("from", "x", 0, -w)] : [("to", "x", -w, 0)])
    case "slide":
      self.init(
        0.25, Self.usual,
        isForward
          ? [("from", "x", 0, -w), ("to", "x", w, 0)] : [("to", "x", -w, 0), ("from", "x", 0, w)])
    default: self.init(material: recipe, isForward)
    }
  }

  private init?(material recipe: String, _ isForward: Bool) {
    let sign = isForward ? 1.0 : -1
    switch recipe {
    case "sharedAxisX", "sharedAxisY":
      let axis = recipe.last == "X" ? "x" : "y"
      self.init(
        0.3, Self.material, [("from", axis, 0, -30 * sign), ("to", axis, 30 * sign, 0)])
      ways += Self.fades(Self.accelerate, Self.decelerate)
    case "sharedAxisZ":
      let (near, far) = isForward ? (1.1, 0.8) : (0.8, 1.1)
      self.init(
        0.3, Self.material,
        ["scaleX", "scaleY"].flatMap {
          [("from", $0, 1, near), ("to", $0, far, 1)]
        })
      ways += Self.fades(Self.accelerate, Self.decelerate)
    case "fadeThrough":
      self.init(0.3, Self.material, [])
      ways = Self.fades(Self.material, Self.material)
      ways += ["scaleX", "scaleY"].map {
        Way(target: "to", property: $0, curve: Self.material, values: (0.92, 1), window: (0.3, 1))
      }
    case "containerTransform":
      self.init(
        0.3, Self.material, [("dim", "opacity", isForward ? 0 : 0.32, isForward ? 0.32 : 0)])
    default: return nil
    }
  }

  private static func fades(_ out: PlainCurve, _ into: PlainCurve) -> [Way] {
    [
      Way(target: "from", property: "opacity", curve: out, values: (1, 0), window: (0, 0.3)),
      Way(target: "to", property: "opacity", curve: into, values: (0, 1), window: (0.3, 1)),
    ]
  }

  private init(
    _ seconds: Double, _ curve: PlainCurve, _ ways: [(String, String, Double, Double)]
  ) {
    self.seconds = seconds
    self.ways = ways.map { Way(target: $0, property: $1, curve: curve, values: ($2, $3)) }
  }
}
