internal import Pixels

/// A sequence made ready for being aligned: when its frames begin, and how far apart they are.
struct SequenceFeatures {
  /// When each frame begins, in seconds.
  let starts: [Double]
  /// When the last one ends.
  let end: Double
  /// How long a frame shows, as a rule.
  let step: Double
  private(set) var hashes: [FrameHash]
  private let thumbnails: [Thumbnail]

  var count: Int { starts.count }

  /// The places of its frames.
  var indices: Range<Int> { 0..<count }

  init(_ sequence: FrameSequence, _ thumbnails: [Thumbnail], _ hashes: [FrameHash]) {
    starts = sequence.frames.map(\.startSeconds)
    (end, step) = (sequence.seconds, sequence.stepSeconds)
    (self.thumbnails, self.hashes) = (thumbnails, hashes)
  }

  /// How far frame `i` is from frame `j` of `other`; exactly 0 for equal pixels, above it for
  /// others.
  func distance(_ i: Int, _ other: SequenceFeatures, _ j: Int) -> Double {
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

/// All distances between the frames of two sequences, and of the first one's neighbours.
struct Distances {
  let rows: Int
  let columns: Int
  /// From each frame of the first to its next one.
  let steps: [Double]
  /// From each frame of the second to the frame of the first that is most like it.
  let nearest: [Double]
  private let table: [Double]

  /// The greatest distance in frames between two that are compared.
  static let reach = 240

  init(_ expected: SequenceFeatures, _ actual: SequenceFeatures) {
    (rows, columns) = (expected.count, actual.count)
    steps = (0..<max(0, expected.count - 1)).map { expected.distance($0, expected, $0 + 1) }
    var table = [Double](repeating: .infinity, count: expected.count * actual.count)
    let longer = max(0, expected.count - actual.count)
    for i in 0..<expected.count {
      let near = max(0, i - Self.reach - longer)..<min(actual.count, i + Self.reach + 1)
      guard near.lowerBound < actual.count else { break }
      for j in near { table[i * actual.count + j] = expected.distance(i, actual, j) }
    }
    self.table = table
    nearest = (0..<actual.count).map { j in
      (0..<expected.count).reduce(.infinity) { min($0, table[$1 * actual.count + j]) }
    }
  }

  /// Between frame `i` of the first and frame `j` of the second.
  subscript(i: Int, j: Int) -> Double { table[i * columns + j] }

  /// The largest step about frame `i`: how fast things move there.
  func speed(at i: Int) -> Double {
    let near = max(0, i - 2)..<min(steps.count, i + 2)
    return near.isEmpty ? 0 : steps[near].max() ?? 0
  }
}

/// A frame in a few hundred numbers: sums of colours over the cells of a coarse grid.
///
/// When something moves steadily, what its cells lose and gain grows steadily with the way: so
/// thumbnails tell how far apart two frames are in time, which no hash can.
struct Thumbnail: Hashable, Sendable {
  /// The most cells along the longer side.
  static let cells = 32

  /// The sums of red, green, blue and alpha, cell by cell.
  private let sums: [UInt32]
  private let pixelCount: Int

  /// The thumbnail of a frame without what is in `hidden`, on a grid for a canvas of this size.
  init(_ frame: Pixmap, width: Int, height: Int, hiding hidden: [PixelRect]) {
    let frame = frame.hiding(hidden)
    let side = max(1, (max(width, height) + Self.cells - 1) / Self.cells)
    let columns = (width + side - 1) / side
    var sums = [UInt32](repeating: 0, count: 4 * columns * ((height + side - 1) / side))
    let pixels = frame.bytes.span
    for y in 0..<min(height, frame.height) {
      var cell = y / side * columns
      for x in Swift.stride(from: 0, to: frame.width, by: side) {
        let end = min(frame.width, x + side)
        Self.add(pixels, y * frame.width + x, y * frame.width + end, to: &sums, at: cell * 4)
        cell += 1
      }
    }
    self.sums = sums
    pixelCount = max(1, width * height)
  }

  /// How far apart two frames are: the mean of what their pixels differ by, in levels.
  func distance(to other: Thumbnail) -> Double {
    let (one, two) = (sums.span, other.sums.span)
    var (at, total) = (0, 0 as UInt64)
    while at < one.count {
      let (a, b) = (one[at], two[at])
      total &+= UInt64(truncatingIfNeeded: a > b ? a &- b : b &- a)
      at &+= 1
    }
    return Double(total) / Double(pixelCount)
  }

  private static func add(
    _ pixels: Span<UInt8>, _ start: Int, _ end: Int, to sums: inout [UInt32], at cell: Int
  ) {
    var (red, green, blue, alpha) = (0 as UInt32, 0 as UInt32, 0 as UInt32, 0 as UInt32)
    var at = start
    while at < end {
      let pixel = pixels.pixelWord(at: at &* 4)
      red &+= pixel & 255
      green &+= (pixel &>> 8) & 255
      blue &+= (pixel &>> 16) & 255
      alpha &+= pixel &>> 24
      at &+= 1
    }
    sums[cell] &+= red
    sums[cell + 1] &+= green
    sums[cell + 2] &+= blue
    sums[cell + 3] &+= alpha
  }
}

extension Pixmap {
  /// The same with nothing in `areas`.
  func hiding(_ areas: [PixelRect]) -> Pixmap {
    guard !areas.isEmpty else { return self }
    var copy = self
    for area in areas { copy.fill(area, with: .clear) }
    return copy
  }
}
