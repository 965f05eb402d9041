import Geometry
import Pixels

/// An element that is drawn, with its style and its name worked out.
struct SVGElement {
  enum Kind {
    case group([SVGElement])
    case shape(SVGShape)
    case image(SVGPicture)
    case text(SVGText)
  }

  let place: Place
  private(set) var name: String?
  var style: SVGStyle
  /// To the user space of its parent.
  var transform = Transform.identity
  var kind: Kind
  var effects = SVGEffects()
  var cuts = SVGCuts()

  /// Whether it is nothing but its children.
  var isPlain: Bool {
    guard case .group = kind else { return false }
    return name == nil && effects.isNone && cuts.isNone
  }

  /// All that is drawn of it, as one layer, without what makes it more than that.
  var content: SVGElement {
    SVGElement(place: place, style: style, kind: kind)
  }

  /// Its areas alone, by the fill rule that `rule` says, opaque.
  func silhouette(_ rule: SVGProperty) -> SVGElement {
    var element = self
    element.effects = SVGEffects()
    element.style[.fillRule] = style[rule]
    for property in [SVGProperty.fill, .fillOpacity, .stroke] { element.style[property] = nil }
    switch kind {
    case .group(let children): element.kind = .group(children.map { $0.silhouette(rule) })
    case .text(var text):
      text.color = .black
      element.kind = .text(text)
    case .shape, .image: break
    }
    return element
  }

  /// The elements in it that are no groups.
  var leaves: [SVGElement] {
    guard case .group(let children) = kind else { return [self] }
    return children.flatMap(\.leaves)
  }

  /// The smallest rectangle around what it draws, without strokes, where `map` leads from its own
  /// user space; `isCut` leaves out what clips leave out.
  func bounds(in map: Transform, isCut: Bool = false) -> Rect? {
    let whole = wholeBounds(in: map, isCut: isCut)
    guard let whole, isCut, !cuts.isNone else { return whole }
    let clip = cuts.clip.map { map.bounds(of: $0.rect) }
    let areas = [clip, cuts.masks.first?.bounds(in: map, isCut: true)].compactMap(\.self)
    let seen = areas.reduce(whole) { $0.intersection($1) }
    return seen.width > 0 || seen.height > 0 ? seen : nil
  }

  private func wholeBounds(in map: Transform, isCut: Bool) -> Rect? {
    switch kind {
    case .shape(let shape): return shape.bounds(in: map)
    case .image(let picture): return map.bounds(of: picture.rect)
    case .text(let text): return map.bounds(of: text.bounds)
    case .group(let children):
      let all = children.compactMap { $0.bounds(in: $0.transform.then(map), isCut: isCut) }
      guard let first = all.first else { return nil }
      // Not the union of rectangles, which leaves out those without an area.
      return all.dropFirst().reduce(first) { sum, next in
        let (x, y) = (min(sum.x, next.x), min(sum.y, next.y))
        return Rect(
          x: x, y: y, width: max(sum.x + sum.width, next.x + next.width) - x,
          height: max(sum.y + sum.height, next.y + next.height) - y)
      }
    }
  }
}

/// What an element is cut to, in its user space.
struct SVGCuts {
  /// A rectangle and the radius of its corners, of a group alone.
  var clip: (rect: Rect, radius: Double)?
  /// What multiplies its alpha, with no transform; none or one, which has the further ones as its own.
  private(set) var masks: [SVGElement] = []
  /// Whether it is the mask's brightness that does.
  private(set) var isLuminance = false

  var isNone: Bool { clip == nil && masks.isEmpty }

  mutating func add(_ mask: SVGElement, isLuminance: Bool) {
    if masks.isEmpty {
      (masks, self.isLuminance) = ([mask], isLuminance)
    } else {
      masks[0].cuts.add(mask, isLuminance: isLuminance)
    }
  }
}

/// How an element meets what is behind it.
struct SVGEffects {
  var opacity = 1.0
  var blend: String?
  var isIsolated = false
  var filter = SVGFilter()

  init() {}

  init(_ style: SVGStyle, _ notes: inout SVGNotes) {
    opacity = style.fraction(.opacity, &notes)
    isIsolated = style.word(.isolation) == "isolate"
    guard let node = style[.mixBlendMode], let word = node.text, word != "normal" else { return }
    // `color-dodge` is `colorDodge`.
    let parts = word.split(separator: "-")
    let name =
      parts.prefix(1) + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    blend = name.joined()
    if BlendMode(rawValue: blend ?? "") == nil {
      blend = nil
      notes.note(.blendMode, at: node.place(ofCharacter: 0))
    }
  }

  var isNone: Bool { opacity == 1 && blend == nil && !isIsolated && filter.isNone }

  func members(at place: Place) -> [(String, JSONNode?)] {
    [
      ("opacity", opacity == 1 ? nil : .number(opacity, at: place)),
      ("blend", blend.map { JSONNode(.text($0), at: place) }),
      ("isolate", isIsolated ? JSONNode(.flag(true), at: place) : nil),
    ]
  }
}

/// Where a layer lies in its parent: a frame, an even scale, and what is left for its `transform`.
struct SVGPlacement {
  /// The scale from user space to the layer's points.
  let scale: Double
  private let center: Point
  private let rest: [(key: String, value: Double)]

  /// The place of what has its middle at `middle` in user space, from which `map` leads to the
  /// parent; nil where that leaves nothing of it.
  init?(_ map: Transform, about middle: Point) {
    center = map.apply(middle)
    let determinant = map.a * map.d - map.b * map.c
    let width = (map.a * map.a + map.b * map.b).squareRoot()
    guard width > 0, determinant != 0, determinant.isFinite else { return nil }
    scale = width
    let degrees = 180 / Double.pi
    if map.b == 0, map.c == 0 {
      rest = [("scaleX", map.a / width), ("scaleY", map.d / width)]
    } else {
      // Scaled, then slanted, then turned, as layers are.
      let down = determinant / width
      let slant = (map.a * map.c + map.b * map.d) / width / down
      rest = [
        ("rotate", Elementary.atan2(map.b, map.a) * degrees),
        ("skewX", Elementary.atan(slant) * degrees), ("scaleX", 1), ("scaleY", down / width),
      ]
    }
  }

  /// The frame of a layer that is `size` in user space, its middle where that of the whole is.
  func frame(_ size: Size, at place: Place) -> JSONNode {
    let (width, height) = (size.width * scale, size.height * scale)
    return .numbers(
      [center.x - width / 2, center.y - height / 2, width, height], at: place)
  }

  /// From user space to the points of a layer around `box`.
  func inside(_ box: Rect) -> Transform {
    Transform.translation(x: -box.x, y: -box.y).then(.scaling(x: scale, y: scale))
  }

  /// What a frame cannot say; nil for nothing.
  func transform(at place: Place) -> JSONNode? {
    let members = rest.compactMap { key, value -> (String, JSONNode?)? in
      let node = JSONNode.number(value, at: place)
      let resting: Double = key.hasPrefix("scale") ? 1 : 0
      return node.number == resting ? nil : (key, node)
    }
    return members.isEmpty ? nil : .object(members, at: place)
  }
}
