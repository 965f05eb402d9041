public import Geometry

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
