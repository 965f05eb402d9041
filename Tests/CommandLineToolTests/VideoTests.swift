import Foundation
import RenderTransition
import TestSupport
import Testing

@testable import CommandLineTool

@Suite("MP4, which ffmpeg encodes")
struct VideoTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.scene(24, 16), to: "a.json")
    try folder.write(Self.scene(25, 17), to: "odd.json")
    try folder.write("old", to: "old.mp4")
  }

  /// A scene of 0.2 s with holds of 0.1 and 0.3 s, on a blue canvas.
  private static func scene(_ width: Int, _ height: Int) -> String {
    """
    { "version": 1, "canvas": { "width": \(width), "height": \(height), "background": "#00f" },
      "from": { "background": "#fff",
        "layers": [{ "id": "card", "frame": [2, 3, 10, 5], "fill": "#d33" }] },
      "to": { "background": "#123" }, "output": { "fps": 25, "hold": [0.1, 0.3] },
      "transition": { "type": "shift", "duration": 0.2 } }
    """
  }

  /// What `line` prints in the folder, and its exit code; nil without the program.
  private func run(_ line: String) throws -> (printed: String, code: Int32)? {
    try ProcessTests.shell("cd \(folder.path); \(line)")
  }

  /// What ffprobe says of a file.
  private func probe(_ name: String) throws -> [String: String]? {
    guard let ffprobe = OutsideProgram("ffprobe") else { return nil }
    let answer = try ffprobe.output([
      "-v", "error", "-count_frames", "-show_streams", "-show_entries", "format_tags", "-of",
      "default=noprint_wrappers=1", folder.path(name),
    ])
    let lines = String(decoding: try #require(answer), as: UTF8.self).split(separator: "\n")
    let pairs = lines.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    return Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { first, _ in first }
  }

  @Test("has H.264, a constant rate, and says its colours")
  func stream() throws {
    guard OutsideProgram("ffmpeg") != nil, let made = try run("$rt a.json -o a.mp4") else { return }
    #expect(made.code == 0)
    #expect(made.printed.hasPrefix("a.mp4  6 frames  24 x 16  "), "\(made.printed)")
    #expect(!made.printed.contains("("))
    guard let stream = try probe("a.mp4") else { return }
    let expected = [
      "codec_name": "h264", "width": "24", "height": "16", "pix_fmt": "yuv420p",
      "color_range": "tv", "color_space": "bt709", "color_transfer": "bt709",
      "color_primaries": "bt709", "r_frame_rate": "25/1", "avg_frame_rate": "25/1",
      // 6 frames, and 0.4 s in which they stand still.
      "nb_read_frames": "16", "index": "0",
    ]
    for (key, value) in expected { #expect(stream[key] == value, "\(key)") }
    // Without a version or a time.
    #expect(stream["TAG:encoder"] == "Lavc libx264" && stream["TAG:creation_time"] == nil)
    // The index is at the head, for players that read from the network.
    let bytes = try Data(folder.bytes(of: "a.mp4"))
    let (index, data) = (bytes.range(of: Data("moov".utf8)), bytes.range(of: Data("mdat".utf8)))
    #expect(try #require(index).lowerBound < (try #require(data)).lowerBound)
    #expect(try folder.names() == ["a.json", "a.mp4", "odd.json", "old.mp4"])
  }

  @Test("shows the colours of the scene, and pads odd sides with the canvas colour")
  func colors() throws {
    guard let ffmpeg = OutsideProgram("ffmpeg"), let made = try run("$rt odd.json -o a.mp4") else {
      return
    }
    #expect(made.printed.hasPrefix("a.mp4  6 frames  26 x 18  "), "\(made.printed)")
    #expect(
      made.printed.contains("(a column and a row of the canvas colour added: sides are even)"))
    let pixels = try #require(
      try ffmpeg.output([
        "-v", "error", "-i", folder.path("a.mp4"), "-frames:v", "1", "-f", "rawvideo", "-pix_fmt",
        "rgb24", "-",
      ]))
    #expect(pixels.count == 26 * 18 * 3)
    for (x, y, color) in [
      (20, 12, [255, 255, 255]), (6, 5, [221, 51, 51]), (25, 9, [0, 0, 255]),
    ] {
      let shown = pixels[(y * 26 + x) * 3..<(y * 26 + x) * 3 + 3]
      // Half of the resolution of colours, and loss: a column of one pixel is blurred.
      let most = x == 25 ? 130 : 24
      #expect(zip(shown, color).allSatisfy { abs(Int($0) - $1) <= most }, "\(x) \(Array(shown))")
    }
  }

  @Test("the same scene has the same bytes again, with any number of jobs")
  func repeatable() throws {
    guard OutsideProgram("ffmpeg") != nil else { return }
    let line = "$rt a.json -q -j 1 -o a.mp4; $rt a.json -q -j 8 -o b.mp4; cmp a.mp4 b.mp4"
    guard let made = try run(line) else { return }
    #expect(made.code == 0 && made.printed.isEmpty, "\(made.printed)")
  }

  @Test(
    "x264 has the rate factor of the quality, which it writes into the stream",
    arguments: [("", "18.0"), ("--quality 0", "51.0"), ("--quality 75", "23.5")])
  func factor(_ flags: String, _ factor: String) throws {
    guard OutsideProgram("ffmpeg") != nil, try run("$rt a.json \(flags) -q -o a.mp4") != nil else {
      return
    }
    let file = try Data(folder.bytes(of: "a.mp4"))
    #expect(file.range(of: Data("crf=\(factor)".utf8)) != nil)
  }

  @Test("less quality has fewer bytes")
  func quality() throws {
    guard OutsideProgram("ffmpeg") != nil else { return }
    let line = "for i in 20 90; do $rt a.json --scale 8 -q -o $i.mp4 --quality $i; done"
    guard try run(line) != nil else { return }
    #expect(try folder.bytes(of: "20.mp4").count < folder.bytes(of: "90.mp4").count)
  }

  /// What stands for ffmpeg, and what is said of it.
  static let failures: [(script: String, said: String, code: Int32)] = [
    ("head -c 999 >/dev/null; echo first >&2; echo no room >&2; exit 1", "ffmpeg says: no room", 5),
    ("echo half >&3; kill -9 $$", "ffmpeg was ended by signal 9", 5),
    ("cat >/dev/null; exit 3", "ffmpeg ended with code 3", 5),
    ("cat >/dev/null; echo disk full >&2", "ffmpeg says: disk full", 5),
    ("cat >/dev/null", "ffmpeg ended with code 0 without a whole MP4", 5),
    ("exit 0", "ffmpeg ended with code 0 without a whole MP4", 5),
    ("printf '....ftyp' >&3", "ffmpeg ended with code 0 without a whole MP4", 5),
    ("kill -STOP $$", "ffmpeg made no progress for 1 s", 5),
    ("cat >/dev/null; exec sleep 600", "ffmpeg made no progress for 1 s", 5),
    ("exec <&-; exec sleep 600", "ffmpeg made no progress for 1 s", 5),
    ("echo $'bad \\e[31m' >&2; exit 1", "ffmpeg says: bad \\u{1B}[31m", 5),
  ]

  @Test("a failure of ffmpeg leaves what was there", arguments: failures.indices)
  func failure(_ index: Int) throws {
    let expected = Self.failures[index]
    try folder.write("#!/bin/bash\n\(expected.script)\n", to: "bin/ffmpeg")
    // Large enough that ffmpeg ends while frames are written.
    let line = """
      chmod +x bin/ffmpeg; PATH=$PWD/bin:$PATH; export RT_STALL_SECONDS=1
      $rt a.json --scale 8 --fps 50 -o old.mp4
      """
    guard let made = try run(line) else { return }
    #expect(made.code == expected.code)
    #expect(made.printed.contains("cannot write \"old.mp4\": \(expected.said)"), "\(made.printed)")
    #expect(try folder.bytes(of: "old.mp4") == Array("old".utf8))
    #expect(try folder.names() == ["a.json", "bin", "odd.json", "old.mp4"])
  }

  @Test("an ffmpeg that is slow, but goes on, is waited for")
  func slow() throws {
    let script = """
      #!/bin/bash
      for i in {1..6}; do head -c 200000 >/dev/null; sleep 0.5; done; cat >/dev/null
      printf '....ftyp' >&3; for i in {1..6}; do sleep 0.5; echo >&3; done
      """
    try folder.write(script, to: "bin/ffmpeg")
    let line = """
      chmod +x bin/ffmpeg; PATH=$PWD/bin:$PATH; export RT_STALL_SECONDS=2
      $rt a.json --scale 8 --fps 50 -q -o old.mp4
      """
    guard let made = try run(line) else { return }
    #expect(made.code == 0 && made.printed.isEmpty, "\(made.printed)")
    #expect(try folder.bytes(of: "old.mp4") == Array("....ftyp\n\n\n\n\n\n".utf8))
  }

  @Test("if another output fails, ffmpeg is ended, and nothing is written")
  func otherFailure() throws {
    guard OutsideProgram("ffmpeg") != nil,
      let made = try run("$rt a.json -o old.mp4 -o /proc/a.gif")
    else { return }
    #expect(made.code == 5)
    #expect(try folder.names() == ["a.json", "odd.json", "old.mp4"])
    #expect(try folder.bytes(of: "old.mp4") == Array("old".utf8))
  }

  @Test("without ffmpeg, its package is named, and nothing is written")
  func missing() throws {
    guard let made = try run("PATH=/none; $rt a.json -o old.mp4") else { return }
    #expect(made.code == 6)
    #expect(
      made.printed == """
        render-transition: error: a video needs the program ffmpeg, which is not on the PATH; on \
        Debian and Ubuntu: apt-get install ffmpeg

        """)
    #expect(try folder.bytes(of: "old.mp4") == Array("old".utf8))
  }

  @Test("a device or a pipe is no place for an MP4")
  func noFile() throws {
    guard let made = try run("$rt a.json -o /dev/null --format mp4") else { return }
    #expect(made.code == 5)
    #expect(made.printed.contains("cannot write \"/dev/null\": it is not a regular file"))
  }

  @Test("a signal ends ffmpeg, too, and leaves what was there", arguments: [2, 15])
  func signal(_ number: Int32) throws {
    try folder.write("#!/bin/bash\necho $$ >pid\nexec sleep 600\n", to: "bin/ffmpeg")
    let line = """
      chmod +x bin/ffmpeg; PATH=$PWD/bin:$PATH; set -m
      $rt a.json -o old.mp4 -o new.gif &
      while ! [[ -s pid ]]; do sleep 0.01; done
      kill -\(number) $!; wait $!; echo $?
      while grep -qs '^State:.[RSD]' "/proc/$(<pid)/status"; do sleep 0.01; done
      """
    guard let made = try run(line) else { return }
    #expect(made.printed.split(separator: "\n").contains("\(128 + number)"), "\(made.printed)")
    #expect(try folder.bytes(of: "old.mp4") == Array("old".utf8))
    #expect(try folder.names() == ["a.json", "bin", "odd.json", "old.mp4", "pid"])
  }

  @Test("no word of ffmpeg's command line is a name")
  func words() throws {
    try folder.write("#!/bin/bash\nprintf '%s\\n' \"$@\" >words; exit 1\n", to: "bin/ffmpeg")
    let line = "chmod +x bin/ffmpeg; PATH=$PWD/bin:$PATH; cp a.json scene.json; $rt scene.json -o"
    guard try run("\(line) 'concat:name.mp4'") != nil else { return }
    let words = String(decoding: try folder.bytes(of: "words"), as: UTF8.self)
    #expect(words.contains("file:/proc/self/fd/3\n") && words.contains("-nostdin\n"))
    #expect(!words.contains("name") && !words.contains("scene") && !words.contains(folder.path))
  }
}
