import Codecs
import Formatting
import Regression
import RenderTransition
import SceneFormat

/// A scene that was read and is valid.
struct StagedScene: Sendable {
  let animation: Animation
  /// As the user wrote it.
  let operand: SceneOperand
  /// The path by which messages call it.
  var path: String { operand.path }

  /// Reads the scene that `operand` names, and all that it names, but renders nothing; throws every
  /// mistake at once, and notes in `log` what it reads or looks for.
  init(_ operand: SceneOperand, _ settings: Settings, _ log: FileLog?) throws(Failure) {
    self.operand = operand
    do throws(LoadFailure) {
      animation =
        operand.isOfPictures
        ? try Animation(
          pictures: operand.paths, changedBy: settings.changes, scale: settings.scale,
          limits: settings.limits, jobs: settings.jobs, log: log)
        : try Animation(
          at: SceneAddress(operand.path), changedBy: settings.changes, scale: settings.scale,
          assetRoot: settings.assetRoot, limits: settings.limits, jobs: settings.jobs, log: log)
      // Of a moment it does not matter how many frames there are.
      guard settings.moments == nil else { return }
      // Outputs on the command line are checked when they are planned.
      let isGIF =
        settings.outputs.isEmpty && settings.formats.isEmpty
        && animation.scene.output.formats.contains(.gif)
      try animation.checkLength(fps: settings.fps, toGIF: isGIF)
    } catch {
      throw Failure(error, scene: operand.path)
    }
  }

  /// Warnings from reading it.
  var warnings: [Diagnostic] { animation.warnings.map(diagnostic) }

  /// Warnings about its timeline.
  var timelineWarnings: [Diagnostic] { animation.timelineWarnings.map(diagnostic) }

  /// The expectations that its timeline does not meet.
  var unmetExpectations: [Diagnostic] { animation.unmetExpectations.map(diagnostic) }

  private func diagnostic(_ mistake: SceneError) -> Diagnostic {
    Diagnostic(mistake, in: animation.sources)
  }

  /// Renders the run and writes all outputs.
  func render(
    _ outputs: [OutputRequest], _ settings: Settings,
    onFrame: @escaping @Sendable (_ done: Int, _ inAll: Int) -> Void
  ) async throws(Failure) -> [WrittenOutput] {
    let options = settings.renderOptions
    do {
      guard let limit = settings.maxBytes else {
        return try await animation.write(outputs, options: options, onFrame: onFrame)
      }
      return try await animation.write(
        outputs, atMost: limit, options: options, onFrame: onFrame)
    } catch {
      throw Failure(rendering: error, of: path)
    }
  }

  /// Renders moments as one picture; programs are told which.
  func renderFrame(
    _ outputs: [OutputRequest], _ settings: Settings
  ) throws(Failure) -> WrittenPicture {
    let destinations = outputs.map(\.destination)
    let options = settings.renderOptions
    do {
      let sheets = [(SheetKind.sheet, settings.sheetMoments), (.onion, settings.onionMoments)]
      for case (let kind, let count?) in sheets {
        let result = try animation.writeSheet(
          kind, of: count, to: destinations, options: options)
        return WrittenPicture(scene: path, outputs: result.outputs, sheet: result.sheet)
      }
      let times = (settings.moments ?? []).map(seconds)
      let written = try animation.writeFrame(at: times, to: destinations, options: options)
      return WrittenPicture(scene: path, outputs: written, sheet: animation.strip(at: times))
    } catch {
      throw Failure(rendering: error, of: path)
    }
  }

  /// A view of the resolved scene as text or JSON that ends in a newline.
  func inspect(_ view: InspectionView, at moment: Moment, asJSON: Bool) -> String {
    let seconds = seconds(of: moment)
    return asJSON ? animation.json(of: view, at: seconds) : animation.text(of: view, at: seconds)
  }

  /// The layers at a point of the canvas at a moment.
  func pick(_ point: SIMD2<Double>, at moment: Moment) throws(Failure) -> LayerPick {
    let canvas = animation.scene.canvas
    guard point.x < canvas.width, point.y < canvas.height else {
      let (width, height) = (
        NumberFormat.shortest(canvas.width), NumberFormat.shortest(canvas.height)
      )
      let value = "\(NumberFormat.shortest(point.x)),\(NumberFormat.shortest(point.y))"
      let expected = Expectation(words: "a point of the canvas, which is \(width) x \(height)")
      let mistake = UsageMistake(.badValue("--pick", value, expected))
      throw Failure(mistake.located(at: nil, verb: "inspect"))
    }
    do {
      return try animation.pick(point, at: seconds(of: moment))
    } catch {
      throw Failure(rendering: error, of: path)
    }
  }

  private func seconds(of moment: Moment) -> Double {
    switch moment {
    case .seconds(let seconds): min(seconds, animation.seconds)
    case .fraction(let fraction): fraction * animation.seconds
    }
  }
}

extension Settings {
  /// How outputs are rendered and written, with what other flags say of it.
  var renderOptions: RenderOptions {
    var options = rendering
    (options.fps, options.jobs) = (fps, jobs)
    (options.holdFirst, options.holdLast) = (hold?.first, hold?.last)
    options.wantsReport = rendering.wantsReport || isJSON
    return options
  }
}
