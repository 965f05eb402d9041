public import Geometry

/// A glyph where it is drawn.
public struct PlacedGlyph: Hashable, Sendable {
  /// The place of its font in `FontStack.fonts`.
  public let font: Int
  /// Its number in the font.
  public let glyph: UInt32
  /// The first scalar of the text that it stands for; an ellipsis stands for all that it hides.
  public let offset: Int
  /// Where its origin lies in the box of the text, in points.
  public let position: Point
  /// The room it takes along the line, in points.
  public let advance: Double
}
