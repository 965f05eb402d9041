/// A colour as people write it: straight (not premultiplied) 8-bit sRGB.
public struct Color: Hashable, Sendable {
  /// The red part.
  public var red: UInt8
  /// The green part.
  public var green: UInt8
  /// The blue part.
  public var blue: UInt8
  /// 255 is opaque, 0 invisible.
  public var alpha: UInt8

  /// A colour by its four bytes; opaque unless told otherwise.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Nothing at all.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
  /// Opaque black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = Color(red: 255, green: 255, blue: 255)

  /// Whether nothing shows through.
  public var isOpaque: Bool { alpha == 255 }
}
