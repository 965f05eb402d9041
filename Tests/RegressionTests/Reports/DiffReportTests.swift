import Codecs
import Formatting
import ImageDiff
import Pixels
import RenderTransition
import SceneFormat
import TestSupport
import Testing

@testable import Regression

@Suite("the words of a comparison")
struct DiffReportTests {
  private static func frame(dot: Int) -> Pixmap {
    var frame = Pixmap(width: 40, height: 30, filledWith: Pixel(.white))
    frame.fill(PixelRect(x: 3 * dot, y: 10, width: 4, height: 3), with: Pixel(.black))
    return frame
  }

  /// A dot at these places, fifty frames a second; the last one shows for longer.
  private static func input(_ dots: [Int], hold: Double = 0) throws -> DiffInput {
    let frames = dots.enumerated().map { index, dot in
      FrameSequence.Frame(
        startSeconds: Double(index) / 50,
        endSeconds: Double(index + 1) / 50 + (index == dots.count - 1 ? hold : 0),
        hash: FrameHash(frame(dot: dot)))
    }
    let sequence = FrameSequence(width: 40, height: 30, frames: frames) { frame(dot: dots[$0]) }
    return DiffInput(path: "p", kind: .footage(try #require(sequence)))
  }

  private static func headline(_ old: DiffInput, _ new: DiffInput) throws -> String {
    DiffReport(differences: try Differences(old, new, jobs: 1), exceptions: []).headline
  }

  @Test("motion that comes later is delayed, and the other way round early")
  func delays() throws {
    let early = try Self.input([0, 0, 1, 2, 4, 5, 5, 5, 5])
    let late = try Self.input([0, 0, 0, 0, 1, 2, 4, 5, 5])
    #expect(
      try Self.headline(early, late).contains(": delayed by 2 frames (0.04 s)"))
    #expect(try Self.headline(late, early).contains(": early by 2 frames (0.04 s)"))
  }

  @Test("a last frame is held for longer or shorter")
  func holds() throws {
    let (short, long) = (try Self.input([0, 1, 2]), try Self.input([0, 1, 2], hold: 0.5))
    #expect(
      try Self.headline(short, long).hasSuffix("held: the last frame shows 0.50 s longer"))
    #expect(
      try Self.headline(long, short).hasSuffix("held: the last frame shows 0.50 s shorter"))
  }

  @Test("one frame that differs is named alone, and several as a range")
  func places() throws {
    let old = try Self.input([0, 1, 2, 3, 4, 5, 6, 7])
    let one = try Self.headline(old, try Self.input([0, 1, 2, 9, 4, 5, 6, 7]))
    #expect(one.hasPrefix("frame 3 (0.06 s): "), "\(one)")
    let two = try Self.headline(old, try Self.input([0, 1, 2, 9, 10, 5, 6, 7]))
    #expect(two.hasPrefix("frames 3-4 (0.06-0.08 s): "), "\(two)")
  }

  @Test("of two pictures, pixels are counted, with their share")
  func pictures() throws {
    func headline(_ rect: PixelRect) throws -> String {
      let old = Pixmap(width: 40, height: 30, filledWith: Pixel(.white))
      var new = old
      new.fill(rect, with: Pixel(.black))
      return try Self.headline(
        DiffInput(path: "a", kind: .picture(StraightImage(old))),
        DiffInput(path: "b", kind: .picture(StraightImage(new))))
    }
    #expect(try headline(PixelRect(x: 2, y: 3, width: 4, height: 3)) == "12 pixels differ (1.00 %)")
    #expect(try headline(PixelRect(x: 2, y: 3, width: 1, height: 1)) == "1 pixel differs (0.08 %)")
    #expect(try headline(PixelRect(x: 2, y: 3, width: 0, height: 0)) == "same: 40 x 30")
  }

  /// The form for programs, as a value without types.
  private static func json(_ old: DiffInput, _ new: DiffInput) throws -> JSONNode {
    let differences = try Differences(old, new, jobs: 1)
    let report = DiffReport(differences: differences, exceptions: ["ignored: x"])
    return try JSONParser.parse(
      Array(report.json.text(.members).utf8), file: "", limits: Limits())
  }

  @Test("programs read which frames differ, where and how much")
  func json() throws {
    let old = try Self.input([0, 1, 2, 3, 4, 5, 6, 7])
    let node = try Self.json(old, try Self.input([0, 1, 2, 9, 9, 5, 6, 7]))
    #expect(node["schema"]?.text == "render-transition/diff-1")
    #expect(node["verdict"]?.text == "different" && node["resampled"]?.flag == false)
    #expect(node["expected"]?["frames"]?.number == 8 && node["actual"]?["width"]?.number == 40)
    for (key, frame) in [("first", 3.0), ("peak", 3), ("last", 4)] {
      #expect(node[key]?["actual"]?.number == frame && node[key]?["pixels"]?.number == 24, "\(key)")
      #expect(node[key]?["time"]?.number == frame / 50 && node[key]?["ratio"]?.number == 0.02)
      #expect(node[key]?["overLimit"]?.flag == true)
    }
    let frames = try #require(node["frames"]?.elements)
    #expect(frames.map { $0["pixels"]?.number } == [0, 0, 0, 24, 24, 0, 0, 0])
    let regions = try #require(node["regions"]?.elements)
    #expect(regions.first?["frames"]?.elements?.map(\.number) == [3, 4])
    #expect(regions.first?["seconds"]?.elements?.map(\.number) == [0.06, 0.08])
    #expect(node["exceptions"]?.elements?.map(\.text) == ["ignored: x"])
    let same = try Self.json(old, old)
    #expect(same["verdict"]?.text == "same" && same["first"] == nil)
    #expect(same["regions"]?.elements?.isEmpty == true && same["time"]?["class"]?.text == "same")
  }

  @Test("programs read what happened in time, with its numbers")
  func timeJSON() throws {
    let early = try Self.input([0, 0, 1, 2, 4, 5, 5, 5, 5])
    let late = try Self.input([0, 0, 0, 0, 1, 2, 4, 5, 5])
    let delayed = try Self.json(late, early)["time"]
    #expect(delayed?["class"]?.text == "delayed" && delayed?["frames"]?.number == -2)
    #expect(delayed?["seconds"]?.number == -0.04)
    let clip = Array(0...9)
    let flash = try Self.json(
      Self.input(clip), Self.input([0, 1, 2, 12, 12, 5, 6, 7, 8, 9]))["time"]
    #expect(flash?["class"]?.text == "flash")
    #expect(flash?["range"]?.elements?.map(\.number) == [3, 4] && flash?["frames"]?.number == 2)
    let held = try Self.json(Self.input(clip), Self.input(clip, hold: 0.5))["time"]
    #expect(
      held?["class"]?.text == "held" && ((held?["seconds"]?.number ?? 0) - 0.5).magnitude < 1e-9)
  }

  @Test("what antialiasing explains is noted, and does not count")
  func antialiasing() throws {
    func edge(_ level: UInt8) -> DiffInput {
      var edge = Pixmap(width: 20, height: 20, filledWith: Pixel(.white))
      edge.fill(PixelRect(x: 11, y: 0, width: 9, height: 20), with: Pixel(.black))
      for y in 0..<20 { edge[10, y] = Pixel(SIMD4(level, level, level, 255)) }
      return DiffInput(path: "p", kind: .picture(StraightImage(edge)))
    }
    var request = DiffRequest()
    request.rules.metric = .yiq(threshold: 0.1)
    let differences = try Differences(edge(60), edge(200), request, jobs: 1)
    let report = DiffReport(differences: differences, exceptions: ["more"])
    let count = try #require(differences.picture).antialiasedCount
    #expect(differences.isSame && count > 10)
    #expect(report.notes == ["\(count) pixels not counted: explained by antialiasing", "more"])
    let same = DiffReport(differences: try Differences(edge(60), edge(60), request), exceptions: [])
    #expect(same.notes == [])
  }

  private static func scene(_ color: String, x: Int = 2) -> String {
    """
    { "version": 1, "canvas": { "width": 24, "height": 16 },
      "from": { "background": "#fff", "layers": [
        { "id": "card", "frame": [\(x), 3, 4, 5], "fill": "\(color)" },
        { "id": "discard", "frame": [18, 3, 2, 2], "fill": "#555" } ] },
      "to": { "background": "#123" }, "transition": { "type": "shift", "duration": 0.2 } }
    """
  }

  @Test("a layer is ignored by its whole name or without its screen, wherever it goes")
  func ignoredLayers() async throws {
    let folder = try ScratchFolder()
    let old = try await DiffInput(at: folder.write(Self.scene("#f00"), to: "a.json"))
    let new = try await DiffInput(at: folder.write(Self.scene("#00f"), to: "b.json"))
    for (name, isSame) in [("card", true), ("from#card", true), ("discard", false)] {
      var request = DiffRequest()
      request.ignoredLayers = [name]
      #expect(try Differences(old, new, request).isSame == isSame, "\(name)")
    }
    for name in ["ard", "#card", "to#card", ""] {
      var request = DiffRequest()
      request.ignoredLayers = [name]
      #expect(throws: UnknownLayer.self, "\(name)") { try Differences(old, new, request) }
    }
  }

  /// The frames of a GIF of three dots whose delays are these, in centiseconds.
  private static func times(_ delays: [Int], dots: [Int] = [0, 1, 2]) async throws -> [Double] {
    let writer = FilmWriter(width: 40, height: 30, count: 3)
    let file = try writer.film(.gif, times: [0, 1, 2, 3]) { frame(dot: $0) }
    var bytes = try #require(file)
    let starts = bytes.indices.dropLast(8).filter {
      bytes[$0...].starts(with: [0x21, 0xF9, 0x04])
    }
    try #require(starts.count == 3)
    for (start, delay) in zip(starts, delays) {
      (bytes[start + 4], bytes[start + 5]) = (UInt8(delay & 255), UInt8(delay >> 8))
    }
    let folder = try ScratchFolder()
    let input = try await DiffInput(at: folder.write(bytes, to: "a.gif"))
    return input.sequence.frames.map(\.startSeconds) + [input.sequence.seconds]
  }

  @Test("a frame without a delay shows for 0.1 s, and the longest delay joins no other picture")
  func delaysOfFiles() async throws {
    func isNear(_ times: [Double], _ expected: [Double]) -> Bool {
      times.count == expected.count && zip(times, expected).allSatisfy { abs($0 - $1) < 1e-6 }
    }
    #expect(isNear(try await Self.times([0, 0, 0]), [0, 0.1, 0.2, 0.3]))
    #expect(isNear(try await Self.times([1, 0, 50]), [0, 0.01, 0.11, 0.61]))
    #expect(isNear(try await Self.times([65535, 10, 20]), [0, 655.35, 655.45, 655.65]))
  }

  @Test("a folder has as many frames as are allowed, and no more")
  func folders() async throws {
    let folder = try ScratchFolder()
    for index in 0..<3 {
      try folder.write(PNGWriter().file(of: Self.frame(dot: index)), to: "a/\(index).png")
    }
    var options = DiffInputOptions()
    options.limits[.frames] = 3
    let input = try await DiffInput(at: folder.path("a"), options: options)
    #expect(input.sequence.frames.map(\.startSeconds) == [0, 0.02, 0.04])
    options.limits[.frames] = 2
    await #expect(throws: FootageError.self) {
      try await DiffInput(at: folder.path("a"), options: options)
    }
  }
}
