public import Pixels

/// The colours of one or more pictures: all of them up to 256, and what they have in common.
public struct SharedColors: Hashable, Sendable {
  /// All colours, as straight RGBA with red in the lowest byte; nil if there are more than 256.
  private(set) var table: ColorTable? = ColorTable()
  /// Whether every pixel is opaque.
  private(set) var isOpaque = true
  /// Whether red, green and blue are the same in every pixel.
  private(set) var isGrey = true

  /// The colours of no picture yet.
  public init() {}

  /// Whether a byte a pixel is enough for an animation of these pictures.
  public var isNarrow: Bool { table != nil || isGrey && isOpaque }

  /// Adds the colours of a picture.
  public mutating func insert(_ pixels: Pixmap) {
    formUnion(SharedColors(straight: StraightAlpha.straight(pixels.bytes)))
  }

  /// Adds the colours of other pictures.
  public mutating func formUnion(_ other: SharedColors) {
    (isOpaque, isGrey) = (isOpaque && other.isOpaque, isGrey && other.isGrey)
    guard var union = table, let more = other.table,
      more.colors.allSatisfy({ union.insert($0) != nil })
    else {
      table = nil
      return
    }
    table = union
  }

  /// The colours of a picture of straight RGBA.
  init(straight rgba: [UInt8]) {
    let pixels = rgba.span
    var colors = ColorTable()
    var offset = 0
    while offset < pixels.count {
      let color = pixels.word(at: offset)
      isOpaque = isOpaque && color >= 0xFF00_0000
      isGrey = isGrey && Self.isGrey(color)
      guard colors.insert(color) != nil else { break }
      // Most pixels look like the one on their left.
      let four = SIMD4(repeating: color)
      while offset &+ 16 <= pixels.count, pixels.fourWords(at: offset) == four { offset &+= 16 }
      while offset < pixels.count, pixels.word(at: offset) == color { offset &+= 4 }
    }
    table = offset < pixels.count ? nil : colors
    isOpaque =
      isOpaque && pixels.hasFullAlphas(from: offset, count: (pixels.count - offset) / 4)
    while isGrey, offset < pixels.count {
      isGrey = Self.isGrey(pixels.word(at: offset))
      offset &+= 4
    }
  }

  private static func isGrey(_ color: UInt32) -> Bool { (color ^ color >> 8) & 0xFFFF == 0 }
}
