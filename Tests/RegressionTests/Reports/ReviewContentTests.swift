import Codecs
import Formatting
import ImageDiff
import Pixels
import RenderTransition
import SceneFormat
import TestSupport
import Testing

@testable import Regression

@Suite("what the pictures of a review show")
struct ReviewContentTests {
  /// Pictures of one colour that stand still, ten frames a second.
  private static func input(_ color: Pixel, frames: Int = 3) throws -> DiffInput {
    let times = (0..<frames).map { index in
      FrameSequence.Frame(
        startSeconds: Double(index) / 10, endSeconds: Double(index + 1) / 10,
        hash: FrameHash(Pixmap(width: 40, height: 30, filledWith: color)))
    }
    let sequence = FrameSequence(width: 40, height: 30, frames: times) { _ in
      Pixmap(width: 40, height: 30, filledWith: color)
    }
    return DiffInput(path: "p", kind: .footage(try #require(sequence)))
  }

  private static func report(scene: String) async throws -> TestReport {
    var verdict = SceneVerdict(scene: scene, kind: .different, headline: "")
    verdict.film = try ReportFilm.showing(
      try input(Pixel(.white)).sequence, try input(Pixel(.black)).sequence, differing: [0, 1, 2],
      [], room: 1 << 20, jobs: 1)
    return TestReport(verdicts: [verdict], isStrict: true, seconds: 0)
  }

  @Test("before shows what was, after what is, and the last frame stays for a while")
  func sides() async throws {
    let pictures = try await ReviewPictures(Self.report(scene: "a.json"), jobs: 1).pictures
    #expect(pictures.map(\.kind) == [.sideBySide, .strip, .before, .after])
    for (kind, width, value) in [
      (ReviewPicture.Kind.before, 40, UInt8(255)), (.after, 40, 0), (.sideBySide, 88, 255),
    ] {
      let picture = try #require(pictures.first { $0.kind == kind })
      #expect(picture.width == width && picture.height == 30, "\(kind)")
      var reader = try GIFReader(picture.bytes, limits: ImageLimits())
      let first = try #require(try reader.next())
      #expect(first.pixels[20, 15].channels.x == value, "\(kind)")
      var seconds = Double(first.delayCentiseconds) / 100
      while let frame = try reader.next() { seconds += Double(frame.delayCentiseconds) / 100 }
      #expect((seconds - 1.1).magnitude < 0.02, "\(kind): \(seconds)")
    }
    // Before, after and the difference are one above the other, with gaps of 8.
    let strip = try #require(pictures.first { $0.kind == .strip })
    let image = try StraightImage(png: strip.bytes, limits: ImageLimits())
    let row = (image.height - 16) / 3
    #expect(image.height == 3 * row + 16 && row > 30)
    func value(_ y: Int) -> UInt8 { image.bytes[(y * image.width + 4) * 4] }
    #expect(value(0) == 255 && value(row - 1) == 255 && value(row + 8) == 0)
    #expect(value(2 * row + 7) == 0)
  }

  @Test("pictures are beneath the base, with a slash at its end or without", arguments: ["", "/"])
  func base(_ end: String) async throws {
    let folder = try ScratchFolder()
    let pictures = try #require(ReportRequest("pictures=\(folder.path("p"))"))
    let delivery = ReportDelivery(
      [ReportRequest(printing: .markdown), pictures], pageBytes: nil,
      pictureBase: "https://example.com/a\(end)", style: .plain, isQuiet: false, jobs: 1)
    var said = ""
    try await delivery.deliver(Self.report(scene: "a.json")) { (text, _) throws(Failure) in
      said += text
    }
    let name = ReviewPictures.name(of: "a.json")
    #expect(said.contains("<img src=\"https://example.com/a/\(name)-side-by-side.gif\""), "\(said)")
    #expect(try folder.names(in: "p").contains("index.json"))
  }

  @Test("names of pictures are plain, not too long, and told apart by a hash")
  func names() {
    let name = ReviewPictures.name(of: "s/é a%.json")
    #expect(name.hasPrefix("---a--") && name.count == 6 + 8, "\(name)")
    #expect(name != ReviewPictures.name(of: "t/é a%.json"))
    let long = ReviewPictures.name(of: String(repeating: "a", count: 300) + ".json")
    #expect(long.count == 60 + 1 + 8)
    #expect(
      long.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 32) || $0 == 45 })
  }
}
