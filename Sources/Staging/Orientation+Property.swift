import Geometry
import SceneFormat

extension Orientation {
  /// The property that plays the part of `property`, and what its numbers become.
  ///
  /// `space` is the size of the target's parent as the recipe sees it.
  func turned(_ property: Property, inside space: Size) -> (Property, ([Double]) -> [Double]) {
    switch property {
    case .x, .y: displacement(property, along: [.x, .y])
    case .rotateX, .rotateY: axis(property)
    case .scaleX, .scaleY: (swapped(property, .scaleX, .scaleY), { $0 })
    case .skewX, .skewY:
      (swapped(property, .skewX, .skewY), signed((quarterTurns % 2 == 1) != isMirrored))
    case .rotate: (property, signed(isMirrored))
    case .anchor: (property, anchor)
    case .inset: (property, edges)
    case .cornerRadius: (property, corners)
    case .shadowOffset:
      (property, { values in pair(values) { vector($0, $1) } })
    case .frame:
      (property, { values in frame(values, inside: space) })
    default: (property, { $0 })
    }
  }

  private func displacement(
    _ property: Property, along axes: [Property]
  ) -> (Property, ([Double]) -> [Double]) {
    let isFirst = property == axes[0]
    let turned = vector(isFirst ? 1 : 0, isFirst ? 0 : 1)
    let lands = turned.x != 0 ? axes[0] : axes[1]
    return (lands, signed(turned.x + turned.y < 0))
  }

  // An axis of rotation turns like a displacement, but a mirror keeps what lies along it
  // and flips the rest.
  private func axis(_ property: Property) -> (Property, ([Double]) -> [Double]) {
    var straight = self
    straight.isMirrored = false
    let (lands, sign) = straight.displacement(property, along: [.rotateX, .rotateY])
    let flips = isMirrored && lands == .rotateY
    return (lands, { values in signed(flips)(sign(values)) })
  }

  private func swapped(_ property: Property, _ first: Property, _ second: Property) -> Property {
    guard swapsAxes else { return property }
    return property == first ? second : first
  }

  // 0 - x and not -x: a rest of 0 stays a positive zero and prints as 0.
  private func signed(_ isNegative: Bool) -> ([Double]) -> [Double] {
    isNegative ? { values in values.map { 0 - $0 } } : { $0 }
  }

  private func anchor(_ values: [Double]) -> [Double] {
    pair(values) { unitPoint($0, $1) }
  }

  private func pair(
    _ values: [Double], _ turn: (Double, Double) -> (x: Double, y: Double)
  ) -> [Double] {
    guard values.count >= 2 else { return values }
    let turned = turn(values[0], values[1])
    return [turned.x, turned.y] + values.dropFirst(2)
  }

  private func frame(_ values: [Double], inside space: Size) -> [Double] {
    guard values.count == 4 else { return values }
    let turned = rect(
      Rect(x: values[0], y: values[1], width: values[2], height: values[3]), inside: space)
    return [turned.x, turned.y, turned.width, turned.height]
  }
}
