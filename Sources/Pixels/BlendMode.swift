/// How a layer's colours meet those behind it: the modes of W3C compositing, and `plusLighter`.
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn
  case hardLight, softLight, difference, exclusion
  case hue, saturation, color, luminosity
  case plusLighter
}
