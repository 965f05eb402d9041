import Geometry
import Pixels

/// What an area or a line of an SVG is painted with.
enum SVGPaint {
  case none
  case color(Color)
  case gradient(SVGGradient)
  /// A pattern, seen through by so much.
  case pattern(XMLNode, alpha: Double)

  /// The colours that it mixes; nil for a pattern.
  private var colors: [Color]? {
    switch self {
    case .none: []
    case .pattern: nil
    case .color(let color): [color]
    case .gradient(let gradient): gradient.stops.map(\.color)
    }
  }

  /// Whether nothing shows through.
  var isOpaque: Bool { colors.map { !$0.isEmpty && $0.allSatisfy(\.isOpaque) } ?? false }

  /// How many stops it has.
  var stopCount: Int {
    if case .gradient(let gradient) = self { gradient.stops.count } else { 0 }
  }

  /// Whether its brightness is 1 wherever it is.
  var isWhite: Bool { colors?.allSatisfy { $0.opaque == .white } ?? false }

  /// As a layer writes it whose frame is `frame`, for a shape with the bounds `box`, both in user
  /// space; nil for nothing.
  func json(in frame: Rect, of box: Rect, at place: Place) -> JSONNode? {
    switch self {
    case .none, .pattern: nil
    case .color(let color): JSONNode(.text(color.hex), at: place)
    case .gradient(let gradient): gradient.json(in: frame, of: box, at: place)
    }
  }
}

/// A gradient with what it takes from those that it names.
struct SVGGradient {
  struct Stop { var (color, position): (Color, Double) }

  /// Where it lies, in coordinates of its own.
  enum Kind {
    case linear(from: Point, to: Point)
    case radial(center: Point, radius: Double, focus: Point)
  }

  let kind: Kind
  /// At least two, their positions in rising order.
  let stops: [Stop]
  /// From its coordinates to the unit square of the shape's bounds, or to user space.
  let transform: Transform
  let isOfBounds: Bool
  let spread: String

  func json(in frame: Rect, of box: Rect, at place: Place) -> JSONNode? {
    guard !isOfBounds || (box.width > 0 && box.height > 0) else { return nil }
    let unit = Rect(x: 0, y: 0, width: 1, height: 1)
    let toUser = isOfBounds ? transform.then(Transform.mapping(unit, to: box)) : transform
    let toFrame = toUser.then(Transform.mapping(frame, to: unit))
    let form: [(String, JSONNode?)]?
    switch kind {
    case .linear(let from, let to): form = linear(from, to, toFrame, place)
    case .radial(let center, let radius, let focus):
      form = radial(center, radius, focus, toUser, in: frame, place)
    }
    // Where there is no room between the stops, the last one is everywhere.
    guard let form else {
      return stops.last.map { JSONNode(.text($0.color.hex), at: place) }
    }
    let spread = spread == "pad" ? nil : JSONNode(.text(spread), at: place)
    return .object(form + [("spread", spread), ("stops", stopList(place))], at: place)
  }

  /// The line at a right angle to which the colours are even in the unit square of the frame.
  private func linear(
    _ from: Point, _ to: Point, _ toFrame: Transform, _ place: Place
  ) -> [(String, JSONNode?)]? {
    let along = to - from
    let square = along.x * along.x + along.y * along.y
    guard square > 0, let back = toFrame.inverse else { return nil }
    let rise = Point(
      x: (back.a * along.x + back.b * along.y) / square,
      y: (back.c * along.x + back.d * along.y) / square)
    let start = toFrame.apply(from)
    let end = start + rise * (1 / (rise.x * rise.x + rise.y * rise.y))
    return [
      ("gradient", JSONNode(.text("linear"), at: place)), ("from", .numbers(start, at: place)),
      ("to", .numbers(end, at: place)),
    ]
  }

