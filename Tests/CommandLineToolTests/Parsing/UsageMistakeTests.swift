import Testing

@testable import CommandLineTool

/// A command line that cannot be followed.
struct Slip: CustomTestStringConvertible, Sendable {
  var typed: String
  var message: String
  var hint: String
  var argument: Int?

  init(_ typed: String, _ message: String, hint: String, at argument: Int?) {
    (self.typed, self.message, self.hint, self.argument) = (typed, message, hint, argument)
  }

  var testDescription: String { typed }
}

@Suite struct UsageMistakeTests {
  static let slips = [
    Slip(
      "", "no scene is given",
      hint: "render-transition SCENE… renders scenes, \"init\" writes a first one; see \"--help\"",
      at: nil),
    Slip(
      "a.json --device iphone-16pro",
      "--device takes a name that \"list devices\" prints, not \"iphone-16pro\"",
      hint: "did you mean \"iphone-16-pro\"?", at: 1),
    Slip("rendr a.json", "unknown verb \"rendr\"", hint: "did you mean \"render\"?", at: 0),
    Slip("--quiet chekc a", "unknown verb \"chekc\"", hint: "did you mean \"check\"?", at: 1),
    Slip(
      "diff a", "\"diff\" needs EXPECTED ACTUAL", hint: "see \"render-transition help diff\"",
      at: nil),
    Slip(
      "diff a b --threshold 0.1", "--threshold and no --metric cannot be combined",
      hint: "see \"render-transition help diff\"", at: nil),
    Slip(
      "diff a b --metric yiq --threshold 2",
      "--threshold takes a number from 0 to 1 beside --metric yiq and oklab, not \"2\"",
      hint: "see \"render-transition help diff\"", at: nil),
    Slip(
      "diff a b -o c.txt", "\"diff\" cannot write \"c.txt\"",
      hint: "it writes .png, .apng, .gif, .html and .json", at: nil),
    Slip(
      "diff a b --ignore 1,2,3",
      "--ignore takes four whole numbers, as in \"0,20,390,44\", not \"1,2,3\"",
      hint: "see \"render-transition help diff\"", at: 3),
    Slip("help rendr", "unknown verb \"rendr\"", hint: "did you mean \"render\"?", at: nil),
    Slip("a.json --fsp 3", "unknown flag \"--fsp\"", hint: "did you mean \"--fps\"?", at: 1),
    Slip("a.json --out b", "unknown flag \"--out\"", hint: "did you mean \"--output\"?", at: 1),
    Slip("a.json -fps 3", "unknown flag \"-fps\"", hint: "did you mean \"--fps\"?", at: 1),
    Slip(
      "render a.json -qx", "unknown flag \"-x\"", hint: "see \"render-transition help render\"",
      at: 2),
    Slip(
      "a.json --zzzzzz=1", "unknown flag \"--zzzzzz\"", hint: "see \"render-transition help\"",
      at: 1),
    Slip(
      "render a.json --at 3", "--at is no flag of \"render\"", hint: "it belongs to frame, inspect",
      at: 2),
    Slip(
      "a.json -o", "--output needs a value, FILE", hint: "see \"render-transition help\"", at: 1),
    Slip(
      "a.json -o --quiet", "--output needs a value, FILE",
      hint: "if \"--quiet\" is the value, write --output=--quiet", at: 1),
    Slip(
      "render a.json --quiet=yes", "--quiet takes no value",
      hint: "see \"render-transition help render\"", at: 2),
    Slip(
      "render a.json -j 0", "--jobs takes a whole number from 1 to 256, not \"0\"",
      hint: "see \"render-transition help render\"", at: 2),
    Slip(
      "render a.json -j8x", "--jobs takes a whole number from 1 to 256, not \"8x\"",
      hint: "see \"render-transition help render\"", at: 2),
    Slip(
      "render a.json --scale 9", "--scale takes a number from 0.25 to 8, not \"9\"",
      hint: "see \"render-transition help render\"", at: 2),
    Slip(
      "frame a.json --at 101%",
      "--at takes a time or a share, as in \"0.2s\", \"200ms\" or \"50%\", not \"101%\"",
      hint: "see \"render-transition help frame\"", at: 2),
    Slip(
      "a.json --dither ordred", "--dither takes auto, none, ordered, not \"ordred\"",
      hint: "did you mean \"ordered\"?", at: 1),
    Slip(
      "render a.json --output=", "--output takes a name, not \"\"",
      hint: "see \"render-transition help render\"", at: 2),
    Slip(
      "render a.json --fps 1 --fps 2", "--fps is given twice",
      hint: "see \"render-transition help render\"", at: 4),
    Slip(
      "render -q a.json -q", "--quiet is given twice",
      hint: "see \"render-transition help render\"", at: 3),
    Slip(
      "frame a.json", "\"frame\" needs --at TIME, --sheet N or --onion N",
      hint: "see \"render-transition help frame\"",
      at: nil),
    Slip(
      "inspect a.json",
      "\"inspect\" needs one of --timeline, --tree, --recipe, --scene, --display-list, --pick",
      hint: "see \"render-transition help inspect\"", at: nil),
    Slip(
      "inspect a.json --tree --recipe", "--tree and --recipe cannot be combined",
      hint: "see \"render-transition help inspect\"", at: nil),
    Slip(
      "inspect a.json --pick 9,9", "\"inspect\" needs --at TIME beside --pick",
      hint: "see \"render-transition help inspect\"", at: nil),
    Slip(
      "inspect a.json --pick 9,9 --at 0 --tree", "--tree and --pick cannot be combined",
      hint: "see \"render-transition help inspect\"", at: nil),
    Slip(
      "inspect a.json --pick 9 --at 0",
      "--pick takes two numbers from 0 on, in points, as in \"195,60.5\", not \"9\"",
      hint: "see \"render-transition help inspect\"", at: 2),
    Slip(
      "inspect a.json --timeline --at 0", "--at and --timeline cannot be combined",
      hint: "see \"render-transition help inspect\"", at: nil),
    Slip(
      "help --man --completions fish", "--man and --completions cannot be combined",
      hint: "see \"render-transition help help\"", at: nil),
    Slip(
      "check", "\"check\" needs SCENE…|PICTURES", hint: "see \"render-transition help check\"",
      at: nil),
    Slip(
      "a.json --from b.png", "--from is no flag of \"render\"",
      hint: "name two pictures: render-transition home.png detail.png -t push", at: 1),
    Slip(
      "frame a.png --before b.png", "unknown flag \"--before\"",
      hint: "name two pictures: render-transition home.png detail.png -t push", at: 2),
    Slip(
      "a.json --effect cube", "unknown flag \"--effect\"", hint: "did you mean \"--transition\"?",
      at: 1),
    Slip(
      "a.json --boomerang", "unknown flag \"--boomerang\"", hint: "did you mean \"--back\"?", at: 1),
    Slip(
      "a.json -t _", "--transition takes a transition, as in \"cube,duration=400ms\", not \"\"",
      hint: "see \"render-transition help\"", at: 1),
    Slip(
      "encode a.gif -t push", "--transition is no flag of \"encode\"",
      hint: "it belongs to render, frame, check, inspect", at: 2),
    Slip(
      "schema a.json",
      "\"schema\" takes scene, approve, build, check, diff, doctor, frame, help, init, import, list, mistakes, "
        + "pick, pictures, plan, preview, recording-diff, render, display-list, test-report, timeline or tree, not \"a.json\"",
      hint: "see \"render-transition help schema\"", at: nil),
    Slip(
      "list recipe", "\"list\" takes recipes, curves or devices, not \"recipe\"",
      hint: "did you mean \"recipes\"?", at: nil),
    Slip(
      "a.json --\u{1B}[31m", "unknown flag \"--\\u{1B}[31m\"",
      hint: "see \"render-transition help\"", at: 1),
    Slip(
      "render a.json --quality best",
      "--quality takes a whole number from 0 to 100, or \"lossless\", not \"best\"",
      hint: "see \"render-transition help render\"", at: 2),
    Slip(
      "a.json --crf 18", "unknown flag \"--crf\"", hint: "did you mean \"--quality\"?", at: 1),
    Slip(
      "frame a.json --at 0 --quality 80", "--quality is no flag of \"frame\"",
      hint: "it belongs to render, encode", at: 4),
    Slip(
      "a.json --format g\u{202E}if",
      "--format takes gif, apng, webp, mp4, frames, y4m, rgba, not \"g\\u{202E}if\"",
      hint: "did you mean \"gif\"?", at: 1),
  ]

  @Test("a slip is told in one line, with what to do", arguments: slips)
  func tells(_ slip: Slip) {
    let mistake = #expect(throws: UsageMistake.self) { try ParsedCommand(words(slip.typed)) }
    #expect(mistake?.description == slip.message)
    #expect(mistake?.hint == slip.hint)
    #expect(mistake?.argument == slip.argument)
  }
}
