import ImageDiff
import Pixels
import SceneFormat

/// The frames of a file that can only be read from its beginning: equal pictures are kept once.
struct FilmReel {
  let width: Int
  let height: Int
  /// Whether there was no room for all frames.
  private(set) var isFull = false
  private let room: Double
  private var frames: [FrameSequence.Frame] = []
  private var time = 0.0
  private var pictures: [FrameHash: Pixmap] = [:]

  init(width: Int, height: Int, limits: Limits) {
    (self.width, self.height) = (width, height)
    room = limits[.memoryBytes]
  }

  /// How long players show a frame that says it shows for no time.
  private static let shortest = 0.1
  /// From here on a delay may be the longest that fits its format, behind which the frame is shown again.
  private static let long = 655.34

  /// Takes the next frame, which shows for so long; false if there is no room for it, or the task is
  /// cancelled.
  mutating func add(_ pixels: Pixmap, for seconds: Double) -> Bool {
    guard !Task.isCancelled else { return false }
    let hash = FrameHash(pixels)
    let end = time + (seconds > 0 ? seconds : Self.shortest)
    if let last = frames.last, last.hash == hash, last.endSeconds - last.startSeconds >= Self.long {
      frames.removeLast()
      time = last.startSeconds
    }
    frames.append(FrameSequence.Frame(startSeconds: time, endSeconds: end, hash: hash))
    time = end
    guard pictures[hash] == nil else { return true }
    isFull = Double(pictures.count + 1) * Double(width * height * 4) > room
    if !isFull { pictures[hash] = pixels }
    return !isFull
  }

  /// The frames; nil if there are none.
  var sequence: FrameSequence? {
    let (frames, pictures, size) = (frames, pictures, (width, height))
    return FrameSequence(width: width, height: height, frames: frames) { index in
      pictures[frames[index].hash] ?? Pixmap(width: size.0, height: size.1)
    }
  }
}
