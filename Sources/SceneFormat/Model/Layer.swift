public import Geometry
public import Pixels

/// One layer of a screen, with its children.
public struct Layer: Hashable, Sendable {
  /// What a layer shows besides its fill.
  public enum Content: Hashable, Sendable {
    case box
    case image(ImageContent)
    case text(TextContent)
    case shape(ShapeContent)
  }

  /// Where it is written.
  public var place: Place
  /// Where its text is written; nil without one.
  public var textPlace: Place?
  /// Its name, unique within its screen.
  public var id: String?
  /// What it shows.
  public var content: Content
  /// Its rectangle in the parent; a text's height is nil where its lines decide.
  public var frame: LayerFrame
  /// What its transforms turn around: fractions of its size, and a depth in points.
  public var anchor = Anchor()
  /// From 0, invisible, to 1; of the layer and its children as one group.
  public var opacity = 1.0
  /// Whether it and its children are not drawn.
  public var isHidden = false
  /// The paint order among siblings; ties by their place in the list.
  public var order = 0.0
  /// What it is painted above although that is in front of all other layers of its screen.
  public enum Above: String, Hashable, Sendable, CaseIterable { case bars }
  /// nil for nothing of the kind.
  public var above: Above?
  /// How it is moved, turned and scaled.
  public var transform = LayerTransform()
  /// The eye's distance that its children are seen from; nil for none.
  public var perspective: Double?
  /// The eye's distance that it alone is seen from; nil for none.
  public var ownPerspective: Double?
  /// Whether it is drawn while it shows its back.
  public var isDoubleSided = true
  /// Fractions cut off its picture.
  public var inset = EdgeFractions()
  /// What it is filled with.
  public var fill = Paint.color(.clear)
  /// The radii of its corners.
  public var cornerRadii = RoundedRect.Radii.zero
  /// The shape of its corners.
  public var cornerStyle = RoundedRect.Style.circular
  /// A line inside its edge.
  public var border: Border?
  /// What it casts.
  public var shadow: LayerShadow?
  /// What else it casts, each over those before it.
  public var shadows: [LayerShadow] = []
  /// Whether its children are cut to its rounded bounds.
  public var clipsChildren = false
  /// A layer whose alpha multiplies this one's: at most one.
  public var mask: [Layer] = []
  /// What of a mask's pixels counts.
  public enum MaskBy: String, Hashable, Sendable, CaseIterable { case alpha, luminance }
  /// What of its mask's pixels multiplies its own.
  public var maskBy = MaskBy.alpha
  /// How it meets what is behind it.
  public var blend = BlendMode.normal
  /// Whether it is a group of its own even where nothing else asks for it: what blends in it does so
  /// with the group alone.
  public var isIsolated = false
  /// Black over all that is drawn of it, from 0 to 1; only tracks say so.
  public var dim = 0.0
  /// 1 if its edge pixels fill what an overshoot uncovers, else 0; only `set` says so.
  public var bleed = 0.0
  /// Changes of its group's pixels.
  public var filters = LayerFilters()
  /// Changes of what is behind it, as it is seen through it.
  public var backdrop = LayerFilters()
  /// Its children, in the order in which they are written.
  public var layers: [Layer] = []

  /// A layer with `frame`, everything else at rest.
  public init(
    place: Place, id: String? = nil, content: Content = .box, frame: LayerFrame
  ) {
    (self.place, self.id, self.content, self.frame) = (place, id, content, frame)
  }

  /// How many layers it is, with all that are in it and mask it.
  package var count: Int { (layers + mask).reduce(1) { $0 + $1.count } }
}

/// A layer's rectangle in its parent, in points.
public struct LayerFrame: Hashable, Sendable {
  /// The left and the top edge, and the width.
  public var x, y, width: Double
  /// nil for as high as the text's lines.
  public var height: Double?

  /// A rectangle in the parent.
  public init(x: Double, y: Double, width: Double, height: Double?) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

/// What transforms turn around.
public struct Anchor: Hashable, Sendable {
  /// Fractions of width and height: the middle unless told otherwise.
  public var x = 0.5, y = 0.5
  /// Points toward the viewer.
  public var depth = 0.0
}

/// Translate, then rotate about X, Y and Z, then skew, then scale, all about the anchor.
public struct LayerTransform: Hashable, Sendable {
  /// The shift in points; z is toward the viewer.
  public var x = 0.0, y = 0.0, z = 0.0
  /// The scale along each axis.
  public var scaleX = 1.0, scaleY = 1.0
  /// Turns in degrees, as in Core Animation.
  public var rotateX = 0.0, rotateY = 0.0, rotate = 0.0
  /// Slants in degrees.
  public var skewX = 0.0, skewY = 0.0

