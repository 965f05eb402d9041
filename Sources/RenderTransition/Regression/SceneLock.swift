public import Pixels

/// A baseline: what a scene looked like when somebody approved it, without a picture.
///
/// The renderer is exact, so that a hash a frame is all that has to be kept. A lock is a text file
/// beside its scene, `push.lock` beside `push.json`.
public struct SceneLock: Hashable, Sendable {
  /// The hash of all that the scene is made of: its texts and its pictures.
  public var scene: FrameHash
  /// The size of a frame.
  public var widthPixels, heightPixels: Int
  /// Pixels per point.
  public var scale: Double
  /// Frames per second.
  public var fps: Double
  /// What else the pictures depend on.
  public var environment: RenderEnvironment
  /// The frames, in order.
  public var frames: [Frame]

  /// One frame.
  public struct Frame: Hashable, Sendable {
    /// When it is, in seconds from the start.
    public var time: Double
    /// The hash of its pixels.
    public var hash: FrameHash

    /// A frame.
    public init(time: Double, hash: FrameHash) {
      (self.time, self.hash) = (time, hash)
    }
  }

  /// A lock.
  public init(
    scene: FrameHash, widthPixels: Int, heightPixels: Int, scale: Double, fps: Double,
    environment: RenderEnvironment, frames: [Frame]
  ) {
    (self.scene, self.environment, self.frames) = (scene, environment, frames)
    (self.widthPixels, self.heightPixels) = (widthPixels, heightPixels)
    (self.scale, self.fps) = (scale, fps)
  }

  /// The path of the lock of the scene at `path`.
  public static func path(ofScene path: String) -> String { stem(path, ".json") + ".lock" }

  /// The path of the scene that the lock at `path` belongs to.
  public static func scenePath(ofLock path: String) -> String { stem(path, ".lock") + ".json" }

  private static func stem(_ path: String, _ ending: String) -> String {
    path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : path
  }
}
