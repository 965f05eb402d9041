import Geometry
import Pixels
import SceneFormat

// The row of a large title and that of a search field scroll with what is below them. So they belong to
// their screen, also where the bar stays: only the inline row, with the status bar, is chrome.

extension ScreenPart {
  /// What has a row of its own below the inline row of a navigation bar.
  static let ofLowerRows: [ScreenPart] = [.barLargeTitle, .barSearch]
}

extension Element {
  /// A bar without its lower rows.
  var inlineRow: Element {
    guard lowerHeight > 0 else { return self }
    var bar = cropped(to: Rect(x: 0, y: 0, width: size.width, height: size.height - lowerHeight))
    bar.children = children.filter { !$0.isLowerRow }.map { child in
      guard child.isBarBackground else { return child }
      var background = child.cropped(to: bar.bounds)
      // The hairline is at the lower edge of the whole bar.
      background.children = background.children.filter { $0.frameRect.y < bar.size.height }
      return background
    }
    return bar
  }

  /// The lower rows of a bar; nil where it has none.
  var lowerRows: Element? {
    guard lowerHeight > 0 else { return nil }
    let rows = Rect(
      x: 0, y: size.height - lowerHeight, width: size.width, height: lowerHeight)
    var bar = cropped(to: rows)
    // The inline row has the names.
    bar.target = nil
    let background = children.filter(\.isBarBackground).map { child in
      var background = child.cropped(to: rows)
      background.target = nil
      return background
    }
    // The search field moves by itself: nothing is in front of it.
    bar.children = (background + ScreenPart.ofLowerRows.compactMap(child)).map { child in
      var child = child
      child.layer.frame.y -= rows.y
      return child
    }
    return bar
  }

  /// How high the lower rows of a bar are.
  var lowerHeight: Double {
    Double(children.filter(\.isLowerRow).count) * NavigationBar.rowHeight
  }

  private var isLowerRow: Bool { ScreenPart.ofLowerRows.contains { $0 == target?.part } }

  private var isBarBackground: Bool { target?.part == .barBackground }

  /// The part of it in `rect` of its own coordinates; its children stay where they are.
  private func cropped(to rect: Rect) -> Element {
    var part = filling(rect)
    if case .color = layer.fill { return part }
    // What varies over the whole of it is cut, and not squeezed.
    var whole = Layer.box(Rect(size), place: layer.place)
    whole.fill = layer.fill
    (whole.frame.x, whole.frame.y) = (-rect.x, -rect.y)
    part.layer.fill = .color(.clear)
    part.layer.clipsChildren = true
    part.children.insert(Element(path: path, target: nil, layer: whole), at: 0)
    return part
  }
}
