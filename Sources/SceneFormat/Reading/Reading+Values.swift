import Motion
import Pixels

extension JSONNode {
  /// A whole number that fits; nil for anything else.
  var whole: Int? { number.flatMap { Int(exactly: $0) } }

  /// The case that the text names.
  func choice<Choice: RawRepresentable>() -> Choice? where Choice.RawValue == String {
    text.flatMap { Choice(rawValue: $0) }
  }

  /// The numbers of a list; nil where something else is among them.
  var numbers: [Double]? {
    guard let elements else { return nil }
    let numbers = elements.compactMap(\.number)
    return numbers.count == elements.count ? numbers : nil
  }
}

// Values in notations of their own.
extension Reading {
  /// A length of time in seconds; a number beyond what a run may take is likely milliseconds.
  mutating func seconds(_ node: JSONNode?) -> Double? {
    guard let node, let seconds = node.number ?? node.text.flatMap({ Duration($0)?.seconds })
    else { return nil }
    guard seconds > limits[.seconds] else { return seconds }
    if node.number != nil, seconds == seconds.rounded(), seconds <= limits[.seconds] * 1000 {
      note(.structure(.tooManySeconds(seconds)), at: node.place)
    } else {
      note(.limit(.seconds, allowed: limits[.seconds]), at: node.place)
    }
    return nil
  }

  func color(_ node: JSONNode) -> Color? { node.text.flatMap(NamedColors.color) }

  /// A window; notes one that ends before it begins.
  mutating func window(_ node: JSONNode?) -> Window? {
    guard let node, let ends = node.numbers, ends.count == 2 else { return nil }
    guard ends[0] <= ends[1] else {
      note(.motion(.windowBackward), at: node.place)
      return nil
    }
    return Window(ends[0], ends[1])
  }

  /// A curve; notes one that does not lead from 0 to 1.
  mutating func curve(_ node: JSONNode?) -> Curve? {
    guard let node, let curve = writtenCurve(node) else { return nil }
    guard !curve.isValid else { return curve }
    var check = StructureCheck()
    // What is wrong with the structure has been noted before.
    guard check.check(node, Format.curve) else { return nil }
    note(.motion(.badCurve), at: node.place)
    return nil
  }

  private func writtenCurve(_ node: JSONNode) -> Curve? {
    if let name = node.text { return Curve.named(name) }
    if let points = node.numbers, points.count == 4 {
      return .bezier(x1: points[0], y1: points[1], x2: points[2], y2: points[3])
    }
    if let steps = node["steps"]?.whole { return .steps(steps) }
    if let segments = node["segments"]?.elements { return piecewise(segments) }
    return node["spring"].flatMap(spring).map(Curve.spring)
  }

  private func piecewise(_ nodes: [JSONNode]) -> Curve {
    .piecewise(
      nodes.compactMap(\.numbers).filter { $0.count == 6 }.map {
        CubicSegment(x1: $0[0], y1: $0[1], x2: $0[2], y2: $0[3], x: $0[4], y: $0[5])
      })
  }

  private func spring(_ node: JSONNode) -> SpringCurve? {
    let velocity = node["velocity"]?.number ?? 0
    if let ratio = node["dampingRatio"]?.number {
      return .damped(ratio: ratio, velocity: velocity)
    }
    if let stiffness = node["stiffness"]?.number, let damping = node["damping"]?.number {
      return .physical(
        mass: node["mass"]?.number ?? 1, stiffness: stiffness, damping: damping,
        velocity: velocity, overdamped: node["overdamped"]?.flag ?? false)
    }
    if let response = node["response"]?.number {
      return .response(
        response, dampingFraction: node["dampingFraction"]?.number ?? 1, velocity: velocity)
    }
    return node["bounce"]?.number.map { .bounce($0, velocity: velocity) }
  }

  /// A colour or a gradient.
  mutating func paint(_ node: JSONNode?) -> Paint? {
    guard let node else { return nil }
    if node.text != nil { return color(node).map(Paint.color) }
    guard let kind = gradientKind(node), let stops = stops(node["stops"]) else { return nil }
    return .gradient(Gradient(kind, stops: stops))
  }

  private func gradientKind(_ node: JSONNode) -> Gradient.Kind? {
    func point(_ key: String, _ usual: SIMD2<Double>) -> SIMD2<Double> {
      node[key]?.numbers.flatMap { $0.count == 2 ? SIMD2($0[0], $0[1]) : nil } ?? usual
    }
    switch node["gradient"]?.text {
    case "linear": return .linear(from: point("from", [0, 0]), to: point("to", [0, 1]))
    case "radial":
      return .radial(
        center: point("center", [0.5, 0.5]), radius: node["radius"]?.number ?? 0.5)
    case "conic":
      return .conic(center: point("center", [0.5, 0.5]), degrees: node["angle"]?.number ?? 0)
    default: return nil
    }
  }

  private mutating func stops(_ node: JSONNode?) -> [Gradient.Stop]? {
    var stops: [Gradient.Stop] = []
    for stop in node?.elements ?? [] {
      guard let parts = stop.elements, parts.count == 2, let color = color(parts[0]),
        let position = parts[1].number
      else { return nil }
      if let last = stops.last, position < last.position {
        note(.structure(.stopsOutOfOrder), at: parts[1].place)
      }
      stops.append(Gradient.Stop(color, at: position))
    }
    return stops
  }
}
