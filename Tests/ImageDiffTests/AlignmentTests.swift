import Pixels
import Testing

@testable import ImageDiff

@Suite("places in time")
struct AlignmentTests {
  @Test(
    "a time that was rounded is that of its frame, and one between two frames is not",
    arguments: [
      (2.07, 2, 0.0), (2.09, 2, 0.09), (2.5, 2, 0.5), (2.91, 2, 0.91), (2.93, 3, 0), (-1, 0, 0),
      (3, 3, 0), (9, 3, 0),
    ])
  func place(_ time: Double, _ index: Int, _ share: Double) throws {
    let hash = FrameHash(Pixmap(width: 1, height: 1))
    let frames = (0..<4).map {
      FrameSequence.Frame(startSeconds: Double($0), endSeconds: Double($0) + 1, hash: hash)
    }
    let sequence = try #require(
      FrameSequence(width: 1, height: 1, frames: frames) { _ in Pixmap(width: 1, height: 1) })
    let features = SequenceFeatures(sequence, [], frames.map(\.hash))
    let search = AlignmentSearch(
      expected: features, actual: features, distances: Distances(features, features), noise: 0)
    let found = search.place(at: time)
    #expect(found.index == index && abs(found.share - share) < 1e-9)
  }
}
