import Foundation
import TestSupport
import Testing

/// Pictures on the command line, seen from outside.
@Suite("two screenshots")
struct PictureSceneTests {
  /// Draws screens of a few colours: `home.png` and `detail.png` are of an iPhone 14.
  private static let make = """
    python3 - <<'PY'
    from PIL import Image
    def screen(name, width, height, colour, **more):
      picture = Image.new("RGB", (width, height), colour)
      picture.paste((255, 255, 255), (0, 0, width, height // 10))
      picture.paste((0, 0, 0), (width // 3, height // 2, width // 2, height // 2 + 40))
      picture.save(name, **more)
    screen("home.png", 1170, 2532, (200, 60, 40))
    screen("detail.png", 1170, 2532, (40, 90, 200))
    screen("third.jpg", 1170, 2532, (40, 200, 90), quality=90)
    screen("photo.webp", 1170, 2532, (40, 200, 90), quality=80)
    screen("wide.png", 1180, 2532, (40, 90, 200))
    screen("android.png", 1080, 2400, (40, 90, 200))
    screen("p3.png", 1170, 2532, (200, 60, 40), icc_profile=open("$profile", "rb").read())
    exif = Image.Exif(); exif[0x0112] = 6
    screen("turned.jpg", 2532, 1170, (200, 60, 40), exif=exif)
    screen("tablet.png", 2160, 1620, (200, 60, 40))
    screen("design@2x.png", 600, 800, (200, 60, 40))
    Image.new("RGB", (8, 8)).save("demo.gif")
    Image.new("RGB", (8, 8)).save("old.bmp")
    PY
    cp home.png "two words.png"; mkdir -p a/b && cp home.png a/home.png
    printf '{ "version": 1, "from": {}, "to": {} }' > push.json
    """

  private static func run(_ line: String) throws -> (printed: String, code: Int32)? {
    guard OutsideProgram("python3") != nil else { return nil }
    let folder = try ScratchFolder()
    let profile = Fixtures.package.appending(path: "Tests/Fuzz/profile/p3.icc").path()
    let made = make.replacing("$profile", with: profile)
    return try ProcessTests.shell("cd \(folder.path) && \(made)\n\(line)")
  }

  static let summaries: [(words: String, measure: String)] = [
    ("home.png detail.png", "390 x 844 points at 3 (iphone-14)"),
    ("third.jpg home.png", "390 x 844 points at 3 (iphone-14)"),
    ("photo.webp home.png", "390 x 844 points at 3 (iphone-14)"),
    ("p3.png home.png", "390 x 844 points at 3 (iphone-14)"),
    ("turned.jpg home.png", "390 x 844 points at 3 (iphone-14)"),
    ("tablet.png tablet.png", "1080 x 810 points at 2 (ipad-9)"),
    ("design@2x.png design@2x.png", "300 x 400 points at 2"),
    ("android.png android.png", "411.429 x 914.286 points at 2.625 (pixel-8)"),
    ("home.png detail.png third.jpg", "390 x 844 points at 3 (iphone-14)"),
  ]

  @Test("the summary tells points, scale and device of the first picture")
  func tellsMeasure() throws {
    let lines = Self.summaries.map { "$rt check \($0.words) 2>&1 | grep 'points at .*[0-9)]$'" }
    guard let run = try Self.run(lines.joined(separator: "\n")) else { return }
    let expected = Self.summaries.map { $0.words.prefix { $0 != " " } + "  \($0.measure)\n" }
    #expect(run.printed == expected.joined())
  }

