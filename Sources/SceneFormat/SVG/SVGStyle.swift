import Geometry
import Pixels

/// A property of SVG's style that changes what is drawn.
enum SVGProperty: String, Hashable, Sendable, CaseIterable {
  case color, display, fill, isolation, opacity, overflow, stroke, visibility
  case clipPath = "clip-path"
  case clipRule = "clip-rule"
  case colorInterpolationFilters = "color-interpolation-filters"
  case dominantBaseline = "dominant-baseline"
  case fillOpacity = "fill-opacity"
  case fillRule = "fill-rule"
  case filter
  case floodColor = "flood-color"
  case floodOpacity = "flood-opacity"
  case fontFamily = "font-family"
  case fontSize = "font-size"
  case fontStyle = "font-style"
  case fontWeight = "font-weight"
  case letterSpacing = "letter-spacing"
  case markerEnd = "marker-end"
  case markerMid = "marker-mid"
  case markerStart = "marker-start"
  case mask
  case maskType = "mask-type"
  case mixBlendMode = "mix-blend-mode"
  case stopColor = "stop-color"
  case stopOpacity = "stop-opacity"
  case strokeDashArray = "stroke-dasharray"
  case strokeDashOffset = "stroke-dashoffset"
  case strokeLineCap = "stroke-linecap"
  case strokeLineJoin = "stroke-linejoin"
  case strokeMiterLimit = "stroke-miterlimit"
  case strokeOpacity = "stroke-opacity"
  case strokeWidth = "stroke-width"
  case textAnchor = "text-anchor"
  case textDecoration = "text-decoration"
  case transform
  case space = "xml:space"
  case vectorEffect = "vector-effect"
  case whiteSpace = "white-space"

  /// Those that an element does not take from its parent.
  private static let own: Set<SVGProperty> = [
    .clipPath, .display, .filter, .floodColor, .floodOpacity, .isolation, .mask, .maskType,
    .mixBlendMode, .opacity, .overflow, .stopColor, .stopOpacity, .transform, .vectorEffect,
  ]

  var isInherited: Bool { !Self.own.contains(self) }

  /// Whether no attribute says it.
  var isOfCSSAlone: Bool { self == .isolation || self == .mixBlendMode }
}

/// The style of an element: what it declares, and what it inherits.
struct SVGStyle {
  private var values: [SVGProperty: JSONNode] = [:]
  /// The size of its font in user units.
  private(set) var fontSize = 16.0

  /// The style before any is declared.
  init() {}

  /// The style of `node` in an element of the style `parent`.
  init(of node: XMLNode, in parent: SVGStyle, _ sheet: StyleSheet) {
    fontSize = parent.fontSize
    values = parent.values.filter { $0.key.isInherited }
    for (property, declared) in sheet.declarations(of: node) {
      switch declared.value.text?.lowercased() {
      case "inherit": values[property] = parent.values[property]
      case "initial": values[property] = nil
      case "unset": values[property] = property.isInherited ? parent.values[property] : nil
      default: values[property] = declared.value
      }
    }
    // Its own size is the size that its lengths are of, that of its parent the one of its size.
    if let size = values[.fontSize], size != parent.values[.fontSize] {
      let whole = Size(width: parent.fontSize, height: parent.fontSize)
      let units = SVGUnits(viewport: whole, fontSize: parent.fontSize)
      fontSize = (try? units.length(size, .horizontal)) ?? parent.fontSize
    }
  }

  /// The value of a property as it is written; nil where it is the initial one.
  subscript(property: SVGProperty) -> JSONNode? {
    get { values[property] }
    set { values[property] = newValue }
  }

  /// The word that a property is; nil where it is the initial one.
  func word(_ property: SVGProperty) -> String? { values[property]?.text }

  /// The number from 0 to 1 that a property is.
  func fraction(_ property: SVGProperty, _ notes: inout SVGNotes) -> Double {
    min(1, max(0, notes.value(values[property], SVGUnits.number) ?? 1))
  }

  /// The colour that a property is, and the colour that the word `currentColor` means.
  func color(_ property: SVGProperty, initial: Color, _ notes: inout SVGNotes) -> Color {
    guard let node = values[property] else { return initial }
    return color(node, &notes) ?? initial
  }

  /// A colour; notes a text that is none.
  func color(_ node: JSONNode, _ notes: inout SVGNotes) -> Color? {
    let text = node.text ?? ""
    if text.lowercased() == "currentcolor" {
      guard let own = values[.color], own.text?.lowercased() != "currentcolor" else {
        return .black
      }
      return color(own, &notes) ?? .black
    }
    if let color = SVGColor.color(text) { return color }
    notes.note(.color, at: node.place(ofCharacter: 0))
    return nil
  }
}

/// Colours as CSS writes them.
enum SVGColor {
  /// The colour that `text` is; nil where it is none.
  static func color(_ text: String) -> Color? {
    let text = text.lowercased()
    guard let open = text.firstIndex(of: "("), text.last == ")" else {
      return text == "clear" ? nil : NamedColors.color(text)
    }
    let parts = text[text.index(after: open)...].dropLast()
      .split(whereSeparator: { $0 == "," || $0 == "/" || $0.isWhitespace }).map(String.init)
    guard parts.count == 3 || parts.count == 4 else { return nil }
    let alpha = parts.count > 3 ? share(parts[3], of: 1).map { min(1, max(0, $0)) } : 1
    guard let alpha else { return nil }
    switch text[..<open] {
    case "rgb", "rgba":
      let channels = parts.prefix(3).compactMap { share($0, of: 255) }
      guard channels.count == 3 else { return nil }
      return Color(channels: channels.map { $0 / 255 }, alpha: alpha)
    case "hsl", "hsla":
      guard let hue = number(parts[0].hasSuffix("deg") ? String(parts[0].dropLast(3)) : parts[0]),
        let saturation = share(parts[1], of: 100), let light = share(parts[2], of: 100)
      else { return nil }
      return hsl(hue, min(1, max(0, saturation / 100)), min(1, max(0, light / 100)), alpha)
    default: return nil
    }
  }

  private static func number(_ text: String) -> Double? {
    var scanner = SVGPathScanner(text)
    guard let number = try? scanner.number(), scanner.isAtEnd else { return nil }
    return number
  }

  /// A number, or a percent of `whole`.
  private static func share(_ text: String, of whole: Double) -> Double? {
    guard text.hasSuffix("%") else { return number(text) }
    return number(String(text.dropLast())).map { $0 / 100 * whole }
  }

  private static func hsl(
    _ degrees: Double, _ saturation: Double, _ light: Double, _ alpha: Double
  ) -> Color {
    let sixths = degrees / 60 - 6 * (degrees / 360).rounded(.down)
    let chroma = (1 - abs(2 * light - 1)) * saturation
    let channels = [0.0, 4, 2].map { shift in
      let place = (sixths + shift).truncatingRemainder(dividingBy: 6)
      return light + chroma * (min(1, max(0, abs(place - 3) - 1)) - 0.5)
    }
    return Color(channels: channels, alpha: alpha)
  }
}

extension Color {
  /// A colour by its channels from 0 to 1, rounded and bounded.
  init(channels: [Double], alpha: Double) {
    let bytes = (channels + [alpha]).map { UInt8(min(255, max(0, ($0 * 255).rounded()))) }
    self.init(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3])
  }

  /// The same colour, seen through by `opacity` more.
  func faded(by opacity: Double) -> Color {
    var color = self
    color.alpha = UInt8((Double(alpha) * opacity).rounded())
    return color
  }
}
