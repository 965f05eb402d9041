package import Drawing
package import Geometry
package import SceneFormat

/// A layer with everything resolved: its size, its text's outlines, its images, its children.
package struct Element: Hashable, Sendable {
  /// What a layer shows between its fill and its children.
  package enum Mark: Hashable, Sendable {
    /// An image that fits itself into the layer's bounds.
    case image(StageAssets.Image, ImageContent)
    /// A text's glyphs in the layer's coordinates.
    case text(TextDrawing, TextContent)
    /// An ellipse or a path.
    case shape(ShapeContent)
    /// A picture of the table, and the transform from where it rests into the layer.
    case picture(PictureID, Transform)
  }

  private struct Look: Hashable, Sendable {
    var layer: Layer
    var mark: Mark?
  }

  /// Where it comes from, in the scene's own words.
  package var path: LayerPath
  /// The name by which tracks find it.
  package var target: Target?
  /// Its keys; `layers` is empty, and the height is known.
  package var layer: Layer {
    _read { yield looks[0].layer }
    _modify { yield &looks[0].layer }
  }
  /// What it shows besides its fill.
  package var mark: Mark? {
    _read { yield looks[0].mark }
    _modify { yield &looks[0].mark }
  }
  // The one value is in an array so that copies of an element share it: a layer has 750 bytes.
  private var looks: [Look]
  /// What is on it, in paint order.
  package var children: [Element]
  /// What its alpha is multiplied by; at most one.
  package var mask: [Element] = []
  /// The transform of the slot in which a screen on a sheet rests, after its own transform.
  var home = Transform.identity

  /// Whether it is a screen that rests on a sheet.
  package var isOnSheet: Bool { home != .identity }

  /// Its own rectangle, in its own coordinates.
  package var bounds: Rect { Rect(size) }

  /// Its width and height.
  package var size: Size { Size(width: layer.frame.width, height: layer.frame.height ?? 0) }

  /// A box that holds `children`.
  package init(
    path: LayerPath, target: Target?, layer: Layer, mark: Mark? = nil, children: [Element] = []
  ) {
    (self.path, self.target) = (path, target)
    looks = [Look(layer: layer, mark: mark)]
    self.children = children.inPaintOrder
    self.layer.layers = []
    self.layer.mask = []
  }
}

extension Element {
  /// The same with other bounds in its own coordinates; its children stay where they are.
  func filling(_ bounds: Rect) -> Element {
    guard bounds != self.bounds else { return self }
    var element = self
    element.layer.frame.x += bounds.x
    element.layer.frame.y += bounds.y
    (element.layer.frame.width, element.layer.frame.height) = (bounds.width, bounds.height)
    for index in children.indices {
      element.children[index].layer.frame.x -= bounds.x
      element.children[index].layer.frame.y -= bounds.y
    }
    return element
  }

  /// Lets it show the content that its layer has now: a text of another size is laid out anew.
  mutating func updateMark() {
    let (content, old) = (layer.content, mark)
    if case .shape(let shape) = content { mark = .shape(shape) }
    guard case .text(let text) = content, case .text(let drawing, let before) = old else { return }
    mark = .text(drawing, text)
    let setting = drawing.setting
    guard text.size != before.size,
      let block = try? TextBlock(
        text, width: setting.width, height: setting.height, at: layer.place,
        assets: setting.assets)
    else { return }
    mark = .text(block.drawing, text)
    if setting.height == .infinity { layer.frame.height = block.height }
    layer.frame.place(text, block, insteadOf: drawing)
  }
}

extension [Element] {
  /// By `order`, ties as they are written.
  var inPaintOrder: [Element] {
    guard contains(where: { $0.layer.order != 0 }) else { return self }
    return enumerated().sorted { left, right in
      (left.element.layer.order, left.offset) < (right.element.layer.order, right.offset)
    }.map(\.element)
  }
}

extension Layer {
  /// A plain box that no file has written.
  static func box(_ rect: Rect, place: Place) -> Layer {
    Layer(
      place: place,
      frame: LayerFrame(x: rect.x, y: rect.y, width: rect.width, height: rect.height))
  }
}

extension Element {
  /// The way from its coordinates into its parent's, in space; `perspective` is the parent's eye.
  package func matrix(seenFrom eye: Transform3D? = nil) -> Transform3D {
    let pivot = Point(
      x: size.width * layer.anchor.x, y: size.height * layer.anchor.y)
    var matrix = Transform3D.translation(x: -pivot.x, y: -pivot.y, z: -layer.anchor.depth)
      .then(layer.transform.matrix)
    if let distance = layer.ownPerspective {
      matrix = matrix.then(.perspective(distance: distance))
    }
    matrix = matrix.then(
      .translation(x: layer.frame.x + pivot.x, y: layer.frame.y + pivot.y, z: layer.anchor.depth))
    if home != .identity { matrix = matrix.then(Transform3D(home)) }
    return eye.map { matrix.then($0) } ?? matrix
  }

  /// The eye that its children are seen from, its vanishing point being the layer's anchor.
  package var eye: Transform3D? {
    layer.perspective.map { distance in
      let pivot = Point(x: size.width * layer.anchor.x, y: size.height * layer.anchor.y)
      return Transform3D.perspective(distance: distance).about(x: pivot.x, y: pivot.y)
    }
  }
}

extension LayerTransform {
  /// Translate, then rotate about X, Y and Z, then skew, then scale: points go the other way.
  var matrix: Transform3D {
    var matrix = Transform3D.scaling(x: scaleX, y: scaleY, z: 1)
    if skewX != 0 || skewY != 0 {
      matrix = matrix.then(.skew(xDegrees: skewX, yDegrees: skewY))
    }
    if rotate != 0 { matrix = matrix.then(.rotation(degrees: rotate)) }
    if rotateY != 0 { matrix = matrix.then(.rotationY(degrees: rotateY)) }
    if rotateX != 0 { matrix = matrix.then(.rotationX(degrees: rotateX)) }
    return matrix.then(.translation(x: x, y: y, z: z))
  }
}

/// The elements of some trees by name, each with what it is in; of several with one name, the first.
package struct LayerIndex {
  /// What an element at rest is in.
  struct Context {
    /// The way from its parent to the canvas.
    var parent = Transform.identity
    /// What its parent's perspective sees it with.
    var eye: Transform3D?
    /// That of everything it is in.
    var opacity = 1.0
  }

  private(set) var found: [Target: (element: Element, context: Context)] = [:]

  /// Lists `roots` and all that is in them.
  package init(_ roots: [Element]) {
    for root in roots { add(root, Context()) }
  }

  /// The elements by their names.
  package var elements: [Target: Element] { found.mapValues(\.element) }

  /// The element with a name.
  package subscript(_ target: Target) -> Element? { found[target]?.element }

  private mutating func add(_ element: Element, _ outside: Context) {
    if let target = element.target, found[target] == nil { found[target] = (element, outside) }
    guard !element.children.isEmpty else { return }
    let inside = Context(
      parent: element.matrix(seenFrom: outside.eye).flattened.then(outside.parent),
      eye: element.eye,
      opacity: outside.opacity * (element.layer.isHidden ? 0 : element.layer.opacity))
    for child in element.children { add(child, inside) }
  }
}
