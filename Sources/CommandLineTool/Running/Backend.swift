import Codecs
import Formatting
import Pixels
import Regression
import RenderTransition
import SceneFormat

/// The renderer as the command line sees it; tests put their own in its place.
protocol Backend: Sendable {
  /// Reads a scene and all that it names, but renders nothing; throws every mistake at once.
  func open(_ scene: String, _ settings: Settings) async throws(Failure) -> any OpenScene
  /// Reads a recording or pictures, and writes all outputs; calls `watch` in order, not from
  /// several threads.
  func encode(
    _ frames: [String], _ outputs: [PlannedOutput], _ settings: Settings,
    watch: @escaping @Sendable (RenderProgress) -> Void
  ) async throws(Failure) -> [Written]
  /// The built-in recipes or curves, in the order in which they are to be read.
  func list(_ topic: Topic) -> [ListItem]
  /// The JSON Schema of scene files.
  var schema: String { get }
  /// The scenes that must look the same everywhere.
  var selfTests: [SelfTest] { get }
}

/// A scene that was read and is valid.
protocol OpenScene: Sendable {
  /// Warnings from reading it.
  var warnings: [Diagnostic] { get }
  /// Warnings about its timeline.
  var timelineWarnings: [Diagnostic] { get }
  /// The expectations that its timeline does not meet.
  var unmetExpectations: [Diagnostic] { get }
  /// The length of its run, without holds.
  var runSeconds: Double { get }
  /// The formats that it asks for itself.
  var formats: [OutputFormat] { get }
  /// Renders the run and writes all outputs; calls `watch` in order, not from several threads.
  func render(
    _ outputs: [PlannedOutput], _ settings: Settings,
    watch: @escaping @Sendable (RenderProgress) -> Void
  ) async throws(Failure) -> [Written]
  /// Renders moments as one picture.
  func renderFrame(
    _ view: FrameView, _ outputs: [PlannedOutput], _ settings: Settings
  ) async throws(Failure) -> [Written]
  /// A view of the resolved scene as text or JSON that ends in a newline.
  func inspect(
    _ view: InspectView, at moment: Moment, asJSON: Bool
  ) async throws(Failure) -> String
}

/// How far a run is.
struct RenderProgress: Hashable, Sendable {
  var framesDone: Int
  /// 0 while frames are read, of which it is not known how many there are.
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
  /// Statistics, if they were asked for.
  var report: OutputReport?
  /// The reductions that made it small enough; nil for none.
  var concession: String?
  /// What is not as the scene has it; nil for nothing.
  var note: String?
  /// The moments of a picture, for programs.
  var shown: [JSONValue.Member] = []
}

/// A built-in recipe or curve.
struct ListItem: Hashable, Sendable {
  var name: String
  var summary: String
  /// What a scene may set.
  var parameters: [Parameter] = []
}

/// The backend that renders, with the library.
struct LibraryBackend: Backend {
  func open(_ scene: String, _ settings: Settings) async throws(Failure) -> any OpenScene {
    do throws(LoadFailure) {
      let animation = try Animation(
        at: SceneAddress(scene), scale: settings.scale, assetRoot: settings.assetRoot,
        limits: settings.limits, jobs: settings.jobs)
      // Of a moment it does not matter how many frames there are.
      if settings.moments == nil {
        // Outputs on the command line are checked when they are planned.
        let isGIF =
          settings.outputs.isEmpty && settings.formats.isEmpty
          && animation.scene.output.formats.contains(.gif)
        try animation.checkLength(fps: settings.fps, toGIF: isGIF)
      }
      return StagedScene(animation: animation, path: scene)
    } catch {
      throw Failure(error, scene: scene)
    }
  }

  func encode(
    _ frames: [String], _ outputs: [PlannedOutput], _ settings: Settings,
    watch: @escaping @Sendable (RenderProgress) -> Void
  ) async throws(Failure) -> [Written] {
    var options = settings.footage
    (options.fps, options.jobs, options.speed) = (settings.fps, settings.jobs, settings.speed ?? 1)
    let input = FootageInput(frames, size: settings.frameSize, matrix: settings.matrix)
    do {
      let footage = try await Footage(at: input, options: options, limits: settings.limits) {
        watch(RenderProgress(framesDone: $0, framesInAll: 0))
      }
      var options = RenderOptions(settings)
      // Without times, it is the rate of the input.
      if !footage.hasTimes { options.fps = nil }
      let written = try await footage.write(
        outputs.map(OutputRequest.init), atMost: settings.maxBytes, options: options
      ) { watch(RenderProgress(framesDone: $0, framesInAll: $1)) }
      return zip(outputs, written).map(Written.init)
    } catch {
      throw Failure(rendering: error, of: frames[0])
    }
  }

