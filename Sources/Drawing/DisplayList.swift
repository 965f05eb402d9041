public import Pixels

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
