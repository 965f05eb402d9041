import Pixels

// Screens and their bars.
extension Reading {
  /// A screen: an object, a screen file, an SVG, or an image.
  mutating func screen(_ node: JSONNode) -> Screen? {
    guard let text = node.text else {
      guard node.members != nil else { return nil }
      return screenObject(node)
    }
    if Notation.isRecipeFile(text) {
      return file(node, .screenFile, \.screenFiles) { $0.screenObject($1) }
    }
    if Notation.isSVGFile(text) { return svgScreen(node) }
    return asset(node).map { Screen(place: node.place, image: $0) }
  }

  mutating func screenObject(_ written: JSONNode) -> Screen {
    (layerIDs, hasAllIDs) = ([:], true)
    let node = written.member("svg").map { completed(written, bySVG: $0) } ?? written
    var screen = Screen(place: node.place)
    screen.background = paint(node["background"]) ?? screen.background
    screen.image = asset(node["image"])
    screen.statusBar = statusBar(node["statusBar"])
    screen.navigationBar = navigationBar(node["navigationBar"])
    screen.toolbar = toolbar(node["toolbar"])
    screen.tabBar = tabBar(node["tabBar"])
    screen.homeIndicator = homeIndicator(node["homeIndicator"])
    screen.keyboard = keyboard(node["keyboard"])
    screen.layers = layers(node["layers"], ofScreen: true)
    if !hasAllIDs { vagueScreens.insert(node.place) }
    return screen
  }

  private func statusBar(_ node: JSONNode?) -> StatusBar? {
    guard let node, node.flag != false else { return nil }
    var bar = StatusBar()
    bar.style = node["style"]?.choice() ?? bar.style
    bar.time = node["time"]?.text ?? bar.time
    let height = node["height"]?.number
    bar.knownHeight = height ?? safeArea?.top
    bar.cornerRadius = cornerRadius
    // A turned phone has no bar.
    return height == nil && safeArea?.top == 0 ? nil : bar
  }

  private func homeIndicator(_ node: JSONNode?) -> HomeIndicator? {
    guard let node, node.flag != false else { return nil }
    var indicator = HomeIndicator(style: node["style"]?.choice() ?? .dark)
    indicator.room = safeArea?.bottom ?? indicator.room
    // A device with a button has no indicator.
    return indicator.room == 0 ? nil : indicator
  }

  private func keyboard(_ node: JSONNode?) -> Keyboard? {
    guard let node, node.flag != false else { return nil }
    return Keyboard(
      style: node["style"]?.choice() ?? .light, returnKey: node["return"]?.choice() ?? .return,
      suggestions: (node["suggestions"]?.elements ?? []).compactMap(\.text))
  }

  private mutating func navigationBar(_ node: JSONNode?) -> NavigationBar? {
    guard let node else { return nil }
    var bar = NavigationBar(style: barStyle(node, height: 44))
    bar.title = node["title"]?.text ?? ""
    bar.back = node["back"]?.text
    bar.items = layers(node["items"])
    bar.titleColor = node["titleColor"].flatMap { color($0) } ?? bar.titleColor
    bar.hasLargeTitle = node["largeTitle"]?.flag ?? false
    bar.search = node["search"]?.text
    if bar.hasLargeTitle, bar.title.isEmpty, let member = node.member("largeTitle") {
      note(.structure(.missingKey("title")), at: member.place)
    }
    for (key, isThere) in [("largeTitle", bar.hasLargeTitle), ("search", bar.search != nil)]
    where isThere && bar.style.height == 0 {
      guard let member = node.member(key) else { continue }
      note(.structure(.rowBelowNoBar(key)), at: member.place)
    }
    return bar
  }

  private mutating func toolbar(_ node: JSONNode?) -> Toolbar? {
    guard let node, node.members != nil else { return nil }
    return Toolbar(style: barStyle(node, height: 44), items: layers(node["items"]))
  }

  private mutating func tabBar(_ node: JSONNode?) -> TabBar? {
    guard let node, node.members != nil else { return nil }
    var bar = TabBar(style: barStyle(node, height: 49))
    for item in node["items"]?.elements ?? [] {
      bar.items.append(
        TabBar.Item(
          place: item.place, title: item["title"]?.text ?? "", icon: tabIcon(item["icon"]),
          badge: item["badge"]?.text.map(TabBar.Badge.text)
            ?? (item["badge"]?.flag == true ? .dot : nil)))
    }
    if let selected = node["selected"], let number = selected.whole {
      bar.selected = number
      if number >= bar.items.count {
        note(.structure(.noSuchItem(count: bar.items.count)), at: selected.place)
      }
    }
    return bar
  }

  /// An image file, or the data of a path.
  private mutating func tabIcon(_ node: JSONNode?) -> TabBar.Icon? {
    guard let node, let text = node.text else { return nil }
    if Notation.isPictureFile(text) { return image(node).map(TabBar.Icon.image) }
    return path(node).map(TabBar.Icon.path)
  }

  private mutating func barStyle(_ node: JSONNode, height: Double) -> BarStyle {
    var style = BarStyle(height: height, isTranslucent: node["translucent"]?.flag ?? false)
    style.background = paint(node["background"]) ?? style.background
    style.backdrop = node["backdrop"].map { backdrop($0) } ?? style.backdrop
    style.tint = node["tint"].flatMap { color($0) } ?? style.tint
    style.height = node["height"]?.number ?? style.height
    style.hasSeparator = node["separator"]?.flag ?? style.hasSeparator
    return style
  }
}

extension Screen {
  /// Every id of its layers and those in its bars, in the order in which they are written.
  var layerIDs: [String] {
    var ids: [String] = []
    let inBars = (navigationBar?.items ?? []) + (toolbar?.items ?? [])
    var rest = (inBars + layers).reversed() as [Layer]
    while let layer = rest.popLast() {
      if let id = layer.id { ids.append(id) }
      rest += (layer.layers + layer.mask).reversed()
    }
    return ids
  }
}
