import Foundation
import RenderTransition
import TestSupport
import Testing

@Suite("videos, which ffmpeg decodes")
struct VideoInputTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// What `line` prints in the folder, and its exit code; nil without the programs.
  private func run(
    _ line: String, needing programs: [String] = ["ffmpeg", "ffprobe"]
  ) throws -> (printed: String, code: Int32)? {
    guard programs.allSatisfy({ OutsideProgram($0) != nil }) else { return nil }
    return try ProcessTests.shell("cd \(folder.path); \(line)")
  }

  /// The command that makes a video of a red, a green and a blue picture of 0.2 s, 48 x 32.
  private static func make(_ name: String, _ flags: String) -> String {
    let colors = ["red", "lime", "blue"].map { "-f lavfi -i color=\($0):s=48x32:r=25:d=0.2" }
    return "ffmpeg -v error \(colors.joined(separator: " ")) \(flags) \(name)"
  }

  private static let join = "-filter_complex concat=n=3,scale=out_color_matrix=bt709 "
  private static let h264 = join + "-pix_fmt yuv420p -colorspace bt709 -c:v libx264 -crf 1"
  private static let vp9 =
    join + "-pix_fmt yuv420p -colorspace bt709 -c:v libvpx-vp9 -crf 4 -cpu-used 8"

  /// How a video is made, and its sides.
  static let videos: [(name: String, line: String, size: String)] = [
    ("a.mp4", make("a.mp4", h264), "48 x 32"),
    ("a.mov", make("a.mov", h264), "48 x 32"),
    ("a.mkv", make("a.mkv", h264), "48 x 32"),
    ("a.webm", make("a.webm", vp9), "48 x 32"),
    ("-x.mp4", make("./-x.mp4", h264), "48 x 32"),
    (
      "sound.mp4",
      make("a.mp4", h264)
        + "; ffmpeg -v error -i a.mp4 -f lavfi -i sine=d=2 -c:v copy -c:a aac sound.mp4", "48 x 32"
    ),
    (
      "turned.mov",
      make("a.mp4", h264) + "; ffmpeg -v error -i a.mp4 -c copy -metadata:s:v rotate=90 turned.mov",
      "32 x 48"
    ),
    (
      "bt601.mp4",
      make("bt601.mp4", h264.replacing("bt709", with: "smpte170m")), "48 x 32"
    ),
    (
      "full.mp4",
      make(
        "full.mp4",
        h264.replacing("bt709", with: "bt709:out_range=pc", maxReplacements: 1) + " -color_range pc"
      ), "48 x 32"
    ),
  ]

  @Test(
    "a video gives its pictures upright, in its colours and at its times",
    arguments: videos.indices)
  func pictures(_ index: Int) throws {
    let video = Self.videos[index]
    let line = """
      \(video.line)
      $rt encode -o a.apng -- \(video.name) && $rt encode -q -o f/ a.apng
      jq -c '[.frames[] | [.time, .delay]]' f/manifest.json
      for f in f/*.png; do ffmpeg -v error -i $f -vf crop=1:1:8:8 -f rawvideo -pix_fmt rgb24 - | xxd -p; done
      """
    guard let run = try run(line, needing: ["ffmpeg", "jq", "xxd"]) else { return }
    let lines = run.printed.split(separator: "\n").map(String.init)
    try #require(lines.count == 5, "\(run.printed)")
    #expect(lines[0].hasPrefix("a.apng  3 frames  \(video.size)  "))
    #expect(lines[1] == "[[0,0.2],[0.2,0.2],[0.4,0.2]]")
    for (shown, wanted) in zip(lines[2...], [[255, 0, 0], [0, 255, 0], [0, 0, 255]]) {
      let number = try #require(Int(shown, radix: 16))
      let levels = [number >> 16, number >> 8 & 255, number & 255]
      #expect(zip(levels, wanted).allSatisfy { abs($0 - $1) <= 6 }, "\(shown)")
    }
  }

  /// When frames begin, in milliseconds; flags of `encode`; and how long frames show, but for the last.
  static let times: [(starts: [Int], flags: String, milliseconds: [Int])] = [
    ([0, 40, 97, 150, 400, 433, 700], "", [40, 57, 53, 250, 33, 267]),
    ([0, 100, 250, 300], "--fps 10", [100, 200]),
    ([0, 100, 250, 300], "--trim 0.05s..0.28s", [50, 150, 30]),
    // Two frames within a millisecond, and 120 a second.
    ([0, 100, 101, 200], "", [100, 17, 83]),
    ([0, 8, 17, 25, 33, 42, 50, 58, 67], "", [17, 16, 17]),
  ]

  @Test(
    "variable rates keep their times, and more than 60 frames a second become 60",
    arguments: times.indices)
  func variable(_ index: Int) throws {
    let row = Self.times[index]
    let frames = row.starts.map { "eq(n,\($0))" }.joined(separator: "+")
    let line = """
      ffmpeg -v error -f lavfi -i testsrc2=s=90x70:r=1000:d=1 -vf "select='\(frames)'" \
        -fps_mode passthrough -enc_time_base 1/90000 -video_track_timescale 90000 \
        -pix_fmt yuv420p -c:v libx264 -x264-params bframes=0 a.mp4
      ffmpeg -v error -i a.mp4 -c copy a.mkv
      for f in a.mp4 a.mkv; do
        $rt encode $f \(row.flags) -q -o a.webp
        webpinfo a.webp | awk '/Duration:/ { printf "%s ", $2 } END { print "" }'
      done
      """
    guard let run = try run(line, needing: ["ffmpeg", "webpinfo"]) else { return }
    let found = run.printed.split(separator: "\n").map { line in
      line.split(separator: " ").map { Int($0) ?? -1 }
    }
    let count = row.milliseconds.count
    #expect(found.map { Array($0.prefix(count)) } == [row.milliseconds, row.milliseconds])
  }

  @Test("the result is that of ffmpeg's Y4M with the same flags")
  func likePipe() throws {
    let line = """
      ffmpeg -v error -f lavfi -i testsrc2=s=90x70:r=60:d=0.5 -pix_fmt yuv420p -c:v libx264 a.mp4
      ffmpeg -v error -i a.mp4 -c copy a.mkv
      scale=out_color_matrix=bt709:out_range=tv:flags=bitexact+accurate_rnd+full_chroma_int
      for flags in "" "--fps 20" "--trim 0.1s..0.3s --width 40" "--crop 2,3,40,30 --reverse"; do
        ffmpeg -v error -i a.mp4 -vf scale=$scale,format=yuv444p -strict -1 -f yuv4mpegpipe - |
          $rt encode - --matrix bt709 $flags -q -o p.gif -o p.apng
        for f in a.mp4 a.mkv; do
          $rt encode $f $flags -q -o v.gif -o v.apng; cmp p.gif v.gif && cmp p.apng v.apng
        done
        $rt encode - $flags -q -o v.gif -o v.apng < a.mp4; cmp p.apng v.apng
      done
      $rt encode a.mp4 --matrix bt709 -q -o m.apng; cmp -s m.apng p.apng && echo same
      """
    guard let run = try run(line, needing: ["ffmpeg"]) else { return }
    #expect(run.printed == "", "\(run.printed)")
  }

  /// How the file "b.mp4" is made that cannot be read; what is said of it.
  static let refused: [(line: String, said: String)] = [
    ("make -movflags +faststart a.mp4; head -c 4000 a.mp4 >b.mp4", "b.mp4: error: ffmpeg says: "),
    ("make a.mp4; head -c 4000 a.mp4 >b.mp4", "Invalid data found"),
    ("make a.mkv; head -c 4000 a.mkv >b.mp4", "ffmpeg says: File ended prematurely"),
    ("make -color_trc smpte2084 b.mp4", "of high dynamic range (PQ)"),
    ("make -color_trc arib-std-b67 -f matroska b.mp4", "of high dynamic range (HLG)"),
    ("ffmpeg -v error -f lavfi -i sine=d=0.1 b.mp4", "matches no streams"),
    ("make -c:v mpeg2video -f matroska b.mp4", "Error while opening decoder"),
    ("make b.mp4; flags='--limit-image-area 1000'", "--limit-image-area"),
    ("make -c:v libvpx-vp9 b.mp4; flags='--limit-image-area 1000'", "--limit-image-area"),
    ("make b.mp4; flags='--limit-frames 2'", "--limit-frames"),
    ("make b.mp4; flags='--limit-duration 0.1'", "--limit-duration"),
    ("printf '#EXTM3U\n#EXTINF:1,\nsecret.mp4\n' >b.mp4", "it is no PNG"),
    ("printf 'ffconcat version 1.0\nfile secret.mp4\n' >b.mp4", "it is no PNG"),
    (
      "printf '\\0\\0\\0\\x10ftypisom\\0\\0\\0\\0\n#EXTM3U\nsecret.mp4\n' >b.mp4",
      "ffmpeg says: Invalid data found"
    ),
    ("make b.mp4; input='- --size 2x2'; exec < <(cat b.mp4)", "from a pipe: name the file"),
  ]

  @Test(
    "what is damaged, too large or no video is an error, and nothing is written",
    arguments: refused.indices)
  func refusal(_ index: Int) throws {
    let (made, said) = Self.refused[index]
    let line = """
      make() { ffmpeg -v error -f lavfi -i testsrc2=s=90x70:d=0.6 -pix_fmt yuv420p -g 5 "$@"; }
      input=b.mp4; \(made); rm -f a.*
      timeout 20 $rt encode $input $flags -o out.gif; echo $?; ls -A
      """
    guard let run = try run(line, needing: ["ffmpeg"]) else { return }
    #expect(run.printed.contains(said) && run.printed.hasSuffix("\n4\nb.mp4\n"), "\(run.printed)")
  }

  /// A MOV whose pictures lie in another file, of which it has the path.
  private static let reference = """
    import struct
    data = bytearray(open("a.mov", "rb").read())
    path = b"secret.mp4"
    entry = b"alis" + struct.pack(">I", 0) + bytes(10) + b"\\0" + bytes(27) + bytes(12)
    entry += bytes([len(path)]) + path.ljust(63, b"\\0") + bytes(16) + struct.pack(">hh", 1, 1) + bytes(16)
    entry += struct.pack(">HH", 2, len(path)) + path + struct.pack(">HH", 0xFFFF, 0) + bytes(8)
    entry = struct.pack(">I", len(entry) + 4) + entry
    at = data.index(b"dref") + 12
    size = struct.unpack(">I", data[at:at + 4])[0]
    for box in (b"moov", b"trak", b"mdia", b"minf", b"dinf", b"dref"):
        # The last one in front: a handler may have one of its own.
        place = data.rindex(box, 0, at) - 4
        old = struct.unpack(">I", data[place:place + 4])[0]
        data[place:place + 4] = struct.pack(">I", old + len(entry) - size)
    data[at:at + size] = entry
    open("b.mov", "wb").write(data)
    """

  @Test("no file but the named one is read, whatever it refers to")
  func otherFiles() throws {
    try folder.write(Self.reference, to: "refer.py")
    let line = """
      for f in a.mov secret.mp4; do
        ffmpeg -v error -f lavfi -i testsrc2=s=90x70:d=0.2 -pix_fmt yuv420p $f
      done
      python3 refer.py; cp a.mov ./concat:a.mov
      ffmpeg -v debug -enable_drefs 1 -use_absolute_path 1 -i b.mov -f null - 2>&1 |
        grep -o "Opening 'secret.mp4'"
      for f in b.mov ./concat:a.mov; do
        strace -f -qq -s 200 -e trace=%file -o trace $rt encode $f -q -o out.gif 2>/dev/null; echo $?
        grep -oE 'openat.*/proc/self/fd/3|[^ ]*secret.*|execve.*ffmpeg.*(concat|b.mov)' trace |
          sed 's/.*, //'
      done
      """
    guard let run = try run(line, needing: ["ffmpeg", "strace", "python3"]) else { return }
    let said = "Opening 'secret.mp4'\n4\n\"/proc/self/fd/3\n0\n\"/proc/self/fd/3\n"
    #expect(run.printed == said, "\(run.printed)")
  }

  /// What stands for ffmpeg, and what is said of it.
  static let failures: [(script: String, said: String)] = [
    ("kill -9 $$", "ffmpeg was ended by signal 9"),
    ("printf 'YUV4MPEG2 W2 H2 F25:1 C444\nFRAME\nabc'; kill -9 $$", "was ended by signal 9"),
    ("exit 3", "ffmpeg ended with code 3"),
    ("echo $'[x @ 0x1] [error] no \\e[31m' >&2; exit 1", "ffmpeg says: no \\u{1B}[31m"),
    ("exit 0", "its Y4M header does not end"),
    ("head=1; printf 'YUV4MPEG2 W2 H2 F25:1 C444\nFRAME\nabc'", "it has 3 of 12 bytes"),
    (
      "printf 'YUV4MPEG2 W2 H2 F25:1 C444\nFRAME\nabcdefghijkl'",
      "ffmpeg listed fewer times than frames"
    ),
    ("exec sleep 600", "ffmpeg made no progress for 1 s"),
    ("exec >&- 4>&-; exec sleep 600", "ffmpeg made no progress for 1 s"),
    ("printf 'YUV4MPEG2 W2 H2 F25:1 C444\nFRAME\nabc'; exec sleep 600", "no progress for 1 s"),
  ]

  @Test("a failure of ffmpeg is an error, and nothing is written", arguments: failures.indices)
  func failure(_ index: Int) throws {
    let (script, said) = Self.failures[index]
    try folder.write("#!/bin/bash\n\(script)\n", to: "bin/ffmpeg")
    try folder.write([0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0], to: "a.mp4")
    let line = """
      chmod +x bin/ffmpeg; PATH=$PWD/bin:$PATH; export RT_STALL_SECONDS=1
      timeout 20 $rt encode a.mp4 -o out.gif; echo $?; ls -A
      """
    guard let run = try run(line, needing: []) else { return }
    #expect(
      run.printed.contains(said) && run.printed.hasSuffix("\n4\na.mp4\nbin\n"), "\(run.printed)")
  }

  @Test(
    "a signal, a full disk and the end of a cut end ffmpeg, and without one its package is named")
  func ends() throws {
    let script = """
      #!/bin/bash
      echo $$ >pid; printf 'YUV4MPEG2 W2 H2 F25:1 C444\\n'
      for i in {0..9}; do printf 'FRAME\\nabcdefghijkl'; echo "0, $i, ${i}00000000, 100000000, 12" >&4; done
      exec sleep 600
      """
    try folder.write(script, to: "bin/ffmpeg")
    try folder.write([0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0], to: "a.mp4")
    let line = """
      chmod +x bin/ffmpeg; path=$PATH; PATH=$PWD/bin:$PATH; set -m
      gone() { while grep -qs '^State:.[RSD]' "/proc/$(<pid)/status"; do sleep 0.01; done; rm pid; }
      for number in 2 15; do
        $rt encode a.mp4 -q -o a.gif & while ! [[ -s pid ]]; do sleep 0.01; done
        kill -$number $!; wait $!; echo $?; gone
      done
      $rt encode a.mp4 -q --trim 0s..0.3s -o /dev/full --format gif; echo $?; gone
      $rt encode a.mp4 -q --trim 0s..0.3s -o cut.gif; echo $?; gone
      PATH=/none $rt encode a.mp4 -q -o a.gif; echo $?; ls -A
      """
    guard let run = try run(line, needing: []) else { return }
    let lines = run.printed.split(separator: "\n").map(String.init)
    let said = [
      "130", "143", "render-transition: error: cannot write \"/dev/full\": No space left on device",
      "5", "0",
      "render-transition: error: a video needs the program ffmpeg, which is not on the PATH; on "
        + "Debian and Ubuntu: apt-get install ffmpeg", "6", "a.mp4", "bin", "cut.gif",
    ]
    #expect(lines.filter { !$0.hasPrefix("[") } == said, "\(run.printed)")
  }
}
