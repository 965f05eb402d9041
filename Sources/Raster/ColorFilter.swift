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

  /// The pixel after the change, rounded once; its alpha stays, but for a translucent tint.
  public func applied(to pixel: Pixel) -> Pixel {
    Pixel(SIMD4<UInt8>(truncatingIfNeeded: applied(to: SIMD4<Double>(pixel.channels))))
  }

  /// The same for levels in 1/256 of those of a byte.
  func applied(to deep: SIMD4<UInt16>) -> SIMD4<UInt16> {
    applied(to: SIMD4<Double>(deep))
  }

  /// Levels after the change, rounded to whole ones.
  private func applied(to levels: SIMD4<Double>) -> SIMD4<UInt16> {
    let (channels, alpha) = (SIMD3(levels.x, levels.y, levels.z), levels.w)
    switch self {
    case .saturation(let amount):
      let grey = 0.2126 * channels.x + 0.7152 * channels.y + 0.0722 * channels.z
      return Self.rounded(grey + (channels - grey) * amount, alpha)
    case .brightness(let amount):
      return Self.rounded(channels + alpha * amount, alpha)
    case .contrast(let amount):
      return Self.rounded((channels - alpha / 2) * amount + alpha / 2, alpha)
    case .tint(let color):
      let share = Double(color.alpha) / 255
      let tone = SIMD3(Double(color.red), Double(color.green), Double(color.blue)) / 255
      return Self.rounded(channels * tone * share, alpha * share)
    }
  }

  private static func rounded(_ channels: SIMD3<Double>, _ alpha: Double) -> SIMD4<UInt16> {
    let most = UInt16(alpha + 0.5)
    func level(_ level: Double) -> UInt16 {
      level > 0 ? min(most, UInt16(min(65_280, level + 0.5))) : 0
    }
    return SIMD4(level(channels.x), level(channels.y), level(channels.z), most)
  }
}
