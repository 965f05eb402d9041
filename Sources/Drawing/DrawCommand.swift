public import Geometry
public import Pixels

/// One step of a frame, in paint order, with nothing left to look up.
///
/// Every transform leads from the command's own coordinates to the canvas, in points.
public enum DrawCommand: Hashable, Sendable {
  /// Fills an outline.
  case fill(Fill)
  /// Draws an image into a rectangle.
  case image(ImageDraw)
  /// Draws a picture that was rendered once for the whole run.
  case picture(PictureDraw)
  /// Begins a group: what follows is composited by itself, then painted with `Effects`.
  ///
  /// Boxed: `Effects` is twice as large as any other payload.
  indirect case beginGroup(Effects)
  /// Ends the innermost group.
  case endGroup
}

/// Where a command comes from, in the scene's own words: `to#card`, `from.bar.title`.
public struct LayerPath: Hashable, Sendable {
  /// The name of the part.
  public var name: String

  /// A part by its name.
  public init(_ name: String) {
    self.name = name
  }
}

/// The name of a decoded image; level 3 knows its bytes.
public struct ImageID: Hashable, Sendable {
  /// The place in the table of images.
  public var index: Int

  /// The image at `index`.
  public init(_ index: Int) {
    self.index = index
  }
}

/// The name of a picture in the run's list.
public struct PictureID: Hashable, Sendable {
  /// The place in the list of pictures.
  public var index: Int

  /// The picture at `index`.
  public init(_ index: Int) {
    self.index = index
  }
}

/// An area with an edge.
public enum Outline: Hashable, Sendable {
  /// A rectangle, its corners perhaps rounded.
  case rect(RoundedRect)
  /// Everything between an outer and an inner rounded rectangle: a border.
  case ring(outer: RoundedRect, inner: RoundedRect)
  /// The inside of a path.
  case path(Path, FillRule)
  /// The line along a path.
  case stroke(Path, Stroke)
}

/// What counts as inside where contours overlap.
public enum FillRule: String, Hashable, Sendable, CaseIterable {
  /// Wherever the contours wind around at all.
  case nonzero
  /// Wherever an odd number of contours lies around.
  case evenodd
}

/// How a line along a path looks.
public struct Stroke: Hashable, Sendable {
  /// The thickness, in points.
  public var width: Double
  /// The shape of its ends.
  public var cap: LineCap
  /// The shape of its corners.
  public var join: LineJoin
  /// How many half widths a mitre may reach.
  public var miterLimit: Double
  /// Lengths of dashes and gaps in turn; none for a solid line.
  public var dash: [Double]
  /// How far into the dashes the line begins, in points.
  public var dashOffset: Double

  /// A line of `width` points.
  public init(
    width: Double, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 10,
    dash: [Double] = [], dashOffset: Double = 0
  ) {
    (self.width, self.cap, self.join, self.miterLimit) = (width, cap, join, miterLimit)
    (self.dash, self.dashOffset) = (dash, dashOffset)
  }

  /// About how many dashes lie along `path`.
  public func dashCount(along path: Path) -> Double {
    let period = dash.reduce(0, +)
    guard period > 0 else { return 0 }
    let length = path.flattened(tolerance: 1).reduce(0) { $0 + $1.length }
    return length / period * Double(dash.count) / 2
  }
}

/// An outline to be filled.
public struct Fill: Hashable, Sendable {
  /// The area.
  public var outline: Outline
  /// What it is filled with.
  public var paint: Paint
  /// The rectangle that the paint's unit coordinates speak of, in the outline's coordinates.
  public var paintBounds: Rect
  /// The way to the canvas.
  public var transform: Transform
  /// Whose area it is.
  public var layer: LayerPath

  /// An `outline` filled with `paint`.
  public init(
    _ outline: Outline, with paint: Paint, in paintBounds: Rect, transform: Transform,
    layer: LayerPath
  ) {
    (self.outline, self.paint, self.paintBounds) = (outline, paint, paintBounds)
    (self.transform, self.layer) = (transform, layer)
  }
}

