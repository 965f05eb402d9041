package import Geometry
package import SceneFormat

extension Orientation {
  /// A recipe's own layer, its frame being inside a parent of size `space` as the recipe sees it.
  func layer(_ layer: Layer, inside space: Size) -> Layer {
    guard self != .upright else { return layer }
    var turned = layer
    let frame = rect(
      Rect(
        x: layer.frame.x, y: layer.frame.y, width: layer.frame.width,
        height: layer.frame.height ?? 0), inside: space)
    // A text that is as tall as its lines stays so.
    let height = layer.frame.height == nil ? nil : frame.height
    turned.frame = LayerFrame(x: frame.x, y: frame.y, width: frame.width, height: height)
    let size = Size(width: layer.frame.width, height: layer.frame.height ?? 0)
    turned.layers = layer.layers.map { self.layer($0, inside: size) }
    turned.mask = layer.mask.map { self.layer($0, inside: size) }
    turn(&turned)
    if isMirrored { turned.content = layer.content.mirrored }
    return turned
  }

  /// Everything of `layer` but its frame.
  func turn(_ layer: inout Layer) {
    let anchor = unitPoint(layer.anchor.x, layer.anchor.y)
    layer.anchor = Anchor(x: anchor.x, y: anchor.y, depth: layer.anchor.depth)
    layer.fill = paint(layer.fill)
    let radii = corners(layer.cornerRadii.values)
    layer.cornerRadii = RoundedRect.Radii(values: radii)
    layer.inset = EdgeFractions(values: edges(layer.inset.values))
    if let shadow = layer.shadow {
      let offset = vector(shadow.offset.x, shadow.offset.y)
      layer.shadow?.offset = Point(x: offset.x, y: offset.y)
    }
    turn(&layer.transform)
  }

  private func turn(_ transform: inout LayerTransform) {
    let old = transform
    for property in [Property.x, .y, .scaleX, .scaleY, .rotate, .rotateX, .rotateY, .skewX, .skewY]
    {
      let (lands, change) = turned(property, inside: .zero)
      transform[lands] = change([old[property]])[0]
    }
  }
}

extension Layer.Content {
  /// The same, seen from the other side: letters and outlines are not mirrored, but where they lie.
  fileprivate var mirrored: Layer.Content {
    guard case .text(var text) = self else { return self }
    switch text.alignment {
    case .left: text.alignment = .right
    case .right: text.alignment = .left
    case .center, .justified, nil: break
    }
    return .text(text)
  }
}

extension RoundedRect.Radii {
  /// Clockwise from the top left.
  package var values: [Double] { [topLeft, topRight, bottomRight, bottomLeft] }

  /// One radius for all corners, or four, clockwise from the top left.
  init(values: [Double]) {
    let padded = values.count == 4 ? values : Array(repeating: values.first ?? 0, count: 4)
    self.init(
      topLeft: padded[0], topRight: padded[1], bottomRight: padded[2], bottomLeft: padded[3])
  }
}

extension EdgeFractions {
  /// Left, top, right, bottom.
  var values: [Double] { [left, top, right, bottom] }

  /// One fraction for all edges, or four: left, top, right, bottom.
  init(values: [Double]) {
    let padded = values.count == 4 ? values : Array(repeating: values.first ?? 0, count: 4)
    self.init(left: padded[0], top: padded[1], right: padded[2], bottom: padded[3])
  }
}

extension LayerTransform {
  /// The one number that `property` names; 0 for a property that is not a transform's.
  package subscript(property: Property) -> Double {
    get {
      switch property {
      case .x: x
      case .y: y
      case .z: z
      case .scaleX: scaleX
      case .scaleY: scaleY
      case .rotate: rotate
      case .rotateX: rotateX
      case .rotateY: rotateY
      case .skewX: skewX
      case .skewY: skewY
      default: 0
      }
    }
    set {
      switch property {
      case .x: x = newValue
      case .y: y = newValue
      case .z: z = newValue
      case .scaleX: scaleX = newValue
      case .scaleY: scaleY = newValue
      case .rotate: rotate = newValue
      case .rotateX: rotateX = newValue
      case .rotateY: rotateY = newValue
      case .skewX: skewX = newValue
      case .skewY: skewY = newValue
      default: break
      }
    }
  }
}