  /// A circle, or with a transform of its own an ellipse: a layer's radius is of the frame's width in
  /// both directions.
  private func radial(
    _ center: Point, _ radius: Double, _ focus: Point, _ toUser: Transform, in frame: Rect,
    _ place: Place
  ) -> [(String, JSONNode?)]? {
    guard radius > 0, toUser.inverse != nil else { return nil }
    let unit = Rect(x: 0, y: 0, width: 1, height: 1)
    let aspect = frame.width / frame.height
    var (toUnit, scale) = (toUser.then(Transform.mapping(frame, to: unit)), 1.0)
    var rest: Transform?
    if toUser.keepsShapes {
      scale = toUser.meanScale / frame.width
    } else {
      rest = Transform.scaling(x: 1, y: 1 / aspect).then(toUnit)
      toUnit = .scaling(x: 1, y: aspect)
    }
    let shift = focus == center ? nil : JSONNode.numbers(toUnit.apply(focus), at: place)
    let numbers = rest.map { JSONNode.numbers([$0.a, $0.b, $0.c, $0.d, $0.tx, $0.ty], at: place) }
    return [
      ("gradient", JSONNode(.text("radial"), at: place)),
      ("center", .numbers(toUnit.apply(center), at: place)),
      ("radius", .number(radius * scale, at: place)), ("focus", shift), ("transform", numbers),
    ]
  }

  /// SVG mixes colours straight, layers premultiplied: where both the colour and the alpha change, 7
  /// more stops keep the difference below a level.
  private func stopList(_ place: Place) -> JSONNode {
    var list = Array(stops.prefix(1))
    for (before, next) in zip(stops, stops.dropFirst()) {
      var opaque = next.color
      opaque.alpha = before.color.alpha
      if before.color.alpha != next.color.alpha, opaque != before.color {
        list += (1...7).map { before.mixed(with: next, Double($0) / 8) }
      }
      list.append(next)
    }
    return JSONNode(
      .list(
        list.map { stop in
          let color = JSONNode(.text(stop.color.hex), at: place)
          return JSONNode(.list([color, .number(stop.position, at: place)]), at: place)
        }), at: place)
  }
}

extension SVGGradient.Stop {
  func mixed(with next: Self, _ share: Double) -> Self {
    func mix(_ first: UInt8, _ second: UInt8) -> Double {
      (Double(first) + (Double(second) - Double(first)) * share) / 255
    }
    let (a, b) = (color, next.color)
    return Self(
      color: Color(
        channels: [mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)],
        alpha: mix(a.alpha, b.alpha)),
      position: position + (next.position - position) * share)
  }
}

// Paints and what they name.
extension SVGDocument {
  /// How often references may lead on to others.
  static let longestChain = 16

  /// The paint of a property, its colours seen through by that of `opacity` more.
  func paint(
    _ property: SVGProperty, _ opacity: SVGProperty, of style: SVGStyle, initial: SVGPaint,
    _ notes: inout SVGNotes
  ) -> SVGPaint {
    let alpha = style.fraction(opacity, &notes)
    guard let node = style[property] else { return initial.faded(by: alpha) }
    guard let reference = Reference(node) else {
      return color(node, of: style, alpha, &notes) ?? initial.faded(by: alpha)
    }
    let target = ids[reference.id]
    if let target, target.tag.hasSuffix("Gradient") {
      return gradient(target, alpha, at: node.place(ofCharacter: 0), &notes) ?? .none
    }
    if let target, target.tag == "pattern", property == .fill {
      return .pattern(target, alpha: alpha)
    }
    notes.note(target?.tag == "pattern" ? .pattern : .reference, at: node.place(ofCharacter: 0))
    return reference.fallback.flatMap { color($0, of: style, alpha, &notes) } ?? .none
  }

  private func color(
    _ node: JSONNode, of style: SVGStyle, _ alpha: Double, _ notes: inout SVGNotes
  ) -> SVGPaint? {
    if node.text == "none" { return SVGPaint.none }
    return style.color(node, &notes).map { .color($0.faded(by: alpha)) }
  }

  /// A pattern with what it takes from others.
  func inherited(_ first: XMLNode, _ notes: inout SVGNotes) -> XMLNode {
    var node = first
    for next in chain(first, &notes).dropFirst() {
      node.attributes += next.attributes.filter { node[$0.name] == nil }
      if node.elements.isEmpty { node.contents = next.contents }
    }
    return node
  }

