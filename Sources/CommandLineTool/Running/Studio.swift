import RenderTransition
import SceneFormat

/// What the command line asks of the renderer: the seam between the tool and the library.
protocol Studio: Sendable {
  /// Reads a scene and all that it names, but renders nothing; throws every mistake at once.
  func open(_ scene: String, _ settings: Settings) async throws(Failure) -> any OpenScene
  /// The built-in recipes or curves, in the order in which they are to be read.
  func list(_ topic: Topic) -> [CatalogueEntry]
  /// The JSON Schema of scene files.
  var schema: String { get }
}

/// A scene that was read and found sound.
protocol OpenScene: Sendable {
  /// What is sound but strange.
  var warnings: [Diagnostic] { get }
  /// What shows on the timeline only, and is hardly meant.
  var doubts: [Diagnostic] { get }
  /// What it expects of its timeline and does not get.
  var unmetExpectations: [Diagnostic] { get }
  /// How long its run is, without what it holds at both ends.
  var runSeconds: Double { get }
  /// The formats that it asks for itself.
  var formats: [OutputFormat] { get }
  /// Renders the run and writes all outputs; calls `watch` in order, not from several threads.
  func render(
    _ outputs: [PlannedOutput], _ settings: Settings, watch: @escaping @Sendable (Progress) -> Void
  ) async throws(Failure) -> [Written]
  /// Renders moments side by side as one picture.
  func renderFrame(
    at moments: [Moment], _ outputs: [PlannedOutput], _ settings: Settings
  ) async throws(Failure) -> [Written]
  /// What the scene comes to, as text or JSON that ends in a newline.
  func inspect(
    _ view: InspectView, at moment: Moment, asJSON: Bool
  ) async throws(Failure) -> String
}

/// How far a run is.
struct Progress: Hashable, Sendable {
  var framesDone: Int
  var framesInAll: Int
}

/// An output that was written.
struct Written: Hashable, Sendable {
  var output: PlannedOutput
  var frames: Int
  var widthPixels: Int
  var heightPixels: Int
  var bytes: Int
  /// From the first frame's start to the rename.
  var seconds: Double
  /// How it came about, where that was asked for.
  var report: OutputReport?
  /// What was given up to make it small enough; nil where nothing was.
  var concession: String?
}

/// Something built in, and what it is.
struct CatalogueEntry: Hashable, Sendable {
  var name: String
  var summary: String
  /// What a scene may set.
  var parameters: [Parameter] = []
}

/// Why something could not be done, and the exit code that says so.
struct Failure: Error, Hashable, Sendable {
  var code: ExitCode
  /// Everything that is wrong, in the order of the file.
  var diagnostics: [Diagnostic]

  init(_ code: ExitCode, _ diagnostics: [Diagnostic]) {
    (self.code, self.diagnostics) = (code, diagnostics)
  }

  init(_ code: ExitCode, _ message: String) {
    self.init(code, [Diagnostic(.error, .program, message)])
  }

  /// A failure that needs no words: a signal came, or nobody reads.
  static func silent(_ code: ExitCode) -> Failure { Failure(code, []) }
}
