import Pixels
import TestSupport
import Testing

@testable import Codecs

struct APNGTests {
  /// A run whose colours are premultiplied, some of them half transparent.
  static func run(count: Int, using random: inout SeededRandom) -> FrameRun {
    var run = FrameRun(
      width: Int.random(in: 1...40, using: &random), height: Int.random(in: 1...30, using: &random),
      count: count, colors: 30, alpha: Bool.random(using: &random), using: &random)
    if Bool.random(using: &random) {
      for index in run.frames.indices {
        run.frames[index].withMutableSpan { $0.setWord(0x8040_2010, at: 0) }
      }
    }
    return run
  }

  static func file(
    _ run: FrameRun, loop: Int = 0, _ compression: PNGCompression = .standard
  ) throws -> [UInt8] {
    try run.bytes(
      through: APNGSink(
        width: run.frames[0].width, height: run.frames[0].height, frameCount: run.frames.count,
        loop: loop, compression: compression))
  }

  static func frames(_ file: [UInt8]) throws -> [APNGFrame] {
    var reader = try APNGReader(file)
    var frames: [APNGFrame] = []
    while let frame = try reader.nextFrame() { frames.append(frame) }
    return frames
  }

  @Test("every frame comes back exactly, and in time")
  func roundTrip() throws {
    var random = SeededRandom.fresh("APNG round trip")
    for _ in 0..<20 {
      var run = Self.run(count: Int.random(in: 1...9, using: &random), using: &random)
      for index in run.times.indices { run.times[index] = Double(index) / 60 }
      let frames = try Self.frames(Self.file(run))
      #expect(frames.map(\.pixels) == run.frames)
      #expect(frames.allSatisfy { $0.delaySeconds == 1.0 / 60 })
    }
  }

  @Test("ffmpeg shows the same pixels")
  func ffmpeg() throws {
    guard let ffmpeg = OutsideProgram("ffmpeg") else { return }
    var random = SeededRandom.fresh("APNG for ffmpeg")
    let run = Self.run(count: 6, using: &random)
    let answer = try ffmpeg.output(
      [
        "-v", "error", "-f", "apng", "-i", "{}", "-f", "rawvideo", "-pix_fmt", "rgba",
        "-fps_mode", "passthrough", "-",
      ], file: Self.file(run, loop: 1))
    #expect(answer == run.frames.flatMap { StraightImage($0).bytes })
  }

  // In less than a byte a pixel, ffmpeg 5.1 puts them elsewhere.
  @Test("ffmpeg finds patches of few colours in their place", arguments: [2, 3, 5, 16])
  func patches(_ count: Int) throws {
    guard let ffmpeg = OutsideProgram("ffmpeg") else { return }
    let frames = (0..<6).map { index in
      var frame = GIFSinkTests.plain(64, 40, 0xFFFF_FFFF)
      for place in 1..<count {
        let box = PixelRect(x: 4 * place - 1 + index, y: 2 * place, width: 7, height: 5)
        frame.fill(box, with: Pixel(SIMD4(UInt8(255 - 15 * place), 10, 20, 255)))
      }
      return frame
    }
    var colors = ColorSummary()
    for frame in frames { colors.insert(frame) }
    let file = try FrameRun(frames).bytes(
      through: APNGSink(
        width: 64, height: 40, frameCount: 6, loop: 1, isOpaque: true, colors: colors))
    let answer = try ffmpeg.output(
      [
        "-v", "error", "-f", "apng", "-i", "{}", "-f", "rawvideo", "-pix_fmt", "rgba",
        "-fps_mode", "passthrough", "-",
      ], file: file)
    #expect(answer == frames.flatMap(\.bytes))
    #expect(try Self.frames(file).map(\.pixels) == frames)
  }

