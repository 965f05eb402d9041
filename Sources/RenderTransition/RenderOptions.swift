public import Codecs
public import Pixels

/// What a caller may want otherwise than the scene says; nil for what the scene says.
public struct RenderOptions: Hashable, Sendable {
  /// Frames per second.
  public var fps: Double?
  /// How much longer the first frame shows, in seconds, up to a day.
  public var holdFirst: Double?
  /// How much longer the last frame shows, in seconds, up to a day.
  public var holdLast: Double?
  /// Times to play; 0 for ever.
  public var loop: Int?
  /// The most colours of formats with a palette.
  public var colors: Int?
  /// The dither of formats with a palette.
  public var dither: Dither?
  /// How hard PNGs are packed.
  public var compression: PNGCompression?
  /// Frames that are worked on side by side; nil for as many as there are cores.
  public var jobs: Int?

  /// Whether outputs are looked at again when they are written, and reported on.
  public var wantsReport = false

  /// Everything as the scene says.
  public init() {}
}