/// An image to be drawn.
public struct ImageDraw: Hashable, Sendable {
  /// Which image.
  public var image: ImageID
  /// The part of it that is drawn, in unit coordinates of the image.
  public var crop: Rect
  /// Where that part goes, in the command's coordinates.
  public var destination: Rect
  /// What is cut off outside of it; nil for nothing.
  public var clip: RoundedRect?
  /// The way to the canvas.
  public var transform: Transform
  /// Whose image it is.
  public var layer: LayerPath

  /// The part `crop` of an image, drawn into `destination`.
  public init(
    _ image: ImageID, crop: Rect, destination: Rect, clip: RoundedRect?, transform: Transform,
    layer: LayerPath
  ) {
    (self.image, self.crop, self.destination) = (image, crop, destination)
    (self.clip, self.transform, self.layer) = (clip, transform, layer)
  }
}

/// A picture to be drawn.
public struct PictureDraw: Hashable, Sendable {
  /// Which picture.
  public var picture: PictureID
  /// The part of it that is drawn, in canvas points at rest; nil for all of it.
  public var source: Rect?
  /// How far the pixels at the edges of that part go on outside of it.
  public var bleed: Bleed
  /// The way from where it rests on the canvas to where it is now.
  public var transform: Transform
  /// From 0, invisible, to 1.
  public var opacity: Double
  /// How it meets what is behind it.
  public var blend: BlendMode
  /// Whose picture it is.
  public var layer: LayerPath

  /// A picture, moved from its resting place by `transform`.
  public init(
    _ picture: PictureID, source: Rect? = nil, bleed: Bleed = .none,
    transform: Transform = .identity, opacity: Double = 1, blend: BlendMode = .normal,
    layer: LayerPath
  ) {
    (self.picture, self.source, self.bleed) = (picture, source, bleed)
    self.transform = transform
    (self.opacity, self.blend, self.layer) = (opacity, blend, layer)
  }
}

extension Outline {
  /// A rectangle of its own coordinates that holds all of it.
  package var bounds: Rect {
    switch self {
    case .rect(let rect): rect.rect
    case .ring(let outer, let inner): outer.rect.union(inner.rect)
    case .path(let path, _): path.controlBounds
    case .stroke(let path, let stroke):
      // Farther than a square end, and than any mitre.
      path.controlBounds.inset(by: -max(2, stroke.miterLimit) / 2 * max(0, stroke.width))
    }
  }
}

/// A frame as a flat list of resolved draw commands, back to front.
public struct DisplayList: Hashable, Sendable {
  /// What is behind everything.
  public var background: Color
  /// The steps, in paint order; groups are balanced.
  public var commands: [DrawCommand]

  /// A frame that paints `commands` over `background`.
  public init(background: Color, commands: [DrawCommand]) {
    (self.background, self.commands) = (background, commands)
  }
}

/// A frozen sub-list: rendered once per run, at its resting place, then only moved and faded.
public struct Picture: Hashable, Sendable {
  /// Its name.
  public var id: PictureID
  /// What is inside, in canvas points at rest; nothing outside of it is kept.
  public var bounds: Rect
  /// The steps that draw it over nothing, at rest.
  public var commands: [DrawCommand]
  /// The largest scale at which the run draws it; above 1 it has a second, larger texture.
  public var largestScale: Double
  /// Whether the run shows it in perspective, where parts of a larger texture are seen small.
  public var isProjected: Bool

  /// A picture of what `commands` paint inside `bounds`.
  public init(
    id: PictureID, bounds: Rect, commands: [DrawCommand], largestScale: Double = 1,
    isProjected: Bool = false
  ) {
    (self.id, self.bounds) = (id, bounds)
    (self.commands, self.largestScale) = (commands, largestScale)
    self.isProjected = isProjected
  }
}

/// How far the pixels at a picture's edges go on outside of it, in canvas points at rest.
public struct Bleed: Hashable, Sendable {
  /// Beyond each edge; never negative.
  public var left, top, right, bottom: Double

  /// Nothing goes on, unless told otherwise.
  public init(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) {
    (self.left, self.top) = (max(0, left), max(0, top))
    (self.right, self.bottom) = (max(0, right), max(0, bottom))
  }

  /// A picture that ends at its edges.
  public static let none = Bleed()

  /// As far beyond every edge.
  public init(all distance: Double) {
    self.init(left: distance, top: distance, right: distance, bottom: distance)
  }
}
