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
    let channels = SIMD3<Double>(
      Double(pixel.channels.x), Double(pixel.channels.y), Double(pixel.channels.z))
    let alpha = Double(pixel.alpha)
    switch self {
    case .saturation(let amount):
      let grey = 0.2126 * channels.x + 0.7152 * channels.y + 0.0722 * channels.z
      return Self.pixel(grey + (channels - grey) * amount, alpha)
    case .brightness(let amount):
      return Self.pixel(channels + alpha * amount, alpha)
    case .contrast(let amount):
      return Self.pixel((channels - alpha / 2) * amount + alpha / 2, alpha)
    case .tint(let color):
      let share = Double(color.alpha) / 255
      let tone = SIMD3(Double(color.red), Double(color.green), Double(color.blue)) / 255
      return Self.pixel(channels * tone * share, alpha * share)
    }
  }

  private static func pixel(_ channels: SIMD3<Double>, _ alpha: Double) -> Pixel {
    let alphaByte = UInt8(alpha + 0.5)
    func byte(_ level: Double) -> UInt8 {
      level > 0 ? min(alphaByte, UInt8(min(255, level + 0.5))) : 0
    }
    return Pixel(SIMD4(byte(channels.x), byte(channels.y), byte(channels.z), alphaByte))
  }
}
