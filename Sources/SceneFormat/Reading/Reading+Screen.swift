import Pixels

// Screens and their bars.
extension Reading {
  /// A screen: an object, a screen file, or an image.
  mutating func screen(_ node: JSONNode) -> Screen? {
    guard let text = node.text else {
      guard node.members != nil else { return nil }
      return screenObject(node)
    }
    if Notation.isRecipeFile(text) { return screenFile(text, node.place) }
    return asset(node).map { Screen(place: node.place, image: $0) }
  }

  private mutating func screenFile(_ text: String, _ place: Place) -> Screen? {
    guard let path = asset(JSONNode(.text(text), at: place))?.path else { return nil }
    if let start = openFiles.firstIndex(of: path) {
      let files = openFiles[start...] + [path]
      note(.asset(.cycle(files.map(assets.shownPath))), at: place)
      return nil
    }
    if let known = screenFiles[path] { return known }
    let screen = readScreenFile(path, place)
    screenFiles[path] = .some(screen)
    return screen
  }

  private mutating func readScreenFile(_ path: String, _ place: Place) -> Screen? {
    guard let node = tree(of: path, namedAt: place) else { return nil }
    _ = check(node, .screenFile)
    guard node.members != nil else { return nil }
    return within(path) { $0.screenObject(node) }
  }

  private mutating func screenObject(_ node: JSONNode) -> Screen {
    (layerIDs, hasAllIDs) = ([:], true)
    var screen = Screen(place: node.place)
    screen.background = paint(node["background"]) ?? screen.background
    screen.image = asset(node["image"])
    screen.statusBar = statusBar(node["statusBar"])
    screen.navigationBar = navigationBar(node["navigationBar"])
    screen.layers = layers(node["layers"])
    if !hasAllIDs { vagueScreens.insert(node.place) }
    return screen
  }

  private func statusBar(_ node: JSONNode?) -> StatusBar? {
    guard let node, node.flag != false else { return nil }
    var bar = StatusBar()
    bar.style = node["style"]?.choice() ?? bar.style
    bar.time = node["time"]?.text ?? bar.time
    bar.height = node["height"]?.number ?? bar.height
    return bar
  }

  private mutating func navigationBar(_ node: JSONNode?) -> NavigationBar? {
    guard let node else { return nil }
    var bar = NavigationBar(title: node["title"]?.text ?? "", back: node["back"]?.text)
    bar.items = layers(node["items"])
    bar.background = paint(node["background"]) ?? bar.background
    bar.tint = node["tint"].flatMap { color($0) } ?? bar.tint
    bar.titleColor = node["titleColor"].flatMap { color($0) } ?? bar.titleColor
    bar.isTranslucent = node["translucent"]?.flag ?? bar.isTranslucent
    bar.height = node["height"]?.number ?? bar.height
    bar.hasSeparator = node["separator"]?.flag ?? bar.hasSeparator
    return bar
  }
}

extension Screen {
  /// Every id of its layers and those in its bar, in the order in which they are written.
  var layerIDs: [String] {
    var ids: [String] = []
    var rest = ((navigationBar?.items ?? []) + layers).reversed() as [Layer]
    while let layer = rest.popLast() {
      if let id = layer.id { ids.append(id) }
      rest += (layer.layers + layer.mask).reversed()
    }
    return ids
  }
}
