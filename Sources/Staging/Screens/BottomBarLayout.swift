import Drawing
import Geometry
import Pixels
import SceneFormat

extension BarLayout {
  /// The toolbar and the tab bar, the tab bar being the lower one.
  ///
  /// The lowest bar reaches down behind the home indicator.
  func bottomBars(of screen: Screen) throws(SceneError) -> [Element] {
    var bottom = layout.size.height
    var below = screen.homeIndicator?.room ?? 0
    var bars: [Element] = []
    func rect(_ style: BarStyle) -> Rect {
      let height = style.height + below
      bottom -= height
      below = 0
      return Rect(x: 0, y: bottom, width: layout.size.width, height: height)
    }
    if let bar = screen.tabBar { bars.append(try tabs(bar, in: rect(bar.style))) }
    if let bar = screen.toolbar {
      let rect = rect(bar.style)
      let (layer, line) = background(bar.style, rect.size, of: .toolbar)
      bars.append(
        element(
          "", layer.moved(to: rect), .toolbar,
          children: line + (try items(bar.items, in: rect.size))))
    }
    return bars.reversed()
  }

  private func tabs(_ bar: TabBar, in rect: Rect) throws(SceneError) -> Element {
    let (layer, line) = background(bar.style, rect.size, of: .tabBar)
    var children = line
    let width = rect.width / Double(max(1, bar.items.count))
    for (index, item) in bar.items.enumerated() {
      let column = Rect(
        x: leading(Double(index) * width, width, in: rect.width), y: 0, width: width,
        height: bar.style.height)
      let color = index == bar.selected ? bar.style.tint : BarMetrics.gray
      if let icon = item.icon {
        children.append(try self.icon(icon, color, "tabBar[\(index)].icon", in: column, item.place))
      }
      var title = TextContent(item.title)
      (title.size, title.weight) = (BarMetrics.tabTitleSize, BarMetrics.tabTitleWeight)
      title.color = color
      children.append(
        try self.line(
          title, in: column, at: 0.5, target: nil, name: "tabBar[\(index)].title",
          centredAt: BarMetrics.tabTitleMiddle))
      if let badge = item.badge {
        children.append(try self.badge(badge, "tabBar[\(index)].badge", in: column))
      }
    }
    return element("", layer.moved(to: rect), .tabBar, children: children)
  }

  private func badge(
    _ badge: TabBar.Badge, _ name: String, in column: Rect
  ) throws(SceneError) -> Element {
    var (frame, children) = (BarMetrics.badgeDot, [] as [Element])
    if case .text(let label) = badge {
      frame = BarMetrics.badge
      let margin = 4.9
      let room = Rect(
        x: 0, y: 0, width: max(1, column.width / 2 - frame.x - 2 * margin), height: frame.height)
      var content = TextContent(label)
      (content.size, content.weight, content.color) = (13, BarMetrics.badgeWeight, .white)
      var text = try line(content, in: room, at: 0, target: nil, name: "\(name).text")
      frame.width = max(frame.width, text.size.width + 2 * margin)
      text.layer.frame.x = (frame.width - text.size.width) / 2
      children = [text]
    }
    frame.x = column.x + leading(column.width / 2 + frame.x, frame.width, in: column.width)
    var pill = Layer.box(frame, place: place)
    pill.fill = .color(BarMetrics.badgeFill)
    pill.cornerRadii = RoundedRect.Radii(all: frame.height / 2)
    return element(name, pill, children: children)
  }

  private func icon(
    _ icon: TabBar.Icon, _ color: Color, _ name: String, in column: Rect, _ place: Place
  ) throws(SceneError) -> Element {
    let size = BarMetrics.tabIconSize
    let frame = Rect(
      x: column.x + (column.width - size) / 2, y: BarMetrics.tabIconMiddle - size / 2, width: size,
      height: size)
    var layer = Layer.box(frame, place: place)
    layer.fill = .color(color)
    switch icon {
    case .path(let path):
      return element(name, layer, mark: .shape(ShapeContent(.path(path))))
    case .image(let source):
      // The colour shows where the image is opaque.
      let image = try layout.assets.image(source.version(for: layout.scale))
      var box = element(name, layer)
      let mask = Layer.box(Rect(frame.size), place: place)
      box.mask = [
        element(
          "\(name).mask", mask, mark: .image(image, ImageContent(source: source, fit: .contain)))
      ]
      return box
    }
  }
}

extension Layer {
  /// The same with another frame.
  fileprivate func moved(to rect: Rect) -> Layer {
    var layer = self
    layer.frame = LayerFrame(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    return layer
  }
}
