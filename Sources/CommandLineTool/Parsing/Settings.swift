import Codecs
import Formatting
import ImageDiff
import Pixels
import Preview
import Regression
import RenderTransition
import SceneFormat

/// The values of all flags; nil or empty for flags that are not given.
struct Settings: Hashable, Sendable {
  /// The outputs, as they were typed.
  var outputs: [String] = []
  /// The formats, whatever the endings say.
  var formats: [OutputFormat] = []
  /// Frames per second.
  var fps: Double?
  /// Pixels per point.
  var scale: Double?
  /// How much longer the first and the last frame show, in seconds.
  var hold: [Double]?
  /// How outputs are rendered and written.
  var rendering = RenderOptions()
  /// The most bytes of an output.
  var maxBytes: Int?
  /// Frames that are rendered side by side.
  var jobs: Int?
  /// Whether it is all done again whenever a file changes.
  var isWatching = false

  /// What is cut off from frames that are encoded, and in which time they play.
  var footage = FootageOptions()
  /// How many times as fast they play.
  var speed: Double?
  /// The sides of raw frames.
  var frameSize: FootageInput.Size?
  /// The colours of Y4M.
  var matrix: YUVMatrix?
  /// The order of frames that are named one by one.
  var frameOrder: FrameOrder?

  /// What the command line says in the place of what a scene says.
  var changes = SceneChanges()
  /// The folder that no asset may lie outside of.
  var assetRoot: String?
  /// Where the pictures of an SVG go that is imported.
  var pictureFolder: String?
  /// What a scene may ask for.
  var limits = Limits()
  /// Whether nothing but errors is said.
  var isQuiet = false
  /// How errors are printed.
  var errorStyle: ErrorStyle?
  /// Whether messages have colours.
  var colorChoice: ColorChoice?

  /// The options of `diff`.
  var diff = DiffSettings()
  /// Whether the second input of `diff` is a recording, whatever its format.
  var isRecording = false
  /// How it is compared.
  var recording = RecordingOptions()
  /// The options of `test` and `approve`.
  var regression = RegressionOptions()
  /// Which of the scenes are this machine's, as in `2/4`; `auto` is what the environment says.
  var shard: String?
  /// The reports that are wanted.
  var reporters: [ReportRequest] = []
  /// The address of the pictures in the Markdown report.
  var pictureBase: String?
  /// What an HTML report takes at most, in bytes.
  var pageBytes: Int?

  /// The options of `preview`.
  var preview = PreviewSettings()

  /// The moments of a scene that are shown.
  var moments: [Moment]?
  /// How many moments a sheet shows.
  var sheetMoments: Int?
  var onionMoments: Int?
  /// What `inspect` prints.
  var view: InspectionView?
  /// The point whose layers `inspect` prints, in points of the canvas.
  var pick: SIMD2<Double>?
  /// Whether warnings count as mistakes.
  var isStrict = false
  /// Whether results are printed for programs.
  var isJSON = false
  /// The shell whose completions are printed.
  var shell: Shell?
  /// The flags that are given, as in "--fps", in their order.
  var given: [String] = []
}

/// A moment of a run.
enum Moment: Hashable, Sendable {
  /// Counted from the start.
  case seconds(Double)
  /// A share of the whole, 0 to 1.
  case fraction(Double)
}

extension InspectionView {
  /// Its flag.
  var typed: String { "--\(rawValue)" }

  /// One sentence for the manual.
  var summary: String {
    switch self {
    case .timeline: "Prints where everything is in every frame."
    case .tree: "Prints the layers with all defaults filled in."
    case .recipe: "Prints the transition expanded into a custom one."
    case .scene: "Prints the scene file, also of pictures, with what -t says."
    case .displayList: "Prints the draw commands of a moment."
    }
  }

  /// Whether it shows one moment.
  var hasMoment: Bool { self == .tree || self == .displayList }
}

/// What `list` lists.
enum Topic: String, Hashable, Sendable, CaseIterable { case recipes, curves, devices }

/// A shell that can complete our command lines.
enum Shell: String, Hashable, Sendable, CaseIterable { case bash, zsh, fish }

/// How errors are printed.
enum ErrorStyle: String, Hashable, Sendable, CaseIterable { case text, json }

/// When messages have colours.
enum ColorChoice: String, Hashable, Sendable, CaseIterable { case auto, always, never }

/// The options of `diff`.
struct DiffSettings: Hashable, Sendable {
  /// When two pixels differ.
  enum MetricName: String, Hashable, Sendable, CaseIterable { case exact, yiq, oklab, ssim }

