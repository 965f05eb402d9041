import Codecs
import Formatting
import ImageDiff
import Pixels
import Regression
import SceneFormat
import Testing

@testable import CommandLineTool
@testable import RenderTransition

@Suite("values of flags, and what is told of them")
struct SettingsValueTests {
  @Test(
    "a rectangle has an area",
    arguments: [
      ("4,5,3,2", PixelRect(x: 4, y: 5, width: 3, height: 2)),
      ("0,0,1,1", PixelRect(x: 0, y: 0, width: 1, height: 1)), ("0,0,3,0", nil), ("0,0,0,3", nil),
      ("-1,0,3,3", nil), ("1,2,3", nil), ("1,2,3,4,5", nil), ("1,2,3,", nil), ("a,0,1,1", nil),
    ])
  func areas(text: String, area: PixelRect?) { #expect(DiffSettings.area(text) == area) }

  @Test(
    "a span of time may be a moment, but does not end before it begins",
    arguments: [
      ("0.1..200ms", 0.1...0.2), ("1..1", 1...1), ("1..0.9", nil), ("1", nil), ("..1", nil),
      ("1..", nil),
    ] as [(String, ClosedRange<Double>?)])
  func spans(text: String, span: ClosedRange<Double>?) { #expect(DiffSettings.span(text) == span) }

  @Test(
    "a window has a side and a count",
    arguments: [("8:3", 8, 3), ("1:0", 1, 0), ("8192:1", 8192, 1)])
  func windows(text: String, side: Int, count: Int) {
    #expect(DiffSettings.window(text) == DifferenceLimits.Window(side: side, count: count))
    for text in ["0:1", "8193:1", "8", "8:", ":8", "8:-1", "8:1:1"] {
      #expect(DiffSettings.window(text) == nil, "\(text)")
    }
  }

  @Test("metrics have the thresholds of the programs that they come from")
  func thresholds() {
    func metric(_ name: DiffSettings.MetricName?, _ threshold: Double? = nil) -> Metric {
      var settings = DiffSettings()
      (settings.metric, settings.threshold) = (name, threshold)
      return settings.request.rules.metric
    }
    #expect(metric(nil) == .exact && metric(.exact) == .exact)
    #expect(metric(.yiq) == .yiq(threshold: 0.1, includesAntialiased: false))
    #expect(metric(.oklab) == .oklab(threshold: 0.1, includesAntialiased: false))
    #expect(metric(.ssim) == .ssim(threshold: 1, includesAntialiased: false))
    #expect(metric(.ssim, 2) == .ssim(threshold: 2, includesAntialiased: false))
    #expect(metric(.yiq, 0) == .yiq(threshold: 0, includesAntialiased: false))
  }

  @Test("what is ignored and allowed is told in full")
  func exceptions() {
    var settings = DiffSettings()
    settings.areas = [PixelRect(x: 1, y: 2, width: 3, height: 4)]
    (settings.layers, settings.spans) = (["a\n"], [0.5...1])
    settings.limits = DifferenceLimits(
      pixels: 1, ratio: 0.005, window: .init(side: 8, count: 2))
    #expect(
      settings.exceptions == [
        "ignored: the rectangle 3 x 4 at 1,2", "ignored: the layer a\\u{A}",
        "ignored: the time 0.5 s to 1 s", "allowed: up to 1 pixel a frame",
        "allowed: up to 0.5 % of a frame", "allowed: up to 2 pixels in 8 x 8",
      ])
    let limits = settings.request.rules.limits
    #expect(limits.pixels == 1 && limits.ratio == 0.005 && limits.window?.side == 8)
    #expect(settings.request.rules.ignored.count == 2)
    #expect(settings.request.ignoredLayers == ["a\n"])
  }

  @Test(
    "an output of diff has a name and an ending",
    arguments: [
      ("a.png", "png"), ("b/c.HTML", "html"), ("a.b.json", "json"), (".png", nil), ("d/.gif", nil),
      ("png", nil), ("a.", nil), ("a.mp4", nil), ("x.png/", "png"),
    ])
  func outputs(path: String, format: String?) {
    #expect(DiffOutput(path)?.format.rawValue == format)
  }

  @Test("a hundred moments are read, and no more")
  func moments() {
    func list(_ count: Int) -> String { Array(repeating: "1", count: count).joined(separator: ",") }
    #expect(ValueParser.moments(list(100))?.count == 100)
    #expect(ValueParser.moments(list(101)) == nil)
    #expect(ValueParser.moments("0,50%,1s")?.count == 3)
    for text in ["", ",", "1,", "1,x"] { #expect(ValueParser.moments(text) == nil, "\(text)") }
  }

  @Test(
    "a limit of bytes is for what is packed, a quality for what loses",
    arguments: OutputFormat.allCases + [.png])
  func formats(format: OutputFormat) {
    #expect(format.row.isPacked == ![.mp4, .y4m, .rgba].contains(format))
    #expect(format.row.hasQuality == [.gif, .webp, .mp4].contains(format))
    #expect(format.row.isStream == [.gif, .apng, .webp, .y4m, .rgba].contains(format))
  }

  @Test(
    "the meter tells tenths of the last ten seconds",
    arguments: [(50, "50/100 frames  100/s  0.5 s left"), (4, "4/100 frames  8/s  12 s left")])
  func meter(done: Int, figures: String) {
    let line = ProgressMeter.line(
      "a", RenderProgress(framesDone: done, framesInAll: 100), elapsedSeconds: 0.5, width: 80)
    #expect(line.hasSuffix(figures), "\(line)")
  }

  @Test("a test's meter counts scenes")
  func scenes() {
    let progress = RenderProgress(framesDone: 3, framesInAll: 12, unit: "scenes")
    let line = ProgressMeter.line("test", progress, elapsedSeconds: 2, width: 80)
    #expect(line.hasSuffix("3/12 scenes  1.5/s  6.0 s left"), "\(line)")
  }

  @Test("an empty NO_COLOR objects to nothing, and a dumb terminal to all")
  func colors() {
    func isColored(_ variables: [String: String]) -> Bool {
      TextStyle(nil, isTerminal: true) { variables[$0] }.isColored
    }
    #expect(isColored([:]) && isColored(["NO_COLOR": ""]) && isColored(["TERM": "xterm"]))
    #expect(!isColored(["NO_COLOR": "0"]) && !isColored(["TERM": "dumb"]))
  }

  @Test("errors are JSON beside --json, unless --errors says otherwise, and --quiet hides the rest")
  func reporter() {
    func said(_ change: (inout Settings) -> Void) -> String {
      var settings = Settings()
      change(&settings)
      let slate = Slate()
      Reporter(slate.console(), settings).report([
        Diagnostic(.warning, .file("w"), "odd"), Diagnostic(.error, .file("e"), "bad"),
      ])
      return slate.text(.error)
    }
    let (text, json) = (
      "w: warning: odd\ne: error: bad\n",
      #"{"severity":"warning","file":"w","message":"odd"}"# + "\n"
        + #"{"severity":"error","file":"e","message":"bad"}"# + "\n"
    )
    #expect(said { _ in } == text)
    #expect(said { $0.isJSON = true } == json && said { $0.errorStyle = .json } == json)
    #expect(said { ($0.isJSON, $0.errorStyle) = (true, .text) } == text)
    #expect(said { $0.isQuiet = true } == "e: error: bad\n")
  }

  @Test("programs read times to the microsecond, and bytes by frame")
  func written() {
    func written(to destination: OutputRequest.Destination) -> WrittenOutput {
      WrittenOutput(
        request: OutputRequest(.gif, to: destination), frames: 4, widthPixels: 3, heightPixels: 2,
        bytes: 1000, seconds: 0.123_456_7)
    }
    #expect(
      written(to: .path("a.gif")).json.text(.compact)
        == #"{"output":"a.gif","format":"gif","frames":4,"width":3,"height":2,"bytes":1000,"#
        + #""bytesPerFrame":250,"seconds":0.123457}"#)
    let stream = written(to: .standardOutput)
    #expect(stream.json.text(.compact).hasPrefix(#"{"output":"-","#))
    #expect(stream.summary.hasPrefix("stdout  4 frames  3 x 2  1 kB  0.12 s"))
  }
}
