/// The curves that a recorded motion is compared with.
package enum CurveCandidates {
  /// Every curve with a name, then springs from loose to critical.
  package static let all =
    Curve.names.compactMap { Curve.named($0) }
    + (0...10).map { Curve.spring(.damped(ratio: 0.5 + 0.05 * Double($0), velocity: nil)) }

  /// A cubic Bézier by the coordinates of its control points; nil for one that runs back in time.
  package static func bezier(_ numbers: [Double]) -> Curve? {
    let curve = Curve.bezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
    let isUsual = (-0.5...1.5).contains(numbers[1]) && (-0.5...1.8).contains(numbers[3])
    return curve.isValid && isUsual ? curve : nil
  }
}

extension Curve {
  /// What it is called: its name, or its kind and its numbers, as in `spring 0.965`.
  package var label: String {
    if let name = Curve.names.first(where: { Curve.named($0) == self }) { return name }
    func text(_ number: Double) -> String {
      let whole = (number * 1000).rounded() / 1000
      return whole == whole.rounded() ? "\(Int(whole))" : "\(whole)"
    }
    switch self {
    case .linear: return "linear"
    case .bezier(let x1, let y1, let x2, let y2):
      return
        "bezier(\([x1, y1, x2, y2].map { text(($0 * 100).rounded() / 100) }.joined(separator: ", ")))"
    case .piecewise: return "a piecewise curve"
    case .steps(let count): return "steps(\(count))"
    case .spring(let curve):
      return Spring(curve, seconds: 1).map { "spring \(text($0.dampingRatio))" } ?? "a spring"
    }
  }
}
