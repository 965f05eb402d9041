import Codecs
import Foundation
import Pixels
import TestSupport
import Testing

@Suite("diff, from one end to the other")
struct DiffTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.scene(), to: "a.json")
    try folder.write(Self.scene(color: "#DD3334"), to: "color.json")
    try folder.write(Self.scene(delay: "0.06"), to: "late.json")
    try folder.write(Self.scene(delay: "0.02"), to: "tardy.json")
    try folder.write(Self.scene(duration: "0.2857"), to: "slow.json")
    try folder.write(Self.scene(fps: 60), to: "sixty.json")
    let low = ##"{ "id": "low", "frame": [4, 4, 9, 9], "fill": "#33DD33" }"##
    try folder.write(Self.scene(beneath: low + ", "), to: "pile.json")
    try folder.write(Self.scene(above: ", " + low), to: "turned.json")
    let photo = #", { "id": "photo", "type": "image", "src": "photo.png", "frame": [0, 0, 8, 8] }"#
    for (name, color) in [("", Color.white), ("other/", .black)] {
      try folder.write(Self.scene(above: photo), to: "\(name)shown.json")
      let pixels = Pixmap(width: 3, height: 2, filledWith: Pixel(color))
      try folder.write(PNGWriter().file(of: pixels), to: "\(name)photo.png")
    }
    let white = Pixmap(width: 30, height: 20, filledWith: Pixel(.white))
    var dotted = white
    dotted.fill(PixelRect(x: 4, y: 5, width: 3, height: 2), with: Pixel(.black))
    try folder.write(PNGWriter().file(of: white), to: "white.png")
    try folder.write(PNGWriter().file(of: dotted), to: "dotted.png")
    let tall = Pixmap(width: 30, height: 22, filledWith: Pixel(.white))
    try folder.write(PNGWriter().file(of: tall), to: "tall.png")
  }

  private static func scene(
    color: String = "#DD3333", duration: String = "0.2", delay: String = "0", fps: Int = 50,
    beneath: String = "", above: String = ""
  ) -> String {
    """
    { "version": 1, "canvas": { "width": 24, "height": 16, "scale": 1 },
      "from": { "background": "#fff",
        "layers": [
          \(beneath){ "id": "card", "frame": [2, 3, 10, 5], "fill": "\(color)" }\(above)] },
      "to": { "background": "#123" },
      "transition": { "type": "shift", "duration": \(duration), "delay": \(delay) },
      "output": { "fps": \(fps) } }
    """
  }

  private func run(_ line: String) throws -> (printed: String, code: Int32)? {
    try ProcessTests.shell("cd \"\(folder.path)\"; \(line)")
  }

  static let answers: [(line: String, code: Int32, said: String)] = [
    ("$rt diff white.png white.png", 0, "same: 30 x 20"),
    ("$rt diff white.png dotted.png", 1, "6 pixels differ (1.00 %)\n  in 3 x 2 at 4,5"),
    ("$rt diff white.png dotted.png --ignore 4,5,3,1 --ignore 4,6,2,1", 1, "1 pixel differs (0."),
    ("$rt diff white.png dotted.png -q", 1, ""),
    ("$rt diff white.png tall.png", 1, "layout: 30 x 20 -> 30 x 22"),
    ("$rt diff white.png tall.png --limit-compared-side 29", 4, "--limit-compared-side"),
    ("$rt diff white.png tall.png --limit-memory 14kB", 1, "layout"),
    ("$rt diff white.png tall.png --limit-memory 20kB -o x.png", 4, "--limit-memory"),
    ("$rt diff white.png dotted.png --max-pixels 6", 0, "allowed: up to 6 pixels a frame"),
    ("$rt diff white.png white.png --max-pixels 1", 0, "allowed: up to 1 pixel a frame"),
    ("$rt diff white.png white.png --max-window 2:1", 0, "allowed: up to 1 pixel in 2 x 2"),
    ("$rt diff white.png dotted.png --max-pixels 5", 1, "6 pixels differ"),
    ("$rt diff white.png dotted.png --max-ratio 0.01", 0, "same"),
    ("$rt diff white.png dotted.png --max-window 2:4", 0, "same"),
    ("$rt diff white.png dotted.png --max-window 2:3", 1, "6 pixels differ"),
    ("$rt diff white.png dotted.png --ignore 4,5,3,2", 0, "ignored: the rectangle 3 x 2 at 4,5"),
    ("$rt diff white.png dotted.png --ignore 4,5,3,1", 1, "3 pixels differ (0.50 %)"),
    ("$rt diff a.json a.json", 0, "same: 11 frames, 24 x 16"),
    ("$rt diff a.json sixty.json", 0, "same: 11 and 13 frames at other rates, 24 x 16"),
    ("$rt diff a.json color.json", 1, "from#card: fill #DD3333 -> #DD3334"),
    ("$rt diff pile.json turned.json", 1, "from#low: lies above from#card, not below it\n"),
    ("$rt diff pile.json turned.json", 1, "s): turned.json:"),
    ("$rt diff shown.json other/shown.json", 1, "from#photo: photo.png has other pixels\n"),
    ("$rt diff shown.json other/shown.json", 1, "s): other/shown.json:"),
    ("$rt diff a.json color.json --metric yiq", 0, "same"),
    ("$rt diff a.json color.json --metric oklab --threshold 0", 1, "from#card"),
    ("$rt diff a.json color.json --metric ssim", 0, "same"),
    ("$rt diff a.json color.json --metric ssim --threshold 0 --include-aa", 1, "from#card"),
    ("$rt diff a.json color.json --ignore-layer card", 0, "ignored: the layer card"),
    ("$rt diff a.json color.json --ignore-layer cart", 2, "no scene has a layer"),
    ("$rt diff a.json color.json --ignore-time 0s..2s", 0, "ignored: the time 0 s to 2 s"),
    ("$rt diff a.json late.json", 1, "the transition starts 0.06 s later; after alignment 0"),
    ("$rt diff a.json slow.json", 1, "takes 1.43 times as long (0.2857 s, not 0.2 s)"),
    (
      "sed 's/\"shift\"/\"fade\"/' a.json > f.json; $rt diff a.json f.json", 1,
      "type shift -> fade\n"
    ),
    ("$rt diff a.json late.json", 1, "after alignment 0 pixels differ"),
    ("$rt a.json -q -o a.apng -o a.gif -o a/; $rt diff a.json a.apng", 0, "same: 11 frames"),
    ("$rt a.json -q -o a/; $rt diff a/ late.json", 1, "delayed by 3 frames (0.06 s)"),
    ("$rt a.json -q -o a/; $rt diff a/ tardy.json", 1, "delayed by 1 frame (0.02 s)"),
    ("$rt a.json -q -o a.gif; $rt diff a.json a.gif --metric yiq", 0, "same: 11 frames"),
    ("$rt diff white.png none.png", 7, "none.png: error: there is no such file"),
    ("echo hello > x.png; $rt diff white.png x.png", 4, "x.png: error: not a PNG file\n"),
    ("echo hello > x.GIF; $rt diff white.png x.GIF", 4, "x.GIF: error: not a GIF file\n"),
    ("printf GIF > x.gif; $rt diff x.gif x.gif", 4, "x.gif: error: not a GIF file\n"),
    (": > x.gif; $rt diff x.gif x.gif", 4, "x.gif: error: not a GIF file: it is empty\n"),
    (": > x.apng; $rt diff white.png x.apng", 4, "x.apng: error: not a PNG file: it is empty\n"),
    (": > x.json; $rt diff white.png x.json", 3, "x.json:1:1: error"),
    ("echo hello > x; $rt diff white.png x", 3, "x:1:1: error"),
    ("$rt a.json -q -o a.gif; cp a.gif a.png; $rt diff a.gif a.png", 0, "same: 11 frames"),
    ("cp white.png white; cp white white.gif; $rt diff white white.gif", 0, "same: 30 x 20"),
    ("head -c 60 white.png > x.png; $rt diff white.png x.png", 4, "x.png: error: "),
    ("head -c 60 white.png > x.png; cp x.png y.png; $rt diff x.png y.png", 4, "error: "),
    ("cp white.png w.png; $rt diff white.png w.png --ignore 1,1,2,2", 0, "ignored: the rectangle"),
    ("cp white.png w.png; $rt diff white.png w.png -o x.png; $rt diff x.png x.png", 0, "106 x 20"),
    ("mkdir -p e; $rt diff white.png e", 4, "there are no PNG, JPEG or WebP files in it"),
    ("$rt diff white.png dotted.png -o ./white.png", 2, "or is what is compared"),
    ("$rt diff git:HEAD:a.json a.json", 6, "needs a git repository"),
  ]

  @Test("what differs is said, and the exit code with it", arguments: answers)
  func answer(_ line: String, _ code: Int32, _ said: String) throws {
    guard let run = try run(line) else { return }
    #expect(run.code == code, "\(run.printed)")
    #expect(run.printed.contains(said) || said.isEmpty && run.printed.isEmpty, "\(run.printed)")
  }

  @Test("a scene is compared with what it was in a revision")
  func revision() throws {
    let line = """
      git init -q . && git add a.json && git -c user.name=a -c user.email=a@b commit -qm a \
      && cp color.json a.json && $rt diff git:HEAD:a.json a.json
      """
    guard OutsideProgram("git") != nil, let run = try run(line) else { return }
    #expect(run.code == 1)
    #expect(run.printed.contains("from#card: fill #DD3333 -> #DD3334"), "\(run.printed)")
  }

  @Test("a picture is compared with what it was in a revision")
  func pictureOfRevision() throws {
    let line = """
      $rt a.json -q -o a.gif -o a.apng && git init -q . && git add . \
      && git -c user.name=a -c user.email=a@b commit -qm a && cp dotted.png white.png \
      && mkdir sub && cd sub && $rt diff git:HEAD:a.gif ../a.apng && $rt diff git:HEAD:./../a.apng ../a.apng \
      && $rt diff git:HEAD:white.png ../white.png
      """
    guard OutsideProgram("git") != nil, let same = try run(line) else { return }
    #expect(same.code == 1, "\(same.printed)")
    #expect(same.printed.hasPrefix("same: 11 frames"), "\(same.printed)")
    #expect(same.printed.contains("\nsame: 11 frames"), "\(same.printed)")
    for (line, code, said) in [
      (
        "$rt diff git:HEAD:none.png white.png", 7, "git:HEAD:none.png: error: there is no such file"
      ),
      ("$rt diff git:none:white.png white.png", 2, "git knows no revision \"none\" here"),
      ("$rt diff git:HEAD:../white.png white.png", 3, "it lies outside"),
    ] {
      let refused = try #require(try run(line))
      #expect(
        refused.code == code && refused.printed.contains(said), "\(refused.code) \(refused.printed)"
      )
    }
  }

  @Test("expected, difference and actual are written side by side")
  func outputs() throws {
    let line =
      "$rt diff a.json color.json -q -o d.png -o d.apng -o d.gif -o d.json; "
      + "$rt diff white.png dotted.png -q -o p.png"
    guard let run = try run(line) else { return }
    #expect(run.code == 1, "\(run.printed)")
    let still = try StraightImage(png: folder.bytes(of: "p.png"))
    #expect((still.width, still.height) == (3 * 30 + 16, 20))
    let picture = still.premultiplied
    #expect(picture[4, 5] == Pixel(.white) && picture[38 * 2 + 4, 5] == Pixel(.black))
    #expect(picture[38 + 4, 5] == Pixel(Color(red: 255, green: 0, blue: 0)))
    var film = try APNGReader(folder.bytes(of: "d.apng"))
    #expect((film.width, film.height, film.frameCount) == (3 * 24 + 16, 16 + 8 + 48, 11))
    #expect(try film.nextFrame() != nil)
    let peak = try StraightImage(png: folder.bytes(of: "d.png"))
    #expect((peak.width, peak.height) == (film.width, film.height))
    #expect(try GIFReader(folder.bytes(of: "d.gif")).width == film.width)
    let json = try JSONSerialization.jsonObject(with: Data(folder.bytes(of: "d.json")))
    let report = try #require(json as? [String: Any])
    #expect(report["schema"] as? String == "render-transition/diff-1")
    #expect(report["class"] as? String == "changed")
    #expect(report["layers"] as? [String] == ["from#card"])
  }
}
