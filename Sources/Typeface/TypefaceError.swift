/// Why a text cannot be set.
public enum TypefaceError: Error, Hashable, Sendable {
  /// The text has more scalars than `limit`.
  case textTooLong(scalars: Int, limit: Int)
  /// A number of the style lies outside what is possible.
  case numberOutOfRange(name: String, value: Double, range: ClosedRange<Double>)
  /// There are more fonts in the stack than `limit`.
  case tooManyFonts(count: Int, limit: Int)
  /// The font turns the text into more glyphs than `limit`.
  case tooManyGlyphs(limit: Int)
  /// The outlines have more steps than `limit`.
  case outlineTooComplex(limit: Int)
}

extension TypefaceError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .textTooLong(let scalars, let limit):
      "the text has \(scalars) characters; the limit is \(limit)"
    case .numberOutOfRange(let name, let value, let range):
      "\(name) is \(value); it must be from \(range.lowerBound) to \(range.upperBound)"
    case .tooManyFonts(let count, let limit): "\(count) fonts are in use; the limit is \(limit)"
    case .tooManyGlyphs(let limit): "the font makes more than \(limit) glyphs of the text"
    case .outlineTooComplex(let limit):
      "the outlines of the text have more than \(limit) lines and curves"
    }
  }
}
