public import Geometry
public import Pixels

/// A layer key with its value: what a recipe sets of a target.
public enum LayerSetting: Hashable, Sendable {
  case anchor(Anchor)
  case opacity(Double)
  case transform(LayerTransform)
  case perspective(Double?)
  case ownPerspective(Double?)
  case doubleSided(Bool)
  case inset(EdgeFractions)
  case fill(Paint)
  case cornerRadius(RoundedRect.Radii)
  case corners(RoundedRect.Style)
  case border(Border?)
  case shadow(LayerShadow?)
  case clip(Bool)
  /// At most one layer.
  case mask([Layer])
  case blend(BlendMode)
  case blur(Double)
  case saturation(Double)
  case brightness(Double)
  case contrast(Double)
  case tint(Color?)

  /// The value that `layer` has for `key`; nil for a key that `set` does not know.
  init?(_ key: String, of layer: Layer) {
    switch key {
    case "anchor": self = .anchor(layer.anchor)
    case "opacity": self = .opacity(layer.opacity)
    case "transform": self = .transform(layer.transform)
    case "perspective": self = .perspective(layer.perspective)
    case "ownPerspective": self = .ownPerspective(layer.ownPerspective)
    case "doubleSided": self = .doubleSided(layer.isDoubleSided)
    case "inset": self = .inset(layer.inset)
    case "fill": self = .fill(layer.fill)
    case "cornerRadius": self = .cornerRadius(layer.cornerRadii)
    case "corners": self = .corners(layer.cornerStyle)
    case "border": self = .border(layer.border)
    case "shadow": self = .shadow(layer.shadow)
    case "clip": self = .clip(layer.clipsChildren)
    case "mask": self = .mask(layer.mask)
    case "blend": self = .blend(layer.blend)
    default: self.init(filter: key, of: layer.filters)
    }
  }

  private init?(filter key: String, of filters: LayerFilters) {
    switch key {
    case "blur": self = .blur(filters.blur)
    case "saturation": self = .saturation(filters.saturation)
    case "brightness": self = .brightness(filters.brightness)
    case "contrast": self = .contrast(filters.contrast)
    case "tint": self = .tint(filters.tint)
    default: return nil
    }
  }

  /// Gives `layer` this value.
  public func apply(to layer: inout Layer) {
    switch self {
    case .anchor(let value): layer.anchor = value
    case .opacity(let value): layer.opacity = value
    case .transform(let value): layer.transform = value
    case .perspective(let value): layer.perspective = value
    case .ownPerspective(let value): layer.ownPerspective = value
    case .doubleSided(let value): layer.isDoubleSided = value
    case .inset(let value): layer.inset = value
    case .fill(let value): layer.fill = value
    case .cornerRadius(let value): layer.cornerRadii = value
    case .corners(let value): layer.cornerStyle = value
    case .border(let value): layer.border = value
    case .shadow(let value): layer.shadow = value
    case .clip(let value): layer.clipsChildren = value
    case .mask(let value): layer.mask = value
    case .blend(let value): layer.blend = value
    case .blur, .saturation, .brightness, .contrast, .tint: apply(to: &layer.filters)
    }
  }

  private func apply(to filters: inout LayerFilters) {
    switch self {
    case .blur(let value): filters.blur = value
    case .saturation(let value): filters.saturation = value
    case .brightness(let value): filters.brightness = value
    case .contrast(let value): filters.contrast = value
    case .tint(let value): filters.tint = value
    default: break
    }
  }
}