  /// When two pixels differ.
  var metric: MetricName?
  /// How far colours may be apart.
  var threshold: Double?
  /// Whether antialiasing explains nothing.
  var includesAntialiased = false
  /// Rectangles that are not looked at.
  var areas: [PixelRect] = []
  /// Layers that are not looked at.
  var layers: [String] = []
  /// Times that are not looked at, in seconds.
  var spans: [ClosedRange<Double>] = []
  /// How much may differ.
  var limits = DifferenceLimits()

  /// Throws if flags cannot be combined.
  func check() throws(UsageMistake) {
    guard (metric ?? .exact) == .exact else {
      if metric != .ssim, let threshold, threshold > 1 {
        let range = Expectation(words: "a number from 0 to 1 beside --metric yiq and oklab")
        throw UsageMistake(.badValue("--threshold", NumberFormat.shortest(threshold), range))
      }
      return
    }
    let given = metric == nil ? "no --metric" : "--metric exact"
    if threshold != nil { throw UsageMistake(.conflict(["--threshold", given])) }
    if includesAntialiased { throw UsageMistake(.conflict(["--include-aa", given])) }
  }

  /// The same, as the library has it.
  var request: DiffRequest {
    var request = DiffRequest()
    let limit = threshold ?? 0.1
    request.rules.metric =
      switch metric {
      case nil, .exact: .exact
      case .yiq: .yiq(threshold: limit, includesAntialiased: includesAntialiased)
      case .oklab: .oklab(threshold: limit, includesAntialiased: includesAntialiased)
      case .ssim: .ssim(threshold: threshold ?? 1, includesAntialiased: includesAntialiased)
      }
    request.rules.ignored =
      areas.map { IgnoredArea($0) } + spans.map { IgnoredArea(nil, seconds: $0) }
    request.rules.limits = limits
    request.ignoredLayers = layers
    return request
  }

  /// Ignored areas and allowed differences, a line each.
  var exceptions: [String] {
    areas.map { "ignored: the rectangle \($0.words)" }
      + layers.map { "ignored: the layer \(Escaped.text($0))" }
      + spans.map { "ignored: the time \(seconds($0.lowerBound)) to \(seconds($0.upperBound))" }
      + [
        limits.pixels.map { "allowed: up to \(NumberFormat.count($0, "pixel")) a frame" },
        limits.ratio.map { "allowed: up to \(NumberFormat.shortest($0 * 100)) % of a frame" },
        limits.window.map {
          "allowed: up to \(NumberFormat.count($0.count, "pixel")) in \($0.side) x \($0.side)"
        },
      ].compactMap(\.self)
  }

  private func seconds(_ time: Double) -> String { "\(NumberFormat.shortest(time)) s" }

  /// Reads `X,Y,W,H`.
  static func area(_ text: String) -> PixelRect? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { ValueParser.whole(String($0), in: 0...1_000_000) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3], width > 0, height > 0
    else { return nil }
    return PixelRect(x: x, y: y, width: width, height: height)
  }

  /// Reads `A..B`.
  static func span(_ text: String) -> ClosedRange<Double>? {
    guard let dots = text.firstRange(of: ".."),
      let start = ValueParser.seconds(String(text[..<dots.lowerBound])),
      let end = ValueParser.seconds(String(text[dots.upperBound...])), start <= end
    else { return nil }
    return start...end
  }

  /// Reads `N:COUNT`.
  static func window(_ text: String) -> DifferenceLimits.Window? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let side = ValueParser.whole(parts[0], in: 1...8192),
      let count = ValueParser.whole(parts[1], in: 0...Int(Int32.max))
    else { return nil }
    return DifferenceLimits.Window(side: side, count: count)
  }
}

/// A file that `diff` writes.
struct DiffOutput: Hashable, Sendable {
  /// What is written.
  enum Format: String, Hashable, Sendable, CaseIterable { case png, apng, gif, html, json }

  var path: String
  var format: Format

  /// The output called `path`; nil if its ending says no format.
  init?(_ path: String) {
    let name = PathName.last(path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
      let format = Format(rawValue: name[name.index(after: dot)...].lowercased())
    else { return nil }
    (self.path, self.format) = (path, format)
  }
}

/// The options of `preview`.
struct PreviewSettings: Hashable, Sendable {
  var port: Int?
  var host: Address?
  /// Whether a browser is opened.
  var opensPage = false
  var isReadOnly = false
}

/// An order of pictures that are named on the command line.
enum FrameOrder: String, CaseIterable, Sendable {
  case natural, given
}
