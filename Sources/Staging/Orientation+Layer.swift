import Geometry
import Pixels
package import SceneFormat

// Properties and layers of a recipe that plays in another direction than it is written for.
extension Orientation {
  /// The property that plays the part of `property`, and what its numbers become.
  ///
  /// `space` is the size of the target's parent as the recipe sees it.
  func turned(_ property: Property, inside space: Size) -> (Property, ([Double]) -> [Double]) {
    switch property.turn {
    case .none: (property, { $0 })
    case .displacement(let axis):
      (swapsAxes ? property.acrossAxis : property, sign(of: axis))
    case .rotation(let axis): rotation(property, about: axis)
    case .scale: (swapsAxes ? property.acrossAxis : property, { $0 })
    case .skew: (swapsAxes ? property.acrossAxis : property, signed(swapsAxes != isMirrored))
    case .spin: (property, signed(isMirrored))
    case .unitPoint: (property, { pair($0) { unitPoint($0, $1) } })
    case .vector: (property, { pair($0) { vector($0, $1) } })
    case .rect: (property, { rect($0, inside: space) })
    case .corners: (property, corners)
    case .edges: (property, edges)
    }
  }

  /// The property that plays the part of `property`, and its value there.
  func turned(
    _ property: Property, _ value: PropertyValue?, inside space: Size
  ) -> (Property, PropertyValue?) {
    switch value {
    case .paint(let paint): return (property, .paint(self.paint(paint)))
    case .numbers(let numbers):
      let (lands, turn) = turned(property, inside: space)
      return (lands, .numbers(turn(numbers)))
    case .flag, .name, nil: return (property, value)
    }
  }

  /// A recipe's own layer, its frame being inside a parent of size `space` as the recipe sees it.
  func layer(_ layer: Layer, inside space: Size) -> Layer {
    guard self != .upright else { return layer }
    var turned = layer
    for property in Property.all {
      guard let value = property.value(of: layer) else { continue }
      let (lands, moved) = self.turned(property, value, inside: space)
      lands.set(moved, of: &turned)
    }
    // A text that is as tall as its lines stays so.
    if layer.frame.height == nil { turned.frame.height = nil }
    let size = Size(width: layer.frame.width, height: layer.frame.height ?? 0)
    turned.layers = layer.layers.map { self.layer($0, inside: size) }
    turned.mask = layer.mask.map { self.layer($0, inside: size) }
    if isMirrored { turned.content = layer.content.mirrored }
    return turned
  }

  /// The sign of a way along an axis.
  private func sign(of axis: Axis) -> ([Double]) -> [Double] {
    let turned = vector(axis == .horizontal ? 1 : 0, axis == .horizontal ? 0 : 1)
    return signed(turned.x + turned.y < 0)
  }

  // An axis of rotation turns like a displacement, but a mirror keeps what lies along it
  // and flips the rest.
  private func rotation(_ property: Property, about axis: Axis) -> (
    Property, ([Double]) -> [Double]
  ) {
    var straight = self
    straight.isMirrored = false
    let turn = straight.sign(of: axis)
    let landsOnVertical = (axis == .vertical) != swapsAxes
    let flips = signed(isMirrored && landsOnVertical)
    return (swapsAxes ? property.acrossAxis : property, { flips(turn($0)) })
  }

  // 0 - x and not -x: a rest of 0 stays a positive zero and prints as 0.
  private func signed(_ isNegative: Bool) -> ([Double]) -> [Double] {
    isNegative ? { values in values.map { 0 - $0 } } : { $0 }
  }

  private func pair(
    _ values: [Double], _ turn: (Double, Double) -> (x: Double, y: Double)
  ) -> [Double] {
    guard values.count >= 2 else { return values }
    let turned = turn(values[0], values[1])
    return [turned.x, turned.y] + values.dropFirst(2)
  }

  private func rect(_ values: [Double], inside space: Size) -> [Double] {
    Rect(numbers: values).map { rect($0, inside: space).numbers } ?? values
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
  /// Every radius changed.
  func map(_ change: (Double) -> Double) -> RoundedRect.Radii {
    RoundedRect.Radii(
      topLeft: change(topLeft), topRight: change(topRight), bottomRight: change(bottomRight),
      bottomLeft: change(bottomLeft))
  }
}

extension Element {
  /// The present value of `property`; nil where the element has none, as a shadow's that it lacks.
  package func value(of property: Property) -> PropertyValue? { property.value(of: layer) }
}
