public import Geometry

/// A text set in lines: where every glyph stands, and the outline of them all.
///
/// The origin is the top left corner of the box of the text, y grows downward. Nothing is
/// rounded: the same text has the same layout at every scale.
public struct TextLayout: Sendable {
  /// One line of the text.
  public struct Line: Hashable, Sendable {
    /// The scalars of the text that it shows, counted from the first; without the line break.
    public let range: Range<Int>
    /// The distance of the baseline from the top of the box, in points.
    public let baseline: Double
    /// The distance of the line's left end from the left of the box, in points.
    public let x: Double
    /// The width of what is seen: spaces at the end hang in the margin and do not count.
    public let width: Double
    /// The glyphs from left to right.
    public let glyphs: [PlacedGlyph]
  }

  /// The most scalars that a text may have.
  public static let scalarLimit = 100_000
  /// The most glyphs that fonts may make of a text.
  public static let glyphLimit = 300_000
  /// The most lines and curves that the outline may have.
  public static let outlineLimit = 4_000_000

  /// The lines from top to bottom; none for an empty text.
  public let lines: [Line]
  /// The width of the widest line, and the height of all of them.
  public let size: Size
  /// The distance from one baseline to the next, in points.
  public let lineHeight: Double
  /// Whether part of the text is not shown because of `maxLines` or the height.
  public let isTruncated: Bool
  /// The letters that no font has; a box or nothing stands in their place.
  public let missingGlyphs: [MissingGlyph]
  /// The outline of all glyphs of the text's colour in points, to be filled by the nonzero rule.
  public let outline: Path
  /// The glyphs with colours of their own.
  public let colored: [ColorGlyph]

  /// Sets `text` in lines of `width` points; no line is broken where that is infinite.
  ///
  /// Where a style truncates, lines that do not fit into `height` are cut off, but for the first.
  public init(
    _ text: String, style: TextStyle, fonts: FontStack, width: Double, height: Double = .infinity
  ) throws(TypefaceError) {
    try style.check()
    try fonts.check()
    let scalars = text.unicodeScalars.count
    guard scalars <= Self.scalarLimit else {
      throw .textTooLong(scalars: scalars, limit: Self.scalarLimit)
    }
    let open = fonts.fonts.map { $0.opened(for: style) }
    let metrics = LineMetrics(style, open[0])
    var column = TextColumn(
      fonts: open, names: fonts.fonts.map(\.name),
      style: style.fitting(height, lineHeight: metrics.lineHeight), width: width)
    try column.set(text)
    try self.init(column, open, style)
  }

  /// Gives the lines of a column their places.
  private init(_ column: TextColumn, _ fonts: [OpenFont], _ style: TextStyle) throws(TypefaceError)
  {
    let metrics = LineMetrics(style, fonts[0])
    let widest = column.lines.reduce(0) { max($0, $1.width) }
    let box = column.width.isFinite ? column.width : widest
    lines = column.lines.enumerated().map { index, line in
      Line(line, baseline: metrics.baseline(index), style.alignment, in: box)
    }
    size = Size(
      width: lines.reduce(0) { max($0, $1.width) },
      height: metrics.lineHeight * Double(lines.count))
    lineHeight = metrics.lineHeight
    (isTruncated, missingGlyphs) = (column.isTruncated, column.missingGlyphs)
    var pen = GlyphPen(fonts: fonts, names: column.names, size: style.size)
    for line in lines { try pen.draw(line.glyphs) }
    (outline, colored) = (pen.path, pen.colored)
  }
}

extension TextLayout.Line {
  /// Lays a line into a box of `width` points.
  fileprivate init(
    _ line: ShapedLine, baseline: Double, _ alignment: TextStyle.Alignment, in width: Double
  ) {
    let line = alignment == .justified ? line.justified(to: width) : line
    let x = alignment.fractionOfRoom(isRightToLeft: line.isRightToLeft) * (width - line.width)
    var (pen, placed): (Double, [PlacedGlyph]) = (x, [])
    placed.reserveCapacity(line.glyphs.count)
    for glyph in line.glyphs {
      let position = Point(x: pen + glyph.shiftX, y: baseline + glyph.shiftY)
      placed.append(
        PlacedGlyph(
          font: glyph.font, glyph: glyph.id, offset: glyph.offset, position: position,
          advance: glyph.advance))
      pen += glyph.advance
    }
    self.init(range: line.range, baseline: baseline, x: x, width: line.width, glyphs: placed)
  }
}

extension TextStyle.Alignment {
  /// The part of the free room that is left of a line.
  fileprivate func fractionOfRoom(isRightToLeft: Bool) -> Double {
    switch self {
    case .left: 0
    case .center: 0.5
    case .right: 1
    case .justified, .natural: isRightToLeft ? 1 : 0
    }
  }
}

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

/// The lines of a text from top to bottom, before they have their places.
struct TextColumn {
  private let fonts: [OpenFont]
  /// The names of the fonts.
  let names: [String]
  private let style: TextStyle
  private let shaper: TextShaper
  private let hyphen: [ScaledGlyph]
  private let ellipsis: [ScaledGlyph]
  private var coverage: FontCoverage
  private var budget = GlyphBudget()

  /// The width in points, 0 or more.
  let width: Double
  /// The lines so far.
  private(set) var lines: [ShapedLine] = []
  /// Whether part of the text is not shown.
  private(set) var isTruncated = false

