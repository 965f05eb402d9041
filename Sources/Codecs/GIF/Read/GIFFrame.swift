public import Pixels

/// A frame of a GIF as a player shows it: the whole canvas, with all that went before.
public struct GIFFrame: Hashable, Sendable {
  /// What is to be seen; every pixel is opaque or clear.
  public var pixels: Pixmap
  /// When it begins, in centiseconds.
  public var startCentiseconds: Int
  /// How long it shows, in centiseconds, as the file says it: players turn 0 and 1 into 10.
  public var delayCentiseconds: Int
}
