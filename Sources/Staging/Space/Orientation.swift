import Geometry
import Pixels
package import SceneFormat

/// How a recipe that is written for one direction is turned or mirrored to play in another.
///
/// Everything is worked out in the recipe's own space, whose axes are swapped after an odd number
/// of turns, and only then turned: so "100%" and `W` follow the axis by themselves.
struct Orientation: Hashable, Sendable {
  /// Clockwise on screen, from 0 to 3.
  var quarterTurns: Int
  /// Whether x is mirrored after the turn.
  var isMirrored: Bool

  static let upright = Orientation(quarterTurns: 0, isMirrored: false)

  init(quarterTurns: Int, isMirrored: Bool) {
    self.quarterTurns = ((quarterTurns % 4) + 4) % 4
    self.isMirrored = isMirrored
  }

  /// From the recipe's direction to the wanted one; opposite directions mirror, others turn.
  init(from written: Direction?, to wanted: Direction?, isRightToLeft: Bool) {
    let written = written ?? .left
    let turns = (wanted ?? written).quarterTurnsFromUp - written.quarterTurnsFromUp
    switch ((turns % 4) + 4) % 4 {
    case 2 where written.isHorizontal: self.init(quarterTurns: 0, isMirrored: true)
    case 2: self.init(quarterTurns: 2, isMirrored: true)
    case let other: self.init(quarterTurns: other, isMirrored: false)
    }
    // Mirroring is its own opposite: a mirrored transition in a mirrored scene runs as written.
    if isRightToLeft { isMirrored.toggle() }
  }

  /// Whether what was width is height.
  var swapsAxes: Bool { quarterTurns % 2 == 1 }

  /// A size as the recipe sees it, or back: it is its own inverse.
  func size(_ size: Size) -> Size {
    swapsAxes ? Size(width: size.height, height: size.width) : size
  }

  /// A displacement.
  func vector(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    var (x, y) = (x, y)
    for _ in 0..<quarterTurns { (x, y) = (0 - y, x) }
    return isMirrored ? (0 - x, y) : (x, y)
  }

  /// A place in unit coordinates.
  func unitPoint(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    var (x, y) = (x, y)
    for _ in 0..<quarterTurns { (x, y) = (1 - y, x) }
    return isMirrored ? (1 - x, y) : (x, y)
  }

  /// A rectangle inside a parent of the given size in the recipe's space.
  func rect(_ rect: Rect, inside parent: Size) -> Rect {
    var (rect, parent) = (rect, parent)
    for _ in 0..<quarterTurns {
      rect = Rect(
        x: parent.height - rect.y - rect.height, y: rect.x, width: rect.height, height: rect.width)
      parent = Size(width: parent.height, height: parent.width)
    }
    guard isMirrored else { return rect }
    return Rect(
      x: parent.width - rect.x - rect.width, y: rect.y, width: rect.width, height: rect.height)
  }

  /// Four values at the corners, clockwise from the top left.
  func corners(_ values: [Double]) -> [Double] { turned(values, mirrored: [1, 0, 3, 2]) }

  /// Four values at the edges: left, top, right, bottom.
  func edges(_ values: [Double]) -> [Double] { turned(values, mirrored: [2, 1, 0, 3]) }

  private func turned(_ values: [Double], mirrored order: [Int]) -> [Double] {
    guard values.count == 4 else { return values }
    return order.indices.map { place in
      values[((isMirrored ? order[place] : place) + 4 - quarterTurns) % 4]
    }
  }

  /// A gradient's line, centre or angle.
  func paint(_ paint: Paint) -> Paint {
    guard case .gradient(var gradient) = paint else { return paint }
    func point(_ point: SIMD2<Double>) -> SIMD2<Double> {
      let turned = unitPoint(point.x, point.y)
      return SIMD2(turned.x, turned.y)
    }
    switch gradient.kind {
    case .linear(let from, let to): gradient.kind = .linear(from: point(from), to: point(to))
    case .radial(let center, let radius, let focus):
      gradient.kind = .radial(center: point(center), radius: radius, focus: point(focus))
    case .conic(let center, let degrees):
      let turned = degrees + 90 * Double(quarterTurns)
      gradient.kind = .conic(center: point(center), degrees: isMirrored ? 180 - turned : turned)
    }
    let (origin, right, down) = (unitPoint(0, 0), unitPoint(1, 0), unitPoint(0, 1))
    let turn = Transform(
      a: right.x - origin.x, b: right.y - origin.y, c: down.x - origin.x, d: down.y - origin.y,
      tx: origin.x, ty: origin.y)
    if gradient.transform != .identity, let back = turn.inverse {
      gradient.transform = back.then(gradient.transform).then(turn)
    }
    return .gradient(gradient)
  }
}

extension Direction {
  /// Clockwise turns that lead from up to it.
  var quarterTurnsFromUp: Int {
    switch self {
    case .up: 0
    case .right: 1
    case .down: 2
    case .left: 3
    }
  }
}

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
    for (index, shadow) in layer.shadows.enumerated() {
      let offset = vector(shadow.offset.x, shadow.offset.y)
      turned.shadows[index].offset = Point(x: offset.x, y: offset.y)
    }
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
