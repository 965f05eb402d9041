/// How a text is set.
public struct TextStyle: Hashable, Sendable {
  /// The side on which lines begin.
  public enum Alignment: Hashable, Sendable, CaseIterable {
    /// At the left edge of the box.
    case left
    /// In the middle of the box.
    case center
    /// At the right edge of the box.
    case right
    /// At both edges, but for the last line of a paragraph.
    case justified
    /// Where the paragraph's own direction begins.
    case natural
  }

  /// The end of the last line when text does not fit.
  public enum Truncation: Hashable, Sendable, CaseIterable {
    /// The last line ends in an ellipsis.
    case tail
    /// The last line ends where it would anyway.
    case none
  }

  /// The size of the font in points.
  public var size: Double
  /// From 100 to 900; only variable fonts follow it.
  public var weight: Double
  /// Extra room behind each letter, in points; any but 0 turns ligatures off.
  public var letterSpacing: Double
  /// The distance of baselines in points; nil for the font's own.
  public var lineHeight: Double?
  /// The side on which lines begin.
  public var alignment: Alignment
  /// The most lines; nil, 0 or less for as many as there are.
  public var maxLines: Int?
  /// The end of the last line when text does not fit.
  public var truncation: Truncation

  /// A plain text of `size` points unless told otherwise.
  public init(
    size: Double, weight: Double = 400, letterSpacing: Double = 0, lineHeight: Double? = nil,
    alignment: Alignment = .natural, maxLines: Int? = nil, truncation: Truncation = .tail
  ) {
    (self.size, self.weight, self.letterSpacing) = (size, weight, letterSpacing)
    (self.lineHeight, self.alignment) = (lineHeight, alignment)
    (self.maxLines, self.truncation) = (maxLines, truncation)
  }

  /// The same, with no more lines than there is room for; one there always is.
  func fitting(_ height: Double, lineHeight: Double) -> TextStyle {
    guard truncation == .tail, lineHeight > 0 else { return self }
    // Half a point more is what a frame in whole points can lack.
    let room = ((height + 0.5) / lineHeight).rounded(.down)
    guard room < 1e6 else { return self }
    var style = self
    let wanted = maxLines.flatMap { $0 > 0 ? $0 : nil } ?? .max
    style.maxLines = min(wanted, max(1, Int(room)))
    return style
  }
}

extension TextStyle {
  /// Throws where a number would make letters of no size, or of none that can be drawn.
  func check() throws(TypefaceError) {
    try Self.check("the size of the text", size, 0.01...10_000)
    try Self.check("the weight of the text", weight, 1...1_000)
    try Self.check("the letter spacing", letterSpacing, -10_000...10_000)
    if let lineHeight { try Self.check("the line height", lineHeight, 0...100_000) }
  }

  private static func check(
    _ name: String, _ value: Double, _ range: ClosedRange<Double>
  ) throws(TypefaceError) {
    guard range.contains(value) else {
      throw .numberOutOfRange(name: name, value: value, range: range)
    }
  }
}
