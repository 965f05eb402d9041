import Foundation
import Pixels
import TestSupport
import Testing

@testable import Codecs

/// All frames of a WebP, as libwebp's decoder shows them.
private func played(
  _ webp: [UInt8]
) throws -> (frames: [(pixels: Pixmap, milliseconds: Int)], loop: Int) {
  var reader = try WebPReader(webp)
  var frames: [(Pixmap, Int)] = []
  while let frame = try reader.next() { frames.append(frame) }
  return (frames, reader.loop)
}

extension FrameRun {
  /// The whole run as a WebP.
  fileprivate func webp(_ quality: Quality, loop: Int = 0) throws -> [UInt8] {
    try bytes(
      through: WebPSink(
        width: frames[0].width, height: frames[0].height, quality: quality, loop: loop,
        isOpaque: frames.allSatisfy(\.isOpaque)))
  }

  /// The run without frames that only prolong the one before, and until when each shows.
  fileprivate var shown: [(pixels: Pixmap, end: Double)] {
    frames.indices.filter { $0 == 0 || frames[$0] != frames[$0 - 1] }.map { start in
      let next = frames[start...].firstIndex { $0 != frames[start] } ?? frames.count
      return (frames[start], times[next])
    }
  }
}

struct WebPSinkTests {
  /// Runs of few colours and many, opaque and not.
  private static func runs() -> [FrameRun] {
    var random = SeededRandom.fresh("WebP")
    return [(2, false), (90, true), (4000, false), (4000, true)].map { colors, alpha in
      FrameRun(
        width: Int.random(in: 2...90, using: &random),
        height: Int.random(in: 2...70, using: &random), count: 9, colors: colors, alpha: alpha,
        using: &random)
    }
  }

  @Test("a file that is larger than may be held is an error, as soon as that is known")
  func heldBytes() throws {
    let run = try #require(Self.runs().last)
    let size = try run.webp(.lossless).count
    for (most, isEnough) in [(size, true), (size - 1, false)] {
      var sink = try WebPSink(
        width: run.frames[0].width, height: run.frames[0].height, quality: .lossless)
      sink.mostBytes = most
      let limited = sink
      if isEnough {
        #expect(try run.bytes(through: limited).count == size)
      } else {
        #expect(throws: WebPError.fileTooLarge) { try run.bytes(through: limited) }
      }
    }
  }

