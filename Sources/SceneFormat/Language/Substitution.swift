import Geometry

/// Puts numbers in the place of expressions and percents, guided by the format's description:
/// only there is a string that begins with `=` an expression, and only it knows what a percent is
/// of.
struct Substitution {
  let environment: ExpressionEnvironment
  /// What `random` depends on.
  let owner: String
  private(set) var mistakes: [SceneError] = []
  private var path: [String] = []

  init(environment: ExpressionEnvironment, owner: String) {
    (self.environment, self.owner) = (environment, owner)
  }

  /// `node` with numbers only; what cannot be worked out stays.
  mutating func numbers(in node: JSONNode, _ shape: Shape) -> JSONNode {
    switch shape {
    case .number(let range): return number(node, range)
    case .list(let element, _):
      return elements(of: node) { _ in element }
    case .tuple(let shapes, _):
      return elements(of: node) { $0 < shapes.count ? shapes[$0] : nil }
    case .object(let object):
      let kind = ObjectKind(of: node, object)
      return members(of: node) { kind.shape(of: $0) }
    case .map(_, let values, _): return members(of: node) { _ in values }
    case .either, .keyframes:
      let candidates = shape.alternatives.filter { $0.accepts(node, .template) }
      guard let best = candidates.sorted(byLikeness: node).first else { return node }
      return numbers(in: node, best)
    case .defined(let definition): return numbers(in: node, definition.shape)
    case .template(let inner): return numbers(in: node, inner)
    case .flag, .text, .choice, .constant: return node
    }
  }

  private mutating func elements(of node: JSONNode, _ shape: (Int) -> Shape?) -> JSONNode {
    guard let elements = node.elements else { return node }
    var result = node
    var children: [JSONNode] = []
    for (number, element) in elements.enumerated() {
      children.append(child(element, shape(number), named: "\(number)"))
    }
    result.kind = .list(children)
    return result
  }

  private mutating func members(of node: JSONNode, _ shape: (String) -> Shape?) -> JSONNode {
    guard var members = node.members else { return node }
    var result = node
    for index in members.indices {
      let key = members[index].key
      members[index].value = child(members[index].value, shape(key), named: key)
    }
    result.kind = .object(members)
    return result
  }

  private mutating func child(_ node: JSONNode, _ shape: Shape?, named name: String) -> JSONNode {
    guard let shape else { return node }
    path.append(name)
    defer { path.removeLast() }
    return numbers(in: node, shape)
  }

  private mutating func number(_ node: JSONNode, _ range: NumberRange) -> JSONNode {
    guard let text = node.text else { return node }
    var result = node
    if let percent = Percent(text), let axis = range.axis {
      let size = environment.target
      let whole = axis == .width ? size.width : size.height
      result.kind = .number(percent.fraction * whole)
    } else if text.hasPrefix("="), let value = value(of: node, text) {
      result.kind = .number(value)
    }
    return result
  }

  private mutating func value(of node: JSONNode, _ text: String) -> Double? {
    let source = String(text.dropFirst())
    let root: ExpressionNode
    do {
      root = try ExpressionParser.parse(source)
    } catch {
      let place = node.place(ofCharacter: error.index + 1)
      mistakes.append(SceneError(place: place, problem: .expression(error.problem)))
      return nil
    }
    let name = ([owner] + path).joined(separator: ".")
    let expression = Expression(source: source, place: node.place, owner: name, root: root)
    do {
      return try expression.evaluate(environment)
    } catch {
      mistakes.append(error)
      return nil
    }
  }
}
