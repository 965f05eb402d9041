import Codecs
import Pixels
import SceneFormat
import TestSupport
import Testing

@testable import RenderTransition

/// Pictures in memory, each a tenth of a second.
private struct PictureList: FrameSource {
  var pictures: [Pixmap]
  var seconds: Double? = 0.1
  var isNoisy = false
  var index = 0

  mutating func next() -> SourceFrame? {
    guard index < pictures.count else { return nil }
    defer { index += 1 }
    let picture = pictures[index]
    var frame = SourceFrame(seconds: seconds) { picture }
    frame.isNoisy = isNoisy
    return frame
  }
}

@Suite("footage")
struct FootageTests {
  /// A picture of one grey.
  private static func gray(_ level: UInt8, width: Int = 6, height: Int = 40) -> Pixmap {
    Pixmap(
      width: width, height: height, filledWith: Pixel(SIMD4(level, level, level, 255)))
  }

  private static func options(_ set: (inout FootageOptions) -> Void = { _ in }) -> FootageOptions {
    var options = FootageOptions()
    set(&options)
    return options
  }

  /// Which of the greys 10, 20, 30 shows when.
  private static func shown(_ footage: Footage, fps: Double? = nil) throws -> [String] {
    var options = RenderOptions()
    options.fps = fps
    let painter = try footage.painter(jobs: 1)
    return try footage.uses(of: footage.clip(for: .apng, options), output: 0).map { time, use in
      let level = try painter.frame(at: time)[0, 0].channels.x
      let span = [use.start, use.end].map { "\(Int(($0 * 1000).rounded()))" }
      return "\(level): \(span.joined(separator: "-"))"
    }
  }

  @Test(
    "frames are trimmed, sped up, turned and sampled",
    arguments: [
      (options(), nil, ["10: 0-100", "20: 100-200", "30: 200-300"]),
      (options { $0.trim = 0.05...0.15 }, nil, ["10: 0-50", "20: 50-100"]),
      (options { $0.trim = 0.1...0.2 }, nil, ["20: 0-100"]),
      (options { $0.speed = 2 }, nil, ["10: 0-50", "20: 50-100", "30: 100-150"]),
      (options { $0.isReversed = true }, nil, ["30: 0-100", "20: 100-200", "10: 200-300"]),
      (
        options { $0.bounces = true }, nil,
        ["10: 0-100", "20: 100-200", "30: 200-300", "20: 300-400"]
      ),
      (options(), 5, ["10: 0-200", "30: 200-300"]),
      (options(), 20, ["10: 0-100", "20: 100-200", "30: 200-300"]),
    ] as [(FootageOptions, Double?, [String])])
  func times(_ options: FootageOptions, _ fps: Double?, _ wanted: [String]) async throws {
    let footage = try await Footage(
      reading: PictureList(pictures: [10, 20, 30].map { Self.gray($0) }), options: options)
    #expect(try Self.shown(footage, fps: fps) == wanted)
  }

  @Test("a frame without a duration shows for 0.1 s, as in browsers", arguments: [0, -1, .nan])
  func zeroDelay(_ seconds: Double) async throws {
    let list = PictureList(pictures: [10, 20].map { Self.gray($0) }, seconds: seconds)
    #expect(try Self.shown(try await Footage(reading: list)) == ["10: 0-100", "20: 100-200"])
  }

