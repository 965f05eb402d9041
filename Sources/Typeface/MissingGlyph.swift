/// A letter that no font of the stack can draw.
public struct MissingGlyph: Hashable, Sendable {
  /// The letter.
  public let scalar: Unicode.Scalar
  /// Where it first stands, counted in scalars of the text.
  public let offset: Int
  /// The font that has it only as a picture without an outline, as emoji fonts do.
  public let pictureFont: String?
}

extension MissingGlyph: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    guard let pictureFont else { return "no font has a glyph for \(code)" }
    return "\(code) is only a bitmap in font \"\(pictureFont)\", and no font has its outline"
  }
}
