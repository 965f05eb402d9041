import Drawing
import Geometry
import Pixels
import SceneFormat

/// Lays out the bars of a screen as UIKit does.
struct BarLayout {
  var layout: ScreenLayout
  var identity: ScreenIdentity
  /// Where the screen is written: a bar has no better place.
  var place: Place

  /// The layers of a bar in their places in a bar of that size.
  func items(_ layers: [Layer], in size: Size) throws(SceneError) -> [Element] {
    let orientation = Orientation(quarterTurns: 0, isMirrored: layout.isRightToLeft)
    return try layout.elements(for: layers.map { orientation.layer($0, inside: size) }, identity)
  }

  /// What fills a bar, with a hairline at its upper or its lower edge.
  func background(
    _ style: BarStyle, _ size: Size, of part: ScreenPart
  ) -> (layer: Layer, line: [Element]) {
    var layer = Layer.box(Rect(size), place: place)
    (layer.fill, layer.backdrop) = (style.background, style.backdrop)
    guard style.hasSeparator else { return (layer, []) }
    let hairline = 1 / layout.scale
    var line = Layer.box(
      Rect(x: 0, y: part == .bar ? size.height - hairline : 0, width: size.width, height: hairline),
      place: place)
    line.fill = .color(BarMetrics.separator)
    return (layer, [element("\(part.rawValue).separator", line)])
  }

  /// A line of text, centred in the height of `rect` and in a frame as wide as itself.
  ///
  /// `side` is where it begins: 0 at the left, 0.5 in the middle, 1 at the right.
  func line(
    _ text: TextContent, in rect: Rect, at side: Double, target: ScreenPart?, name: String,
    centredAt middle: Double? = nil
  ) throws(SceneError) -> Element {
    var text = text
    (text.alignment, text.maxLines) = (.left, 1)
    let block = try layout.block(text, width: rect.width, at: place)
    let y = (middle ?? rect.y + rect.height / 2) - block.height / 2
    // A whole number of pixels keeps baselines sharp.
    let snapped = (y * layout.scale).rounded() / layout.scale
    let width = min(rect.width, block.width)
    let frame = Rect(
      x: rect.x + (rect.width - width) * side, y: snapped, width: width, height: block.height)
    // On its way to another place, the side on which it begins holds it.
    if layout.isRightToLeft { text.alignment = .right }
    return element(name, .box(frame, place: place), target, mark: .text(block.drawing, text))
  }

  /// A part of a bar that has a name among the targets, or none.
  func element(
    _ name: String, _ layer: Layer, _ part: ScreenPart? = nil, mark: Element.Mark? = nil,
    children: [Element] = []
  ) -> Element {
    Element(
      path: LayerPath("\(identity.name).\(part?.rawValue ?? name)"),
      target: part.map { .part(identity.role, $0) }, layer: layer, mark: mark, children: children)
  }

  /// `x` from the side on which text begins, in what is `width` wide.
  func leading(_ x: Double, _ length: Double, in width: Double) -> Double {
    layout.isRightToLeft ? width - x - length : x
  }

  /// The side on which text begins.
  var leadingSide: Double { layout.isRightToLeft ? 1 : 0 }
}

/// The measures of UIKit's bars, in points.
enum BarMetrics {
  static let titleWeight = 600.0
  static let titleSize = 17.0
  static let backWeight = 400.0
  static let backSize = 17.0
  static let timeWeight = 600.0
  /// The chevron of the back button: its left edge, width and height.
  static let chevronInset = 9.0
  static let chevronWidth = 10.0
  static let chevronHeight = 18.0
  static let chevronStroke = 2.6
  /// From the chevron to its text, and what stays free around the title.
  static let backGap = 6.0
  static let titleMargin = 16.0
  /// A large title: its size and weight, and what is free beside and below it.
  static let largeTitleSize = 34.0
  static let largeTitleWeight = 700.0
  static let largeTitleBottom = 8.0
  /// The search field: its height, its corners, and what is free above it.
  static let searchHeight = 36.0
  static let searchCorners = 10.0
  static let searchTop = 1.0
  static let searchFill = Color(red: 0x76, green: 0x76, blue: 0x80, alpha: 0x1F)
  static let gray = Color(red: 0x8E, green: 0x8E, blue: 0x93)
  /// Tab bars: the middles of icons and titles from the top, by eye.
  static let tabIconSize = 24.0
  static let tabIconMiddle = 18.5
  static let tabTitleMiddle = 40.0
  static let tabTitleSize = 10.0
  static let tabTitleWeight = 500.0
  /// Badges of tabs: the least pill and the dot, x from the icon's middle.
  static let badge = Rect(x: 4, y: 2, width: 18, height: 18)
  static let badgeDot = Rect(x: 7, y: 4, width: 10, height: 10)
  static let badgeWeight = 400.0
  static let badgeFill = Color(red: 0xFF, green: 0x3B, blue: 0x30)
  /// What is written on keys.
  static let keyWeight = 400.0
  /// The home indicator of the iPhone X.
  static let indicatorSize = Size(width: 134, height: 5)
  static let indicatorBottom = 8.0
  /// UIKit's opaque separator.
  static let separator = Color(red: 0xC6, green: 0xC6, blue: 0xC8)
}
