import Codecs
import Pixels
import RenderTransition
import SceneFormat

/// A scene that the library has staged.
struct StagedScene: OpenScene {
  let animation: Animation
  /// As the user wrote it.
  let path: String

  var runSeconds: Double { animation.seconds }

  var warnings: [Diagnostic] {
    animation.warnings.map { Diagnostic($0, in: animation.sources) }
  }

  var doubts: [Diagnostic] {
    animation.doubts.map { Diagnostic($0, in: animation.sources) }
  }

  var unmetExpectations: [Diagnostic] {
    animation.unmetExpectations.map { Diagnostic($0, in: animation.sources) }
  }

  var formats: [OutputFormat] {
    animation.scene.output.formats
  }

  func render(
    _ outputs: [PlannedOutput], _ settings: Settings, watch: @escaping @Sendable (Progress) -> Void
  ) async throws(Failure) -> [Written] {
    do {
      if let limit = settings.maxBytes {
        return try await Fitting(animation, at: path, settings).write(outputs, atMost: limit, watch)
      }
      let written = try await animation.write(
        outputs.map(OutputRequest.init), options: RenderOptions(settings)
      ) { watch(Progress(framesDone: $0, framesInAll: $1)) }
      return zip(outputs, written).map(Written.init)
    } catch {
      throw Failure(rendering: error, of: path)
    }
  }

  func renderFrame(
    at moments: [Moment], _ outputs: [PlannedOutput], _ settings: Settings
  ) async throws(Failure) -> [Written] {
    do {
      let written = try animation.writeFrame(
        at: moments.map(seconds), to: outputs.map { OutputRequest($0).destination },
        options: RenderOptions(settings))
      return zip(outputs, written).map(Written.init)
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

extension Failure {
  /// A failure while frames were rendered or written.
  init(rendering error: any Error, of scene: String) {
    switch error {
    case let failure as Failure: self = failure
    case is CancellationError: self = .silent(.signal(15))
    case let error as FileError where error.isBrokenPipe: self = .silent(.brokenPipe)
    case let failure as LoadFailure: self.init(failure, scene: scene)
    default: self.init(.failure, "\(error)")
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
    (dither, compression) = (settings.dither, settings.compression)
    wantsReport = settings.wantsReport || settings.isJSON
  }
}

extension Written {
  init(_ output: PlannedOutput, _ written: WrittenOutput) {
    self.init(
      output: output, frames: written.frames, widthPixels: written.widthPixels,
      heightPixels: written.heightPixels, bytes: written.bytes, seconds: written.seconds,
      report: written.report)
  }
}
