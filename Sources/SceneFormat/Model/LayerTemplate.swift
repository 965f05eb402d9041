/// Layer keys as a recipe writes them: numbers may be expressions and fractions.
///
/// It becomes ordinary layer values once the canvas and the parameters are known.
public struct LayerTemplate: Hashable, Sendable {
  /// Where it is written.
  public var place: Place

  /// Keys at `place`.
  public init(place: Place) {
    self.place = place
  }
}
