import Pixels
import TestSupport
import Testing

@testable import Codecs

/// The ways in which a frame of an APNG can build on what is there.
struct APNGDisposalTests {
  /// What the frames of a file say of themselves.
  static func controls(_ file: [UInt8]) throws -> [APNGControl] {
    let limits = ImageLimits()
    return try APNGOutline(of: file, PNGHeader(file, limits: limits), limits).frames
  }

  /// A square of noise on nothing.
  private static func sprite(at x: Int, _ y: Int, _ side: Int = 12) -> Pixmap {
    var random = SeededRandom(seed: 77)
    var pixmap = Pixmap(width: 60, height: 40)
    for row in y..<y + side {
      for column in x..<x + side {
        let color = UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000
        pixmap.withMutableSpan { $0.setWord(color, at: (row * 60 + column) * 4) }
      }
    }
    return pixmap
  }

  /// Frames that need one of the ways, and how often they need it.
  enum Way: String, CaseIterable {
    case comeBack, wipe, over, overPalette

    var run: FrameRun {
      switch self {
      case .comeBack:
        let (one, other) = (GIFSinkTests.rainbow(40, 30), GIFSinkTests.rainbow(40, 30, turn: 9))
        return FrameRun([one, other, one, other, one, one, other])
      case .wipe:
        return FrameRun((0..<5).map { APNGDisposalTests.sprite(at: $0 * 11, $0 * 6) })
      case .over, .overPalette: return FrameRun(Self.scattered(self == .over ? 2000 : 150))
      }
    }

    /// Noise of which a few pixels change everywhere.
    private static func scattered(_ colors: Int) -> [Pixmap] {
      var random = SeededRandom(seed: 31)
      var canvas = Pixmap(width: 50, height: 40)
      func paint(_ offset: Int) {
        let color = UInt32.random(in: 0..<UInt32(colors), using: &random)
        canvas.withMutableSpan { $0.setWord(0xFF00_0000 | color &* 0x9E37 & 0xFF_FFFF, at: offset) }
      }
      for pixel in 0..<2000 { paint(pixel * 4) }
      return (0..<4).map { _ in
        for _ in 0..<90 { paint(Int.random(in: 0..<2000, using: &random) * 4) }
        return canvas
      }
    }

    /// Whether a frame was stored in this way.
    func isTaken(by control: APNGControl) -> Bool {
      switch self {
      case .comeBack: control.disposal == APNGDisposal.comeBack.rawValue
      case .wipe: control.disposal == APNGDisposal.wipe.rawValue
      case .over, .overPalette: control.isOver
      }
    }

    var file: [UInt8] {
      get throws {
        let run = run
        var colors = SharedColors()
        if self == .overPalette { for frame in run.frames { colors.insert(frame) } }
        return try run.bytes(
          through: APNGSink(
            width: run.frames[0].width, height: run.frames[0].height,
            frameCount: run.frames.count, colors: colors))
      }
    }
  }

  @Test("every way is taken where it saves bytes, and comes back exactly", arguments: Way.allCases)
  func ways(_ way: Way) throws {
    let file = try way.file
    let controls = try Self.controls(file)
    #expect(controls.contains { way.isTaken(by: $0) })
    #expect(try APNGTests.frames(file).map(\.pixels) == way.run.frames)
    // The first frame has nothing to come back to.
    #expect(controls.first?.disposal != APNGDisposal.comeBack.rawValue)
    if way == .overPalette { #expect(file[25] == PNGRaster.Kind.palette.rawValue) }
  }

  @Test("what blinks is stored once each time that it comes, and what it hides only once")
  func blink() throws {
    let controls = try Self.controls(Way.comeBack.file)
    #expect(controls.map { $0.area.width == 1 } == [false, false, true, false, true, true, false])
    #expect(controls.map(\.disposal) == [0, 2, 0, 2, 0, 0, 0])
  }

  @Test("a sprite on nothing leaves no rectangle to be cleared by the next frame")
  func sprites() throws {
    let controls = try Self.controls(Way.wipe.file)
    #expect(controls.dropFirst().allSatisfy { $0.area.width == 12 && $0.area.height == 12 })
  }

  @Test("where frames only paint, none is wiped away or brings anything back")
  func painting() throws {
    for way in [Way.comeBack, .wipe] {
      let run = way.run
      let (width, height) = (run.frames[0].width, run.frames[0].height)
      let file = try run.bytes(
        through: APNGSink(
          width: width, height: height, frameCount: run.frames.count, onlyPaints: true))
      #expect(try Self.controls(file).allSatisfy { $0.disposal == 0 })
      #expect(try APNGTests.frames(file).map(\.pixels) == run.frames)
    }
  }

  @Test("random runs take every way")
  func reached() throws {
    var random = SeededRandom(seed: 4)
    var reached: Set<String> = []
    for _ in 0..<40 {
      let run = APNGTests.run(count: 8, using: &random)
      for control in try Self.controls(APNGTests.file(run, .fast)) {
        for way in Way.allCases where way.isTaken(by: control) { reached.insert(way.rawValue) }
      }
    }
    #expect(reached.isSuperset(of: ["comeBack", "wipe", "over"]))
  }

  @Test("ffmpeg shows the same pixels", arguments: Way.allCases)
  func ffmpeg(_ way: Way) throws {
    guard let ffmpeg = OutsideProgram("ffmpeg") else { return }
    let answer = try ffmpeg.output(
      [
        "-v", "error", "-f", "apng", "-i", "{}", "-f", "rawvideo", "-pix_fmt", "rgba",
        "-fps_mode", "passthrough", "-",
      ], file: way.file)
    #expect(answer == way.run.frames.flatMap { StraightAlpha.straight($0.bytes) })
  }
}
