/// What an encoder knows of a frame that it has packed.
public struct FrameFacts: Hashable, Sendable {
  /// Where a frame's colours come from.
  public enum Palette: String, Hashable, Sendable, CaseIterable {
    /// The file's own table, which has all of them.
    case global
    /// A table of the frame's own, which has all of them.
    case exact
    /// A table of the frame's own, which has the nearest ones.
    case local
  }

  /// The colours in use; nil for a format without a palette.
  public var colors: Int?
  /// Where they come from; nil for a format without a palette.
  public var palette: Palette?
  /// How long it took to choose them, in seconds; 0 where nobody gave a clock.
  public var quantizingSeconds = 0.0

  /// Nothing is known.
  public init() {}
}
