import Drawing
import Geometry
import Pixels
import SceneFormat

/// Lays out a screen: its background, its content, its bars.
struct ScreenLayout {
  /// The screen's size in points.
  var size: Size
  /// The size of the canvas in points, of which a screen may fill a part.
  var canvas: Size
  /// Pixels per point.
  var scale: Double
  /// Images and fonts.
  var assets: StageAssets
  /// Whether the bars are mirrored.
  var isRightToLeft: Bool
  /// Whether fingers are drawn even where no gesture asks for it.
  var drawsTouch = false
  /// How much the scene may ask for.
  var limits = Limits()
  /// The texts that are laid out: every step of a flow shows most of them again.
  let texts = KnownTexts()

  /// The screen under the given name, with everything on it.
  func element(for screen: Screen, as identity: ScreenIdentity) throws(SceneError) -> Element {
    var (layer, screen) = (Layer.box(Rect(size), place: screen.place), screen)
    layer.fill = screen.background
    // A screen is a picture of its own size: what sticks out is not part of it.
    layer.clipsChildren = true
    // The system draws its bars over the whole canvas.
    if size != canvas { screen.statusBar = nil }
    var children: [Element] = []
    if let image = screen.image { children.append(try backdrop(image, identity)) }
    children.append(try content(of: screen, identity))
    let bars = BarLayout(layout: self, identity: identity, place: screen.place)
    if let bar = screen.navigationBar {
      children.append(try bars.navigation(bar, below: statusHeight(of: screen)))
    }
    children += try bars.bottomBars(of: screen)
    if screen.layers.contains(where: { $0.above != nil }) {
      children.append(try content(of: screen, identity, above: .bars))
    }
    return Element(
      path: LayerPath(identity.name), target: .screen(identity.role), layer: layer,
      children: children
    )
  }

  /// The same in a part of the canvas.
  func with(size: Size) -> ScreenLayout {
    var layout = self
    layout.size = size
    return layout
  }

  /// `text` in lines of at most `width` points, as many as fit into `height`.
  func block(
    _ text: TextContent, width: Double, height: Double = .infinity, at place: Place
  ) throws(SceneError) -> TextBlock {
    let key = KnownTexts.Key(text: text, width: width, height: height)
    if let known = texts.blocks[key] { return known }
    let block = try TextBlock(text, width: width, height: height, at: place, assets: assets)
    texts.blocks[key] = block
    return block
  }

  private func backdrop(_ file: AssetPath, _ identity: ScreenIdentity) throws(SceneError) -> Element
  {
    let image = try assets.image(AssetNeeds.Image(file: file, scale: 1))
    let content = ImageContent(
      source: ImageSource(file: file), crop: image.part(covering: size))
    return Element(
      path: LayerPath("\(identity.name).image"), target: nil,
      layer: .box(Rect(size), place: file.place), mark: .image(image, content))
  }

  private func content(
    of screen: Screen, _ identity: ScreenIdentity, above: Layer.Above? = nil
  ) throws(SceneError) -> Element {
    let top = contentTop(of: screen)
    let rect = Rect(x: 0, y: top, width: size.width, height: max(0, size.height - top))
    return Element(
      path: LayerPath("\(identity.name).content"), target: .part(identity.role, .content),
      layer: .box(rect, place: screen.place),
      children: try elements(for: screen.layers.filter { $0.above == above }, identity))
  }

  /// What the system draws over the screen called `identity`.
  func system(_ bars: SystemBars, _ identity: ScreenIdentity, place: Place) throws(SceneError)
    -> [Element]
  {
    try BarLayout(layout: with(size: canvas), identity: identity, place: place).system(bars)
  }

  /// Where the layers of `screen` begin: below an opaque bar, else at the top.
  func contentTop(of screen: Screen) -> Double {
    guard let bar = screen.navigationBar, !bar.style.isTranslucent else { return 0 }
    return bar.height + statusHeight(of: screen)
  }

  private func statusHeight(of screen: Screen) -> Double {
    screen.statusBar?.height(on: size) ?? 0
  }

  /// The elements of `layers`, in paint order.
  func elements(for layers: [Layer], _ identity: ScreenIdentity) throws(SceneError) -> [Element] {
    var elements: [Element] = []
    for layer in layers { elements.append(try element(for: layer, identity)) }
    return elements
  }

  private func element(for layer: Layer, _ identity: ScreenIdentity) throws(SceneError) -> Element {
    let name = layer.id.map { "\(identity.name)#\($0)" } ?? "\(identity.name):\(layer.place.line)"
    return try element(
      for: layer, path: LayerPath(name), target: layer.id.map { .layer(identity.role, $0) },
      identity)
  }

  /// The element of a layer that goes by another name than a screen's layer does.
  func element(
    for layer: Layer, path: LayerPath, target: Target?, _ identity: ScreenIdentity
  ) throws(SceneError) -> Element {
    var sized = layer
    let mark: Element.Mark?
    switch layer.content {
    case .box: mark = nil
    case .shape(let shape): mark = .shape(shape)
    case .image(let image):
      mark = .image(try assets.image(image.source.version(for: scale)), image)
    case .text(let text):
      let isFree = text.origin == .baseline && layer.frame.width == 0
      let block = try block(
        text, width: isFree ? .infinity : layer.frame.width,
        height: layer.frame.height ?? .infinity, at: layer.textPlace ?? layer.place)
      sized.frame.height = layer.frame.height ?? block.height
      sized.frame.place(text, block)
      mark = .text(block.drawing, text)
    }
    var element = Element(
      path: path, target: target, layer: sized, mark: mark,
      children: try elements(for: layer.layers, identity))
    element.mask = try elements(for: layer.mask, identity)
    try checkDashes(of: element)
    return element
  }

  private func checkDashes(of element: Element) throws(SceneError) {
    guard case .shape(let shape)? = element.mark, let stroke = shape.stroke.map(Stroke.init) else {
      return
    }
    guard stroke.dashCount(along: shape.path(in: element.bounds)) <= limits[.dashes] else {
      throw SceneError(beyond: .dashes, of: limits, at: element.layer.place)
    }
  }
}

/// A screen that takes part in a run, and its name.
struct StagedScreen {
  @Boxed var screen: Screen
  var identity: ScreenIdentity
  /// Its slot if the side does not place it; nil to fill the run's slot.
  var slot: Slot?

  /// A screen in `role`, called like it unless told otherwise.
  init(_ screen: Screen, _ role: Role, name: String? = nil) {
    (self.screen, identity) = (screen, ScreenIdentity(role, name: name))
  }
}

/// Which screen of a run it is, and its name.
struct ScreenIdentity: Hashable {
  var role: Role
  /// What its layers' paths begin with: `from` and `to`, in a flow the screen's own name.
  var name: String

  /// A screen in `role`, called like it unless told otherwise.
  init(_ role: Role, name: String? = nil) {
    (self.role, self.name) = (role, name ?? role.rawValue)
  }
}