  /// At rest.
  public init() {}
}

/// Fractions cut off at each edge.
public struct EdgeFractions: Hashable, Sendable {
  /// The fraction of the width or height that is cut off.
  public var left, top, right, bottom: Double

  /// Nothing cut off unless told otherwise.
  public init(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }
}

/// A line inside a layer's edge.
public struct Border: Hashable, Sendable {
  /// Its thickness in points.
  public var width: Double
  /// Its colour.
  public var color: Color

  /// A black line of one point unless told otherwise.
  public init(width: Double = 1, color: Color = .black) {
    (self.width, self.color) = (width, color)
  }
}

/// What a layer casts.
public struct LayerShadow: Hashable, Sendable {
  /// What casts it.
  public enum Caster: Hashable, Sendable {
    /// The layer's own alpha.
    case alpha
    /// Its (rounded) bounds.
    case bounds
    /// A rectangle in its coordinates.
    case rect(Rect)
  }

  /// Its colour.
  public var color = Color.black
  /// From 0 to 1.
  public var opacity = 1.0
  /// The Gaussian's sigma in points.
  public var radius = 3.0
  /// How far it is moved.
  public var offset = Point.zero
  /// What casts it.
  public var caster = Caster.alpha
  /// How far its edges are outside of what casts it, in points; inside of a hole's edges if it falls
  /// into the layer.
  public var spread = 0.0
  /// Whether it falls into the layer, from its edges, instead of behind it.
  public var isInset = false
}

/// Changes of pixels: those of a layer, or those behind it.
public struct LayerFilters: Hashable, Sendable {
  /// The Gaussian's sigma in points.
  public var blur = 0.0
  /// 1 at rest.
  public var saturation = 1.0
  /// 0 at rest.
  public var brightness = 0.0
  /// 1 at rest.
  public var contrast = 1.0
  /// The colour that white becomes; nil for none.
  public var tint: Color?

  /// At rest.
  public init() {}
}

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
  /// What the frame's place is one of: the top left corner, or the first line's baseline where the
  /// lines are aligned.
  public enum Origin: String, Hashable, Sendable, CaseIterable { case corner, baseline }

  /// The text.
  public var text: String
  /// Its font.
  public var font = FontReference.system
  /// The size of the font in points.
  public var size = 17.0
  /// From 100 to 900.
  public var weight = 400.0
  /// Its colour.
  public var color = Color.black
  /// nil for the side on which the text's own direction begins.
  public var alignment: Alignment?
  /// The distance of baselines in points; nil for the font's own.
  public var lineHeight: Double?
  /// Extra room between letters, in points.
  public var letterSpacing = 0.0
  /// nil for as many as there are.
  public var maxLines: Int?
  /// What happens to what does not fit.
  public var truncation = Truncation.tail
  /// What the frame's place is one of.
  public var origin = Origin.corner

  /// A text in Inter, 17 points, black, unless told otherwise.
  public init(_ text: String) { self.text = text }
}

/// What a shape layer shows.
public struct ShapeContent: Hashable, Sendable {
  /// The shape's outline.
  public enum Outline: Hashable, Sendable {
    /// The ellipse inside the frame.
    case ellipse
    /// SVG path data in the layer's coordinates, or in those of `viewBox`.
    case path(Path)
  }

  /// A line along the outline.
  public struct Stroke: Hashable, Sendable {
    /// What it is painted with, in unit coordinates of the frame.
    public var color: Paint
    /// Its thickness in points.
    public var width: Double
    /// The shape of its ends.
    public var cap: LineCap
    /// The shape of its corners.
    public var join: LineJoin
    /// How many half widths a mitre may reach; a longer one is cut off as a bevel.
    public var miterLimit = 10.0
    /// Lengths of dashes and gaps in turn.
    public var dash: [Double]
    /// How far into the dashes the line begins, in points.
    public var dashOffset = 0.0

    /// A solid line of `width` points unless told otherwise.
    public init(
      color: Color = .black, width: Double = 1, cap: LineCap = .butt,
      join: LineJoin = .miter, dash: [Double] = []
    ) {
      (self.color, self.width, self.cap) = (.color(color), width, cap)
      (self.join, self.dash) = (join, dash)
    }
  }

  /// What counts as inside.
  public enum Rule: String, Hashable, Sendable, CaseIterable { case nonzero, evenodd }

  /// The outline.
  public var outline: Outline
  /// The part of a path's coordinates that fills the frame; nil for the layer's own coordinates.
  public var viewBox: Rect?
  /// The line along it.
  public var stroke: Stroke?
  /// What counts as inside.
  public var rule: Rule

  /// A shape that is only filled unless told otherwise.
  public init(_ outline: Outline, stroke: Stroke? = nil, rule: Rule = .nonzero) {
    (self.outline, self.stroke, self.rule) = (outline, stroke, rule)
  }
}