  /// The gradient or the pattern and those that it takes its attributes from, in this order; notes a
  /// circle.
  private func chain(_ first: XMLNode, _ notes: inout SVGNotes) -> [XMLNode] {
    var chain = [first]
    let kind = first.tag.suffix("Gradient".count)
    while let href = chain[chain.count - 1].href?.text, href.hasPrefix("#"),
      let next = ids[String(href.dropFirst())], next.tag.hasSuffix(kind)
    {
      guard chain.count <= Self.longestChain else {
        notes.note(.xml(.chain(Self.longestChain)), at: first.place)
        return []
      }
      chain.append(next)
    }
    return chain
  }

  private func gradient(
    _ node: XMLNode, _ alpha: Double, at place: Place, _ notes: inout SVGNotes
  ) -> SVGPaint? {
    let chain = chain(node, &notes)
    let stops = stops(of: chain, alpha, &notes)
    guard let last = stops.last else { return nil }
    guard stops.count > 1 else { return .color(last.color) }
    func value(_ key: String) -> JSONNode? { chain.lazy.compactMap { $0[key] }.first }
    let isOfBounds = value("gradientUnits")?.text != "userSpaceOnUse"
    let units = isOfBounds ? SVGUnits(viewport: Size(width: 1, height: 1)) : units()
    func length(_ key: String, _ whole: SVGUnits.Whole, _ usual: String) -> Double {
      notes.length(value(key) ?? JSONNode(.text(usual), at: place), whole, units) ?? 0
    }
    func point(_ x: String, _ y: String, _ usual: (String, String)) -> Point {
      Point(x: length(x, .horizontal, usual.0), y: length(y, .vertical, usual.1))
    }
    let kind: SVGGradient.Kind
    if node.tag == "linearGradient" {
      kind = .linear(from: point("x1", "y1", ("0", "0")), to: point("x2", "y2", ("100%", "0")))
    } else {
      let center = point("cx", "cy", ("50%", "50%"))
      let focus = Point(
        x: value("fx") == nil ? center.x : length("fx", .horizontal, "0"),
        y: value("fy") == nil ? center.y : length("fy", .vertical, "0"))
      kind = .radial(center: center, radius: length("r", .diagonal, "50%"), focus: focus)
    }
    let transform = notes.value(value("gradientTransform"), SVGUnits.transform)
    let spread = value("spreadMethod")?.text
    return .gradient(
      SVGGradient(
        kind: kind, stops: stops, transform: transform ?? .identity, isOfBounds: isOfBounds,
        spread: spread.flatMap { ["repeat", "reflect"].contains($0) ? $0 : nil } ?? "pad"))
  }

  /// The stops of the first gradient that has some; none falls behind the one before it.
  private func stops(
    of chain: [XMLNode], _ alpha: Double, _ notes: inout SVGNotes
  ) -> [SVGGradient.Stop] {
    var stops: [SVGGradient.Stop] = []
    for gradient in chain where stops.isEmpty {
      let parent = style(of: gradient)
      for stop in gradient.elements where stop.tag == "stop" {
        let style = SVGStyle(of: stop, in: parent, sheet)
        let offset = notes.value(stop["offset"], SVGUnits.number)
        let color = style.color(.stopColor, initial: .black, &notes)
        let opacity = style.fraction(.stopOpacity, &notes) * alpha
        // What is before the first of two stops at 0 has the first one's colour.
        let least = stops.count == 1 && stops[0].position == 0 ? 1e-9 : stops.last?.position ?? 0
        stops.append(
          SVGGradient.Stop(
            color: color.faded(by: opacity), position: min(1, max(least, offset ?? 0))))
      }
    }
    return stops
  }
}

extension SVGPaint {
  fileprivate func faded(by opacity: Double) -> SVGPaint {
    guard case .color(let color) = self else { return self }
    return .color(color.faded(by: opacity))
  }
}

/// `url(#id)`, and what is behind it.
struct Reference {
  let id: String
  let fallback: JSONNode?

  /// nil for a value that names nothing.
  init?(_ node: JSONNode) {
    guard let text = node.text, text.lowercased().hasPrefix("url("),
      let close = text.firstIndex(of: ")")
    else { return nil }
    let name = text[..<close].dropFirst(4).filter { !"\"' ".contains($0) }
    id = name.hasPrefix("#") ? String(name.dropFirst()) : ""
    var parts = TextParts(node)
    _ = parts.part(until: " ")
    let rest = parts.part(until: "")
    fallback = rest.text == "" ? nil : rest
  }
}