  @Test("without loss, the frames are those that were written, for as long, as often")
  func lossless() throws {
    for run in Self.runs() {
      let (frames, loop) = try played(run.webp(.lossless, loop: 3))
      #expect(loop == 3)
      #expect(frames.map(\.pixels) == run.shown.map(\.pixels))
      // Ends are rounded, not lengths: nothing adds up.
      let ends = frames.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.milliseconds) }
        .dropFirst()
      #expect(Array(ends) == run.shown.map { Int(($0.end * 1000).rounded()) })
    }
  }

  @Test("translucent pixels are kept without loss, also where they replace others")
  func translucent() throws {
    var frames: [Pixmap] = []
    for turn in 0..<4 {
      var picture = Pixmap(width: 40, height: 30)
      picture.fill(
        PixelRect(x: 5 * turn, y: 3, width: 20, height: 20),
        with: Pixel(Color(red: 200, green: 90, blue: 10, alpha: UInt8(40 + 60 * turn))))
      frames.append(picture)
    }
    #expect(try played(FrameRun(frames).webp(.lossless)).frames.map(\.pixels) == frames)
  }

  @Test("Pillow shows the same pixels for the same times")
  func pillow() throws {
    guard let python = OutsideProgram("python3") else { return }
    for run in Self.runs() {
      let webp = try run.webp(.lossless)
      guard let answer = try python.output(["-c", OutsideProgram.pillowFrames, "{}"], file: webp)
      else {
        OutsideProgram.skip("Pillow with WebP is not installed")
        return
      }
      let expected = try played(webp).frames.flatMap { frame -> [UInt8] in
        (0..<4).map { UInt8(truncatingIfNeeded: frame.milliseconds >> ($0 * 8)) }
          + StraightImage(frame.pixels).bytes
      }
      #expect(answer == expected)
    }
  }

  /// A picture of one grey, with a box.
  private static func grey(_ level: UInt8, box: Int = 0) -> Pixmap {
    var picture = Pixmap(
      width: 64, height: 64, filledWith: Pixel(SIMD4(level, level, level, 255)))
    picture.fill(
      PixelRect(x: box, y: 40, width: 8, height: 8), with: Pixel(SIMD4(10, 200, 90, 255)))
    return picture
  }

  private static func largestDifference(_ one: Pixmap, _ other: Pixmap) -> Int {
    zip(one.bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test("a fade of two levels a frame does not stand still")
  func slowFade() throws {
    let fade = (0..<30).map { Self.grey(UInt8(40 + 2 * $0)) }
    let shown = try played(FrameRun(fade).webp(.lossy(90))).frames.map(\.pixels)
    #expect(shown.count == fade.count)
    for (drawn, shown) in zip(fade, shown) {
      // Away from the box, whose edges are blurred.
      let corner = PixelRect(x: 0, y: 0, width: 64, height: 16)
      #expect(
        Self.largestDifference(drawn.cropped(to: corner), shown.cropped(to: corner)) <= 3)
    }
  }

  @Test("with loss, what stands still between two moving boxes does not flicker")
  func still() throws {
    let noise = GIFSinkTests.rainbow(64, 64)
    let frames = (0..<4).map { turn in
      var picture = noise
      for y in [0, 48] {
        picture.fill(
          PixelRect(x: 16 * turn, y: y, width: 16, height: 16),
          with: Pixel(SIMD4(0, 0, UInt8(turn), 255)))
      }
      return picture
    }
    let shown = try played(FrameRun(frames).webp(.lossy(60))).frames.map(\.pixels)
    #expect(shown.count == 4)
    // Coarse enough that it is not what was drawn.
    let middle = PixelRect(x: 0, y: 16, width: 64, height: 32)
    #expect(shown[0].cropped(to: middle) != frames[0].cropped(to: middle))
    for picture in shown { #expect(picture.cropped(to: middle) == shown[0].cropped(to: middle)) }
    for picture in shown { #expect(picture.isOpaque) }
  }

  @Test("less quality has fewer bytes")
  func quality() throws {
    let run = FrameRun([GIFSinkTests.rainbow(90, 70), GIFSinkTests.rainbow(90, 70, turn: 80)])
    let sizes = try [0, 50, 90, 100].map { try run.webp(.lossy($0)).count }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 4, "\(sizes)")
  }

  @Test("what shows for longer than 24 bits of milliseconds goes on while nothing is painted")
  func longDelay() throws {
    var run = FrameRun([Self.grey(40), Self.grey(90)])
    run.times = [0, 86_400, 86_400.5]
    let (frames, _) = try played(run.webp(.lossless))
    #expect(frames.map(\.milliseconds).reduce(0, +) == 86_400_500)
    #expect(frames.count == 7)
    #expect(frames[..<6].allSatisfy { $0.pixels == Self.grey(40) })
    #expect(frames[6].pixels == Self.grey(90))
  }

  @Test("sides that no WebP has are refused", arguments: [(16_384, 1), (1, 16_384), (0, 1)])
  func badCanvas(_ width: Int, _ height: Int) {
    let error = #expect(throws: WebPError.self) { try WebPSink(width: width, height: height) }
    #expect(error?.description.hasSuffix("each side is from 1 to 16383") == true)
  }

  @Test("the longest side is written")
  func longestSide() throws {
    let picture = Pixmap(width: WebPSink.longestSide, height: 2, filledWith: .clear)
    #expect(try played(FrameRun([picture]).webp(.lossless)).frames.map(\.pixels) == [picture])
  }

  @Test("other files are no WebP")
  func noWebP() {
    #expect(throws: WebPError.notWebP) { _ = try WebPReader(Array("RIFF0000WEBP".utf8)).width }
  }

  @Test(
    "a quality is a whole number from 0 to 100, or lossless",
    arguments: [
      ("0", .lossy(0)), ("90", .lossy(90)), ("100", .lossy(100)), ("lossless", .lossless),
      ("101", nil), ("-1", nil), ("", nil), ("9.5", nil), ("Lossless", nil), ("٩", nil),
    ] as [(String, Quality?)])
  func reads(_ text: String, _ quality: Quality?) {
    #expect(Quality(text) == quality)
  }
}
