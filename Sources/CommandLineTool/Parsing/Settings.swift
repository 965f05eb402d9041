import Codecs
import Pixels
import SceneFormat

/// What the flags say; nil and empty where they say nothing.
struct Settings: Hashable, Sendable {
  /// The outputs, as they were typed.
  var outputs: [String] = []
  /// The formats, whatever the endings say.
  var formats: [OutputFormat] = []
  /// Frames per second.
  var fps: Double?
  /// Pixels per point.
  var scale: Double?
  /// How much longer the ends show.
  var hold: Hold?
  /// Times to play; 0 for ever.
  var loop: Int?
  /// The most colours of a palette.
  var colors: Int?
  /// The dither of formats with a palette.
  var dither: Dither?
  /// How hard PNG and APNG are packed.
  var compression: PNGCompression?
  /// The most bytes of an output.
  var maxBytes: Int?
  /// Whether it is reported how the outputs came about.
  var wantsReport = false
  /// Frames that are rendered side by side.
  var jobs: Int?
  /// The folder that no asset may lie outside of.
  var assetRoot: String?
  /// What a scene may ask for.
  var limits = Limits()
  /// Whether nothing but errors is said.
  var isQuiet = false
  /// How errors are printed.
  var errorStyle: ErrorStyle?
  /// Whether messages have colours.
  var colorChoice: ColorChoice?

  /// What `diff` is told.
  var diff = DiffSettings()
  /// What `test` and `approve` are told.
  var regression = RegressionSettings()

  // What follows becomes part of a `Request`.
  var moments: [Moment]?
  var views: [InspectView] = []
  var isJSON = false
  var publications: [Publication] = []
  var shell: Shell?

  /// Settings that say nothing.
  init() {}
}

/// How much longer than a frame the ends of a run show.
struct Hold: Hashable, Sendable {
  /// For the first picture, in seconds.
  var firstSeconds: Double
  /// For the last picture, in seconds.
  var lastSeconds: Double

  /// Reads `TIME` or `TIME,TIME`.
  init?(_ text: String) {
    let times = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Measure.seconds(String($0)) }
    guard times.count <= 2, let first = times[0], let last = times[times.count - 1] else {
      return nil
    }
    (firstSeconds, lastSeconds) = (first, last)
  }
}

/// How errors are printed.
enum ErrorStyle: String, Hashable, Sendable, CaseIterable { case text, json }

/// When messages have colours.
enum ColorChoice: String, Hashable, Sendable, CaseIterable { case auto, always, never }
