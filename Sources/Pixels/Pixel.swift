/// One pixel as a `Pixmap` keeps it: its colours are premultiplied by its alpha.
public struct Pixel: Hashable, Sendable {
  /// Red, green, blue and alpha; no colour is above alpha.
  public var channels: SIMD4<UInt8>

  /// A pixel by its premultiplied channels.
  @inlinable
  public init(_ channels: SIMD4<UInt8>) {
    self.channels = channels
  }

  /// The pixel nearest to a straight colour.
  @inlinable
  public init(_ color: Color) {
    channels = SIMD4(
      scaled(color.red, by: color.alpha), scaled(color.green, by: color.alpha),
      scaled(color.blue, by: color.alpha), color.alpha)
  }

  /// Nothing at all.
  @inlinable
  public static var clear: Pixel { Pixel(SIMD4<UInt8>(repeating: 0)) }

  /// How much is not seen through: 255 is all.
  @inlinable
  public var alpha: UInt8 { channels.w }

  /// Whether nothing shows through.
  @inlinable
  public var isOpaque: Bool { alpha == 255 }

  /// The straight colour nearest to it.
  public var color: Color {
    Color(
      red: unscaled(channels.x, by: alpha), green: unscaled(channels.y, by: alpha),
      blue: unscaled(channels.z, by: alpha), alpha: alpha)
  }

  /// This pixel painted over `other`.
  @inlinable
  @inline(__always)
  public func over(_ other: Pixel) -> Pixel {
    let rest = 255 - alpha
    var result = channels
    for i in 0..<4 { result[i] += scaled(other.channels[i], by: rest) }
    return Pixel(result)
  }

  /// This pixel, faded to `weight`, painted over `other`: one rounding for both.
  @inlinable
  @inline(__always)
  public func faded(by weight: Weight, over other: Pixel) -> Pixel {
    // At most 255 * 255 * 65,536 + half of a step: it fits 32 bits, but hardly.
    let rest = 16_711_680 - UInt32(alpha) * weight.parts
    let top = SIMD4<UInt32>(truncatingIfNeeded: channels) &* (weight.parts * 255)
    let below = SIMD4<UInt32>(truncatingIfNeeded: other.channels) &* rest
    let whole = (top &+ below &+ 8_355_840) &>> 16
    return Pixel(SIMD4<UInt8>(truncatingIfNeeded: (whole &+ 1 &+ whole &>> 8) &>> 8))
  }
}

extension Pixel {
  /// The way to `other` gone by `level / 255`, each channel rounded to nearest.
  @inlinable
  public func mixed(with other: Pixel, by level: UInt8) -> Pixel {
    var result = channels
    for i in 0..<4 { result[i] = Pixels.mixed(channels[i], other.channels[i], by: level) }
    return Pixel(result)
  }
}

/// How colours are shown that a palette lacks.
public enum Dither: String, Hashable, Sendable, CaseIterable {
  /// Weak error diffusion where the palette is coarse.
  case auto
  /// By the nearest colour.
  case none
  /// Ordered dither, fixed to the canvas.
  case ordered
}
