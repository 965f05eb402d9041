/// How much an image from a stranger may ask for; checked before memory is allocated.
public struct ImageLimits: Hashable, Sendable {
  /// The greatest size of the file.
  public var fileBytes: Int
  /// The greatest number of pixels of one picture.
  public var pixels: Int
  /// The greatest number of frames of an animation.
  public var frames: Int

  /// Limits; each of them is what the documentation promises unless told otherwise.
  public init(
    fileBytes: Int = 64 * 1024 * 1024, pixels: Int = 50_000_000, frames: Int = 3600
  ) {
    (self.fileBytes, self.pixels, self.frames) = (fileBytes, pixels, frames)
  }
}
