/// The lines of a text from top to bottom, before they have their places.
struct TextColumn {
  private let fonts: [OpenFont]
  private let style: TextStyle
  private let typesetter: Typesetter
  private let hyphen: [SetGlyph]
  private let ellipsis: [SetGlyph]
  private var coverage: FontCoverage
  private var supply = GlyphSupply()

  /// The width in points, 0 or more.
  let width: Double
  /// The lines so far.
  private(set) var lines: [SetLine] = []
  /// Whether part of the text is not shown.
  private(set) var isTruncated = false

  /// An empty column.
  init(fonts: [OpenFont], names: [String], style: TextStyle, width: Double) {
    (self.fonts, self.style) = (fonts, style)
    self.width = width > 0 ? width : 0
    typesetter = Typesetter(fonts: fonts, style: style)
    hyphen = typesetter.shape(anyOf: [[0x2010], [0x2D]])
    ellipsis = typesetter.shape(anyOf: [[0x2026], [0x2E, 0x2E, 0x2E]])
    coverage = FontCoverage(fonts, names: names)
  }

  /// The letters that no font has.
  var missingGlyphs: [MissingGlyph] { coverage.missingGlyphs }

  private var maxLines: Int {
    style.maxLines.flatMap { $0 > 0 ? $0 : nil } ?? .max
  }

  /// Sets all of `text`, or as much of it as `maxLines` lines hold.
  mutating func set(_ text: String) throws(TypefaceError) {
    guard !text.isEmpty else { return }
    let seen = Self.seenCount(text)
    for paragraph in Paragraph.split(text) {
      let fonts = coverage.fonts(for: paragraph)
      // What is cut off is still looked at: a letter that no font has is a mistake anywhere.
      guard lines.count < maxLines else { continue }
      let galley = try Galley(
        paragraph, fonts: fonts, typesetter: typesetter, supply: &supply)
      try set(galley, seen: seen)
    }
    isTruncated = (lines.last?.range.upperBound ?? 0) < seen || isTruncated
  }

  /// Adds the lines of a paragraph; `seen` scalars of the whole text are worth an ellipsis.
  private mutating func set(_ galley: Galley, seen: Int) throws(TypefaceError) {
    let filler = LineFiller(galley: galley, width: width, hyphen: hyphen)
    let offset = galley.paragraph.offset
    let count = galley.paragraph.scalars.count
    var start = 0
    repeat {
      var line = count == 0 ? galley.line(0..<0, isLast: true) : filler.line(from: start)
      let isCut = lines.count + 1 == maxLines && line.range.upperBound < seen
      if isCut, style.truncation == .tail {
        line = filler.truncated(from: start, ellipsis: ellipsis)
      }
      isTruncated = isTruncated || isCut
      try supply.take(line.glyphs.count)
      lines.append(line)
      start = line.range.upperBound - offset
    } while start < count && lines.count < maxLines
  }

  /// The number of scalars up to the last that is seen: spaces and breaks behind it are nothing.
  private static func seenCount(_ text: String) -> Int {
    var (seen, count) = (0, 0)
    for scalar in text.unicodeScalars {
      count += 1
      let properties = scalar.properties
      guard !properties.isWhitespace, !properties.isDefaultIgnorableCodePoint else { continue }
      if properties.generalCategory != .control { seen = count }
    }
    return seen
  }
}
