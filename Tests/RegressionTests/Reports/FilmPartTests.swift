import ImageDiff
import Pixels
import TestSupport
import Testing

@testable import Regression

@Suite("the parts of pictures that a report shows")
struct FilmPartTests {
  private static func comparison(_ regions: PixelRect..., frame: Int = 0, count: Int = 1)
    -> FrameComparison
  {
    FrameComparison(
      expectedIndex: frame, actualIndex: frame, seconds: 0, differentCount: count, ratio: 0.1,
      isOverLimit: true, regions: regions)
  }

  private static let area = PixelRect(x: 0, y: 0, width: 100, height: 80)

  @Test("a detail is what changes with a margin, if that is less than a quarter")
  func detail() {
    func detail(_ rect: PixelRect...) -> PixelRect? {
      rect.map { Self.comparison($0) }.detail(of: Self.area)
    }
    let small = PixelRect(x: 40, y: 30, width: 4, height: 8)
    #expect(detail(small) == PixelRect(x: 28, y: 18, width: 28, height: 32))
    let wide = PixelRect(x: 20, y: 40, width: 60, height: 2)
    #expect(detail(wide) == PixelRect(x: 5, y: 25, width: 90, height: 32))
    #expect(
      detail(small, PixelRect(x: 44, y: 38, width: 2, height: 2))
        == PixelRect(x: 28, y: 18, width: 30, height: 34))
    #expect(
      detail(PixelRect(x: 0, y: 70, width: 4, height: 10))
        == PixelRect(x: 0, y: 58, width: 16, height: 22))
    // Exactly a quarter of the pixels is too much, and one row less is not.
    #expect(detail(PixelRect(x: 0, y: 0, width: 50, height: 40)) == nil)
    #expect(detail(PixelRect(x: 0, y: 0, width: 50, height: 39)) != nil)
    #expect(detail() == nil)
  }

  @Test(
    "of many frames the first, the last and some between are shown, and the worst",
    arguments: [
      ([0, 1, 2, 3, 4], 4, 2, [0, 1, 2, 3, 4]), ([0, 1, 2, 3, 4, 5], 4, 2, [0, 1, 2, 3, 5]),
      (Array(0...9), 4, 7, [0, 3, 6, 7, 9]), (Array(10...20), 2, 10, [10, 20]),
    ])
  func spread(frames: [Int], count: Int, peak: Int, shown: [Int]) {
    #expect(FilmSelection.spread(frames, over: count, with: peak) == shown)
  }

  /// A selection of pictures of so many frames, in which nothing need be drawn.
  private static func selection(
    _ differing: [Int], _ differences: [FrameComparison] = []
  ) throws -> FilmSelection {
    let frames = (0..<20).map {
      FrameSequence.Frame(
        startSeconds: Double($0), endSeconds: Double($0 + 1), hash: FrameHash(high: 0, low: 0))
    }
    let sequence = FrameSequence(width: 100, height: 80, frames: frames) { _ in
      Pixmap(width: 100, height: 80)
    }
    let input = DiffInput(path: "p", kind: .footage(try #require(sequence)))
    return FilmSelection(
      expected: input, actual: input, differing: differing, differences: differences, jobs: 1)
  }

  @Test("the smallest cuts show the frame that differs most, or the middle one")
  func peaks() throws {
    let unknown = try Self.selection([3, 4, 5, 9, 12]).cuts
    #expect(unknown.last?.frames == [5])
    #expect(unknown.last?.area == PixelRect(x: 38, y: 28, width: 24, height: 24))
    let known = try Self.selection(
      [3, 4],
      [
        Self.comparison(PixelRect(x: 10, y: 10, width: 4, height: 4), frame: 3, count: 9),
        Self.comparison(PixelRect(x: 50, y: 50, width: 6, height: 2), frame: 4, count: 10),
      ]
    ).cuts
    #expect(known.first?.frames == Array(0..<20) && known.first?.area == Self.area)
    #expect(known[1].frames == [3, 4])
    #expect(known[1].area == PixelRect(x: 2, y: 2, width: 62, height: 58))
    let alone = known.filter { $0.frames == [4] }
    #expect(alone.first?.area == PixelRect(x: 42, y: 42, width: 22, height: 18))
  }
}
