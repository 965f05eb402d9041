import Geometry

/// A font, and those that are asked in turn for a letter that it lacks.
public struct FontStack: Sendable {
  /// The most fonts that a stack may have.
  public static let limit = 32

  /// The font of the text: its metrics alone say how far lines are apart.
  public let primary: FontFile
  /// Where missing letters are looked for, in order.
  public var fallback: [FontFile]

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
}

/// Which font of a stack draws which letter.
struct FontCoverage {
  private let fonts: [OpenFont]
  private let names: [String]
  private var missing: [MissingGlyph] = []
  private var reported: Set<UInt32> = []

  /// Asks `fonts`, whose names are `names`.
  init(_ fonts: [OpenFont], names: [String]) {
    (self.fonts, self.names) = (fonts, names)
  }

  /// The letters that no font has, in the order of the text, each once.
  var missingGlyphs: [MissingGlyph] { missing }

  /// The font of each scalar of a paragraph: for every letter, the first that has all of it.
  mutating func fonts(for paragraph: Paragraph) -> [Int] {
    var chosen = [Int](repeating: 0, count: paragraph.scalars.count)
    var start = 0
    while start < chosen.count {
      let end = paragraph.isGraphemeStart[(start + 1)...].firstIndex(of: true) ?? chosen.count
      choose(for: paragraph, start..<end, &chosen)
      start = end
    }
    return chosen
  }

  /// Chooses one font for a letter, or one for each of its scalars where none has them all.
  private mutating func choose(
    for paragraph: Paragraph, _ letter: Range<Int>, _ chosen: inout [Int]
  ) {
    if let font = font(for: paragraph.scalars[letter]) {
      for index in letter { chosen[index] = font }
      return
    }
    for index in letter {
      let scalar = paragraph.scalars[index]
      let font = fonts.firstIndex { $0.covers([scalar]) }
      if font == nil { report(scalar, at: paragraph.offset + index) }
      chosen[index] = font ?? 0
    }
  }

  /// The font of a letter: for an emoji, the first that has it in colour.
  func font(for letter: ArraySlice<UInt32>) -> Int? {
    if Emoji.isPicture(letter),
      let font = fonts.firstIndex(where: { $0.isColored && $0.draws(letter) })
    {
      return font
    }
    return fonts.firstIndex { $0.covers(letter) }
  }

  private mutating func report(_ value: UInt32, at offset: Int) {
    guard let scalar = Unicode.Scalar(value), reported.insert(value).inserted else { return }
    let picture = fonts.firstIndex { $0.glyph(for: value) != nil }
    missing.append(
      MissingGlyph(scalar: scalar, offset: offset, pictureFont: picture.map { names[$0] }))
  }
}

extension OpenFont {
  /// Whether every scalar of a letter can be drawn, alone or as a part of another.
  func covers(_ letter: ArraySlice<UInt32>) -> Bool {
    if letter.allSatisfy({ covers($0) }) { return true }
    guard let first = letter.first, letter.count > 1, letter.count <= 8 else { return false }
    var whole: UInt32? = first
    for next in letter.dropFirst() {
      whole = whole.flatMap { canonicalComposition($0, next) }
    }
    return whole.map { covers($0) } ?? false
  }

  /// Whether a scalar can be drawn, or is one that is never seen.
  private func covers(_ value: UInt32) -> Bool {
    guard let scalar = Unicode.Scalar(value) else { return false }
    if scalar.properties.isDefaultIgnorableCodePoint { return true }
    if let glyph = glyph(for: value) { return canDraw(glyph, scalar) }
    // HarfBuzz makes other spaces from the plain one, and one hyphen from the other.
    if scalar.properties.generalCategory == .spaceSeparator, value != 0x20 { return covers(0x20) }
    if value == 0x2011 { return covers(0x2010) }
    guard let (first, second) = canonicalParts(of: value) else { return false }
    return covers(first) && (second.map { covers($0) } ?? true)
  }

  /// False for a glyph that ought to be seen, and is only an SVG or a gradient; or only a PNG, for a
  /// letter that `Emoji.letters` leaves out.
  private func canDraw(_ glyph: UInt32, _ scalar: Unicode.Scalar) -> Bool {
    guard isColored, !scalar.properties.isWhitespace else { return true }
    let mayBePicture = scalar.properties.isEmoji && scalar.value > 0xFF
    return mayBePicture ? isSeen(glyph) : hasShape(glyph)
  }
}

/// A letter that no font of the stack can draw.
public struct MissingGlyph: Hashable, Sendable {
  /// The letter.
  public let scalar: Unicode.Scalar
  /// Where it first stands, counted in scalars of the text.
  public let offset: Int
  /// The font that has it only in a form that is not drawn: as an SVG, with gradients, or as a PNG.
  public let pictureFont: String?
}

extension MissingGlyph: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    guard let pictureFont else { return "no font has a glyph for \(code)" }
    return "\(code) is only an SVG, a gradient or, without being an emoji, a PNG in font "
      + "\"\(pictureFont)\", which is not supported"
  }
}