  @Test(
    "its rate is that of its shortest frame, up to 100, and of a GIF up to 50",
    arguments: [(0.1, 10.0, 10.0), (0.02, 50, 50), (0.0125, 80, 50), (0.001, 100, 50)])
  func rates(_ seconds: Double, _ apng: Double, _ gif: Double) async throws {
    let list = PictureList(pictures: [10, 20].map { Self.gray($0) }, seconds: seconds)
    let footage = try await Footage(reading: list)
    #expect((footage.clip(for: .apng, RenderOptions()).fps - apng).magnitude < 1e-6)
    #expect((footage.clip(for: .gif, RenderOptions()).fps - gif).magnitude < 1e-6)
    var options = RenderOptions()
    options.fps = 60
    #expect(
      footage.clip(for: .gif, options).fps == 50 && footage.clip(for: .webp, options).fps == 60)
  }

  @Test(
    "while it is asked for, what changes by no more than a video's noise stays, until it adds up",
    arguments: [
      (true, true, ["10: 0-200", "13: 200-400", "16: 400-500"]),
      (true, false, ["10: 0-100", "12: 100-200", "13: 200-300", "15: 300-400", "16: 400-500"]),
      (false, true, ["10: 0-100", "12: 100-200", "13: 200-300", "15: 300-400", "16: 400-500"]),
    ])
  func noise(_ isNoisy: Bool, _ isRemoved: Bool, _ wanted: [String]) async throws {
    for jobs in [1, 3] {
      let list = PictureList(
        pictures: [10, 12, 13, 15, 16].map { Self.gray($0) }, isNoisy: isNoisy)
      let options = Self.options { ($0.removesNoise, $0.jobs) = (isRemoved, jobs) }
      #expect(try Self.shown(try await Footage(reading: list, options: options)) == wanted)
    }
  }

  @Test("blocks of 8 x 8 stay or change as a whole", arguments: [0, 1, 2])
  func noisyBlocks(channel: Int) async throws {
    let still = Self.gray(100, width: 20, height: 11)
    var moved = Self.gray(101, width: 20, height: 11)
    var channels = SIMD4<UInt8>(101, 101, 101, 255)
    channels[channel] = 120
    moved[17, 9] = Pixel(channels)
    let list = PictureList(pictures: [still, moved], isNoisy: true)
    let footage = try await Footage(reading: list, options: Self.options { $0.removesNoise = true })
    let shown = try footage.painter(jobs: 1).frame(at: 0.1)
    for y in 0..<11 {
      for x in 0..<20 {
        #expect(shown[x, y] == (x >= 16 && y >= 8 ? moved[x, y] : still[x, y]), "\(x), \(y)")
      }
    }
  }

  @Test("equal frames become one that shows for longer")
  func merging() async throws {
    let footage = try await Footage(
      reading: PictureList(pictures: [10, 10, 20, 20, 20, 10].map { Self.gray($0) }))
    #expect(try Self.shown(footage) == ["10: 0-200", "20: 200-500", "10: 500-600"])
    #expect(footage.frameCount == 3)
  }

  @Test("without times there has to be a rate, and without frames nothing is left")
  func mistakes() async throws {
    let list = PictureList(pictures: [Self.gray(10)], seconds: nil)
    await #expect { try await Footage(reading: list) } throws: { "\($0)".contains("give --fps") }
    var options = FootageOptions()
    options.fps = 25
    #expect(try await Footage(reading: list, options: options).seconds == 0.04)
    await #expect { try await Footage(reading: PictureList(pictures: [])) } throws: {
      "\($0)" == "the input has no frames"
    }
    options.trim = 3...4
    await #expect { try await Footage(reading: list, options: options) } throws: {
      "\($0)".contains("--trim")
    }
    options = FootageOptions()
    options.crop = PixelRect(x: 0, y: 30, width: 6, height: 11)
    await #expect {
      try await Footage(reading: PictureList(pictures: [Self.gray(1)]), options: options)
    } throws: { "\($0)".contains("it is 6 x 40, and the crop ends at 6,41") }
    var limits = Limits()
    limits[.frames] = 2
    let three = PictureList(pictures: [1, 2, 3].map { Self.gray($0) })
    await #expect { try await Footage(reading: three, limits: limits) } throws: {
      "\($0)".contains("--limit-frames")
    }
  }

  @Test(
    "equal frames count against the limits of frames and of work",
    arguments: [(Limit.frames, 5.0), (.work, 5 * 6 * 40)])
  func equalFrames(_ limit: Limit, _ most: Double) async throws {
    var limits = Limits()
    limits[limit] = most
    let five = PictureList(pictures: (0..<5).map { _ in Self.gray(10) })
    #expect(try await Footage(reading: five, limits: limits).frameCount == 1)
    let six = PictureList(pictures: (0..<6).map { _ in Self.gray(10) })
    await #expect { try await Footage(reading: six, limits: limits) } throws: {
      "\($0)".contains(limit.flag)
    }
  }

  @Test("a frame of another size is an error with its number, unless it is fitted")
  func fitting() async throws {
    let list = PictureList(pictures: [Self.gray(10), Self.gray(20), Self.gray(30, width: 12)])
    await #expect { try await Footage(reading: list) } throws: {
      "\($0)".contains("frame 3") && "\($0)".contains("it is 12 x 40, and the first one 6 x 40")
    }
    var options = FootageOptions()
    options.fits = true
    #expect(try await Footage(reading: list, options: options).frameCount == 3)
  }

  @Test("scaling takes the exact mean of the area", arguments: [(7, 5), (13, 9), (1, 1), (20, 31)])
  func scaling(_ width: Int, _ height: Int) {
    var random = SeededRandom.fresh("area averages")
    var picture = Pixmap(width: 13, height: 9)
    for y in 0..<9 {
      for x in 0..<13 {
        func level() -> UInt8 { .random(in: 0...255, using: &random) }
        picture[x, y] = Pixel(SIMD4(level(), level(), level(), 255))
      }
    }
    let scaled = AreaScaling(from: (13, 9), to: (width, height))(picture)
    for y in 0..<height {
      for x in 0..<width {
        var sum = SIMD4<Double>.zero
        for row in 0..<9 {
          for column in 0..<13 {
            func share(_ place: Int, _ target: Int, _ from: Int, _ to: Int) -> Double {
              let (start, end) = (
                Double(target * from) / Double(to), Double((target + 1) * from) / Double(to)
              )
              return max(0, min(end, Double(place + 1)) - max(start, Double(place)))
            }
            let area = share(column, x, 13, width) * share(row, y, 9, height)
            sum +=
              SIMD4<Double>(SIMD4<Int>(truncatingIfNeeded: picture[column, row].channels)) * area
          }
        }
        let mean = sum * Double(width * height) / (13 * 9)
        let pixel = scaled[x, y].channels
        #expect((0..<4).allSatisfy { abs(Double(pixel[$0]) - mean[$0]) <= 0.5001 })
      }
    }
  }

  @Test("outputs hold the very pixels, the same for any number of jobs", arguments: [1, 3])
  func outputs(_ jobs: Int) async throws {
    var random = SeededRandom.fresh("footage of noise")
    let folder = try ScratchFolder()
    let pictures = (0..<9).map { _ -> Pixmap in
      var picture = Self.gray(50, width: 20, height: 70)
      // A translucent spot.
      for _ in 0..<30 {
        let alpha = UInt8.random(in: 0...255, using: &random)
        picture[.random(in: 0..<20, using: &random), .random(in: 0..<70, using: &random)] = Pixel(
          SIMD4(alpha / 2, alpha, 0, alpha))
      }
      return picture
    }
    var reading = FootageOptions()
    reading.jobs = jobs
    let footage = try await Footage(reading: PictureList(pictures: pictures), options: reading)
    var options = RenderOptions()
    options.jobs = jobs
    try await footage.write(
      [
        OutputRequest(.apng, to: .path(folder.path("a.apng"))),
        OutputRequest(.gif, to: .path(folder.path("a.gif"))),
      ], options: options)
    var reader = try APNGReader(folder.bytes(of: "a.apng"))
    for picture in pictures { #expect(try reader.nextFrame()?.pixels == picture) }
    let other = try await Footage(reading: PictureList(pictures: pictures))
    options.jobs = 2
    try await other.write(
      [OutputRequest(.gif, to: .path(folder.path("b.gif")))], options: options)
    #expect(try folder.bytes(of: "a.gif") == folder.bytes(of: "b.gif"))
  }

  @Test("a limit of bytes is met by scaling the frames that are stored")
  func maxBytes() async throws {
    var random = SeededRandom.fresh("footage that has to be small")
    let pictures = (0..<6).map { _ -> Pixmap in
      var picture = Self.gray(0, width: 64, height: 64)
      for y in 0..<64 {
        for x in 0..<64 {
          let level = UInt8.random(in: 0...255, using: &random)
          picture[x, y] = Pixel(SIMD4(level, UInt8(4 * x), UInt8(4 * y), 255))
        }
      }
      return picture
    }
    let folder = try ScratchFolder()
    let footage = try await Footage(reading: PictureList(pictures: pictures))
    let written = try await footage.write(
      [OutputRequest(.gif, to: .path(folder.path("a.gif")))], atMost: 5_000)
    #expect(try folder.bytes(of: "a.gif").count <= 5_000)
    #expect(written[0].widthPixels < 64 && written[0].concession?.contains("width") == true)
  }

  @Test(
    "stored frames come back from memory and from the file, raw and compressed",
    arguments: [(1e9, 1e9), (1e9, 0.0), (0, 1e9), (0, 0), (20_000, 10_000), (5_000, 1e9)],
    [nil, 9_000, 0])
  func store(_ room: (memory: Double, raw: Double), _ kept: Double?) throws {
    var random = SeededRandom.fresh("stored frames")
    let store = try FrameStore(
      width: 9, height: 100, memoryBytes: room.memory, rawBytes: room.raw)
    var pictures: [Pixmap] = []
    var frames: [FrameStore.Frame] = []
    for index in 0..<12 {
      var picture = pictures.last ?? Self.gray(50, width: 9, height: 100)
      // From one band to all four.
      for band in 0...index % 4 {
        picture[.random(in: 0..<9, using: &random), 32 * band] = Pixel(
          SIMD4(UInt8(index), 0, 0, UInt8(100 + index)))
      }
      let isCompressed = store.compresses(1)
      let changes = try store.changes(
        to: picture, since: pictures.last, compressed: isCompressed)
      #expect(!changes.isEmpty)
      frames.append(try store.append(changes, to: frames.last))
      pictures.append(picture)
      #expect(try store.changes(to: picture, since: picture, compressed: false).isEmpty)
    }
    if let kept { try store.keepInMemory(atMost: kept) }
    let rawBytes = room.raw - store.rawBytesLeft
    #expect(rawBytes <= room.raw && (kept != 0 || room.raw == 0 || rawBytes > 0))
    for (frame, picture) in zip(frames, pictures) {
      #expect(try store.pixels(of: frame, over: Pixmap(width: 0, height: 0)) == picture)
      #expect(try store.pixels(of: frame, over: pictures[0]) == picture)
    }
    #expect(store.damage(frames[3], frames[3]).isEmpty)
    #expect(store.damage(frames[3], frames[4]) == PixelRect(x: 0, y: 0, width: 9, height: 32))
    #expect(store.damage(frames[6], frames[5]) == PixelRect(x: 0, y: 0, width: 9, height: 96))
  }

  @Test("names are in natural order")
  func order() {
    let names = ["a10.png", "a9.png", "A1.png", "a09b.png", "b1.png", "a.png", "10.png", "9.png"]
    #expect(
      names.sorted(by: NaturalOrder.areInOrder) == [
        "9.png", "10.png", "A1.png", "a9.png", "a09b.png", "a10.png", "a.png", "b1.png",
      ])
  }
}