  @Test("what is opaque is written without alpha, and nothing else is taken for it")
  func opaque() throws {
    var random = SeededRandom.fresh("opaque APNG")
    let run = FrameRun(
      width: 23, height: 17, count: 7, colors: 50, alpha: false, using: &random)
    func sink() throws -> APNGSink {
      try APNGSink(width: 23, height: 17, frameCount: 7, isOpaque: true)
    }
    let file = try run.bytes(through: sink())
    #expect(file[25] == PixelFormat.ColorType.rgb.rawValue)
    #expect(try Self.frames(file).map(\.pixels) == run.frames)
    var hole = run
    hole.frames[3].withMutableSpan { $0.setWord(0, at: 40) }
    #expect(throws: PNGError.notOpaque(frame: 3)) { try hole.bytes(through: sink()) }
  }

  @Test(
    "frames that share few colours take a byte a pixel, and nothing else is taken for them",
    arguments: [(false, PixelFormat.ColorType.palette), (true, .grey)])
  func shared(_ isGrey: Bool, _ kind: PixelFormat.ColorType) throws {
    var random = SeededRandom.fresh("shared colours")
    let frames = (0..<5).map { _ in
      var pixmap = Pixmap(width: 23, height: 17)
      pixmap.withMutableSpan { span in
        for offset in stride(from: 0, to: span.count, by: 4) {
          let level = UInt32.random(in: 0...60, using: &random)
          span.setWord(0xFF00_0000 | level * (isGrey ? 0x01_0101 : 0x02_0100), at: offset)
        }
      }
      return pixmap
    }
    let run = FrameRun(frames)
    var colors = ColorSummary()
    for frame in frames { colors.insert(frame) }
    #expect(colors.isNarrow)
    func sink() throws -> APNGSink {
      try APNGSink(width: 23, height: 17, frameCount: 5, isOpaque: true, colors: colors)
    }
    let file = try run.bytes(through: sink())
    #expect(file[25] == kind.rawValue)
    #expect(try Self.frames(file).map(\.pixels) == frames)
    var strange = run
    strange.frames[3].withMutableSpan { $0.setWord(0xFF12_3456, at: 40) }
    #expect(throws: PNGError.unexpectedColors(frame: 3)) { try strange.bytes(through: sink()) }
    if isGrey {
      strange.frames[3].withMutableSpan { $0.setWord(0, at: 40) }
      #expect(throws: PNGError.unexpectedColors(frame: 3)) { try strange.bytes(through: sink()) }
    }
    colors.insert(GIFSinkTests.rainbow(40, 30))
    #expect(!colors.isNarrow)
  }

  @Test("a still PNG is an animation of one frame")
  func still() throws {
    var random = SeededRandom(seed: 8)
    let image = try PNGWriterTests.picture(12, 9, colors: 40, using: &random)
    let frames = try Self.frames(PNGWriter().file(of: image))
    #expect(frames.map(\.pixels) == [image.premultiplied])
  }

  @Test("loops are times to play", arguments: [0, 1, 5])
  func loops(_ loop: Int) throws {
    var random = SeededRandom(seed: 8)
    let run = Self.run(count: 2, using: &random)
    #expect(try APNGReader(Self.file(run, loop: loop)).loop == loop)
  }

