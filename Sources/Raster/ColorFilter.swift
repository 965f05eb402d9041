public import Pixels

/// A change of colours that looks at one pixel at a time.
public enum ColorFilter: Hashable, Sendable {
  /// 0 is grey, 1 as it is.
  case saturation(Double)
  /// Added to every colour, -1 to 1.
  case brightness(Double)
  /// Spread about the middle grey, 1 as it is.
  case contrast(Double)
  /// The colour that white becomes.
  case tint(Color)
  /// White, as opaque as it was bright.
  case luminanceToAlpha

  /// Premultiplied levels after the change, no colour above alpha and none below 0; alpha stays, but
  /// for a translucent tint and luminance.
  fileprivate func applied(to levels: SIMD4<Double>) -> SIMD4<Double> {
    let (channels, alpha) = (SIMD3(levels.x, levels.y, levels.z), levels.w)
    switch self {
    case .saturation(let amount):
      let grey = Self.luminance(channels)
      return Self.limited(grey + (channels - grey) * amount, alpha)
    case .brightness(let amount):
      return Self.limited(channels + alpha * amount, alpha)
    case .contrast(let amount):
      return Self.limited((channels - alpha / 2) * amount + alpha / 2, alpha)
    case .tint(let color):
      let share = Double(color.alpha) / 255
      let tone = SIMD3(Double(color.red), Double(color.green), Double(color.blue)) / 255
      return Self.limited(channels * tone * share, alpha * share)
    case .luminanceToAlpha: return SIMD4(repeating: Self.luminance(channels))
    }
  }

  /// How bright an encoded colour is, by the weights of BT.709.
  private static func luminance(_ channels: SIMD3<Double>) -> Double {
    0.2126 * channels.x + 0.7152 * channels.y + 0.0722 * channels.z
  }

  private static func limited(_ channels: SIMD3<Double>, _ alpha: Double) -> SIMD4<Double> {
    func level(_ level: Double) -> Double { level > 0 ? min(alpha, level) : 0 }
    return SIMD4(level(channels.x), level(channels.y), level(channels.z), alpha)
  }
}

extension [ColorFilter] {
  /// The pixel after all changes in order, rounded once.
  public func applied(to pixel: Pixel) -> Pixel {
    let levels = reduce(SIMD4<Double>(pixel.channels)) { $1.applied(to: $0) }
    var bytes = SIMD4<UInt8>()
    for i in 0..<4 { bytes[i] = UInt8(levels[i] + 0.5) }
    return Pixel(bytes)
  }
}
