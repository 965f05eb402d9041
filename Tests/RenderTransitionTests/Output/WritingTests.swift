import Codecs
import Foundation
import Pixels
import RenderTestSupport
import SceneFormat
import TestSupport
import Testing

@testable import RenderTransition

@Suite("writing")
struct WritingTests {
  @Test("the program of the README renders a scene")
  func program() async throws {
    let small = try SmallScene.tiny()
    let (scene, output) = (
      try small.folder.write(small.text, to: "a.json"), small.folder.path("a.gif")
    )

    let animation = try Animation(sceneAt: scene)
    #expect(animation.seconds == 0.6)
    #expect(animation.warnings.isEmpty)

    try await animation.write([OutputRequest(.gif, to: .path(output))])

    let half = try animation.renderer().frame(at: animation.seconds / 2)
    #expect(half.width == 24 && half.height == 16)
    #expect(try small.folder.bytes(of: "a.gif").starts(with: "GIF89a".utf8))
    #expect(try small.folder.names() == ["a.gif", "a.json"])
  }

  @Test(
    "a canvas that is not opaque stays so in every format that can", arguments: ["#0000", "#fffe"])
  func transparentCanvas(_ background: String) async throws {
    // More colours than a palette has.
    let dots = (0..<60).map { index in
      """
      { "type": "shape", "path": "ellipse", "fill": "#\(100_000 + index * 77_777 % 900_000)",
        "frame": [\(index * 13 % 30), \(index * 7 % 15), 7.3, 6.1], "opacity": 0.7 }
      """
    }.joined(separator: ",")
    let folder = try ScratchFolder()
    let animation = try Animation(
      sceneAt: folder.write(
        """
        { "version": 1, "canvas": { "width": 40, "height": 40, "background": "\(background)" },
          "from": { "background": "#0000", "layers": [\(dots)] },
          "to": { "background": "#0000" }, "transition": { "type": "fade", "duration": 0.1 } }
        """, to: "a.json"))
    let names = [("a.gif", OutputFormat.gif), ("a.apng", .apng), ("a.webp", .webp)]
    try await animation.write(
      names.map { OutputRequest($1, to: .path(folder.path($0))) })
    let alpha = try animation.renderer().frame(at: 0)[20, 36].channels.w
    #expect(alpha < 255)
    var apng = try APNGReader(folder.bytes(of: "a.apng"))
    #expect(try apng.nextFrame()?.pixels[20, 36].channels.w == alpha)
    var webp = try WebPReader(folder.bytes(of: "a.webp"))
    #expect(try webp.next()?.pixels[20, 36].channels.w == alpha)
    var gif = try GIFReader(folder.bytes(of: "a.gif"))
    #expect(try gif.next()?.pixels[20, 36].channels.w == (alpha < 128 ? 0 : 255))
  }

  /// What the list of a folder of frames has of what the app is told.
  private func events(of scene: String) async throws -> [String] {
    let folder = try ScratchFolder()
    let animation = try Animation(sceneAt: folder.write(scene, to: "scene.json"))
    try await animation.write([OutputRequest(.frames, to: .path(folder.path("frames")))])
    let bytes = try folder.bytes(of: "frames/manifest.json")
    let events = try JSONParser.parse(bytes, file: "", limits: Limits())["events"]?.elements ?? []
    return events.map { event in
      (event.members ?? []).map { $0.value.text ?? $0.value.number.map { "\($0)" } ?? "?" }
        .joined(separator: " ")
    }
  }

