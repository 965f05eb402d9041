import Drawing
import Geometry
import Pixels
import SceneFormat

extension BarLayout {
  /// The navigation bar, whose background reaches up behind a status bar of `top` points: title,
  /// back button, items, and the rows of a large title and a search field.
  func navigation(_ bar: NavigationBar, below top: Double) throws(SceneError) -> Element {
    let size = Size(width: layout.size.width, height: top + bar.height)
    let row = Rect(x: 0, y: top, width: size.width, height: bar.style.height)
    let (fill, line) = background(bar.style, size, of: .bar)
    var children = [element("", fill, .barBackground, children: line)]
    var rowTop = row.maxY + (bar.hasLargeTitle ? NavigationBar.rowHeight : 0)
    if let search = bar.search {
      children.append(try self.search(search, in: size.width, rowTop))
      rowTop -= NavigationBar.rowHeight
    }
    let back = try bar.back.map { text throws(SceneError) in try self.back(text, bar, in: row) }
    if let back { children.append(back) }
    if bar.hasLargeTitle {
      children.append(try largeTitle(bar, in: size.width, row.maxY))
    } else if !bar.title.isEmpty {
      children.append(try title(bar, in: row, reserved: back?.layer.frame.width ?? 0))
    }
    let items = try items(bar.items, in: size)
    if !items.isEmpty {
      children.append(element("", .box(Rect(size), place: place), .barItems, children: items))
    }
    return element("", .box(Rect(size), place: place), .bar, children: children)
  }

  private func back(
    _ text: String, _ bar: NavigationBar, in row: Rect
  ) throws(SceneError) -> Element {
    let start = BarMetrics.chevronInset + BarMetrics.chevronWidth + BarMetrics.backGap
    let limit = max(1, row.width * 0.45 - start)
    var label = TextContent(text)
    (label.size, label.weight) = (BarMetrics.backSize, BarMetrics.backWeight)
    label.color = bar.style.tint
    let block = try layout.block(label, width: limit, at: place)
    let width = min(row.width, start + min(limit, block.width) + 1)
    let button = Rect(
      x: leading(0, width, in: row.width), y: row.y, width: width, height: row.height)
    let room = Rect(
      x: leading(start, width - start, in: width), y: 0, width: width - start, height: row.height)
    var children = [chevron(bar.style.tint, in: width, height: row.height)]
    // Without a text there is nothing that a title could turn into.
    if !text.isEmpty {
      children.append(try line(label, in: room, at: leadingSide, target: .barLabel, name: ""))
    }
    return element("", .box(button, place: place), .barBack, children: children)
  }

  /// The sign before the label: the same in every bar, however long the label is.
  private func chevron(_ tint: Color, in button: Double, height: Double) -> Element {
    let width = BarMetrics.chevronInset + BarMetrics.chevronWidth + 2
    let inset = BarMetrics.chevronInset
    let middle = height / 2
    func x(_ value: Double) -> Double { leading(value, 0, in: width) }
    let (tip, tail) = (x(inset + 1.5), x(inset + BarMetrics.chevronWidth))
    let rise = BarMetrics.chevronHeight / 2
    let path = Path([
      .move(Point(x: tail, y: middle - rise)), .line(Point(x: tip, y: middle)),
      .line(Point(x: tail, y: middle + rise)),
    ])
    let stroke = ShapeContent.Stroke(
      color: tint, width: BarMetrics.chevronStroke, cap: .round, join: .round)
    return element(
      "",
      .box(
        Rect(x: leading(0, width, in: button), y: 0, width: width, height: height), place: place),
      .barChevron,
      mark: .shape(ShapeContent(.path(path), stroke: stroke)))
  }

  private func title(
    _ bar: NavigationBar, in row: Rect, reserved: Double
  ) throws(SceneError) -> Element {
    var title = TextContent(bar.title)
    (title.size, title.weight) = (BarMetrics.titleSize, BarMetrics.titleWeight)
    title.color = bar.titleColor
    // Centred on the screen, and cut off before it meets the back button.
    let margin = max(BarMetrics.titleMargin, reserved + 6)
    let rect = Rect(
      x: margin, y: row.y, width: max(1, row.width - 2 * margin), height: row.height)
    return try line(title, in: rect, at: 0.5, target: .barTitle, name: "")
  }

  private func largeTitle(
    _ bar: NavigationBar, in width: Double, _ top: Double
  ) throws(SceneError) -> Element {
    var title = TextContent(bar.title)
    (title.size, title.weight) = (BarMetrics.largeTitleSize, BarMetrics.largeTitleWeight)
    // One line, however long it is: the row has no room for a second one.
    (title.color, title.maxLines) = (bar.titleColor, 1)
    let margin = BarMetrics.titleMargin
    let block = try layout.block(title, width: width, at: place)
    let bottom = top + NavigationBar.rowHeight - BarMetrics.largeTitleBottom
    let rect = Rect(
      x: margin, y: bottom - block.height, width: max(1, width - 2 * margin), height: block.height)
    return try line(title, in: rect, at: leadingSide, target: .barLargeTitle, name: "")
  }

  private func search(
    _ placeholder: String, in width: Double, _ top: Double
  ) throws(SceneError) -> Element {
    let field = Rect(
      x: BarMetrics.titleMargin, y: top + BarMetrics.searchTop,
      width: max(0, width - 2 * BarMetrics.titleMargin), height: BarMetrics.searchHeight)
    var layer = Layer.box(field, place: place)
    layer.fill = .color(BarMetrics.searchFill)
    layer.cornerRadii = RoundedRect.Radii(all: BarMetrics.searchCorners)
    layer.cornerStyle = .continuous
    var text = TextContent(placeholder)
    text.color = BarMetrics.gray
    let room = Rect(
      x: leading(30, max(1, field.width - 38), in: field.width), y: 0,
      width: max(1, field.width - 38), height: field.height)
    return element(
      "", layer, .barSearch,
      children: [
        magnifier(in: field),
        try line(text, in: room, at: leadingSide, target: nil, name: "search"),
      ])
  }

  private func magnifier(in field: Rect) -> Element {
    let size = 20.0
    var path = Path.ellipse(in: Rect(x: 2, y: 2.5, width: 12, height: 12))
    path.append(Path([.move(Point(x: 12.5, y: 13)), .line(Point(x: 17, y: 17.5))]))
    let stroke = ShapeContent.Stroke(
      color: BarMetrics.gray, width: 1.7, cap: .round, join: .round)
    let frame = Rect(
      x: leading(7, size, in: field.width), y: (field.height - size) / 2, width: size, height: size)
    return element(
      "search.icon", .box(frame, place: place),
      mark: .shape(ShapeContent(.path(path), stroke: stroke)))
  }
}
