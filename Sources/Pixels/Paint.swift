public import Geometry

/// What an area is filled with.
public enum Paint: Hashable, Sendable {
  /// The same colour everywhere.
  case color(Color)
  /// Colours that flow into each other; in a box, so that layers with plain colours stay small.
  indirect case gradient(Gradient)

  /// Whether nothing shows through anywhere.
  public var isOpaque: Bool {
    switch self {
    case .color(let color): color.isOpaque
    case .gradient(let gradient): gradient.stops.allSatisfy(\.color.isOpaque)
    }
  }

  /// Whether it leaves no mark.
  public var isClear: Bool {
    switch self {
    case .color(let color): color.alpha == 0
    case .gradient(let gradient): gradient.stops.allSatisfy { $0.color.alpha == 0 }
    }
  }
}

/// A colour as people write it: straight (not premultiplied) 8-bit sRGB.
public struct Color: Hashable, Sendable {
  /// The red part.
  public var red: UInt8
  /// The green part.
  public var green: UInt8
  /// The blue part.
  public var blue: UInt8
  /// 255 is opaque, 0 invisible.
  public var alpha: UInt8

  /// A colour by its four bytes; opaque unless told otherwise.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Nothing at all.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
  /// Opaque black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = Color(red: 255, green: 255, blue: 255)

  /// Whether nothing shows through.
  public var isOpaque: Bool { alpha == 255 }
}

/// Colours that flow into each other, in unit coordinates of the area that they fill.
public struct Gradient: Hashable, Sendable {
  /// The way in which a place is turned into a position between the stops.
  public enum Kind: Hashable, Sendable {
    /// Along the line between two points.
    case linear(from: SIMD2<Double>, to: SIMD2<Double>)
    /// By the circles that grow from the focus, where the first stop is, to one about the centre,
    /// the radius being a fraction of the width; a focus outside of that circle is moved onto it.
    case radial(center: SIMD2<Double>, radius: Double, focus: SIMD2<Double>)
    /// By the angle about the centre, clockwise on screen from `degrees` (0 points right).
    case conic(center: SIMD2<Double>, degrees: Double)

    /// By the distance from the centre.
    public static func radial(center: SIMD2<Double>, radius: Double) -> Kind {
      .radial(center: center, radius: radius, focus: center)
    }
  }

  /// What follows outside of the positions from 0 to 1: the last colours, the same again, or the
  /// same backward and forward in turn.
  public enum Spread: String, Hashable, Sendable, CaseIterable { case pad, `repeat`, reflect }

  /// A colour and where it stands alone.
  public struct Stop: Hashable, Sendable {
    /// The colour there.
    public var color: Color
    /// The position from 0 to 1.
    public var position: Double

    /// A colour at `position`.
    public init(_ color: Color, at position: Double) {
      (self.color, self.position) = (color, position)
    }
  }

  /// How places become positions.
  public var kind: Kind
  /// At least two stops, their positions in rising order.
  public var stops: [Stop]
  /// Where its unit coordinates lie in those of the area; without an inverse, the last colour is
  /// everywhere.
  public var transform: Transform
  /// What follows outside of the positions from 0 to 1.
  public var spread: Spread

  /// A gradient through `stops`.
  public init(
    _ kind: Kind, stops: [Stop], transform: Transform = .identity, spread: Spread = .pad
  ) {
    (self.kind, self.stops, self.transform, self.spread) = (kind, stops, transform, spread)
  }
}

/// How a layer's colours meet those behind it: the modes of W3C compositing, and `plusLighter`.
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn
  case hardLight, softLight, difference, exclusion
  case hue, saturation, color, luminosity
  case plusLighter
}
