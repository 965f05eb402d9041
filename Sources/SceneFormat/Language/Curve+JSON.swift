import Formatting
import Motion

extension Curve {
  /// The curve by its name, or in the notation that says the same.
  var node: JSONValue {
    if let name = Curve.names.first(where: { Curve.named($0) == self }) {
      return .text(name)
    }
    switch self {
    case .linear: return .text("linear")
    case .bezier(let x1, let y1, let x2, let y2):
      return .list([x1, y1, x2, y2].map(JSONValue.number))
    case .piecewise(let segments):
      let rows = segments.map { [$0.x1, $0.y1, $0.x2, $0.y2, $0.x, $0.y].map(JSONValue.number) }
      return .object(["segments": .list(rows.map(JSONValue.list))])
    case .steps(let count): return .object(["steps": .number(Double(count))])
    case .spring(let spring): return .object(["spring": spring.node])
    }
  }
}

extension SpringCurve {
  fileprivate var node: JSONValue {
    func start(_ velocity: Double) -> JSONValue? { velocity == 0 ? nil : .number(velocity) }
    switch self {
    case .damped(let ratio, let velocity):
      return .object(["dampingRatio": .number(ratio), "velocity": start(velocity)])
    case .physical(let mass, let stiffness, let damping, let velocity, let overdamped):
      return .object([
        "mass": .number(mass), "stiffness": .number(stiffness), "damping": .number(damping),
        "velocity": start(velocity), "overdamped": overdamped ? .flag(true) : nil,
      ])
    case .response(let response, let fraction, let velocity):
      return .object([
        "response": .number(response), "dampingFraction": .number(fraction),
        "velocity": start(velocity),
      ])
    case .bounce(let bounce, let velocity):
      return .object(["bounce": .number(bounce), "velocity": start(velocity)])
    }
  }
}
