import ImageDiff
import Pixels
import RenderTransition
import SceneFormat

/// Pictures by their hashes: equal ones are kept once.
struct UniquePictures: Sendable {
  private let budget: ComparisonBudget
  private var pictures: [FrameHash: SourceFrame] = [:]
  private var last: (file: [UInt8], hash: FrameHash)?

  init(_ budget: ComparisonBudget) { self.budget = budget }

  /// Keeps a picture, and says by which hash; throws if there is no room for it.
  ///
  /// One with a file of its own takes no room: it is decoded whenever it is asked for.
  mutating func keep(_ frame: SourceFrame) throws -> FrameHash {
    let file = try frame.file?()
    // Pictures that stand still are written again.
    if let last, last.file == file { return last.hash }
    let pixels = try frame.pixels()
    let hash = FrameHash(pixels)
    last = file.map { ($0, hash) }
    guard pictures[hash] == nil else { return hash }
    if file == nil {
      try budget.take(4 * Double(pixels.width) * Double(pixels.height), of: .memoryBytes)
    }
    pictures[hash] = frame
    return hash
  }

  /// The picture that `keep` answered `hash` for; nil if there is none.
  func pixels(of hash: FrameHash) throws -> Pixmap? { try pictures[hash]?.pixels() }
}
