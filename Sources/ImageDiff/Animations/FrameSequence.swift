public import Pixels

/// An animation whose frames are known by their hashes; their pixels are fetched when needed.
public struct FrameSequence: Sendable {
  /// The time and the hash of a frame, known before its pixels.
  public struct Frame: Hashable, Sendable {
    /// When it begins to show, in seconds.
    public var startSeconds: Double
    /// When it ceases to show, in seconds.
    public var endSeconds: Double
    /// The hash of its pixels.
    public var hash: FrameHash

    /// A frame that shows from one time to another.
    public init(startSeconds: Double, endSeconds: Double, hash: FrameHash) {
      (self.startSeconds, self.endSeconds) = (startSeconds, endSeconds)
      self.hash = hash
    }
  }

  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The frames, in order; at least one.
  public let frames: [Frame]
  /// How long a frame shows: the median, so that pauses at the ends do not matter.
  public let stepSeconds: Double
  private let fetch: @Sendable (Int) throws -> Pixmap

  /// An animation of at least one frame; nil without any.
  ///
  /// `fetch` answers the pixels of a frame by its place.
  public init?(
    width: Int, height: Int, frames: [Frame], fetch: @escaping @Sendable (Int) throws -> Pixmap
  ) {
    guard !frames.isEmpty else { return nil }
    (self.width, self.height, self.frames, self.fetch) = (width, height, frames, fetch)
    let steps = zip(frames, frames.dropFirst()).map { $1.startSeconds - $0.startSeconds }.sorted()
    stepSeconds = steps.isEmpty ? 0 : steps[steps.count / 2]
  }

  /// A picture that does not move.
  public init(still pixels: Pixmap) {
    (width, height) = (pixels.width, pixels.height)
    frames = [Frame(startSeconds: 0, endSeconds: 0, hash: FrameHash(pixels))]
    stepSeconds = 0
    fetch = { _ in pixels }
  }

  /// The pixels of the frame at `index`.
  public func pixels(of index: Int) throws -> Pixmap { try fetch(index) }

  /// When the last frame ceases to show, in seconds.
  public var seconds: Double { frames[frames.count - 1].endSeconds }

  /// The frame that shows at `seconds`: the last one that has begun; a hair's breadth early is in
  /// time, for times that are written in hundredths are rounded.
  public func index(at seconds: Double) -> Int {
    let limit = seconds + stepSeconds / 8 + 1e-9
    var (low, high) = (0, frames.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if frames[middle].startSeconds <= limit { low = middle } else { high = middle }
    }
    return low
  }

  /// Whether both have the same frames at the same times, as far as hashes tell.
  func isSame(as other: FrameSequence) -> Bool {
    guard (width, height) == (other.width, other.height), frames.count == other.frames.count else {
      return false
    }
    let slack = max(stepSeconds, other.stepSeconds) / 8 + 1e-9
    return zip(frames, other.frames).allSatisfy { one, two in
      one.hash == two.hash && (one.startSeconds - two.startSeconds).magnitude <= slack
        && (one.endSeconds - two.endSeconds).magnitude <= slack
    }
  }
}
