/// A part of a run, in fractions.
public struct Window: Hashable, Sendable {
  /// Where it begins.
  public var start: Double
  /// Where it ends; not before `start`.
  public var end: Double

  /// The part from `start` to `end`.
  public init(_ start: Double, _ end: Double) {
    (self.start, self.end) = (start, end)
  }

  /// All of it.
  public static let whole = Window(0, 1)

  /// The same part of a run that goes backward.
  public var mirrored: Window { Window(1 - end, 1 - start) }
}
