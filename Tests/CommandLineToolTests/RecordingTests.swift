import Foundation
import TestSupport
import Testing

@Suite("recordings of an app against their design")
struct RecordingTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The release build where it is not older than the sources, for it is much quicker.
  private static let program: String? = {
    func date(_ path: String) -> Date? {
      let place = root.appendingPathComponent(path).path
      return (try? FileManager.default.attributesOfItem(atPath: place))?[.modificationDate] as? Date
    }
    func program(_ build: String) -> String { ".build/\(build)/render-transition" }
    let sources = FileManager.default.enumerator(
      atPath: root.appendingPathComponent("Sources").path)
    let paths = sources?.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") } ?? []
    let newest = paths.compactMap { date("Sources/\($0)") }.max() ?? .distantPast
    if let built = date(program("release")), built >= newest {
      return root.appendingPathComponent(program("release")).path
    }
    return date(program("debug")) == nil
      ? nil : root.appendingPathComponent(program("debug")).path
  }()

  /// What `line` prints in the folder; nil where ffmpeg or the program is missing.
  private func run(_ line: String) async throws -> (printed: String, code: Int32)? {
    guard OutsideProgram("ffmpeg") != nil else { return nil }
    guard let program = Self.program else {
      OutsideProgram.skip("there is no program")
      return nil
    }
    let path = folder.path
    return try await onOwnThread { try Shell.run("cd \(path); \(line)", ["rt": program]) }
  }

  /// A small scene: a card on a list is pushed.
  private static func scene(_ transition: String, _ color: String = "#3366CC") -> String {
    let rows = (0..<6).map {
      """
      { "frame": [8, \(20 + 26 * $0), 104, 18], "fill": "#\(2 + $0)0A0\(9 - $0)0", "cornerRadius": 4 }
      """
    }.joined(separator: ", ")
    return """
      { "version": 1, "canvas": { "width": 120, "height": 200 },
        "from": { "background": "#FFFFFF", "layers": [\(rows)] },
        "to": { "background": "#F4E8D0", "layers": [
          { "frame": [10, 40, 60, 60], "fill": "\(color)" },
          { "frame": [20, 120, 90, 30], "fill": "#802040" } ] },
        "transition": \(transition) }
      """
  }

  private static let push = #"{ "type": "push", "duration": 0.5, "curve": "easeInOut" }"#

  private static func record(_ scene: String, _ name: String, _ flags: String = "--fps 60")
    -> String
  {
    "$rt \(scene) -q \(flags) --scale 2 --hold 0.5s,0.6s --quality 70 -o \(name)"
  }

  private func write(_ name: String, _ text: String) throws {
    try text.write(toFile: "\(folder.path)/\(name)", atomically: true, encoding: .utf8)
  }

  /// How a recording is made of which scene, and what is told of it.
  static let cases: [(transition: String, flags: String, told: String, code: Int32)] = [
    (push, "--fps 60", #"^same: push at 0\.(49|50)"#, 0),
    (push, "--fps 50", "^same: push at ", 0),
    (
      #"{ "type": "push", "duration": 0.6, "curve": "easeInOut" }"#, "--fps 60",
      #"lasts +(59\d|60\d) ms .*not 500 ms: 1.2 times"#, 1
    ),
    (
      #"{ "type": "push", "duration": 0.5, "curve": "easeOut" }"#, "--fps 60",
      "curve +easeOut, not easeInOut", 1
    ),
    (
      #"{ "type": "push", "duration": 0.5, "curve": "easeInOut", "parallax": 0.6 }"#, "--fps 60",
      "from +x reaches -7[0-4] ", 1
    ),
    (#"{ "type": "cube", "duration": 0.5, "curve": "easeInOut" }"#, "--fps 60", "^other: ", 1),
    // Its old screen goes three times as far.
    (#"{ "type": "slide", "duration": 0.5, "curve": "easeInOut" }"#, "--fps 60", "^other: ", 1),
  ]

  @Test("what differs is told, and nothing else", arguments: cases.indices)
  func tells(_ index: Int) async throws {
    let (transition, flags, told, code) = Self.cases[index]
    try write("design.json", Self.scene(Self.push))
    // The app's own colours.
    try write("app.json", Self.scene(transition, "#208040"))
    let line =
      "\(Self.record("app.json", "app.mp4", flags)) && $rt diff design.json app.mp4 --tap 0.5s"
    guard let run = try await run(line) else { return }
    #expect(run.code == code, "\(run.printed)")
    #expect(run.printed.contains(try Regex(told).anchorsMatchLineEndings()), "\(run.printed)")
    let findings = run.printed.split(separator: "\n").dropFirst().filter {
      !$0.hasPrefix("  not measured") && !$0.hasPrefix("  another motion")
    }
    #expect(findings.count <= 1, "\(run.printed)")
  }

  /// A screen pushed from the right, by a curve of each track's own.
  private static func tracks(_ from: String, _ to: String) -> String {
    """
    { "type": "custom", "duration": 0.5, "push": { "tracks": [
      { "target": "from", "curve": \(from), "x": [0, "=-0.3 * W"] },
      { "target": "to", "curve": \(to), "x": ["=W", 0] } ] } }
    """
  }

  private static let spring = #"{ "spring": { "dampingRatio": 0.6 } }"#

  /// Curves of the design and of the app, and what is told of them.
  static let curves: [(design: String, app: String, told: String)] = [
    (
      #"{ "type": "push", "duration": 0.5, "curve": "linear" }"#,
      #"{ "type": "push", "duration": 0.5, "curve": "easeOut" }"#, "curve +easeOut, not linear"
    ),
    (
      tracks(spring, spring), tracks(#""easeOut""#, #""easeOut""#), "curve +easeOut, not spring 0.6"
    ),
    (
      tracks(#""linear""#, #""easeInOut""#), tracks(#""linear""#, #""easeInOut""#),
      "^same: .*\n(?!.*curve)"
    ),
  ]

  @Test("a design's curve has its name, whichever it is", arguments: curves.indices)
  func curve(_ index: Int) async throws {
    let (design, app, told) = Self.curves[index]
    try write("design.json", Self.scene(design))
    try write("app.json", Self.scene(app))
    let line = "\(Self.record("app.json", "app.mp4")) && $rt diff design.json app.mp4"
    guard let run = try await run(line) else { return }
    #expect(run.printed.contains(try Regex(told).anchorsMatchLineEndings()), "\(run.printed)")
  }

  @Test("borders are those of the part that is looked at")
  func trimmedBorders() async throws {
    try write("design.json", Self.scene(Self.push))
    // A wide picture before the screen is shared.
    let line = """
      \(Self.record("design.json", "plain.mp4"))
      ffmpeg -y -v error -i plain.mp4 -vf "pad=iw+160:ih:80:0:black,\
      drawbox=color=red:t=fill:enable='lt(t,0.2)'" app.mp4
      $rt diff design.json app.mp4 --trim 0.25s..1.5s
      """
    guard let run = try await run(line) else { return }
    #expect(run.code == 0 && run.printed.hasPrefix("same: push at 0."), "\(run.printed)")
  }

  @Test("a layer that is ignored is looked for on the screen, not on the device around it")
  func ignoredOnDevice() async throws {
    let scene = """
      { "version": 1, "canvas": { "device": "iphone-15", "bezel": BEZEL },
        "from": { "background": "#FFFFFF" },
        "to": { "background": "#FFFFFF", "layers": [
          { "id": "card", "frame": [20, 120, 240, 240], "fill": "#C0C0C0" } ] },
        "transition": { "type": "fade", "duration": 0.4 } }
      """
    try write("design.json", scene.replacing("BEZEL", with: "true"))
    try write("app.json", scene.replacing("BEZEL", with: "false"))
    let line = """
      $rt app.json -q --scale 1 --fps 60 --hold 0.4s,0.4s --quality 100 -o app.mp4
      $rt diff design.json app.mp4 --ignore-layer card 2>&1
      """
    guard let run = try await run(line) else { return }
    #expect(run.code == 4, "\(run.printed)")
    #expect(run.printed.contains("but for what is ignored"), "\(run.printed)")
  }

  /// What cannot be compared, and how that is told.
  static let refusals: [(line: String, told: String, code: Int32)] = [
    ("head -c 3000 app.mp4 > x.mp4; $rt diff design.json x.mp4", "x.mp4: error: ffmpeg says: ", 4),
    (": > x.mp4; $rt diff design.json x.mp4", "x.mp4: error: it is empty", 4),
    (
      "printf '#EXTM3U\\napp.mp4\\n' > x.mp4; $rt diff design.json x.mp4",
      "x.mp4: error: it is no ", 4
    ),
    (
      "ffmpeg -y -v error -f lavfi -i color=red:s=240x400:r=30:d=1 x.mp4; $rt diff design.json x.mp4",
      "nothing moves in it that can be seen", 4
    ),
    (
      "ffmpeg -y -v error -i app.mp4 -vf scale=300:200 x.mp4; $rt diff design.json x.mp4",
      "which is not the shape of the expected 120 x 200", 4
    ),
    (
      "PATH=/nowhere $rt diff design.json app.mp4", "the program ffmpeg, which is not on the PATH",
      6
    ),
    ("$rt diff design.json app.mp4 --metric yiq", "--metric and a recording cannot be combined", 2),
    (
      "$rt diff design.json design.json --trim 1s..2s",
      "--trim and two inputs without a recording cannot be combined", 2
    ),
    ("$rt diff app.mp4 app.mp4 --tap 1s", "--tap and two recordings cannot be combined", 2),
    ("$rt diff design.json app.mp4 --tap 9s", "--tap is outside of the recording", 2),
    ("$rt diff design.json app.mp4 --step 2", "--step 2: the scene has 1 transition", 2),
    ("$rt diff app.mp4 design.json", "the design comes first: ", 2),
    ("$rt diff design.json app.mp4 -o x.png", "a recording is compared in time: -o takes ", 2),
    ("$rt diff design.json app.mp4 --tap 1.1s", "no motion in it comes after the time of --tap", 4),
    (
      "cat app.mp4 | $rt diff design.json - --recording", "a recording is read twice: name a file",
      4
    ),
    (
      "$rt diff design.json app.mp4 --crop 0,0,900,1500", "it is 240 x 400, and the crop ends at ",
      4
    ),
    (
      "$rt diff design.json app.mp4 --ignore 0,0,240,400",
      "gets from its first still to its last, but for what is ignored", 4
    ),
  ]

  @Test("a recording that cannot be compared is refused in one sentence")
  func refuses() async throws {
    try write("design.json", Self.scene(Self.push))
    guard try await run(Self.record("design.json", "app.mp4")) != nil else { return }
    for (line, told, code) in Self.refusals {
      guard let run = try await run("{ \(line); } 2>&1") else { return }
      #expect(run.printed.contains(told) && run.code == code, "\(line): \(run.printed)")
      #expect(run.printed.split(separator: "\n").count <= 2, "\(run.printed)")
    }
  }

  /// Two recordings of one app, and what is told of them.
  static let pairs: [(transition: String, flags: String, told: String, code: Int32)] = [
    (push, "", "^same: the motion of before.mp4 at 0.[0-9]+-", 0),
    (
      #"{ "type": "push", "duration": 0.6, "curve": "easeInOut" }"#, "",
      "not (49|50|51)[0-9] ms: 1.(19|2|21) times", 1
    ),
    (push, "pad=iw+54:ih+38:22:18:black", "^same: the motion", 0),
    (#"{ "type": "cube", "duration": 0.5 }"#, "", "^other: ", 1),
  ]

  @Test("of two recordings, the first one is what is expected", arguments: pairs.indices)
  func twoRecordings(_ index: Int) async throws {
    let (transition, filter, told, code) = Self.pairs[index]
    try write("before.json", Self.scene(Self.push))
    try write("after.json", Self.scene(transition))
    let line = """
      \(Self.record("before.json", "before.mp4")) && \(Self.record("after.json", "plain.mp4"))
      ffmpeg -y -v error -i plain.mp4 -vf "\(filter.isEmpty ? "null" : filter)" -crf 24 after.mp4
      $rt diff before.mp4 after.mp4
      """
    guard let run = try await run(line) else { return }
    #expect(run.code == code, "\(run.printed)")
    #expect(run.printed.contains(try Regex(told).anchorsMatchLineEndings()), "\(run.printed)")
  }

  @Test("random recordings are told right")
  func sampled() async throws {
    let isFull = ProcessInfo.processInfo.environment["RT_FULL"] != nil
    let line = """
      python3 \(Self.root.path)/scripts/bench.d/recordings.py $rt sampled \
        \(isFull ? "" : "--every 21 --least 100 --exact 100") 2>&1
      """
    guard Self.program?.contains("release") == true else {
      OutsideProgram.skip("there is no release program for random recordings")
      return
    }
    guard let run = try await run(line) else { return }
    #expect(run.code == 0, "\(run.printed)")
  }

  @Test("a finger's design is not taken for another motion that ends alike")
  func finger() async throws {
    let gesture = """
      { "type": "pop", "gesture": { "samples": [[0, 0], [0.2, 40], [0.5, 60], [0.6, 58]],
        "release": { "at": 0.64, "velocity": -20 } } }
      """
    // Both screens of the pop are the push's, the other way round: it is cancelled, and returns.
    try write("push.json", Self.scene(Self.push))
    try write(
      "cancelled.json",
      Self.scene(gesture).replacing("\"from\"", with: "\"x\"")
        .replacing("\"to\"", with: "\"from\"").replacing("\"x\"", with: "\"to\""))
    let line = """
      \(Self.record("push.json", "push.mp4")) && \(Self.record("cancelled.json", "drag.mp4"))
      for app in push drag; do $rt diff cancelled.json $app.mp4 | head -n 1 | cut -d: -f1; done
      """
    guard let run = try await run(line) else { return }
    #expect(run.printed == "other\nsame\n", "\(run.printed)")
  }

  @Test("a page and a JSON are written")
  func outputs() async throws {
    try write("design.json", Self.scene(Self.push))
    let line = """
      \(Self.record("design.json", "app.mp4")) && $rt diff design.json app.mp4 -q -o a.html -o a.json -o a.gif
      head -c 15 a.html; echo; head -c 3 a.gif; echo; grep -c recording-diff-1 a.json
      """
    guard let run = try await run(line) else { return }
    #expect(run.printed == "<!doctype html>\nGIF\n1\n", "\(run.printed)")
  }
}
