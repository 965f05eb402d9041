import Foundation
import Pixels
import TestSupport
import Testing

@testable import Codecs

/// Animations of all sizes, written in every format and read again.
struct RandomRunTests {
  /// The sides, the number of frames and of colours, and whether some of them are clear.
  struct Shape: Sendable {
    var width, height, count, colors: Int
    var alpha: Bool

    /// Many that are small, and a few that are large or long.
    static func any(using random: inout SeededRandom) -> [Shape] {
      let small = (0..<14).map { _ in
        Shape(
          width: .random(in: 1...24, using: &random), height: .random(in: 1...24, using: &random),
          count: .random(in: 1...8, using: &random),
          colors: [1, 2, 5, 17, 200, 2000].randomElement(using: &random) ?? 2,
          alpha: .random(using: &random))
      }
      let far = Int.random(in: 150...300, using: &random)
      return small + [
        Shape(width: 1, height: 1, count: 5, colors: 3, alpha: true),
        Shape(width: 7, height: 5, count: 40, colors: 60, alpha: .random(using: &random)),
        Shape(width: far, height: 3, count: 3, colors: 9, alpha: true),
        Shape(width: 90, height: far, count: 2, colors: 4000, alpha: false),
      ]
    }
  }

  private static func run(_ shape: Shape, using random: inout SeededRandom) -> FrameRun {
    var run = FrameRun(
      width: shape.width, height: shape.height, count: shape.count, colors: shape.colors,
      alpha: shape.alpha, using: &random)
    var steps = 0
    for place in run.times.indices {
      run.times[place] = Double(steps) / 60
      steps += .random(in: 2...9, using: &random)
    }
    return run
  }

  private static func apng(_ run: FrameRun, loop: Int, using random: inout SeededRandom) throws
    -> [UInt8]
  {
    var colors = ColorSummary()
    if Bool.random(using: &random) { for frame in run.frames { colors.insert(frame) } }
    return try run.bytes(
      through: APNGSink(
        width: run.frames[0].width, height: run.frames[0].height, frameCount: run.frames.count,
        loop: loop, isOpaque: run.frames.allSatisfy(\.isOpaque), colors: colors,
        compression: PNGCompression.allCases.randomElement(using: &random) ?? .fast))
  }

  @Test("an APNG of anything comes back exactly, in time, as often as it was to play")
  func apng() throws {
    var random = SeededRandom.fresh("random APNGs")
    for shape in Shape.any(using: &random) {
      let run = Self.run(shape, using: &random)
      let loop = Int.random(in: 0...3, using: &random)
      let file = try Self.apng(run, loop: loop, using: &random)
      let frames = try APNGTests.frames(file)
      #expect(frames.map(\.pixels) == run.frames, "\(shape)")
      for (index, frame) in frames.enumerated() {
        let delay = run.times[index + 1] - run.times[index]
        #expect(abs(frame.delaySeconds - delay) < 1e-12)
      }
      #expect(try APNGReader(file).loop == loop)
    }
  }

  @Test("a sequence of PNGs of anything comes back exactly", arguments: PNGCompression.allCases)
  func sequence(_ compression: PNGCompression) throws {
    var random = SeededRandom.fresh("random PNGs")
    for shape in Shape.any(using: &random) {
      let run = Self.run(shape, using: &random)
      let sink = PNGSequenceSink(
        width: shape.width, height: shape.height, compression: compression)
      var frames: [Pixmap] = []
      for case .file(let name, let bytes) in try run.outputs(through: sink)
      where name.hasSuffix(".png") {
        frames.append(try StraightImage(png: bytes).premultiplied)
      }
      #expect(frames == run.frames, "\(shape)")
    }
  }

  @Test("a GIF of few colours comes back exactly, in time, as often as it was to play")
  func gif() throws {
    var random = SeededRandom.fresh("random GIFs")
    for shape in Shape.any(using: &random) where shape.colors <= 200 {
      let run = Self.run(shape, using: &random)
      let loop = Int.random(in: 0...3, using: &random)
      let shown = try decoded(run.gif(GIFOptions(loop: loop), samples: .random(using: &random)))
      let merged = GIFSinkTests.merged(run)
      #expect(shown.frames.map(\.pixels) == merged.map(\.pixels), "\(shape)")
      for (frame, expected) in zip(shown.frames, merged) {
        #expect(frame.startCentiseconds == Int((expected.start * 100).rounded()))
      }
      #expect(shown.loop == loop)
    }
  }

  @Test("Pillow shows the same pixels of an APNG, for the same times, as often")
  func pillow() throws {
    guard let python = OutsideProgram("python3") else { return }
    let script = """
      import sys
      from PIL import Image
      out = sys.stdout.buffer
      for name in sys.argv[1:]:
          image = Image.open(name)
          out.write(bytes([image.info["loop"], image.n_frames]))
          for index in range(image.n_frames):
              image.seek(index)
              out.write(round(image.info["duration"] * 60).to_bytes(4, "little"))
              out.write(image.convert("RGBA").tobytes())
      """
    var random = SeededRandom.fresh("APNGs for Pillow")
    let folder = try ScratchFolder()
    var (paths, expected) = ([String](), [UInt8]())
    for shape in Shape.any(using: &random) where shape.count > 1 {
      var run = Self.run(shape, using: &random)
      run.times = run.times.indices.map { Double($0 * ($0 + 1)) / 60 }
      let file = try Self.apng(run, loop: 2, using: &random)
      paths.append(try folder.write(file, to: "\(paths.count).png"))
      expected += [2, UInt8(run.frames.count)]
      for (index, frame) in run.frames.enumerated() {
        let sixtieths = UInt32(2000 * (index + 1))
        expected += (0..<4).map { UInt8(truncatingIfNeeded: sixtieths >> ($0 * 8)) }
        expected += StraightImage(frame).bytes
      }
    }
    guard let answer = try python.output(["-c", script] + paths) else {
      OutsideProgram.skip("Pillow is not installed")
      return
    }
    #expect(answer == expected)
  }
}
