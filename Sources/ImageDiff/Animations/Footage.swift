internal import Pixels

/// A sequence made ready for being aligned: when its frames begin, and how far apart they are.
struct Footage {
  /// When each frame begins, in seconds.
  let starts: [Double]
  /// When the last one ends.
  let end: Double
  /// How long a frame shows, as a rule.
  let step: Double
  private(set) var hashes: [FrameHash]
  private let thumbnails: [Thumbnail]

  var count: Int { starts.count }

  init(_ sequence: FrameSequence, _ thumbnails: [Thumbnail], _ hashes: [FrameHash]) {
    starts = sequence.frames.map(\.startSeconds)
    (end, step) = (sequence.seconds, sequence.stepSeconds)
    (self.thumbnails, self.hashes) = (thumbnails, hashes)
  }

  /// How far frame `i` is from frame `j` of `other`; exactly 0 for equal pixels, above it for
  /// others.
  func distance(_ i: Int, _ other: Footage, _ j: Int) -> Double {
    guard hashes[i] != other.hashes[j] else { return 0 }
    // Different pixels can have the same sums.
    return max(1e-9, thumbnails[i].distance(to: other.thumbnails[j]))
  }

  /// The first frame that begins later than `time`; the number of frames if none does.
  func firstFrame(after time: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] > time { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Whether frame `i` shows the same as the one before.
  func isRepeat(_ i: Int) -> Bool { i > 0 && hashes[i] == hashes[i - 1] }

  /// The first frame that shows something else than the first one.
  var onset: Int { hashes.firstIndex { $0 != hashes[0] } ?? 0 }

  /// The first of the frames that show what the last one shows.
  var arrival: Int { (hashes.lastIndex { $0 != hashes[count - 1] } ?? -1) + 1 }
}