  func list(_ topic: Topic) -> [ListItem] {
    switch topic {
    case .recipes:
      RecipeLibrary.names.map { name in
        let recipe = RecipeLibrary.recipe(named: name)
        return ListItem(
          name: name, summary: recipe?.summary ?? "", parameters: recipe?.parameters ?? [])
      }
    case .curves:
      CurveLibrary.names.map { ListItem(name: $0, summary: CurveLibrary.summary(of: $0)) }
    }
  }

  var schema: String { SceneSchema.text(for: .scene) }

  var selfTests: [SelfTest] { SelfTest.all }
}

/// A scene that the library has staged.
struct StagedScene: OpenScene {
  let animation: Animation
  /// As the user wrote it.
  let path: String

  var runSeconds: Double { animation.seconds }

  var warnings: [Diagnostic] {
    animation.warnings.map { Diagnostic($0, in: animation.sources) }
  }

  var timelineWarnings: [Diagnostic] {
    animation.timelineWarnings.map { Diagnostic($0, in: animation.sources) }
  }

  var unmetExpectations: [Diagnostic] {
    animation.unmetExpectations.map { Diagnostic($0, in: animation.sources) }
  }

  var formats: [OutputFormat] {
    animation.scene.output.formats
  }

  func render(
    _ outputs: [PlannedOutput], _ settings: Settings,
    watch: @escaping @Sendable (RenderProgress) -> Void
  ) async throws(Failure) -> [Written] {
    let requests = outputs.map(OutputRequest.init)
    let options = RenderOptions(settings)
    let report = { watch(RenderProgress(framesDone: $0, framesInAll: $1)) }
    do {
      let written =
        if let limit = settings.maxBytes {
          try await animation.write(requests, atMost: limit, options: options, onFrame: report)
        } else {
          try await animation.write(requests, options: options, onFrame: report)
        }
      return zip(outputs, written).map(Written.init)
    } catch {
      throw Failure(rendering: error, of: path)
    }
  }

  func renderFrame(
    _ view: FrameView, _ outputs: [PlannedOutput], _ settings: Settings
  ) async throws(Failure) -> [Written] {
    let destinations = outputs.map { OutputRequest($0).destination }
    let options = RenderOptions(settings)
    do {
      let (written, shown): ([WrittenOutput], [JSONValue.Member])
      switch view {
      case .moments(let moments):
        let times = moments.map(seconds)
        written = try animation.writeFrame(at: times, to: destinations, options: options)
        shown = animation.strip(at: times).members
      case .sheet(let kind, let count):
        let result = try animation.writeSheet(
          kind, of: count, to: destinations, options: options)
        (written, shown) = (result.outputs, result.sheet.members)
      }
      return zip(outputs, written).map { output, written in
        var result = Written(output, written)
        result.shown = shown
        return result
      }
    } catch {
      throw Failure(rendering: error, of: path)
    }
  }

  func inspect(
    _ view: InspectView, at moment: Moment, asJSON: Bool
  ) async throws(Failure) -> String {
    let view: InspectionView =
      switch view {
      case .timeline: .timeline
      case .tree: .tree
      case .recipe: .recipe
      case .displayList: .displayList(atSeconds: seconds(of: moment))
      }
    return asJSON ? animation.json(of: view) : animation.text(of: view)
  }

  private func seconds(of moment: Moment) -> Double {
    switch moment {
    case .seconds(let seconds): min(seconds, animation.seconds)
    case .fraction(let fraction): fraction * animation.seconds
    }
  }
}

extension OutputRequest {
  init(_ planned: PlannedOutput) {
    let destination: Destination =
      switch planned.destination {
      case .file(let path), .folder(let path):
        planned.root.map { root in
          // By scalars, for a mark behind the last "/" would be one character with it.
          let named = root == "." ? 0 : root.unicodeScalars.count
          return .beneath(folder: root, String(path.unicodeScalars.dropFirst(named)))
        } ?? .path(path)
      case .standardOutput: .standardOutput
      }
    self.init(planned.format, to: destination)
  }
}

extension RenderOptions {
  init(_ settings: Settings) {
    self.init()
    (fps, loop, colors, jobs) = (settings.fps, settings.loop, settings.colors, settings.jobs)
    (holdFirst, holdLast) = (settings.hold?.firstSeconds, settings.hold?.lastSeconds)
    (dither, quality, compression) = (settings.dither, settings.quality, settings.compression)
    wantsReport = settings.wantsReport || settings.isJSON
  }
}

extension Written {
  init(_ output: PlannedOutput, _ written: WrittenOutput) {
    self.init(
      output: output, frames: written.frames, widthPixels: written.widthPixels,
      heightPixels: written.heightPixels, bytes: written.bytes, seconds: written.seconds,
      report: written.report, concession: written.concession, note: written.note)
  }
}
