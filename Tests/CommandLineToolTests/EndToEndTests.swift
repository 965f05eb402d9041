import Codecs
import Foundation
import Pixels
import RenderTransition
import SceneFormat
import TestSupport
import Testing

@Suite("the program, from one end to the other")
struct EndToEndTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.scene(), to: "a.json")
    try folder.write(Self.scene(transition: #""cover""#), to: "b.json")
  }

  /// A scene of 24 by 16 points that costs next to nothing.
  private static func scene(
    transition: String = #"{ "type": "shift", "duration": 0.2 }"#, more: String = ""
  ) -> String {
    """
    { "version": 1, "canvas": { "width": 24, "height": 16 }, \(more)
      "from": { "background": "#fff",
        "layers": [{ "id": "card", "frame": [2, 3, 10, 5], "fill": "#d33" }] },
      "to": { "background": "#123" }, "transition": \(transition) }
    """
  }

  /// What `line` prints in the folder, stdout and stderr together; nil without the program.
  private func run(_ line: String) throws -> (printed: String, code: Int32)? {
    try ProcessTests.shell("cd \"\(folder.path)\"; \(line)")
  }

  @Test("of streams that are closed it is said so, and nothing is written to files in their place")
  func closedStreams() throws {
    guard let run = try run("$rt a.json -o - --format gif >&-") else { return }
    #expect(run.code == 5)
    let said = "render-transition: error: cannot write \"standard output\": it is closed\n"
    #expect(run.printed == said)
    let line = "$rt a.json -o a.gif -q; $rt a.json -o b.gif --report <&- >&- 2>&-; cmp a.gif b.gif"
    #expect(try self.run(line)?.code == 0)
  }

  @Test("several scenes go to a folder, with a line for each")
  func severalScenes() throws {
    guard let run = try run("$rt a.json b.json -o out/ --format gif") else { return }
    #expect(run.code == 0)
    let lines = run.printed.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("out/a.gif  11 frames  24 x 16  "))
    #expect(lines[1].hasPrefix("out/b.gif  18 frames  24 x 16  "))
    #expect(try folder.names(in: "out") == ["a.gif", "b.gif"])
  }

  @Test("what comes of one job and of many is the same, in a file and in a pipe")
  func sameBytes() throws {
    let line = """
      $rt a.json -q -j 1 -o a.gif && $rt a.json -q -j 8 -o - --format gif > b.gif && cmp a.gif b.gif
      """
    guard let run = try run(line) else { return }
    #expect(run.printed == "" && run.code == 0)
  }

  @Test("a frame is one PNG, at a time or at a share of the run")
  func frame() throws {
    let line = """
      $rt frame a.json --at 50% -o a.png -q && $rt frame a.json --at 100ms -o b.png -q \
      && cmp a.png b.png && $rt frame a.json --at 0 --scale 2 -o c.png -q
      """
    guard let run = try run(line) else { return }
    #expect(run.printed == "" && run.code == 0)
    let image = try StraightImage(png: folder.bytes(of: "c.png"))
    #expect(image.width == 48 && image.height == 32)
  }

  static let endings: [(line: String, code: Int32, said: String)] = [
    ("$rt check a.json b.json", 0, "2 scenes are valid"),
    ("$rt a.json --fsp 3", 2, "did you mean \"--fps\"?"),
    ("$rt a.json ./a.json -o out/", 2, "two outputs have the name"),
    ("$rt a.json -o x.gif -o ./x.gif", 2, "two outputs have the name"),
    ("ln -s n.apng n.gif; $rt a.json -o n.apng -o n.gif", 2, "two outputs have the name"),
    (
      "ln -s n.png m.png; $rt frame a.json --at 0 -o m.png -o n.png", 2, "two outputs have the name"
    ),
    ("cp a.json a.gif; $rt a.gif -o a.gif", 2, "would overwrite an input"),
    ("echo '{ \"version\": 1 }' > c.json; $rt c.json -o x.gif", 3, "c.json:1:1: error:"),
    ("$rt a.json -o x.gif --limit-canvas-side 23", 3, "--limit-canvas-side"),
    ("$rt a.json -o x.gif --scale 2 --limit-canvas-area 1535", 3, "--limit-canvas-area"),
    ("$rt a.json -o x.gif --limit-frames 10", 3, "--limit-frames"),
    ("$rt a.json -o x.gif --fps 200 --format apng --limit-frames 40", 3, "--limit-frames"),
    ("$rt a.json -o x.gif --limit-duration 100ms", 3, "--limit-duration"),
    ("$rt a.json -o x.gif --limit-memory 10kB", 3, "--limit-memory"),
    ("sed 's/{ \"background\": \"#123\" }/\"no.png\"/' a.json > c.json; $rt c.json", 4, "no.png"),
    ("$rt a.json -o /proc/x.gif", 5, "cannot write"),
    ("$rt a.json -o /dev/full --format gif", 5, "No space left on device"),
    ("$rt a.json -q -o /dev/null --format gif", 0, ""),
    ("mkdir d; touch d/mine; $rt a.json -o d/", 5, "\"d/\": the folder holds \"mine\""),
    ("$rt none.json", 7, "none.json"),
    ("$rt .", 3, "regular file"),
  ]

  @Test("the exit code says what went wrong, and one line says where", arguments: endings.indices)
  func failures(_ index: Int) throws {
    let expected = Self.endings[index]
    guard let run = try run(expected.line) else { return }
    #expect(run.code == expected.code, "\(expected.line): \(run.printed)")
    #expect(expected.said.isEmpty || run.printed.contains(expected.said), "\(run.printed)")
    let names = try folder.names()
    #expect(!names.contains("x.gif") && !names.contains { $0.hasSuffix(".part") })
  }

  @Test("a broken image has exit code 4 and a place")
  func brokenImage() throws {
    try folder.write("no picture", to: "bad.png")
    let scene = Self.scene().replacing("{ \"background\": \"#123\" }", with: "\"bad.png\"")
    try folder.write(scene, to: "c.json")
    guard let run = try run("$rt c.json -o x.gif --errors json") else { return }
    #expect(run.code == 4)
    let object = try JSONSerialization.jsonObject(with: Data(run.printed.utf8))
    let error = try #require(object as? [String: Any])
    #expect(error["severity"] as? String == "error")
    #expect(error["file"] as? String == "c.json")
    #expect(error["line"] as? Int == 4 && error["column"] as? Int == 9)
    #expect((error["message"] as? String)?.contains("bad.png") == true)
  }

  @Test("ten mistakes come out in one run, in the order of the file")
  func tenMistakes() throws {
    let scene = """
      { "version": 1,
        "canvas": { "width": "24", "hight": 16 },
        "from": { "background": "#12",
          "layers": [
            { "frame": [0, 0, 1], "fill": "rde" },
            { "type": "image", "src": "no.png", "frame": [0, 0, 1, 1] },
            { "type": "blob", "frame": [0, 0, 1, 1] } ] },
        "to": { "layers": [{ "frame": [0, 0, 1, 1], "opacity": 2 }] },
        "transition": { "type": "psuh", "duration": "soon" },
        "output": { "fps": 0 } }
      """
    try folder.write(scene, to: "c.json")
    guard let run = try run("$rt check c.json --color never") else { return }
    #expect(run.code == 3)
    let lines = run.printed.split(separator: "\n").filter { $0.hasPrefix("c.json:") }
    let places = lines.map { $0.split(separator: ":").dropFirst().prefix(2).compactMap { Int($0) } }
    #expect(places.count >= 10, "\(run.printed)")
    #expect(zip(places, places.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    #expect(Set(places.compactMap(\.first)) == [2, 3, 5, 6, 7, 8, 9, 10])
    #expect(run.printed.contains("did you mean \"push\"?"))
    #expect(run.printed.contains("did you mean \"height\"?"))
    guard let json = try self.run("$rt check c.json --errors json") else { return }
    let objects = try json.printed.split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
    #expect(objects.compactMap { $0?["line"] as? Int } == places.compactMap(\.first))
  }

  @Test("every view of inspect is text for people and JSON for programs")
  func inspect() throws {
    let words = [
      "timeline": "from.opacity", "tree": "from#card", "display-list": "background #000000",
      "recipe": "\"tracks\"",
    ]
    for (view, word) in words {
      // Only one view is of a moment.
      let flags = view == "display-list" ? "--display-list --at 100ms" : "--\(view)"
      guard let text = try run("$rt inspect a.json \(flags)") else { return }
      #expect(text.code == 0 && text.printed.contains(word), "\(view): \(text.printed)")
      guard let json = try run("$rt inspect a.json \(flags) --json") else { return }
      #expect(json.code == 0)
      let object = try JSONSerialization.jsonObject(with: Data(json.printed.utf8))
      #expect((object as? [String: Any])?.isEmpty == false, "\(view)")
    }
  }

  @Test("inspect --pick names the layers at a point, and refuses one beside the canvas")
  func pick() throws {
    guard let text = try run("$rt inspect a.json --pick 4,4.5 --at 0") else { return }
    #expect(text.code == 0)
    #expect(
      text.printed == """
        from#card  [2 3 10 5]  a.json:3:16
          frame 2,3,10,5
          fill #DD3333
        from  [0 0 24 16]  a.json:2:11
          frame 0,0,24,16
          fill #FFFFFF
          clip true

        """)
    guard let beside = try run("$rt inspect a.json --pick 24,3 --at 0") else { return }
    #expect(beside.code == 2)
    #expect(beside.printed.contains("--pick takes a point of the canvas, which is 24 x 16, not"))
  }

  @Test("the timeline's JSON has the published form")
  func timeline() throws {
    guard let run = try run("$rt inspect a.json --timeline --json") else { return }
    let object = try JSONSerialization.jsonObject(with: Data(run.printed.utf8))
    let timeline = try #require(object as? [String: Any])
    #expect(timeline["schema"] as? String == "render-transition/timeline-1")
    #expect(timeline["duration"] as? Double == 0.2 && timeline["fps"] as? Double == 50)
    let frames = try #require(timeline["frames"] as? [[String: Any]])
    #expect(frames.compactMap { $0["index"] as? Int } == Array(0...10))
    let last = try #require(frames.last?["targets"] as? [String: [String: Double]])
    #expect(last == ["from": ["x": -12, "opacity": 0.5], "to": ["x": 0]])
    let events = try #require(timeline["events"] as? [[String: Any]])
    #expect(
      events.compactMap { $0["name"] as? String } == [
        "willDisappear", "willAppear", "began", "finished", "didDisappear", "didAppear", "pushed",
      ])
  }

  @Test("a reader that goes away is no error worth a word")
  func brokenPipe() throws {
    let line = "{ sleep 0.2; $rt a.json -q -o - --format gif; echo $? >&2; } | true"
    guard let run = try run(line) else { return }
    #expect(run.printed == "141\n")
  }

  @Test(
    "pictures are not written to a terminal, whatever it is called",
    arguments: [
      "-o - --format gif", "-o /dev/stdout --format gif", "-o /dev/tty --format gif",
      "-o x.png -o /dev/fd/1 --format apng", "-o tty.gif",
    ])
  func terminal(_ outputs: String) throws {
    guard OutsideProgram("script") != nil else { return }
    let line = "ln -s /dev/tty tty.gif; script -qec \"$rt a.json \(outputs)\" /dev/null"
    guard let run = try run(line) else { return }
    #expect(run.code == 2)
    #expect(run.printed.contains("pictures are not written to a terminal"))
    #expect(!run.printed.contains("GIF89a") && !run.printed.contains("IHDR"))
    #expect(try folder.names() == ["a.json", "b.json", "tty.gif"])
  }

  @Test("a device that is no terminal is written to, and a pipe by the name of stdout")
  func noTerminal() throws {
    let line = """
      $rt a.json -q --format gif -o /dev/stdout | head -c 6; \
      $rt a.json -q --format gif -o /dev/null; echo $?
      """
    guard let run = try run(line) else { return }
    #expect(run.printed == "GIF89a0\n")
  }

  @Test(
    "a signal ends the run as it should, without temporaries", arguments: ["TERM", "INT", "HUP"])
  func signal(_ name: String) throws {
    let slow = Self.scene(transition: #"{ "type": "shift", "duration": 60 }"#)
    try folder.write(slow, to: "slow.json")
    try folder.write("old", to: "x.gif")
    let number = ["TERM": 143, "INT": 130, "HUP": 129][name] ?? 0
    // A shell without job control starts what is in the background with SIGINT ignored; nohup the
    // tests with SIGHUP.
    let line = """
      set -m; env --default-signal $rt slow.json -q -o x.gif -o y/ & pid=$!
      for i in $(seq 200); do ls -A | grep -q part && break; sleep 0.05; done
      kill -\(name) $pid; wait $pid 2>/dev/null; echo $?; cat x.gif
      """
    guard let run = try run(line) else { return }
    #expect(run.printed.hasSuffix("\(number)\nold"), "\(run.printed)")
    #expect(try folder.names() == ["a.json", "b.json", "slow.json", "x.gif"])
  }

  @Test("an output fits in the bytes that it may have, and says what it gave up for that")
  func maxBytes() throws {
    guard
      let run = try run(
        "$rt a.json --scale 8 -o a.gif && $rt a.json --scale 8 -o b.gif "
          + "--max-bytes $(($(stat -c %s a.gif) * 2 / 3))")
    else { return }
    #expect(run.code == 0)
    #expect(run.printed.contains("(scale 6 instead of 8"), "\(run.printed)")
    let (whole, fitted) = (try folder.bytes(of: "a.gif"), try folder.bytes(of: "b.gif"))
    #expect(fitted.count <= whole.count * 2 / 3)
    // Not much of what is allowed stays unused.
    #expect(fitted.count >= whole.count / 3)
  }

  @Test("a scene from a pipe is fitted as one in a file is")
  func maxBytesOfPipe() throws {
    guard
      let run = try run(
        "$rt a.json -q --fps 12.5 -o a.gif; n=$(stat -c %s a.gif); "
          + "$rt - -q -o b.gif --max-bytes $n < a.json; $rt a.json -q -o c.gif --max-bytes $n; "
          + "cmp b.gif c.gif")
    else { return }
    #expect(run.code == 0 && run.printed.isEmpty, "\(run.printed)")
    #expect(try folder.bytes(of: "b.gif").count <= folder.bytes(of: "a.gif").count)
  }

  @Test("where a scale cannot be lowered, colours and frames are given up as far as anywhere")
  func maxBytesOfSmallScale() throws {
    guard
      let run = try run(
        "$rt a.json --scale 0.25 -q -o c.gif; "
          + "$rt a.json --scale 0.25 -o d.gif --max-bytes $(($(stat -c %s c.gif) / 2))")
    else { return }
    #expect(run.code == 0 && run.printed.contains(" of 50 frames a second"), "\(run.printed)")
    #expect(!run.printed.contains("scale"))
  }

  @Test("scale and frames are given up in turn, and no quality or colours that there is room for")
  func maxBytesOfFewerFrames() throws {
    guard
      let run = try run(
        "$rt a.json -q -o a.gif --scale 8 --fps 25; "
          + "for n in $(stat -c %s a.gif) 840; do $rt a.json -o b.gif --scale 8 --max-bytes $n; done"
      )
    else { return }
    #expect(
      run.printed.contains("(scale 6 instead of 8, 33.33 of 50 frames a second)"),
      "\(run.printed)")
    #expect(
      run.code == 0 && run.printed.contains("(scale 4 instead of 8, 16.67 of 50 frames a second)"),
      "\(run.printed)")
  }

  @Test("if one of two outputs cannot be made to fit, neither is written")
  func maxBytesOfTwo() throws {
    try folder.write("old", to: "a.gif")
    guard
      let run = try run(
        "$rt a.json -q -o b.gif --max-bytes 300 && $rt a.json -o a.gif -o a.apng --max-bytes 300")
    else { return }
    #expect(run.code == 2, "\(run.printed)")
    #expect(run.printed.contains("a.apng cannot be made to fit"))
    #expect(try folder.bytes(of: "a.gif") == Array("old".utf8))
    #expect(!(try folder.names().contains("a.apng")))
  }

  @Test("what cannot be made to fit is refused, and nothing is written")
  func impossibleSize() throws {
    guard let run = try run("$rt a.json -o a.gif --max-bytes 40") else { return }
    #expect(run.code == 2)
    let said =
      "a.gif cannot be made to fit in 40 B: the least that it can have is about 205 B with "
    #expect(run.printed.contains(said), "\(run.printed)")
    #expect(!(try folder.names().contains("a.gif")))
  }

  @Test("what fits as it is stays as it is, however small it may be")
  func fittingAlready() throws {
    guard
      let run = try run(
        "$rt a.json -q --scale 0.25 -o a.gif && "
          + "$rt a.json --scale 0.25 -o b.gif --max-bytes $(stat -c %s a.gif)")
    else { return }
    #expect(run.code == 0 && !run.printed.contains("("), "\(run.printed)")
    #expect(try folder.bytes(of: "a.gif") == folder.bytes(of: "b.gif"))
  }

  @Test("links of the system that lead to a pipe are written through, with a report or without")
  func linkedPipe() throws {
    guard
      let run = try run(
        "$rt a.json -q -o a.gif; $rt a.json -q --format gif -o /dev/stdout | cmp - a.gif && "
          + "$rt a.json -q --format gif -o /dev/stdout --report | cmp - a.gif")
    else { return }
    #expect(run.code == 0, "\(run.printed)")
  }

  @Test("what shows for twenty minutes is reported to the end, and is the same in every format")
  func longHold() throws {
    guard
      let run = try run(
        "$rt a.json --hold 1200s,700s -q -o a.gif -o a.apng -o a/ --fps 50 --report --json && "
          + "$rt diff a.gif a.apng && $rt diff a.apng a && $rt diff a.gif a")
    else { return }
    #expect(run.code == 0, "\(run.printed)")
    #expect(run.printed.contains("\"delays\":[655.350000,544.670000,0.020000,"))
    #expect(run.printed.contains("0.020000,655.350000,44.670000]"))
    #expect(!run.printed.contains("early") && !run.printed.contains("delayed"))
    // A day more is another 132 images, which show nothing new.
    guard let day = try self.run("$rt a.json --hold 1200s,86400s -q -o b.gif") else { return }
    let sizes = try ["a.gif", "b.gif"].map { try folder.bytes(of: $0).count }
    #expect(day.code == 0 && sizes[1] - sizes[0] < 132 * 40)
  }

  @Test(
    "no more than a day of a hold is asked of a format, and no name with an end in it is written")
  func absurdOptions() async throws {
    let animation = try Animation(sceneAt: folder.path("a.json"))
    var options = RenderOptions()
    (options.holdFirst, options.holdLast, options.fps) = (-1, 1e300, 50)
    let outputs = [
      OutputRequest(.gif, to: .path(folder.path("o.gif"))),
      OutputRequest(.apng, to: .path(folder.path("o.apng"))),
    ]
    try await animation.write(outputs, options: options)
    guard let run = try run("$rt a.json --hold 0s,86400s --fps 50 -q -o a.gif && cmp a.gif o.gif")
    else { return }
    #expect(run.code == 0, "\(run.printed)")
    let broken = OutputRequest(.gif, to: .path(folder.path("a\0b.gif")))
    await #expect(throws: FileError.self) { try await animation.write([broken], options: options) }
  }

  @Test("a GIF says what wrote it, and from which scene")
  func comment() throws {
    guard let run = try run("$rt a.json -q -o a.gif; $rt b.json -q -o b.gif; echo; $rt --version")
    else { return }
    let comments = try ["a.gif", "b.gif"].map { name in
      var reader = try GIFReader(folder.bytes(of: name))
      while try reader.next() != nil {}
      return reader.comment
    }
    let start = run.printed.split(separator: "\n").last.map { "\($0), scene " } ?? "?"
    #expect(comments.allSatisfy { $0.hasPrefix(start) && $0.count == start.count + 32 })
    #expect(comments[0] != comments[1])
  }

  @Test("the best compression is the smallest, and shows the same")
  func compression() throws {
    let scene = "\"\(Fixtures.package.path())scenes/tea.json\" -q --scale 0.5 --fps 10"
    guard
      let run = try run(
        "for i in fast default best; do $rt \(scene) -o $i.apng --compression $i; done; "
          + "$rt diff fast.apng best.apng && $rt diff default.apng best.apng")
    else { return }
    #expect(run.code == 0, "\(run.printed)")
    let sizes = try ["fast", "default", "best"].map { try folder.bytes(of: "\($0).apng").count }
    #expect(sizes == sizes.sorted(by: >), "\(sizes)")
  }

  static let misplaced: [(flags: String, said: String)] = [
    ("-o a.rgba --max-bytes 4k", "--max-bytes does not apply to \"rgba\""),
    ("-o a.mp4 --max-bytes 4k", "--max-bytes does not apply to \"mp4\""),
    ("-o a.gif --quality lossless", "\"gif\" is never lossless"),
    ("-o a.apng --quality 80", "--quality does not apply to \"apng\"; gif, webp and mp4 have it"),
    ("-o a.mp4 --quality lossless", "\"mp4\" is never lossless; --quality 100 is its best"),
    ("-o - --format mp4 | cat", "\"mp4\" cannot go to stdout; its index is at its head"),
  ]

  @Test("a flag that no output can follow is refused", arguments: misplaced.indices)
  func refuses(_ index: Int) throws {
    let expected = Self.misplaced[index]
    guard let run = try run("set -o pipefail; $rt a.json \(expected.flags)") else { return }
    #expect(run.code == 2)
    #expect(run.printed.contains(expected.said), "\(run.printed)")
    #expect(try folder.names() == ["a.json", "b.json"])
  }

  @Test("a WebP has the same bytes for any number of jobs, and a report")
  func webp() throws {
    let line = """
      for quality in 80 lossless; do
        $rt a.json -q -j 1 -o a.webp --quality $quality --report
        $rt a.json -q -j 8 -o - --format webp --quality $quality | cmp - a.webp
        $rt a.json -o a.webp -o a.gif --quality $quality --report
      done
      """
    guard let run = try run(line) else { return }
    #expect(run.code == 0)
    #expect(run.printed.matches(of: /a.webp  11 frames  24 x 16/).count == 2, "\(run.printed)")
    #expect(run.printed.contains("PSNR 99.0 dB"))
  }

  @Test("--max-bytes makes a WebP fit")
  func maxBytesOfWebP() throws {
    guard
      let run = try run(
        "$rt a.json --scale 8 -q -o a.webp && $rt a.json --scale 8 -o b.webp "
          + "--max-bytes $(($(stat -c %s a.webp) * 2 / 3))")
    else { return }
    #expect(run.code == 0 && run.printed.contains("(quality "), "\(run.printed)")
    #expect(try folder.bytes(of: "b.webp").count <= folder.bytes(of: "a.webp").count * 2 / 3)
  }

  @Test("the report is said for people, and given to programs")
  func report() throws {
    guard let said = try run("$rt a.json -o a.gif -o a.apng --report") else { return }
    #expect(said.code == 0)
    #expect(said.printed.contains("global palette"))
    #expect(said.printed.contains("PSNR 99.0 dB, SSIM 1.0000, 100 % of flat pixels exact"))
    guard let even = try run("$rt a.json -o a/ --hold 0,0 --report") else { return }
    #expect(even.printed.contains("a frame, 11 delays of 20 ms\n"), "\(even.printed)")
    guard let given = try run("$rt a.json -q -o a.gif --json") else { return }
    let json = try JSONSerialization.jsonObject(with: Data(given.printed.utf8))
    let outputs = try #require(json as? [[String: Any]])
    #expect(outputs.count == 1)
    #expect(outputs[0]["bytes"] as? Int == (try folder.bytes(of: "a.gif").count))
    #expect((outputs[0]["quality"] as? [String: Double])?["flicker"] == 0)
    #expect((outputs[0]["delays"] as? [Double])?.reduce(0, +) ?? 0 > 1)
  }

  @Test("a report and a picture do not share stdout")
  func reportToStdout() throws {
    guard let run = try run("$rt a.json -o - --json") else { return }
    #expect(run.code == 2)
  }
}
