import Geometry
import Pixels

// Layers.
extension Reading {
  mutating func layers(_ node: JSONNode?) -> [Layer] {
    (node?.elements ?? []).compactMap { layer($0) }
  }

  /// A layer with its children; nil for what is none.
  mutating func layer(_ node: JSONNode) -> Layer? {
    guard node.members != nil, countLayer(at: node.place) else {
      hasAllIDs = false
      return nil
    }
    var layer = Layer(
      place: node.place, id: layerID(node["id"]), content: content(node) ?? .box,
      frame: frame(node["frame"]))
    if case .text = layer.content { layer.textPlace = node["text"]?.place }
    layer.isHidden = node["hidden"]?.flag ?? false
    layer.order = node["order"]?.number ?? 0
    readGeometry(node, into: &layer)
    readSurface(node, into: &layer)
    layer.filters = filters(node)
    layer.layers = layers(node["layers"])
    return layer
  }

  /// Whether one more layer is allowed; notes the first that is not.
  private mutating func countLayer(at place: Place) -> Bool {
    layerCount += 1
    let limit = limits.count(.layers)
    if layerCount == limit + 1 { note(.limit(.layers, allowed: limits[.layers]), at: place) }
    return layerCount <= limit
  }

  private mutating func layerID(_ node: JSONNode?) -> String? {
    guard let node else { return nil }
    guard let id = node.text, !id.isEmpty else {
      hasAllIDs = false
      return nil
    }
    if let line = layerIDs[id] {
      note(.structure(.duplicateID(id, firstLine: line)), at: node.place)
    } else {
      layerIDs[id] = node.place.line
    }
    return id
  }

  private func frame(_ node: JSONNode?) -> LayerFrame {
    let elements = node?.elements ?? []
    guard elements.count == 4 else { return LayerFrame(x: 0, y: 0, width: 0, height: 0) }
    return LayerFrame(
      x: elements[0].number ?? 0, y: elements[1].number ?? 0, width: elements[2].number ?? 0,
      height: elements[3].kind == .null ? nil : elements[3].number ?? 0)
  }

  mutating func readGeometry(_ node: JSONNode, into layer: inout Layer) {
    if let numbers = node["anchor"]?.numbers, (2...3).contains(numbers.count) {
      layer.anchor = Anchor(
        x: numbers[0], y: numbers[1], depth: numbers.count > 2 ? numbers[2] : 0)
    }
    layer.opacity = node["opacity"]?.number ?? 1
    layer.transform = transform(node["transform"])
    layer.perspective = node["perspective"]?.number
    layer.ownPerspective = node["ownPerspective"]?.number
    layer.isDoubleSided = node["doubleSided"]?.flag ?? true
    if let inset = node["inset"]?.numbers, inset.count == 4 {
      layer.inset = EdgeFractions(
        left: inset[0], top: inset[1], right: inset[2], bottom: inset[3])
    }
  }

  private mutating func transform(_ node: JSONNode?) -> LayerTransform {
    var transform = LayerTransform()
    guard let node else { return transform }
    func number(_ key: String) -> Double { node[key]?.number ?? 0 }
    (transform.x, transform.y, transform.z) = (number("x"), number("y"), number("z"))
    transform.scaleX = (node["scaleX"] ?? node["scale"])?.number ?? 1
    transform.scaleY = (node["scaleY"] ?? node["scale"])?.number ?? 1
    (transform.rotateX, transform.rotateY) = (number("rotateX"), number("rotateY"))
    (transform.rotate, transform.skewX, transform.skewY) =
      (number("rotate"), number("skewX"), number("skewY"))
    for key in ["scaleX", "scaleY"] {
      guard let member = node.member(key), node["scale"] != nil else { continue }
      note(.structure(.conflictingKeys("scale", key)), at: member.place)
    }
    return transform
  }

  mutating func readSurface(_ node: JSONNode, into layer: inout Layer) {
    layer.fill = paint(node["fill"]) ?? layer.fill
    layer.cornerRadii = radii(node["cornerRadius"]) ?? .zero
    layer.cornerStyle = node["corners"]?.choice() ?? .circular
    layer.border = node["border"].map { border($0) }
    layer.shadow = node["shadow"].map { shadow($0) }
    layer.clipsChildren = node["clip"]?.flag ?? false
    layer.mask = node["mask"].map { mask($0) } ?? []
    layer.blend = node["blend"]?.choice() ?? .normal
  }

  /// A mask as layers; notes one that is nested too deep, for painting takes some of the stack for
  /// each.
  private mutating func mask(_ node: JSONNode) -> [Layer] {
    guard maskDepth < limits.count(.masks) else {
      note(.limit(.masks, allowed: limits[.masks]), at: node.place)
      return []
    }
    maskDepth += 1
    defer { maskDepth -= 1 }
    return layer(node).map { [$0] } ?? []
  }

  private func radii(_ node: JSONNode?) -> RoundedRect.Radii? {
    if let radius = node?.number { return .init(all: radius) }
    guard let radii = node?.numbers, radii.count == 4 else { return nil }
    return RoundedRect.Radii(
      topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3])
  }

  private func border(_ node: JSONNode) -> Border {
    Border(
      width: node["width"]?.number ?? 1, color: node["color"].flatMap { color($0) } ?? .black)
  }

  private mutating func shadow(_ node: JSONNode) -> LayerShadow {
    var shadow = LayerShadow()
    shadow.color = node["color"].flatMap { color($0) } ?? shadow.color
    shadow.opacity = node["opacity"]?.number ?? shadow.opacity
    shadow.radius = sigma(node["radius"]) ?? shadow.radius
    if let offset = node["offset"]?.numbers, offset.count == 2 {
      shadow.offset = Point(x: offset[0], y: offset[1])
    }
    if node["path"]?.text == "bounds" { shadow.caster = .bounds }
    if let rect = rect(node["path"]) { shadow.caster = .rect(rect) }
    return shadow
  }

  func rect(_ node: JSONNode?) -> Rect? {
    guard let numbers = node?.numbers, numbers.count == 4 else { return nil }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  private mutating func filters(_ node: JSONNode) -> LayerFilters {
    LayerFilters(
      blur: sigma(node["blur"]) ?? 0, saturation: node["saturation"]?.number ?? 1,
      brightness: node["brightness"]?.number ?? 0, contrast: node["contrast"]?.number ?? 1,
      tint: node["tint"].flatMap { color($0) })
  }

  /// A Gaussian's sigma; notes one beyond the limit.
  private mutating func sigma(_ node: JSONNode?) -> Double? {
    guard let node, let sigma = node.number else { return nil }
    guard sigma > limits[.blurSigma] else { return sigma }
    note(.limit(.blurSigma, allowed: limits[.blurSigma]), at: node.place)
    return nil
  }
}
