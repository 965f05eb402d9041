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

  /// The navigation bar with its background, title, back button and items; it holds the status bar.
  func navigation(
    _ bar: NavigationBar, under status: StatusBar?, holding statusElement: Element?
  ) throws(SceneError) -> Element {
    let top = status?.height ?? 0
    let rect = Rect(x: 0, y: 0, width: layout.size.width, height: top + bar.height)
    let row = Rect(x: 0, y: top, width: rect.width, height: bar.height)
    var children = [background(bar, rect)]
    let back = try bar.back.map { text throws(SceneError) in try self.back(text, bar, in: row) }
    if let back { children.append(back) }
    let reserved = back?.layer.frame.width ?? 0
    if !bar.title.isEmpty { children.append(try title(bar, in: row, reserved: reserved)) }
    children += try layout.elements(for: items(of: bar, in: rect.size), identity)
    if let statusElement { children.append(statusElement) }
    return part(.bar, .box(rect, place: place), children: children)
  }

  /// The status bar: the time, and on its right signal, network and battery.
  func status(_ bar: StatusBar) throws(SceneError) -> Element {
    let color: Color = bar.style == .dark ? .black : .white
    let rect = Rect(x: 0, y: 0, width: layout.size.width, height: bar.height)
    // A bar as high as a notch has its time at the left; the old one has it in the middle.
    let isTall = bar.height >= 40
    var time = TextContent(bar.time)
    (time.size, time.weight, time.color) = (isTall ? 17 : 12, BarMetrics.timeWeight, color)
    (time.alignment, time.maxLines) = (.center, 1)
    let width = isTall ? min(rect.width, 138) : rect.width
    let place = Rect(
      x: isTall && layout.isRightToLeft ? rect.width - width : 0, y: 0, width: width,
      height: rect.height)
    let clock = try text(time, in: place, target: nil, name: "time")
    let symbols = StatusSymbols(
      color: color, unit: isTall ? 1.35 : 1, isMirrored: layout.isRightToLeft,
      inset: isTall ? 26 : 6)
    return part(
      .statusBar, .box(rect, place: self.place),
      children: [clock] + symbols.elements(in: rect, place: self.place, screen: identity.name))
  }

  /// The items as they lie in a bar of that size.
  private func items(of bar: NavigationBar, in size: Size) -> [Layer] {
    let orientation = Orientation(quarterTurns: 0, isMirrored: layout.isRightToLeft)
    return bar.items.map { orientation.layer($0, inside: size) }
  }

  private func background(_ bar: NavigationBar, _ rect: Rect) -> Element {
    var layer = Layer.box(rect, place: place)
    (layer.fill, layer.backdrop) = (bar.background, bar.backdrop)
    guard bar.hasSeparator else { return part(.barBackground, layer) }
    let hairline = 1 / layout.scale
    var line = Layer.box(
      Rect(x: 0, y: rect.height - hairline, width: rect.width, height: hairline), place: place)
    line.fill = .color(BarMetrics.separator)
    let separator = Element(
      path: LayerPath("\(identity.name).bar.separator"), target: nil, layer: line)
    return part(.barBackground, layer, children: [separator])
  }

  private func back(
    _ text: String, _ bar: NavigationBar, in row: Rect
  ) throws(SceneError) -> Element {
    var label = TextContent(text)
    (label.size, label.weight, label.color) = (BarMetrics.backSize, BarMetrics.backWeight, bar.tint)
    (label.maxLines, label.alignment) = (1, layout.isRightToLeft ? .right : .left)
    let textX = BarMetrics.chevronInset + BarMetrics.chevronWidth + BarMetrics.backGap
    let limit = max(1, row.width * 0.45 - textX)
    let block = try TextBlock(label, width: limit, at: place, assets: layout.assets)
    let width = min(row.width, textX + min(limit, block.width) + 1)
    let button = Rect(
      x: layout.isRightToLeft ? row.width - width : 0, y: row.y, width: width, height: row.height)
    let labelRect = Rect(
      x: layout.isRightToLeft ? 0 : textX, y: 0, width: width - textX, height: row.height)
    let children = [
      chevron(bar.tint, width: width, height: row.height),
      try self.text(label, in: labelRect, target: nil, name: "bar.back.text"),
    ]
    return part(.barBack, .box(button, place: place), children: children)
  }

  private func chevron(_ tint: Color, width: Double, height: Double) -> Element {
    let inset = BarMetrics.chevronInset
    let middle = height / 2
    let (tip, tail) = (inset + 1.5, inset + BarMetrics.chevronWidth)
    func x(_ value: Double) -> Double { layout.isRightToLeft ? width - value : value }
    let rise = BarMetrics.chevronHeight / 2
    let path = Path([
      .move(Point(x: x(tail), y: middle - rise)), .line(Point(x: x(tip), y: middle)),
      .line(Point(x: x(tail), y: middle + rise)),
    ])
    let stroke = ShapeContent.Stroke(
      color: tint, width: BarMetrics.chevronStroke, cap: .round, join: .round)
    let layer = Layer.box(Rect(x: 0, y: 0, width: width, height: height), place: place)
    return Element(
      path: LayerPath("\(identity.name).bar.back.chevron"), target: nil, layer: layer,
      mark: .shape(ShapeContent(.path(path), stroke: stroke)))
  }

  private func title(
    _ bar: NavigationBar, in row: Rect, reserved: Double
  ) throws(SceneError) -> Element {
    var title = TextContent(bar.title)
    (title.size, title.weight) = (BarMetrics.titleSize, BarMetrics.titleWeight)
    (title.color, title.alignment, title.maxLines) = (bar.titleColor, .center, 1)
    // Centred on the screen, and cut off before it meets the back button.
    let margin = max(BarMetrics.titleMargin, reserved + 6)
    let rect = Rect(
      x: margin, y: row.y, width: max(1, row.width - 2 * margin), height: row.height)
    return try text(title, in: rect, target: .part(identity.role, .barTitle), name: "bar.title")
  }

  /// A line of text, centred in the height of `rect`.
  private func text(
    _ text: TextContent, in rect: Rect, target: Target?, name: String
  ) throws(SceneError) -> Element {
    let block = try TextBlock(text, width: rect.width, at: place, assets: layout.assets)
    let y = rect.y + (rect.height - block.height) / 2
    // A whole number of pixels keeps baselines sharp.
    let snapped = (y * layout.scale).rounded() / layout.scale
    let layer = Layer.box(
      Rect(x: rect.x, y: snapped, width: rect.width, height: block.height), place: place)
    return Element(
      path: LayerPath("\(identity.name).\(name)"), target: target, layer: layer,
      mark: .text(block.outline, text))
  }

  private func part(_ part: ScreenPart, _ layer: Layer, children: [Element] = []) -> Element {
    Element(
      path: LayerPath("\(identity.name).\(part.rawValue)"), target: .part(identity.role, part),
      layer: layer, children: children)
  }
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
  /// UIKit's opaque separator.
  static let separator = Color(red: 0xC6, green: 0xC6, blue: 0xC8)
}