  @Test("the list of a folder has all events, with times from the start of the whole")
  func manifestEvents() async throws {
    let flow = """
      { "version": 1, "canvas": { "width": 24, "height": 16 },
        "screens": { "a": {}, "b \\"c": {} },
        "steps": [
          { "show": "a" }, { "wait": 0.5 }, { "push": "b \\"c", "type": "fade", "duration": 0.25 },
          { "pop": true, "delay": 0.25, "gesture": { "kind": "pan", "samples": [[0, 0], [0.5, 6]],
            "tail": { "duration": 0.5 } } } ] }
      """
    let said = try await events(of: flow)
    #expect(
      said == [
        "0.5 3.0 willDisappear a", "0.5 3.0 willAppear b \"c", "0.5 3.0 began",
        "0.75 3.0 finished", "0.75 3.0 didDisappear a", "0.75 3.0 didAppear b \"c",
        "0.75 3.0 pushed",
        "1.0 4.0 willDisappear b \"c", "1.0 4.0 willAppear a", "1.0 4.0 began",
        "1.5 4.0 updated 0.25 12.0", "1.5 4.0 released 0.25 12.0 cancel threshold",
        "2.0 4.0 cancelled", "2.0 4.0 willDisappear a", "2.0 4.0 willAppear b \"c",
        "2.0 4.0 didDisappear a", "2.0 4.0 didAppear b \"c",
      ])
    let pair = """
      { "version": 1, "canvas": { "width": 24, "height": 16 }, "from": {}, "to": {},
        "transition": { "type": "present", "duration": 0.25, "delay": 0.25 } }
      """
    #expect(
      try await events(of: pair) == [
        "0.25 willAppear to", "0.25 began", "0.5 finished", "0.5 didAppear to", "0.5 presented",
      ])
  }

  @Test("APNGs and folders are read again for the report, and differ in nothing")
  func report() async throws {
    let small = try SmallScene(transition: #""push""#)
    let animation = try small.animation()
    var options = RenderOptions()
    options.wantsReport = true
    let written = try await animation.write(
      [
        OutputRequest(.apng, to: .path(small.folder.path("a.apng"))),
        OutputRequest(.frames, to: .path(small.folder.path("a"))),
        OutputRequest(.rgba, to: .path(small.folder.path("a.rgba"))),
      ], options: options)
    for output in written.prefix(2) {
      let quality = try #require(output.report?.quality)
      #expect(quality.psnr == 99)
      #expect(quality.exactFlatShare == 1)
      #expect(quality.flicker == 0)
    }
    #expect(written[1].report?.delays.count == 14)
    #expect(written[2].report?.quality == nil)
    // A picture that is not what was drawn is found.
    let wrong = try PNGWriter().file(of: Pixmap(width: 24, height: 16))
    try small.folder.write(wrong, to: "b/frame-00000.png")
    let request = OutputRequest(.frames, to: .path(small.folder.path("b")))
    guard var shown = try ShownFrames(of: request, delays: [1]) else {
      Issue.record("a folder cannot be read again")
      return
    }
    #expect(try shown.next()?.pixels == Pixmap(width: 24, height: 16))
  }

  @Test("one job and eight write the same bytes, and several outputs come from one run")
  func jobs() async throws {
    let small = try SmallScene(transition: #""push""#)
    let animation = try small.animation()
    var heard: [[Int]] = []
    for jobs in [1, 8, 3] {
      var options = RenderOptions()
      options.jobs = jobs
      var done: [Int] = []
      let written = try await animation.write(
        [
          OutputRequest(.gif, to: .path(small.folder.path("\(jobs).gif"))),
          OutputRequest(.frames, to: .path(small.folder.path("\(jobs)"))),
          OutputRequest(.gif, to: .path(small.folder.path("\(jobs)-again.gif"))),
        ], options: options
      ) {
        done.append($0); #expect($1 == 14)
      }
      heard.append(done)
      #expect(written.map(\.frames) == [14, 14, 14])
      #expect(written[0].bytes == (try small.folder.bytes(of: "\(jobs).gif").count))
      #expect(written.allSatisfy { $0.widthPixels == 60 && $0.heightPixels == 40 })
    }
    // Each moment is drawn once for all outputs, and heard of once, in order.
    #expect(heard == Array(repeating: Array(1...14), count: 3))
    let one = try small.folder.bytes(of: "1.gif")
    for name in ["8.gif", "3.gif", "8-again.gif"] {
      #expect(try small.folder.bytes(of: name) == one, "\(name)")
    }
    let names = try small.folder.names(in: "1")
    #expect(names.count == 15)
    for name in names {
      let frame = try small.folder.bytes(of: "1/\(name)")
      #expect(try small.folder.bytes(of: "8/\(name)") == frame, "\(name)")
    }
  }

  @Test("outputs with other rates sample the run each at its own")
  func rates() async throws {
    let small = try SmallScene.tiny(#"{ "type": "shift", "duration": 0.3 }"#)
    var options = RenderOptions()
    options.fps = 60
    let written = try await small.animation().write(
      [
        OutputRequest(.gif, to: .path(small.folder.path("a.gif"))),
        OutputRequest(.frames, to: .path(small.folder.path("a"))),
      ], options: options)
    // No player shows a GIF at 60 frames a second.
    #expect(written.map(\.frames) == [16, 19])
  }

  @Test("frames show as long as the scene says, and the ends hold")
  func delays() async throws {
    var small = try SmallScene.tiny(#"{ "type": "shift", "duration": 0.2 }"#)
    small.output = #"{ "fps": 30, "hold": [0.25, 0.5], "loop": 3 }"#
    let path = small.folder.path("a.gif")
    try await small.animation().write([OutputRequest(.gif, to: .path(path))])
    var reader = try GIFReader(small.folder.bytes(of: "a.gif"))
    #expect(reader.loop == 3)
    var starts: [Int] = []
    var end = 0
    while let frame = try reader.next() {
      starts.append(frame.startCentiseconds)
      end = frame.startCentiseconds + frame.delayCentiseconds
    }
    // k / 30 seconds behind the first hold, each rounded by itself: the end does not drift.
    #expect(starts == [0, 28, 32, 35, 38, 42, 45])
    #expect(end == 98)
  }

  @Test("a frame is written as a PNG of the very pixels")
  func frame() throws {
    let small = try SmallScene.tiny()
    let animation = try small.animation()
    let written = try animation.writeFrame(
      at: [0.2], to: [.path(small.folder.path("a.png")), .path(small.folder.path("b.png"))])
    #expect(written.count == 2)
    let image = try StraightImage(png: small.folder.bytes(of: "a.png"))
    #expect(try image.premultiplied == animation.renderer().frame(at: 0.2))
    #expect(try small.folder.bytes(of: "a.png") == small.folder.bytes(of: "b.png"))
  }
}
