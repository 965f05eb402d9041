/// A font, and those that are asked in turn for a letter that it lacks.
public struct FontStack: Sendable {
  /// The most fonts that a stack may have.
  public static let limit = 32

  /// The font of the text: its metrics alone say how far lines are apart.
  public let primary: FontFile
  /// Where missing letters are looked for, in order.
  public let fallback: [FontFile]

  /// A font with others behind it.
  public init(primary: FontFile, fallback: [FontFile] = []) {
    (self.primary, self.fallback) = (primary, fallback)
  }

  /// All fonts; a glyph names its font by its place in this list.
  public var fonts: [FontFile] { [primary] + fallback }

  /// Throws where there are too many fonts to hold open at once.
  func check() throws(TypefaceError) {
    guard fonts.count <= Self.limit else {
      throw .tooManyFonts(count: fonts.count, limit: Self.limit)
    }
  }

  /// Opens all fonts for as long as `body` runs, variable ones at `weight`.
  func open<Result, Failure: Error>(
    weight: Double, _ body: ([OpenFont]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Self.open(fonts[...], weight: weight, after: [], body)
  }

  private static func open<Result, Failure: Error>(
    _ files: ArraySlice<FontFile>, weight: Double, after opened: [OpenFont],
    _ body: ([OpenFont]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let file = files.first else { return try body(opened) }
    return try OpenFont.open(file.bytes, weight: weight) { font throws(Failure) in
      try open(files.dropFirst(), weight: weight, after: opened + [font], body)
    }
  }
}
