public import Motion

/// Properties of one target over the run.
public struct Track: Hashable, Sendable {
  /// How values between keyframes are found.
  public enum Interpolation: String, Hashable, Sendable, CaseIterable {
    case linear, discrete, cubic
  }

  /// Where it is written.
  public var place: Place
  /// What it moves.
  public var target: Target
  /// Its window, as fractions of the run.
  public var during: Window
  /// A window of the eased progress.
  public var through: Window
  /// nil for the side's.
  public var curve: Curve?
  /// Whether its values are added to those of other tracks.
  public var isAdditive: Bool
  /// How often it runs within its window.
  public var repeats: Double
  /// Whether every second run goes backward.
  public var autoreverses: Bool
  /// How values between keyframes are found.
  public var interpolation: Interpolation
  /// The properties, in the order in which they are written; `scale` has become two.
  public var properties: [PropertyTrack]

  /// A track over the whole run.
  public init(place: Place, target: Target, properties: [PropertyTrack]) {
    (self.place, self.target, self.properties) = (place, target, properties)
    (during, through, curve) = (.whole, .whole, nil)
    (isAdditive, repeats, autoreverses, interpolation) = (false, 1, false, .linear)
  }
}

/// One property over the run.
public struct PropertyTrack: Hashable, Sendable {
  /// Where it is written.
  public var place: Place
  /// Which property.
  public var property: Property
  /// At least one; positions from 0 to 1 in rising order.
  public var keyframes: [TrackKeyframe]

  /// `property` over the run.
  public init(place: Place, property: Property, keyframes: [TrackKeyframe]) {
    (self.place, self.property, self.keyframes) = (place, property, keyframes)
  }
}

/// A value at a position.
public struct TrackKeyframe: Hashable, Sendable {
  /// From 0 to 1.
  public var position: Double
  /// The value there.
  public var value: SpecifiedValue
  /// How the way to the next keyframe is shaped; nil for linear.
  public var curve: Curve?

  /// `value` at `position`.
  public init(position: Double, value: SpecifiedValue, curve: Curve? = nil) {
    (self.position, self.value, self.curve) = (position, value, curve)
  }
}
