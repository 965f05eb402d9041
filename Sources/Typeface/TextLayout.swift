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
  /// The outline of all glyphs in points, to be filled by the nonzero rule.
  public let outline: Path

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
    self = try fonts.open(weight: style.weight) { open throws(TypefaceError) in
      let leading = Leading(style, open[0])
      var column = TextColumn(
        fonts: open, names: fonts.fonts.map(\.name),
        style: style.fitting(height, lineHeight: leading.lineHeight), width: width)
      try column.set(text)
      return try TextLayout(column, open, style)
    }
  }

  /// Gives the lines of a column their places.
  private init(_ column: TextColumn, _ fonts: [OpenFont], _ style: TextStyle) throws(TypefaceError)
  {
    let leading = Leading(style, fonts[0])
    let widest = column.lines.reduce(0) { max($0, $1.width) }
    let box = column.width.isFinite ? column.width : widest
    lines = column.lines.enumerated().map { index, line in
      Line(line, baseline: leading.baseline(index), style.alignment, in: box)
    }
    size = Size(
      width: lines.reduce(0) { max($0, $1.width) },
      height: leading.lineHeight * Double(lines.count))
    lineHeight = leading.lineHeight
    (isTruncated, missingGlyphs) = (column.isTruncated, column.missingGlyphs)
    var pen = OutlinePen(fonts: fonts, size: style.size)
    for line in lines { try pen.draw(line.glyphs) }
    outline = pen.path
  }
}

extension TextLayout.Line {
  /// Lays a line into a box of `width` points.
  fileprivate init(
    _ line: SetLine, baseline: Double, _ alignment: TextStyle.Alignment, in width: Double
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
