/// Colours that flow into each other, in unit coordinates of the area that they fill.
public struct Gradient: Hashable, Sendable {
  /// The way in which a place is turned into a position between the stops.
  public enum Kind: Hashable, Sendable {
    /// Along the line between two points.
    case linear(from: SIMD2<Double>, to: SIMD2<Double>)
    /// By the distance from the centre, the radius being a fraction of the width.
    case radial(center: SIMD2<Double>, radius: Double)
    /// By the angle about the centre, clockwise on screen from `degrees` (0 points right).
    case conic(center: SIMD2<Double>, degrees: Double)
  }

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

  /// A gradient through `stops`.
  public init(_ kind: Kind, stops: [Stop]) {
    (self.kind, self.stops) = (kind, stops)
  }
}
