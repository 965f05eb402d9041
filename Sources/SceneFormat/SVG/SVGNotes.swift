import Formatting

/// What is said about an SVG: mistakes, and what is not drawn as it says.
struct SVGNotes {
  var mistakes = MistakeList()
  private var gaps: [SVGGap: (place: Place, count: Int)] = [:]
  private var fonts: Set<String> = []

  mutating func note(_ problem: Problem, at place: Place) {
    mistakes.append(SceneError(place: place, problem: problem))
  }

  /// Notes something that is valid but suspicious.
  mutating func warn(_ warning: Warning, at place: Place) {
    mistakes.append(SceneError(warning: warning, at: place))
  }

  /// Notes something that is drawn otherwise; of each kind, the first place and the number are told.
  mutating func note(_ gap: SVGGap, at place: Place) {
    gaps[gap, default: (place, 0)].count += 1
  }

  /// Notes a font that the scene does not name, once.
  mutating func warnOfFont(_ name: String, at place: Place) {
    if fonts.insert(name).inserted { warn(.svg(.font(name)), at: place) }
  }

  /// What `read` makes of a value that may not be there; nil where it finds a mistake, which is noted.
  mutating func value<Value>(
    _ node: JSONNode?, _ read: (JSONNode) throws(SceneError) -> Value
  ) -> Value? {
    guard let node else { return nil }
    do {
      return try read(node)
    } catch {
      mistakes.append(error)
      return nil
    }
  }

  /// The length that a value is; nil where it is not there, or wrong.
  mutating func length(
    _ node: JSONNode?, _ whole: SVGUnits.Whole, _ units: SVGUnits
  ) -> Double? {
    value(node) { node throws(SceneError) in try units.length(node, whole) }
  }

  /// All mistakes, with one warning for each kind of thing that is drawn otherwise.
  var all: MistakeList {
    var all = mistakes
    for gap in SVGGap.allCases {
      guard let (place, count) = gaps[gap] else { continue }
      all.append(
        SceneError(
          warning: .svg(.unsupported(gap.row.what, instead: gap.row.instead, count: count)),
          at: place)
      )
    }
    return all
  }
}

/// Something that SVG has and that is not drawn as it says.
enum SVGGap: Hashable, Sendable, CaseIterable {
  case clip, mask, filter, loneFilter, spread, pattern, marker, vectorEffect, blendMode, color,
    reference
  case image, textPath, run, letters, lettering, foreign, flow, animation
  case selector, atRule

  /// What it is, and what is drawn instead.
  var row: (what: String, instead: String) {
    switch self {
    case .clip: ("a clip path other than a clipPath element", "the element is drawn whole")
    case .mask: ("a mask other than a mask element", "the element is drawn whole")
    case .filter: ("a filter", "the element is drawn without it")
    case .loneFilter: ("a filter that does not draw the element itself", "it is left out")
    case .spread:
      ("the spread of a shadow of other than a rectangle or a circle", "it is cast without it")
    case .pattern:
      ("a pattern that repeats, or one along a line", "one tile is drawn, or the fallback colour")
    case .marker: ("a marker", "it is left out")
    case .vectorEffect: ("a stroke that does not scale", "it scales")
    case .blendMode:
      ("a blend mode that is not known", "the element is painted over what is behind")
    case .color: ("a colour that is not known", "the initial one is taken")
    case .reference: ("a reference to nothing", "the fallback is drawn, or nothing")
    case .image:
      ("an image that is no PNG, JPEG or WebP in the file or beside it", "it is left out")
    case .textPath: ("a text along a path", "it is left out; export texts as outlines")
    case .run: ("a tspan that continues a line", "the line is drawn in its first style")
    case .letters:
      ("a text with places of its letters", "its letters follow each other; export it as outlines")
    case .lettering:
      (
        "a text that is slanted, underlined, outlined or filled with more than a colour",
        "it is drawn in one colour; export it as outlines"
      )
    case .foreign: ("a foreignObject", "it is left out")
    case .flow: ("a flowRoot", "it is left out")
    case .animation: ("an animation", "its start is drawn")
    case .selector: ("a style rule for other than a tag, a class or an id", "it is left out")
    case .atRule: ("a style rule with @", "it is left out")
    }
  }

  /// Elements that are told of where they are met.
  static let elements: [String: SVGGap] = [
    "textPath": .textPath, "foreignObject": .foreign, "flowRoot": .flow, "animate": .animation,
    "animateTransform": .animation, "animateMotion": .animation, "set": .animation,
  ]

  /// Properties that are told of where they are more than `none`.
  static let properties: [(property: SVGProperty, gap: SVGGap)] = [
    (.markerStart, .marker), (.markerMid, .marker), (.markerEnd, .marker),
    (.vectorEffect, .vectorEffect),
  ]
}
