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
      ([3, 5, 9], 1, 5, [5]),
    ])
  func spread(frames: [Int], count: Int, peak: Int, shown: [Int]) {
    #expect(ReportFilm.spread(frames, over: count, with: peak) == shown)
  }

  /// A film of so many frames, of which nothing is packed.
  private static func film(
    _ count: Int, differing: [Int], peak: Int, expected: Int? = nil
  ) -> ReportFilm {
    ReportFilm(
      widthPixels: 100, heightPixels: 80, frameCount: count, frames: Array(0..<count),
      differing: differing, peak: peak,
      times: [expected ?? count, count].map { (0...$0).map(Double.init) })
  }

  @Test("films are cut to fewer frames, of those that differ, and then to smaller ones")
  func cuts() {
    for enough in [2, 6, 10, 75] {
      let ladder = ReportFilm.ladder(enough: enough)
      #expect(ladder.first == ReportFilm.Reduction(frames: .max, shrink: 1))
      for (cut, next) in zip(ladder, ladder.dropFirst()) {
        #expect(next.frames < cut.frames || next.frames == cut.frames && next.shrink > cut.shrink)
      }
    }
    let film = Self.film(40, differing: Array(10..<30), peak: 27)
    func frames(_ count: Int) -> [Int] {
      film.reduced(to: ReportFilm.Reduction(frames: count, shrink: 1)).film.frames
    }
    #expect(frames(.max) == Array(0..<40) && frames(40) == Array(0..<40))
    #expect(frames(32) == Array(10..<30))
    #expect(frames(4) == [10, 16, 22, 27, 29] && frames(1) == [27])
    // Where it is not known which frames differ, all do.
    #expect(
      Self.film(9, differing: [], peak: 4).reduced(to: ReportFilm.Reduction(frames: 2, shrink: 1))
        .film.frames
        == [0, 4, 8])
  }

  @Test("where not all frames have room, there is one each 40 ms, at full size and at half of it")
  func steady() {
    var film = Self.film(180, differing: [], peak: 4)
    film.times = film.times.map { $0.map { $0 / 60 } }
    #expect(film.reductions.map(\.frames) == [.max, 75, 75, 16, 6, 1, 1, 1, 1, 1, 1])
    #expect(film.reductions.prefix(5).map(\.shrink) == [1, 1, 2, 2, 2])
    let places = film.reduced(to: film.reductions[1]).places
    #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 <= 3 })
  }

  @Test("a page begins with what changes only where that is under a fiftieth of the picture")
  func start() {
    func starts(_ width: Int, _ height: Int) -> Bool {
      var card = ReportCard(name: "", verdict: "", headline: "")
      let change = Self.comparison(PixelRect(x: 0, y: 0, width: width, height: height))
      card.show([change], in: Self.area)
      return card.startsWithDetail
    }
    #expect(!starts(16, 10) && starts(16, 9) && !starts(0, 0))
  }

  @Test("what is cut keeps its times, and says what is left out")
  func limits() {
    let film = Self.film(12, differing: [2, 5, 9], peak: 5, expected: 8)
    #expect(film.limits.isEmpty)
    var (cut, places) = film.reduced(to: ReportFilm.Reduction(frames: 3, shrink: 1))
    #expect(cut.limits == "3 of 12 frames" && places == [2, 5, 9])
    #expect(cut.times == [[2, 5, 8], [2, 5, 9, 12]] && cut.counts == [2, 3])
    #expect(cut.order.map(\.place) == [0, 0, 1, 1, 2] && cut.order.map(\.side) == [0, 1, 1, 0, 1])
    (cut, places) = cut.reduced(to: ReportFilm.Reduction(frames: 1, shrink: 4))
    #expect(cut.limits == "1 of 12 frames, 1/4 of the size" && cut.frames == [5] && places == [1])
    #expect(cut.times == [[5, 8], [5, 12]])
  }

  /// A film of two sides that differ in one pixel, of this size.
  private static func packed(
    _ width: Int, _ height: Int, frames: (Int, Int), room: Int
  ) async throws -> ReportFilm? {
    func side(_ count: Int, _ color: Pixel) throws -> FrameSequence {
      let frames = (0..<count).map {
        FrameSequence.Frame(
          startSeconds: Double($0), endSeconds: Double($0 + 1), hash: FrameHash(high: 0, low: 0))
      }
      let sequence = FrameSequence(width: width, height: height, frames: frames) { frame in
        var picture = Pixmap(width: width, height: height, filledWith: Pixel(.white))
        picture[frame, 0] = color
        return picture
      }
      return try #require(sequence)
    }
    return try ReportFilm.showing(
      try side(frames.0, Pixel(.black)), try side(frames.1, .clear), differing: [], [], room: room,
      jobs: 3)
  }

  @Test("both sides come out of a film as they went in")
  func roundTrip() async throws {
    let film = try #require(try await Self.packed(20, 9, frames: (5, 8), room: .max))
    let sides = try film.sequences()
    #expect(sides.map { $0?.frames.count } == [5, 8] && film.peak == 4)
    for (side, color) in zip(sides, [Pixel(.black), .clear]) {
      let side = try #require(side)
      for frame in side.frames.indices {
        let picture = try side.pixels(of: frame)
        #expect(picture[frame, 0] == color && picture[frame + 1, 0] == Pixel(.white))
        #expect(picture.width == 20 && picture.height == 9)
        #expect(side.frames[frame].startSeconds == Double(frame))
      }
    }
  }

  @Test("smaller pictures are rounded up to whole pixels")
  func shrunk() async throws {
    let film = try #require(try await Self.packed(37, 21, frames: (2, 2), room: 360))
    #expect(film.shrink > 1 && film.apng.count <= 360)
    let side = try #require(try film.sequences()[0])
    #expect(side.width == (36 + film.shrink) / film.shrink)
    #expect(side.height == (20 + film.shrink) / film.shrink)
  }
}
