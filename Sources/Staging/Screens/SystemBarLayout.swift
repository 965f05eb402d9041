import Drawing
import Geometry
import Pixels
import SceneFormat

extension BarLayout {
  /// The keyboard, the status bar and the home indicator.
  func system(_ bars: SystemBars) throws(SceneError) -> [Element] {
    var elements: [Element] = []
    if let keyboard = bars.keyboard {
      elements.append(try self.keyboard(keyboard, hasIndicator: bars.homeIndicator != nil))
    }
    if let bar = bars.statusBar { elements.append(try status(bar)) }
    if let indicator = bars.homeIndicator {
      // On a keyboard it has the keys' colour.
      let style = bars.keyboard.map { $0.style == .light ? StatusBar.Style.dark : .light }
      elements.append(self.indicator(style ?? indicator.style))
    }
    return elements
  }

  private func indicator(_ style: StatusBar.Style) -> Element {
    let size = BarMetrics.indicatorSize
    let frame = Rect(
      x: (layout.size.width - size.width) / 2,
      y: layout.size.height - BarMetrics.indicatorBottom - size.height, width: size.width,
      height: size.height)
    var layer = Layer.box(frame, place: place)
    layer.fill = .color(style == .dark ? .black : .white)
    layer.cornerRadii = RoundedRect.Radii(all: size.height / 2)
    return element("", layer, .homeIndicator)
  }

  /// The time, and at the end signal, network and battery.
  private func status(_ bar: StatusBar) throws(SceneError) -> Element {
    let color: Color = bar.style == .dark ? .black : .white
    let rect = Rect(x: 0, y: 0, width: layout.size.width, height: bar.height(on: layout.size))
    // A bar as high as a notch has its time at the side; the old one has it in the middle.
    let isTall = rect.height >= 40
    var time = TextContent(bar.time)
    (time.size, time.weight, time.color) = (isTall ? 17 : 12, BarMetrics.timeWeight, color)
    let width = isTall ? min(rect.width, 138) : rect.width
    let room = Rect(
      x: isTall ? leading(0, width, in: rect.width) : 0, y: 0, width: width, height: rect.height)
    let clock = try line(time, in: room, at: 0.5, target: nil, name: "time")
    let symbols = StatusSymbols(
      color: color, unit: isTall ? 1.35 : 1, isMirrored: layout.isRightToLeft,
      inset: isTall ? 26 : max(6, bar.cornerRadius / 2))
    return element(
      "", .box(rect, place: place), .statusBar,
      children: [clock] + symbols.elements(in: rect, place: place, screen: identity.name))
  }
}
