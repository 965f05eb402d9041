import Geometry
import Pixels
package import SceneFormat

extension Element {
  /// The present value of `property`; nil where the element has none, as a shadow's that it lacks.
  package func value(of property: Property) -> PropertyValue? {
    switch property {
    case .x, .y, .z, .scaleX, .scaleY, .rotate, .rotateX, .rotateY, .skewX, .skewY:
      .numbers([layer.transform[property]])
    case .anchor: .numbers([layer.anchor.x, layer.anchor.y, layer.anchor.depth])
    case .frame:
      .numbers([layer.frame.x, layer.frame.y, size.width, size.height])
    case .opacity: .numbers([layer.opacity])
    case .hidden: .flag(layer.isHidden)
    case .order: .numbers([layer.order])
    case .dim: .numbers([dim])
    case .fill: .paint(layer.fill)
    case .cornerRadius: .numbers(layer.cornerRadii.values)
    case .inset: .numbers(layer.inset.values)
    case .blur: .numbers([layer.filters.blur])
    case .saturation: .numbers([layer.filters.saturation])
    case .brightness: .numbers([layer.filters.brightness])
    case .perspective: layer.perspective.map { .numbers([$0]) }
    case .shadowOpacity: layer.shadow.map { .numbers([$0.opacity]) }
    case .shadowRadius: layer.shadow.map { .numbers([$0.radius]) }
    case .shadowOffset: layer.shadow.map { .numbers([$0.offset.x, $0.offset.y]) }
    case .shadowColor: layer.shadow.map { .paint(.color($0.color)) }
    }
  }

  /// Gives `property` another value; one of the wrong kind changes nothing.
  mutating func set(_ property: Property, to value: PropertyValue) {
    switch value {
    case .flag(let isOn): if property == .hidden { layer.isHidden = isOn }
    case .paint(let paint): set(property, to: paint)
    case .numbers(let numbers): if let first = numbers.first { set(property, to: numbers, first) }
    }
  }

  private mutating func set(_ property: Property, to paint: Paint) {
    switch (property, paint) {
    case (.fill, _): layer.fill = paint
    case (.shadowColor, .color(let color)): castShadow { $0.color = color }
    default: break
    }
  }

  private mutating func set(_ property: Property, to numbers: [Double], _ first: Double) {
    switch property {
    case .x, .y, .z, .scaleX, .scaleY, .rotate, .rotateX, .rotateY, .skewX, .skewY:
      layer.transform[property] = first
    case .opacity: layer.opacity = min(1, max(0, first))
    case .order: layer.order = first
    case .dim: dim = min(1, max(0, first))
    case .blur: layer.filters.blur = max(0, first)
    case .saturation: layer.filters.saturation = max(0, first)
    case .brightness: layer.filters.brightness = first
    case .perspective: layer.perspective = first > 0 ? first : nil
    case .shadowOpacity: castShadow { $0.opacity = min(1, max(0, first)) }
    case .shadowRadius: castShadow { $0.radius = max(0, first) }
    default: set(property, toAll: numbers)
    }
  }

  private mutating func set(_ property: Property, toAll numbers: [Double]) {
    switch property {
    case .anchor where numbers.count >= 2:
      layer.anchor = Anchor(
        x: numbers[0], y: numbers[1], depth: numbers.count > 2 ? numbers[2] : layer.anchor.depth)
    case .frame where numbers.count == 4:
      layer.frame = LayerFrame(
        x: numbers[0], y: numbers[1], width: max(0, numbers[2]), height: max(0, numbers[3]))
    case .cornerRadius: layer.cornerRadii = RoundedRect.Radii(values: numbers.map { max(0, $0) })
    case .inset: layer.inset = EdgeFractions(values: numbers)
    case .shadowOffset where numbers.count == 2:
      castShadow { $0.offset = Point(x: numbers[0], y: numbers[1]) }
    default: break
    }
  }

  // As in Core Animation, a layer whose shadow is animated has one: invisible until then.
  private mutating func castShadow(_ change: (inout LayerShadow) -> Void) {
    var shadow = layer.shadow ?? LayerShadow(opacity: 0)
    change(&shadow)
    layer.shadow = shadow
  }
}
