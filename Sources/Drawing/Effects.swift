public import Geometry
public import Pixels

/// What happens to a group after its inside has been composited.
///
/// A group whose effects are all at rest costs nothing: its inside is painted straight through.
public struct Effects: Hashable, Sendable {
  /// From 0, invisible, to 1.
  public var opacity: Double
  /// How the group meets what is behind it.
  public var blend: BlendMode
  /// What is cut off outside of it.
  public var clip: Clip?
  /// A list whose alpha multiplies the group's.
  public var mask: [DrawCommand]
  /// Each cast by the group's own alpha, or by a rectangle, and painted over those before it.
  public var shadows: [Shadow]
  /// Applied to the group's pixels, in order.
  public var filters: [Filter]
  /// What the group shows of what is behind it; nil for that as it is.
  public var backdrop: Backdrop?
  /// Whether the group is composited by itself even where nothing else asks for it.
  public var isIsolated: Bool
  /// Whose group it is.
  public var layer: LayerPath

  /// Effects of a group; all at rest unless told otherwise.
  public init(
    opacity: Double = 1, blend: BlendMode = .normal, clip: Clip? = nil, mask: [DrawCommand] = [],
    shadow: Shadow? = nil, filters: [Filter] = [], backdrop: Backdrop? = nil,
    isIsolated: Bool = false, layer: LayerPath
  ) {
    (self.opacity, self.blend, self.clip, self.mask) = (opacity, blend, clip, mask)
    (shadows, self.filters) = (shadow.map { [$0] } ?? [], filters)
    (self.backdrop, self.isIsolated, self.layer) = (backdrop, isIsolated, layer)
  }
}

/// An outline that cuts off what is outside of it.
public struct Clip: Hashable, Sendable {
  /// The area that stays.
  public var outline: Outline
  /// The way from the outline's coordinates to the canvas.
  public var transform: Transform

  /// Keeps what is inside `outline`.
  public init(_ outline: Outline, transform: Transform) {
    (self.outline, self.transform) = (outline, transform)
  }
}

/// A filtered copy of what is painted behind a group, seen through it inside an area.
///
/// It reads all that is painted so far on the canvas, or in the nearest group around it that is
/// composited by itself. Beyond the edge of the canvas the pixels at the edge go on.
public struct Backdrop: Hashable, Sendable {
  /// The Gaussian's sigma, in canvas points; 0 for no blur.
  public var sigma: Double
  /// Changes of colour after the blur, in order.
  public var changes: [Filter]
  /// Where it is seen.
  public var area: Clip

  /// What is behind `area`, blurred and changed.
  public init(sigma: Double, changes: [Filter] = [], area: Clip) {
    (self.sigma, self.changes, self.area) = (sigma, changes, area)
  }
}

/// A soft copy of a shape, painted behind it.
public struct Shadow: Hashable, Sendable {
  /// Its colour, before `opacity`.
  public var color: Color
  /// From 0 to 1, on top of the colour's own alpha.
  public var opacity: Double
  /// The Gaussian's sigma, in points.
  public var sigma: Double
  /// How far it is moved, in the coordinates that `transform` leads from.
  public var offset: Point
  /// The area that casts it; nil for the group's own alpha.
  public var path: RoundedRect?
  /// Whether it is painted over the group, outside of what casts it and inside of the group's alpha.
  public var isInset = false
  /// The way from the shadow's coordinates to the canvas.
  public var transform: Transform

  /// A shadow.
  public init(
    color: Color, opacity: Double, sigma: Double, offset: Point, path: RoundedRect?,
    transform: Transform
  ) {
    (self.color, self.opacity, self.sigma) = (color, opacity, sigma)
    (self.offset, self.path, self.transform) = (offset, path, transform)
  }
}

/// A change of a group's pixels.
public enum Filter: Hashable, Sendable {
  /// A Gaussian blur of `sigma` in the coordinates that a transform leads from: canvas points, or
  /// the plane of a layer that is seen from aside.
  case blur(sigma: Double, in: Transform = .identity)
  /// 0 is grey, 1 as it is.
  case saturation(Double)
  /// Added to every colour, -1 to 1.
  case brightness(Double)
  /// Spread about the middle grey, 1 as it is.
  case contrast(Double)
  /// The colour that white becomes.
  case tint(Color)
  /// White, as opaque as it was bright.
  case luminanceToAlpha
}