  /// An empty column.
  init(fonts: [OpenFont], names: [String], style: TextStyle, width: Double) {
    (self.fonts, self.names, self.style) = (fonts, names, style)
    self.width = width > 0 ? width : 0
    shaper = TextShaper(fonts: fonts, style: style)
    hyphen = shaper.shape(anyOf: [[0x2010], [0x2D]])
    ellipsis = shaper.shape(anyOf: [[0x2026], [0x2E, 0x2E, 0x2E]])
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
      // Truncated text is checked as well: a letter that no font has is a mistake anywhere.
      guard lines.count < maxLines else { continue }
      let shaped = try ShapedParagraph(
        paragraph, fonts: fonts, shaper: shaper, budget: &budget)
      try set(shaped, seen: seen)
    }
    isTruncated = (lines.last?.range.upperBound ?? 0) < seen || isTruncated
  }

  /// Adds the lines of a paragraph; `seen` scalars of the whole text are worth an ellipsis.
  private mutating func set(_ shaped: ShapedParagraph, seen: Int) throws(TypefaceError) {
    let breaker = LineBreaker(shaped: shaped, width: width, hyphen: hyphen)
    let offset = shaped.paragraph.offset
    let count = shaped.paragraph.scalars.count
    var start = 0
    repeat {
      var line = count == 0 ? shaped.line(0..<0, isLast: true) : breaker.line(from: start)
      let isCut = lines.count + 1 == maxLines && line.range.upperBound < seen
      if isCut, style.truncation == .tail {
        line = breaker.truncated(from: start, ellipsis: ellipsis)
      }
      isTruncated = isTruncated || isCut
      try budget.take(line.glyphs.count)
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

/// How far lines are apart, and where in its height a line stands.
///
/// Metrics of the first font alone count, so that a letter from another does not push lines
/// apart. What a line is higher than its letters goes half above and half below them.
struct LineMetrics {
  /// From one baseline to the next, in points.
  let lineHeight: Double
  private let firstBaseline: Double

  /// The style's line height, or the font's own: ascent, descent and gap, not rounded.
  init(_ style: TextStyle, _ font: OpenFont) {
    let scale = style.size / Double(font.unitsPerEm)
    let extents = font.extents
    let letters = (extents.ascender - extents.descender) * scale
    lineHeight = style.lineHeight ?? letters + extents.gap * scale
    firstBaseline = (lineHeight - letters) / 2 + extents.ascender * scale
  }

  /// The distance of a line's baseline from the top of the box, in points.
  func baseline(_ line: Int) -> Double {
    firstBaseline + Double(line) * lineHeight
  }
}

/// Draws glyphs: those of the text's colour into one path; the outline of each is asked for once.
struct GlyphPen {
  private struct Key: Hashable {
    let font: Int
    let glyph: UInt32
  }

  private let fonts: [OpenFont]
  private let names: [String]
  private let size: Double
  private var outlines: [Key: Path] = [:]
  private var elementCount = 0

  /// All that was drawn in the text's colour.
  private(set) var path = Path()
  /// The glyphs with colours of their own.
  private(set) var colored: [ColorGlyph] = []

  /// A pen for letters of `size` points.
  init(fonts: [OpenFont], names: [String], size: Double) {
    (self.fonts, self.names, self.size) = (fonts, names, size)
  }

  /// Draws `glyphs` where they stand.
  mutating func draw(_ glyphs: [PlacedGlyph]) throws(TypefaceError) {
    for glyph in glyphs where try !drawColored(glyph) {
      path.append(try outline(of: glyph.glyph, at: glyph))
    }
  }

  /// Draws a glyph with colours of its own; false if it has none.
  private mutating func drawColored(_ glyph: PlacedGlyph) throws(TypefaceError) -> Bool {
    let font = fonts[glyph.font]
    guard font.isColored else { return false }
    let layers = font.layers(of: glyph.glyph)
    if !layers.isEmpty {
      var drawn: [ColorGlyph.Layer] = []
      for layer in layers {
        let outline = try outline(of: layer.glyph, at: glyph)
        drawn.append(ColorGlyph.Layer(outline: outline, color: layer.color))
      }
      colored.append(.layers(drawn))
      return true
    }
    guard let bounds = font.pictureBounds(of: glyph.glyph) else { return false }
    let scale = size / Double(font.unitsPerEm)
    let place = Rect(
      x: glyph.position.x + bounds.x * scale, y: glyph.position.y - bounds.y * scale,
      width: bounds.width * scale, height: bounds.height * scale)
    let picture = GlyphPicture(font: names[glyph.font], glyph: glyph.glyph)
    colored.append(.picture(picture, place))
    return true
  }

  /// The outline of a glyph where `place` stands.
  private mutating func outline(
    of glyph: UInt32, at place: PlacedGlyph
  ) throws(TypefaceError) -> Path {
    let font = fonts[place.font]
    let key = Key(font: place.font, glyph: glyph)
    let outline = outlines[key] ?? font.outline(of: glyph)
    outlines[key] = outline
    elementCount += outline.elements.count
    guard elementCount <= TextLayout.outlineLimit else {
      throw .outlineTooComplex(limit: TextLayout.outlineLimit)
    }
    let scale = size / Double(font.unitsPerEm)
    return outline.applying(
      Transform(a: scale, b: 0, c: 0, d: -scale, tx: place.position.x, ty: place.position.y))
  }
}

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
