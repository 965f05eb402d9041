import Geometry
import Pixels

/// Follows the primitives of a filter, which take the results of others by their names.
struct SVGFilterChain {
  typealias Stack = [SVGFilter.Copy]

  let document: SVGDocument
  var notes: SVGNotes
  /// The most copies of the element in a result.
  private static let mostCopies = 16

  private var results: [String: Stack]
  private var last = [SVGFilter.Copy(kind: .element)]

  init(_ document: SVGDocument, _ notes: SVGNotes) {
    (self.document, self.notes) = (document, notes)
    results = [
      "SourceGraphic": last, "SourceAlpha": [SVGFilter.Copy(kind: .silhouette)],
      "BackgroundImage": [],
    ]
  }

  /// What `filter` makes; nil where a primitive is not supported.
  mutating func result(of filter: XMLNode) -> Stack? {
    guard filter["primitiveUnits"]?.text != "objectBoundingBox" else { return nil }
    let parent = document.style(of: filter)
    for node in filter.elements where node.tag.hasPrefix("fe") {
      let style = SVGStyle(of: node, in: parent, document.sheet)
      guard let result = result(of: node, style), result.count <= Self.mostCopies else {
        return nil
      }
      if let name = node["result"]?.text { results[name] = result }
      last = result
    }
    return last
  }

  private mutating func result(of node: XMLNode, _ style: SVGStyle) -> Stack? {
    let stack = input(node["in"])
    let offset = Point(x: number(node, "dx"), y: number(node, "dy"))
    switch node.tag {
    case "feOffset": return stack.moved(by: offset)
    case "feGaussianBlur":
      guard let sigma = sigma(node) else { return nil }
      let isBackground = node["in"]?.text?.hasPrefix("BackgroundImage") == true && stack.isEmpty
      return isBackground
        ? [SVGFilter.Copy(kind: .backdrop, sigma: sigma)] : stack.blurred(by: sigma)
    case "feDropShadow":
      let usual = node["dx"] == nil ? 2.0 : offset.x
      let shift = Point(x: usual, y: node["dy"] == nil ? 2 : offset.y)
      return sigma(node, usual: 2).map {
        let flood = flood(style)
        return stack.casting(flood.color, alpha: flood.alpha, shift, $0)
      }
    case "feFlood":
      let flood = flood(style)
      return flood.alpha == 0 ? [] : [flood]
    case "feMorphology":
      guard stack.count == 1, stack[0].kind == .silhouette, stack[0].sigma == 0 else { return nil }
      let radius = number(node, "radius") * (node["operator"]?.text == "dilate" ? 1 : -1)
      return [stack[0].with { $0.growth += radius }]
    case "feColorMatrix": return colored(stack, node, style)
    case "feComposite": return composite(stack, input(node["in2"]), node)
    case "feBlend":
      // As it is painted without a mode that layers have for themselves alone.
      if let mode = node["mode"], mode.text != "normal" {
        notes.note(.blendMode, at: mode.place(ofCharacter: 0))
      }
      return input(node["in2"]) + stack
    case "feMerge": return node.elements.prefix(Self.mostCopies).flatMap { input($0["in"]) }
    default: return nil
    }
  }

  /// The result that has a name, else that of the primitive before.
  private func input(_ name: JSONNode?) -> Stack { results[name?.text ?? ""] ?? last }

  private mutating func number(_ node: XMLNode, _ key: String) -> Double {
    notes.value(node[key], SVGUnits.number) ?? 0
  }

  private mutating func numbers(_ node: JSONNode?) -> [Double] {
    let units = document.units()
    return notes.value(node) { node throws(SceneError) in try units.lengths(node, .diagonal) } ?? []
  }

  /// The width of a blur; nil for one that differs across and down.
  private mutating func sigma(_ node: XMLNode, usual: Double = 0) -> Double? {
    let numbers = numbers(node["stdDeviation"])
    guard let first = numbers.first else { return usual }
    return first >= 0 && numbers.allSatisfy { $0 == first } ? first : nil
  }

  private mutating func flood(_ style: SVGStyle) -> SVGFilter.Copy {
    let color = style.color(.floodColor, initial: .black, &notes)
    let alpha = style.fraction(.floodOpacity, &notes) * Double(color.alpha) / 255
    return SVGFilter.Copy(kind: .flood, color: color.opaque, alpha: alpha)
  }

  /// A silhouette in the colour and with the alpha that a matrix gives it.
  private mutating func colored(_ stack: Stack, _ node: XMLNode, _ style: SVGStyle) -> Stack? {
    let matrix = numbers(node["values"])
    guard matrix.count == 20, ["matrix", nil].contains(node["type"]?.text), stack.count == 1,
      [.element, .silhouette].contains(stack[0].kind), matrix[18] >= 0,
      [3, 8, 13, 15, 16, 17, 19].allSatisfy({ matrix[$0] == 0 }),
      stack[0].kind == .silhouette
        || [0, 1, 2, 5, 6, 7, 10, 11, 12].allSatisfy({ matrix[$0] == 0 })
    else { return nil }
    let isLinear = style.word(.colorInterpolationFilters) != "sRGB"
    let channels = [4, 9, 14].map { isLinear ? Self.encoded(matrix[$0]) : matrix[$0] }
    return [
      stack[0].with { copy in
        // Much more than 1 makes what is hardly seen opaque.
        let isHard = matrix[18] > 10
        copy.kind = .silhouette
        copy.color = Color(channels: channels, alpha: 1)
        copy.alpha = isHard ? 1 : min(1, copy.alpha * matrix[18])
        copy.isHard = copy.isHard || isHard
      }
    ]
  }

  /// A linear channel in sRGB.
  private static func encoded(_ linear: Double) -> Double {
    guard linear > 0.003_130_8 else { return 12.92 * max(0, linear) }
    return 1.055 * Elementary.exp(Elementary.log(min(1, linear)) / 2.4) - 0.055
  }

  private mutating func composite(_ top: Stack, _ bottom: Stack, _ node: XMLNode) -> Stack? {
    let name = node["operator"]?.text ?? "over"
    if name == "over" { return bottom + top }
    guard top.count == 1, bottom.count == 1, bottom[0].kind == .silhouette else { return nil }
    let (first, second) = (top[0], bottom[0])
    let isLeft = second.isPlainSilhouette && first.kind == .silhouette && !first.isInset
    switch name {
    case "in" where first.kind == .flood:
      return [second.with { ($0.color, $0.alpha) = (first.color, first.alpha * $0.alpha) }]
    case "in" where second.isPlainSilhouette && first.kind == .backdrop: return top
    case "out" where isLeft: return [first.with { $0.isCut = true }]
    case "out" where first.isPlainSilhouette && !second.isInset:
      return [second.with { $0.isInset = true }]
    case "arithmetic" where isLeft:
      let factors = ["k1", "k2", "k3", "k4"].map { number(node, $0) }
      return factors == [0, -1, 1, 0] ? [first.with { $0.isInset = true }] : nil
    default: return nil
    }
  }
}