  @Test(
    "a delay is the simplest fraction",
    arguments: [
      (1.0 / 60, 1, 60), (0.5, 1, 2), (19.0 / 60, 19, 60), (2, 2, 1), (0, 0, 1),
      (70_000, 65_535, 1), (1001.0 / 30_000, 1001, 30_000),
    ] as [(Double, UInt16, UInt16)])
  func delays(_ seconds: Double, _ numerator: UInt16, _ denominator: UInt16) {
    #expect(
      APNGDelay(seconds: seconds) == APNGDelay(numerator: numerator, denominator: denominator))
  }

  /// The places where the chunks end with which frames begin.
  private static func ends(ofControlsIn file: [UInt8]) throws -> [Int] {
    var chunks = PNGChunkReader(file)
    var ends: [Int] = []
    while let chunk = try chunks.next() {
      if chunk.name == "fcTL" { ends.append(chunk.body.upperBound + 4) }
    }
    return ends
  }

  @Test("an APNG cut short is refused, and flipped bits change no frame that ends in front of them")
  func damage() throws {
    var random = SeededRandom.fresh("damage to an APNG")
    let run = Self.run(count: 4, using: &random)
    let file = try Self.file(run)
    let controls = try Self.ends(ofControlsIn: file)
    #expect(controls.count == 4)
    for count in 0..<file.count {
      #expect(throws: PNGError.self) { try Self.frames([UInt8](file[..<count])) }
    }
    for _ in 0..<300 {
      let places = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Int.random(in: 0..<file.count, using: &random)
      }
      var bytes = file
      for place in places { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
      let limits = ImageLimits(pixels: 100_000, frames: 50)
      guard var reader = try? APNGReader(bytes, limits: limits) else { continue }
      var found: [Pixmap] = []
      while let frame = try? reader.nextFrame() { found.append(frame.pixels) }
      // A frame is known to be whole when the next one begins.
      let safe = controls.count { $0 <= places.min() ?? 0 } - 1
      #expect(found.starts(with: run.frames.prefix(max(0, safe))))
    }
  }

  @Test(
    "what shows for longer than 16 bits can say is shown again for the rest, to the last bit",
    arguments: [
      (300_001.0 / 60, [5000, 1.0 / 60]), (65_581.0 / 60, [1093, 1.0 / 60]), (1092.25, [1092.25]),
      (200_000.5, [65_535, 65_535, 65_535, 3395.5]), (0.5, [0.5]),
    ] as [(Double, [Double])])
  func longDelays(_ seconds: Double, _ expected: [Double]) throws {
    let pictures = [GIFSinkTests.rainbow(9, 7), Pixmap(width: 9, height: 7)]
    var run = FrameRun([pictures[0], pictures[1], pictures[0]])
    run.times = [0, 1, 1 + seconds, 3 + seconds]
    let images = APNGSink.images(showing: seconds)
    #expect(images == expected.count)
    let sink = try APNGSink(width: 9, height: 7, frameCount: images + 2)
    let file = try run.bytes(through: sink)
    let frames = try Self.frames(file)
    let shown = [run.frames[0]] + expected.map { _ in run.frames[1] } + [run.frames[2]]
    #expect(frames.map(\.pixels) == shown)
    let delays = [1] + expected + [2]
    #expect(zip(frames, delays).allSatisfy { abs($0.delaySeconds - $1) < 1e-6 })
    guard let program = OutsideProgram("ffmpeg") else { return }
    let arguments = ["-f", "apng", "-i", "{}", "-f", "rawvideo", "-pix_fmt", "rgba"]
    let answer = try program.output(
      ["-v", "error"] + arguments + ["-fps_mode", "passthrough", "-"], file: file)
    #expect(answer?.count == shown.count * 9 * 7 * 4)
  }

  @Test(
    "no time is too long, nor is it no time", arguments: [1e300, .infinity, -.infinity, .nan, -1])
  func absurdDelays(_ seconds: Double) {
    #expect(APNGSink.images(showing: seconds) <= 482)
  }

  @Test("a frame without damage only prolongs the one before")
  func repeats() throws {
    let pixmap = GIFSinkTests.rainbow(9, 7)
    var sink = try APNGSink(width: 9, height: 7, frameCount: 2)
    var file: [UInt8] = []
    func take(_ outputs: [SinkOutput]) {
      for case .bytes(let bytes) in outputs { file += bytes }
    }
    for index in 0..<5 {
      let frame = Frame(
        index: index, pixels: pixmap, previous: index == 0 ? nil : pixmap,
        damage: index == 3 ? pixmap.bounds : .empty, start: Double(index), end: Double(index + 1))
      take(try sink.append(sink.encode(frame)))
    }
    take(try sink.finish())
    var reader = try APNGReader(file)
    var delays: [Double] = []
    while let frame = try reader.nextFrame() { delays.append(frame.delaySeconds) }
    #expect(delays == [3, 2])
  }
}
