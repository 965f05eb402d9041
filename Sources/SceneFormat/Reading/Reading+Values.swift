import Geometry
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
    guard check.check(node, Grammar.curve) else { return nil }
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
    let velocity = node["velocity"]?.number
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
}

// Values of properties.
extension Reading {
  /// The value of a property, and notes one beyond the limit that it has besides its range.
  mutating func value(
    _ node: JSONNode, _ property: Property, _ owner: Owner?
  ) -> SpecifiedValue? {
    let value = value(node, property.row.shape, owner)
    if let limit = property.row.limit, let number = node.number, number > limits[limit] {
      note(.limit(limit, allowed: limits[limit]), at: node.place)
      return nil
    }
    return value
  }

  /// The value that `node` is by its shape; nil where it is none.
  mutating func value(_ node: JSONNode, _ shape: ValueSchema, _ owner: Owner?) -> SpecifiedValue? {
    switch shape {
    case .flag: return node.flag.map(SpecifiedValue.flag)
    case .choice(_, let names):
      return node.text.flatMap { names.contains($0) ? .name($0) : nil }
    case .number(let range): return quantity(node, range, owner).map { .numbers([$0]) }
    case .list(let element, _):
      return numbers(node, ranges: element.numberRanges, required: 0, owner)
    case .tuple(_, let required):
      return numbers(node, ranges: shape.numberRanges, required: required, owner)
    case .defined(.color): return color(node).map { .paint(.color($0)) }
    case .defined(.paint): return paint(node, owner)
    case .either(let shapes):
      for alternative in shapes where alternative.accepts(node, .template) {
        guard let value = value(node, alternative, owner) else { continue }
        // One number stands for all of a row.
        guard case .numbers(let one) = value, one.count == 1 else { return value }
        return .numbers(Array(repeating: one[0], count: shape.numberRanges.count))
      }
      return nil
    case .text, .constant, .object, .map, .keyframes, .defined, .template: return nil
    }
  }

  /// A list of numbers: `null` is left out at the end, as the height of a text's frame, and what
  /// else may be missing is 0.
  private mutating func numbers(
    _ node: JSONNode, ranges: [NumberRange], required: Int, _ owner: Owner?
  ) -> SpecifiedValue? {
    guard let elements = node.elements, elements.count >= required,
      required == 0 || elements.count <= ranges.count
    else { return nil }
    let written = elements.last?.kind == .null ? elements.dropLast() : elements[...]
    var quantities: [Quantity] = []
    for (index, element) in written.enumerated() {
      let range = ranges[min(index, ranges.count - 1)]
      guard let quantity = quantity(element, range, owner?.at(index)) else { return nil }
      quantities.append(quantity)
    }
    if required > 0, required < ranges.count, quantities.count == required {
      quantities.append(.number(0))
    }
    return .numbers(quantities)
  }

  /// A number; where there is an owner for it, also a percent or an expression.
  mutating func quantity(
    _ node: JSONNode?, _ range: NumberRange, _ owner: Owner?
  ) -> Quantity? {
    guard let node else { return nil }
    if let number = node.number { return .number(number) }
    guard let owner, let text = node.text else { return nil }
    if let percent = Percent(text) {
      return range.axis.map { .fraction(percent.fraction, of: $0) }
    }
    return expression(node, owner).map(Quantity.expression)
  }

  /// A colour or a gradient without expressions.
  mutating func paint(_ node: JSONNode?) -> Paint? {
    guard let node, case .paint(let paint, _)? = paint(node, nil) else { return nil }
    return paint
  }

  /// A colour or a gradient.
  private mutating func paint(_ node: JSONNode, _ owner: Owner?) -> SpecifiedValue? {
    if node.text != nil { return color(node).map { .paint(.color($0)) } }
    guard let gradient = gradient(node) else { return nil }
    var places: [Quantity] = []
    var number = 0
    for (key, count) in gradient.keys {
      let usual =
        gradient.usual(key, behind: places)
        ?? gradient.places[number..<number + count].map(Quantity.number)
      let ranges = Array(gradient.formRanges[number..<number + count])
      let nodes = node[key].map { $0.elements ?? [$0] } ?? []
      let isList = node[key]?.elements != nil
      let written = nodes.enumerated().compactMap { index, element in
        let inner = owner?.at(key)
        return quantity(element, ranges[min(index, count - 1)], isList ? inner?.at(index) : inner)
      }
      places += written.count == count ? written : usual
      number += count
    }
    places += stops(node["stops"], owner?.at("stops"))
    guard places.count == gradient.places.count else { return nil }
    let plain = places.compactMap(\.plain)
    return plain.count == places.count
      ? .paint(.gradient(gradient.with(plain))) : .paint(.gradient(gradient), numbers: places)
  }

  /// The gradient with its colours, at the usual places.
  private func gradient(_ node: JSONNode) -> Gradient? {
    let stops = (node["stops"]?.elements ?? []).map { stop in
      (stop.elements?.first).flatMap { color($0) }.map { Gradient.Stop($0, at: 0) }
    }
    let kind: Gradient.Kind? =
      switch node["gradient"]?.text {
      case "linear": .linear(from: [0, 0], to: [0, 1])
      case "radial": .radial(center: [0.5, 0.5], radius: 0.5)
      case "conic": .conic(center: [0.5, 0.5], degrees: 0)
      default: nil
      }
    guard let kind, stops.allSatisfy({ $0 != nil }) else { return nil }
    return Gradient(
      kind, stops: stops.compactMap { $0 }, spread: node["spread"]?.choice() ?? .pad)
  }

  /// The positions of stops; notes those that fall.
  private mutating func stops(_ node: JSONNode?, _ owner: Owner?) -> [Quantity] {
    var positions: [Quantity] = []
    for (index, stop) in (node?.elements ?? []).enumerated() {
      guard let parts = stop.elements, parts.count == 2,
        let position = quantity(parts[1], .fraction, owner?.at(index).at(1))
      else { continue }
      if let last = positions.last?.plain, let here = position.plain, here < last {
        note(.structure(.stopsOutOfOrder), at: parts[1].place)
      }
      positions.append(position)
    }
    return positions
  }
}

extension Gradient {
  /// The keys of its form, each with how many numbers it has.
  var keys: [(key: String, count: Int)] {
    switch kind {
    case .linear: [("from", 2), ("to", 2), ("transform", 6)]
    case .radial: [("center", 2), ("radius", 1), ("focus", 2), ("transform", 6)]
    case .conic: [("center", 2), ("angle", 1), ("transform", 6)]
    }
  }

  /// What a key is that need not be written, `places` being those of the keys before it; nil for
  /// the others.
  func usual(_ key: String, behind places: [Quantity]) -> [Quantity]? {
    switch key {
    case "focus": Array(places.prefix(2))
    case "transform": Transform.identity.numbers.map(Quantity.number)
    default: nil
    }
  }
}