  @Test("a GIF has at most 2 pixels a point and names the scale that has all, unless one is given")
  func sizes() throws {
    let line = """
      $rt home.png detail.png --fps 5
      $rt render a/home.png ./third.jpg -t fade --fps 5 -o b.apng -o b.gif --scale 3
      $rt detail.png a/../home.png -t fade --fps 5 -o c.webp -o c.gif --max-bytes 2M
      $rt frame home.png detail.png --at 0 -o d.png
      """
    guard let run = try Self.run(line) else { return }
    let lines = run.printed.split(separator: "\n").filter { $0.contains("frame") }.map {
      $0.replacing(/\ \ \d+ frames?/, with: "").replacing(/\ \ [\d.]+ [kM]?B  [\d.]+ s/, with: "")
    }
    #expect(
      lines == [
        "output/home-detail.gif  780 x 1688  (--scale 3 keeps every pixel)",
        "b.apng  1170 x 2532", "b.gif  1170 x 2532",
        "c.webp  1170 x 2532", "c.gif  780 x 1688  (--scale 3 keeps every pixel)",
        "d.png  1170 x 2532",
      ], "\(run.printed)")
  }

  @Test(
    "the scene that inspect prints renders alike",
    arguments: [
      "home.png detail.png", "home.png detail.png --back", "home.png wide.png -t cube,duration=0.1",
      "third.jpg home.png photo.webp -t present,duration=0.1", "./android.png a/home.png",
      "home.png a/home.png home.png -t fade,duration=0.1 --back",
    ])
  func roundTrip(_ words: String) throws {
    let line = """
      $rt inspect \(words) --scene > same.json && mkdir x y &&
      $rt \(words) -q --fps 5 -o x/ && $rt same.json -q --fps 5 -o y/ &&
      grep -c hash x/manifest.json && cmp x/manifest.json y/manifest.json && echo equal
      """
    guard let run = try Self.run(line) else { return }
    #expect(run.code == 0 && run.printed.hasSuffix("equal\n"), "\(run.printed)")
  }

  @Test("a GIF of the way there and back ends as it begins, and shows the other screen between")
  func back() throws {
    let line = """
      printf '{ "summary": "x", "duration": 0.2, "replace": { "tracks": [{ "target": "to", "y": ["H", 0] }] } }' \
        | sed 's/"H"/"100%"/; s/"replace"/"push"/' > own.json
      for words in "home.png detail.png" "home.png detail.png -t own.json" \
        "home.png detail.png -t present" "home.png third.jpg detail.png" push.json; do
        $rt frame $words --back --at 0 -o a.png --scale 0.25 -q || exit 9
        $rt frame $words --back --at 100% -o b.png --scale 0.25 -q
        $rt frame $words --back --at 45% -o c.png --scale 0.25 -q
        $rt diff a.png b.png -q && ! $rt diff a.png c.png -q && echo back
      done
      """
    guard let run = try Self.run(line) else { return }
    // The two screens of push.json look alike.
    #expect(run.printed == "back\nback\nback\nback\n", "\(run.printed)")
  }

  @Test("a picture of another shape covers its screen, centred and from the top, with a warning")
  func covers() throws {
    let line = """
      $rt frame home.png wide.png --at 100% -o a.png
      python3 -c "
      from PIL import Image
      shown = Image.open('a.png').convert('RGB'); wide = Image.open('wide.png')
      assert shown.size == (1170, 2532)
      print(shown.tobytes() == wide.crop((5, 0, 1175, 2532)).tobytes())"
      $rt frame home.png android.png --at 0 -o b.png -q
      $rt frame wide.png home.png --at 100% -o b.png 2>&1 | grep -c 'home.png: warning'
      """
    guard let run = try Self.run(line) else { return }
    #expect(
      run.printed.hasPrefix(
        "wide.png: warning: 1180 x 2532 pixels are cut to cover a screen of 390 x 844 points; take a "
          + "picture of the screen's shape\n"), "\(run.printed)")
    #expect(run.printed.contains("\nTrue\n") && run.printed.hasSuffix("\n1\n"), "\(run.printed)")
  }

  /// A command line, and what is said of it.
  static let slips: [(line: String, said: String)] = [
    (
      "$rt home.png",
      "\"home.png\" is one picture; a transition has two; render-transition home.png OTHER.png"
    ),
    (
      "$rt push.json home.png",
      "\"home.png\" is a picture, and \"push.json\" is none; render pictures and scenes with "
        + "commands of their own"
    ),
    (
      "$rt frame demo.gif --at 0",
      "\"demo.gif\" is a GIF, and no scene; render-transition encode demo.gif"
    ),
    (
      "$rt check home.png old.bmp",
      "\"old.bmp\" is a BMP, and no scene; convert it: ffmpeg -i old.bmp old.png"
    ),
    (
      "$rt test home.png 'two words.png'",
      "\"test\" takes scenes, and \"home.png\" is a picture; render-transition inspect home.png "
        + "'two words.png' --scene > 'home-two words.json' writes a scene"
    ),
    (
      "$rt approve push.json home.png",
      "\"approve\" takes scenes, and \"home.png\" is a picture; render-transition inspect home.png "
        + "OTHER.png --scene > home.json writes a scene"
    ),
    (
      "$rt \(Array(repeating: "home.png", count: 17).joined(separator: " "))",
      "a scene takes up to 16 pictures, not 17; render-transition encode FRAMES"
    ),
    (
      "$rt check home.png detail.png --shard 1/2",
      "--shard is for scene files, not for pictures; see \"render-transition help\""
    ),
    (
      "$rt inspect push.json push.json --tree",
      "\"inspect\" takes no \"push.json\" here; see \"render-transition help inspect\""
    ),
    (
      "$rt inspect push.json --back --scene",
      "--back and --scene cannot be combined; see \"render-transition help\""
    ),
    (
      "$rt home.png detail.png -q -o ./detail.png --format apng",
      "the output \"detail.png\" would overwrite an input; give the output another name with -o"
    ),
  ]

  @Test("what is no scene is refused with the command that was meant")
  func refused() throws {
    let lines = Self.slips.map { "\($0.line); echo $?" } + ["ls *.gif output 2>&1"]
    guard let run = try Self.run(lines.joined(separator: "\n")) else { return }
    let said = Self.slips.map { "render-transition: error: \($0.said)\n2\n" }
    let listed = "ls: cannot access 'output': No such file or directory\ndemo.gif\n"
    #expect(run.printed == said.joined() + listed, "\(run.printed)")
  }

  @Test("-t takes a recipe's file from anywhere, and its mistakes end with 2, a scene's with 3")
  func transitions() throws {
    let line = """
      printf '{ "summary": "x", "duration": 0.1, "push": { "tracks": [{ "target": "to", "opacity": [0, 1] }] } }' > a/base.json
      printf '{ "summary": "x", "extends": "base.json", "duration": 0.2 }' > a/own.json
      cp push.json a/push.json
      $rt check a/push.json -t a/own.json; $rt check push.json -t a/base.json
      (cd a/b && $rt check ../../push.json -t ../base.json && $rt check ../home.png ../../detail.png -t ../base.json)
      $rt check home.png detail.png -t cube,eye=3; echo $?
      $rt check home.png none.png; echo $?; $rt check push.json -t psuh; echo $?
      """
    guard let run = try Self.run(line) else { return }
    #expect(
      run.printed == """
        1 scene is valid
        1 scene is valid
        1 scene is valid
        ../home.png  390 x 844 points at 3 (iphone-14)
        1 scene is valid
        -t:1:10: error: 3 is out of range; it must be from 50 to 100000
        1 | cube,eye=3
          |          ^
        2
        none.png: error: there is no such file
        7
        -t:1:1: error: unknown recipe "psuh"; did you mean "push"?
        1 | psuh
          | ^
        2

        """)
  }
}
