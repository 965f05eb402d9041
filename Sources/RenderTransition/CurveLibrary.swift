import Motion

/// The curves that scenes know by name.
public enum CurveLibrary {
  /// Their names, in the order in which they are listed.
  public static let names = Curve.names

  /// What the curve called `name` is made of; empty for a name that is none.
  public static func summary(of name: String) -> String {
    switch Curve.named(name) {
    case nil: ""
    case .linear: "progress as it comes"
    case .bezier(let x1, let y1, let x2, let y2): "Bézier \(x1), \(y1), \(x2), \(y2)"
    case .piecewise(let segments): "\(segments.count) cubics that join"
    case .steps(let count): "\(count) steps"
    case .spring: "a spring"
    }
  }
}
