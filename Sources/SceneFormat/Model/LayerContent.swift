public import Geometry
public import Pixels

/// What an image layer shows.
public struct ImageContent: Hashable, Sendable {
  /// How the image meets a frame of another shape.
  public enum Fit: String, Hashable, Sendable, CaseIterable { case fill, contain, cover, center }

  /// The file at one pixel a point, and those with `@2x` and `@3x` in their names, if they exist.
  public var source: ImageSource
  /// How it meets the frame.
  public var fit: Fit
  /// The part that is shown, in unit coordinates.
  public var crop: Rect

  /// All of an image, stretched to the frame, unless told otherwise.
  public init(
    source: ImageSource, fit: Fit = .fill, crop: Rect = Rect(x: 0, y: 0, width: 1, height: 1)
  ) {
    (self.source, self.fit, self.crop) = (source, fit, crop)
  }
}

/// An image file and its larger versions.
public struct ImageSource: Hashable, Sendable {
  /// The file that the scene names.
  public var file: AssetPath
  /// Whether `name@2x.png` lies beside it.
  public var hasDouble: Bool
  /// Whether `name@3x.png` lies beside it.
  public var hasTriple: Bool

  /// An image file, alone unless told otherwise.
  public init(file: AssetPath, hasDouble: Bool = false, hasTriple: Bool = false) {
    (self.file, self.hasDouble, self.hasTriple) = (file, hasDouble, hasTriple)
  }
}

/// What a text layer shows.
public struct TextContent: Hashable, Sendable {
  /// The side on which lines begin.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    case left, center, right, justified
  }
  /// What happens to what does not fit.
  public enum Truncation: String, Hashable, Sendable, CaseIterable { case tail, none }

  /// The text.
  public var text: String
  /// Its font.
  public var font: FontReference
  /// The size of the font in points.
  public var size: Double
  /// From 100 to 900.
  public var weight: Double
  /// Its colour.
  public var color: Color
  /// nil for the side on which the text's own direction begins.
  public var alignment: Alignment?
  /// The distance of baselines in points; nil for the font's own.
  public var lineHeight: Double?
  /// Extra room between letters, in points.
  public var letterSpacing: Double
  /// nil for as many as there are.
  public var maxLines: Int?
  /// What happens to what does not fit.
  public var truncation: Truncation

  /// A text in Inter, 17 points, black, unless told otherwise.
  public init(_ text: String) {
    self.text = text
    (font, size, weight, color) = (.system, 17, 400, .black)
    (alignment, lineHeight, letterSpacing, maxLines) = (nil, nil, 0, nil)
    truncation = .tail
  }
}

/// What a shape layer shows.
public struct ShapeContent: Hashable, Sendable {
  /// The shape's outline.
  public enum Outline: Hashable, Sendable {
    /// The ellipse inside the frame.
    case ellipse
    /// SVG path data in the layer's coordinates.
    case path(Path)
  }

  /// A line along the outline.
  public struct Stroke: Hashable, Sendable {
    /// The shape of its ends.
    public enum Cap: String, Hashable, Sendable, CaseIterable { case butt, round, square }
    /// The shape of its corners.
    public enum Join: String, Hashable, Sendable, CaseIterable { case miter, round, bevel }

    /// Its colour.
    public var color: Color
    /// Its thickness in points.
    public var width: Double
    /// The shape of its ends.
    public var cap: Cap
    /// The shape of its corners.
    public var join: Join
    /// Lengths of dashes and gaps in turn.
    public var dash: [Double]

    /// A solid line of `width` points unless told otherwise.
    public init(
      color: Color = .black, width: Double = 1, cap: Cap = .butt, join: Join = .miter,
      dash: [Double] = []
    ) {
      (self.color, self.width, self.cap, self.join, self.dash) = (color, width, cap, join, dash)
    }
  }

  /// What counts as inside.
  public enum Rule: String, Hashable, Sendable, CaseIterable { case nonzero, evenodd }

  /// The outline.
  public var outline: Outline
  /// The line along it.
  public var stroke: Stroke?
  /// What counts as inside.
  public var rule: Rule

  /// A shape that is only filled unless told otherwise.
  public init(_ outline: Outline, stroke: Stroke? = nil, rule: Rule = .nonzero) {
    (self.outline, self.stroke, self.rule) = (outline, stroke, rule)
  }
}
