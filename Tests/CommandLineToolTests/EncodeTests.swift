import Codecs
import Foundation
import Pixels
import TestSupport
import Testing

@Suite("encode, as a command")
final class EncodeTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// What `line` prints in the folder, stdout and stderr together; nil without the programs.
  private func run(_ line: String, needing programs: [String] = []) throws -> (
    printed: String, code: Int32
  )? {
    guard programs.allSatisfy({ OutsideProgram($0) != nil }) else { return nil }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try ProcessTests.shell("PATH='\(path)'; cd \"\(folder.path)\"; \(line)")
  }

  /// A Y4M stream of ffmpeg's test picture, which moves.
  private static func video(_ format: String, seconds: Double = 0.4) -> String {
    "ffmpeg -v error -f lavfi -i testsrc2=s=90x70:r=25:d=\(seconds) -strict -1 "
      + "-vf scale=out_color_matrix=bt601:flags=accurate_rnd+full_chroma_int+bilinear "
      + "-pix_fmt \(format) -f yuv4mpegpipe -"
  }

  @Test(
    "a video's noise is left out of a GIF, but at a quality of 100 and beside exact outputs",
    arguments: [("", 1), ("--quality 100", 2), ("-o a.apng", 2), ("-o b.gif", 1)])
  func noise(_ words: String, _ count: Int) throws {
    try folder.write(
      "YUV4MPEG2 W4 H4 F25:1 Cmono\n"
        + ["P", "Q"].map { "FRAME\n" + String(repeating: $0, count: 16) }.joined(), to: "a.y4m")
    let run = try #require(try run("$rt encode a.y4m -q -o a.gif \(words)"))
    #expect(run.code == 0 && run.printed.isEmpty, "\(run.printed)")
    var reader = try GIFReader(folder.bytes(of: "a.gif"))
    var found = 0
    while try reader.next() != nil { found += 1 }
    #expect(found == count)
  }

  @Test(
    "what ffmpeg pipes is read as ffmpeg itself shows it",
    arguments: [("yuv444p", 2.0), ("yuv422p", 3), ("yuv420p", 3), ("yuvj444p", 2)])
  func y4m(_ format: String, _ mostError: Double) throws {
    let line = """
      \(Self.video(format)) > a.y4m
      $rt encode - -q -o a.rgba < a.y4m
      ffmpeg -v error -i a.y4m -vf scale=in_color_matrix=bt601:flags=accurate_rnd+full_chroma_int+bilinear \
        -pix_fmt rgba -f rawvideo b.rgba
      """
    guard let run = try run(line, needing: ["ffmpeg"]) else { return }
    #expect(run.code == 0 && run.printed.isEmpty, "\(run.printed)")
    let (ours, theirs) = (try folder.bytes(of: "a.rgba"), try folder.bytes(of: "b.rgba"))
    #expect(ours.count == theirs.count && ours.count == 10 * 90 * 70 * 4)
    let sum = zip(ours, theirs).reduce(0) { $0 + Int($1.0 > $1.1 ? $1.0 - $1.1 : $1.1 - $1.0) }
    #expect(Double(sum) / Double(ours.count) < mostError)
  }

  @Test("GIF, APNG, a folder and files give the frames that Pillow decodes")
  func pillow() throws {
    let line = """
      python3 - <<'END'
      from PIL import Image, ImageDraw
      frames = []
      for place in range(12):
          frame = Image.new("RGB", (80, 60), (250, 250, 252))
          ImageDraw.Draw(frame).ellipse((4 * place, 10, 4 * place + 30, 40), fill=(220, 40, 10 * place))
          frames.append(frame)
      frames[7] = frames[6]
      for kind in ("gif", "png"):
          frames[0].save("p." + kind, save_all=True, append_images=frames[1:], duration=70, loop=0)
      import os
      os.mkdir("d")
      for place, frame in enumerate(frames): frame.save(f"d/f{place}.png")
      END
      $rt encode p.gif -q -o g.gif; $rt encode p.png -q -o a.gif
      $rt encode d --fps 12.5 -q -o d.gif; $rt encode d/f?.png d/f1?.png --fps 12.5 -q -o f.gif
      cmp d.gif f.gif
      python3 - <<'END'
      from PIL import Image, ImageSequence
      def shown(path):
          found = []
          for frame in ImageSequence.Iterator(Image.open(path)):
              pixels, seconds = frame.convert("RGB").tobytes(), frame.info.get("duration", 0)
              if found and found[-1][0] == pixels: found[-1][1] += seconds
              else: found.append([pixels, seconds])
          return found
      for source, made in (("p.gif", "g.gif"), ("p.png", "a.gif")):
          assert shown(source) == shown(made), made
      assert [frame for frame, _ in shown("d.gif")] == [frame for frame, _ in shown("p.png")]
      assert sum(seconds for _, seconds in shown("d.gif")) == 12 * 80
      END
      """
    guard let run = try run(line, needing: ["python3"]) else { return }
    if run.printed.contains("No module named 'PIL'") {
      return OutsideProgram.skip("there is no Pillow")
    }
    #expect(run.code == 0 && run.printed.isEmpty, "\(run.printed)")
  }

  @Test("an animated WebP gives its frames at its own times, in a comparison, too")
  func webp() throws {
    let line = """
      for color in red lime blue; do
        ffmpeg -v error -f lavfi -i color=$color:s=20x10 -frames:v 1 $color.png
      done
      img2webp -lossless -d 70 red.png -d 130 lime.png -d 300 blue.png -o a.webp >/dev/null 2>&1
      $rt encode a.webp -q -o f/ -o a.apng; jq -c '[.frames[] | [.time, .delay]]' f/manifest.json
      $rt diff a.webp a.apng; $rt encode a.webp -o b.gif --limit-image-area 100; echo $?
      head -c 150 a.webp >b.webp; $rt encode b.webp -o b.gif; echo $?; ls -A | grep b.gif
      """
    guard let run = try run(line, needing: ["ffmpeg", "img2webp", "jq"]) else { return }
    #expect(
      run.printed.hasPrefix(
        """
        [[0,0.07],[0.07,0.13],[0.2,0.3]]
        same: 3 frames, 20 x 10
        a.webp: error: the WebP is 20 x 10, which is more than the limit of 100 pixels
        4
        b.webp: error: not a WebP file that can be decoded
        4

        """), "\(run.printed)")
  }

  @Test("a folder of PNGs, JPEGs and WebPs is read in the order of their names")
  func mixedFolder() throws {
    let line = """
      mkdir d; n=0
      for end in png jpg webp PNG jpeg; do
        n=$((n + 1)); ffmpeg -v error -f lavfi -i color=0x${n}00000:s=16x16 -frames:v 1 -f image2 \
          -c:v $(case $end in [pP]*) echo png;; j*) echo mjpeg;; *) echo libwebp;; esac) d/f$n.$end
      done
      touch d/notes.txt; $rt encode d --fps 10 -q -o d.apng; $rt encode d/f* --fps 10 -q -o f.apng
      cmp d.apng f.apng; $rt encode d.apng -q -o f/; ls f | wc -l
      """
    guard let run = try run(line, needing: ["ffmpeg"]) else { return }
    #expect(run.printed == "6\n", "\(run.printed)")
  }

  @Test("a GIF of ours becomes the same GIF, and a smaller one within a limit")
  func ours() throws {
    try folder.write(
      """
      { "version": 1, "canvas": { "width": 60, "height": 40, "scale": 2 },
        "from": { "background": "#fff",
          "layers": [{ "id": "card", "frame": [2, 3, 30, 25], "fill": "#d33" }] },
        "to": { "background": "#123" }, "transition": { "type": "push", "duration": 0.3 } }
      """, to: "a.json")
    let line = """
      $rt a.json -q --hold 0.3 -o a.gif; $rt encode a.gif -q -o b.gif -o b.webp -o b/ -o b.apng
      for f in a b; do $rt diff $f.gif a.json || echo $f; $rt diff a.gif b.apng > /dev/null || echo $?; done
      $rt encode b/ -q -o - --format gif | cmp - b.gif
      $rt encode a.gif -q -o - --format gif --limit-memory 600kB | cmp - b.gif
      $rt encode a.gif -q -o - --format gif --limit-memory 600kB --limit-temporary 1B | cmp - b.gif
      $rt encode a.gif -o c.gif --max-bytes 1000 --width 60; test $(stat -c %s c.gif) -le 1000
      """
    guard let run = try run(line) else { return }
    #expect(run.code == 0, "\(run.printed)")
  }

  @Test(
    "what cannot be read is told in one line, and nothing is written",
    arguments: [
      ("encode none.gif", 7, "none.gif: error: there is no such file"),
      (
        "encode a.txt", 4,
        "a.txt: error: it is no PNG, JPEG, WebP, APNG, GIF or video; bare RGBA needs --size and --fps"
      ),
      (
        "encode - < a.txt", 4, "standard input: error: it is no PNG, JPEG, WebP, APNG, GIF or video"
      ),
      (
        "encode - < /dev/null", 4,
        "standard input: error: it is empty; if ffmpeg should have written it"
      ),
      ("encode - --size 2x2 --fps 5 < a.txt", 4, "frame 1: it has 6 of the 16 bytes of 2x2"),
      (
        "encode a.jpg", 4, "a.jpg: error: the JPEG file is damaged: it has no size"
      ),
      (
        "encode - < <(cat a.mp4)", 4,
        "standard input: error: it is an MP4 or MOV video, which is not read from a pipe: name the file"
      ),
      ("encode a.heic", 4, "it is a HEIC; encode reads PNG, JPEG, WebP, APNG, GIF, Y4M and videos"),
      ("encode short.y4m", 4, "short.y4m: error: frame 2: it has 5 of 12 bytes"),
      ("encode lost.y4m", 4, "lost.y4m: error: frame 2: \"FRAME\" is missing in front of it"),
      (
        "encode deep.y4m", 4,
        "its colours are \"C420p10\"; C420, C422, C444 and Cmono of 8 bits are read"
      ),
      ("encode short.gif", 4, "short.gif: error: frame 2: "),
      ("encode one.png", 2, "the input does not say how long its frames show: give --fps"),
      (
        "encode one.png a.txt --fps 5", 4,
        "a.txt: error: not a PNG, JPEG or WebP file"
      ),
      (
        "encode one.png two.png --fps 5", 4,
        "two.png: error: frame 2: it is 3 x 2, and the first one 2 x 2"
      ),
      ("encode empty --fps 5", 4, "empty: error: there are no PNG, JPEG or WebP files in it"),
      ("encode bad", 4, "bad/manifest.json: error: it is no list of frames in order of time"),
      ("encode folders/ --fps 5", 4, "folders/1.png: error: "),
      ("encode nul", 4, "nul/manifest.json: error: it is no list of frames in order of time"),
      ("encode one.png empty --fps 5", 4, "empty: error: a folder of frames is an input by itself"),
      ("encode one.png --fps 5 --crop 1,1,2,2", 4, "it is 2 x 2, and the crop ends at 3,3"),
      ("encode one.png --fps 5 --trim 1s..2s", 4, "no frame is left between the times of --trim"),
      ("encode two.gif --limit-frames 1", 4, "--limit-frames"),
      ("encode one.png --size 2", 2, "--size takes two sides, as in \"390x844\""),
      ("encode two.gif --trim 2..1", 2, "--trim takes two times"),
    ] as [(String, Int32, String)])
  func mistakes(_ arguments: String, _ code: Int32, _ said: String) throws {
    func picture(_ width: Int, _ level: UInt8) -> Pixmap {
      Pixmap(width: width, height: 2, filledWith: Pixel(SIMD4(level, 0, 0, 255)))
    }
    let writer = PNGWriter()
    try folder.write(writer.file(of: picture(2, 9)), to: "one.png")
    try folder.write(writer.file(of: picture(3, 9)), to: "two.png")
    var sink = try GIFSink(width: 2, height: 2, isOpaque: true)
    var gif: [UInt8] = []
    var (last, starts): (Pixmap?, [Int]) = (nil, [])
    for index in 0..<3 {
      let pixels = picture(2, UInt8(50 * index))
      let frame = Frame(
        index: index, pixels: pixels, previous: last, damage: pixels.bounds,
        start: Double(index), end: Double(index + 1))
      for case .bytes(let bytes) in try sink.append(sink.encode(frame)) { gif += bytes }
      starts.append(gif.count)
      last = pixels
    }
    for case .bytes(let bytes) in try sink.finish() { gif += bytes }
    try folder.write(gif, to: "two.gif")
    try folder.write(Array(gif[..<(starts[1] + 12)]), to: "short.gif")
    try folder.write("hello\n", to: "a.txt")
    try folder.write([0xFF, 0xD8, 0xFF, 0xE0], to: "a.jpg")
    try folder.write([0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0], to: "a.mp4")
    try folder.write([0, 0, 0, 16] + Array("ftypheic".utf8) + [0, 0, 0, 0], to: "a.heic")
    let head = "YUV4MPEG2 W2 H2 F25:1 C444\nFRAME\n" + String(repeating: "a", count: 12)
    try folder.write(head + "FRAME\naaaaa", to: "short.y4m")
    try folder.write(head + "FROME\n", to: "lost.y4m")
    try folder.write("YUV4MPEG2 W2 H2 F25:1 C420p10\n", to: "deep.y4m")
    try folder.write(#"{ "frames": [{ "file": "../x.png" }] }"#, to: "bad/manifest.json")
    // A folder with the name of a picture cannot be read, whoever runs the test.
    try folder.write("", to: "folders/1.png/a")
    try folder.write(writer.file(of: picture(2, 9)), to: "nul/1.png")
    try folder.write(
      #"{ "frames": [{ "file": "1.png\u0000x", "time": 0, "delay": 1 }] }"#, to: "nul/manifest.json"
    )
    let line =
      "mkdir -p empty; before=$(ls); $rt \(arguments)\(arguments.contains(" < ") ? "" : " -o x.gif")"
    guard let run = try run("\(line); code=$?; [ \"$before\" = \"$(ls -A)\" ] || ls; exit $code")
    else {
      return
    }
    #expect(run.code == code && run.printed.contains(said), "\(run.printed)")
    #expect(run.printed.split(separator: "\n").count == 1, "\(run.printed)")
  }
}
