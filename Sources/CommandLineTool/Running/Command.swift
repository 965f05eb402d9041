import Codecs
import Formatting
import Regression
import RenderTransition
import SceneFormat

/// Runs a verb: calls the library, prints results, reports errors.
struct Command: Sendable {
  let console: Console
  let settings: Settings
  let reporter: Reporter
  /// The files that one run reads or looks for, and what hears of their changes; nil without `--watch`.
  let watch: (log: FileLog, folders: FolderWatch)?

  init(
    _ console: Console, _ settings: Settings, _ watch: (log: FileLog, folders: FolderWatch)? = nil
  ) {
    (self.console, self.settings, self.watch) = (console, settings, watch)
    reporter = Reporter(console, settings)
  }

  /// Prints a text, and gives the exit code.
  func answer(_ text: String) -> ExitCode {
    do throws(Failure) {
      try print(text, holding: .own)
      return .done
    } catch {
      return failed(error)
    }
  }

  /// Does some work, and gives the exit code.
  func code(
    of work: ([String]) async throws(Failure) -> ExitCode, _ operands: [String]
  ) async -> ExitCode {
    do throws(Failure) {
      return try await work(operands)
    } catch {
      return failed(error)
    }
  }

  /// Reports a failure and gives its code.
  func failed(_ failure: Failure) -> ExitCode {
    reporter.report(failure.diagnostics)
    return failure.code
  }

  /// Prints a result.
  func print(
    _ text: String, holding content: Console.Content = .words
  ) throws(Failure) {
    try console.write(text, .output, holding: content)
  }
}

// The verbs that print a text.
extension Command {
  func help(_ words: [String]) -> String {
    if let shell = settings.shell { return Completions.script(for: shell) }
    if settings.given.contains("--man") { return Page.reference.roff(version: Tool.version) }
    if settings.given.contains("--markdown") { return Page.reference.markdown }
    if settings.isJSON { return Catalogue.record.json(()).text(.rows) + "\n" }
    if words.first == Catalogue.guide { return Guide.text }
    let page = words.first.flatMap(Catalogue.verb).map(Page.init(of:)) ?? .overview
    let style = TextStyle(
      settings.colorChoice, isTerminal: console.isTerminal(.output),
      environment: console.environment)
    return page.text(width: console.width(.output), style: style)
  }

  func list(_ words: [String]) -> String {
    words.compactMap(Topic.init).map { Listing.text($0, asJSON: settings.isJSON) }.joined()
  }

  func schema(_ words: [String]) -> String {
    let topic = SchemaTopic.all.first { $0.name == words.first }
    return topic?.shape()?.schema(title: "\(Catalogue.program): \(topic?.summary ?? "")")
      ?? SceneSchema.text(for: .scene)
  }

  func version(_ words: [String]) -> String { "\(Catalogue.program) \(Tool.version)\n" }
}

// The verbs that read scenes.
extension Command {
  /// Draws what is built in, and says whether it is the same as elsewhere.
  func doctor(_ words: [String]) async throws(Failure) -> ExitCode {
    let report = await DoctorReport(running: SelfTest.all)
    if settings.isJSON {
      try print(report.json.text(.rows) + "\n")
    } else if !settings.isQuiet {
      try print(report.text)
    }
    return report.code
  }

  /// Reads all scenes, and reports the mistakes of all, before anything is done with one.
  func openAll(_ operands: [SceneOperand]) throws(Failure) -> [StagedScene] {
    let (scenes, failure) = opened(operands)
    if let failure { throw failure }
    reporter.report(scenes.flatMap(\.warnings))
    for scene in scenes {
      if let measure = scene.animation.scene.canvas.measure {
        reporter.note("\(Escaped.path(scene.path))  \(measure)")
      }
    }
    return scenes
  }

  /// The scenes that can be read; and, if one cannot, the mistakes and warnings of all.
  private func opened(_ operands: [SceneOperand]) -> ([StagedScene], Failure?) {
    var scenes: [StagedScene] = []
    var (diagnostics, code): ([Diagnostic], ExitCode?) = ([], nil)
    for operand in operands {
      do throws(Failure) {
        let scene = try StagedScene(operand, settings, watch?.log)
        diagnostics += scene.warnings
        scenes.append(scene)
      } catch {
        diagnostics += error.diagnostics
        code = code ?? error.code
      }
    }
    return (scenes, code.map { Failure($0, diagnostics) })
  }

  /// Reads scenes, and says so if nothing is wrong with them; with --json, on stdout.
  func check(_ words: [String]) async throws(Failure) -> ExitCode {
    let operands = try operands(words)
    guard settings.isJSON else {
      let scenes = try openAll(operands)
      let ofTimelines = scenes.flatMap(\.timelineWarnings)
      reporter.report(ofTimelines)
      let warningCount = scenes.reduce(ofTimelines.count) { $0 + $1.warnings.count }
      guard warningCount == 0 || !settings.isStrict else {
        let count = NumberFormat.count(warningCount, "warning")
        throw Failure(.invalidScene, "\(count), and --strict lets none pass")
      }
      try expectAll(of: scenes)
      let verb = scenes.count == 1 ? "is" : "are"
      reporter.note("\(NumberFormat.count(scenes.count, "scene")) \(verb) valid")
      return .done
    }
    let (scenes, failure) = opened(operands)
    if let failure, isBeingSaved { return failure.code }
    let unmet = scenes.flatMap(\.unmetExpectations)
    let read = failure?.diagnostics ?? scenes.flatMap(\.warnings)
    let warnings = read + scenes.flatMap(\.timelineWarnings)
    let code =
      failure?.code ?? (settings.isStrict && !warnings.isEmpty ? .invalidScene : nil)
      ?? (unmet.isEmpty ? nil : .different)
    let mistakes = warnings + unmet
    let result = CheckResult(
      isValid: code == nil, scenes: operands.flatMap(\.paths), mistakes: mistakes)
    try print(result.json.text(.rows) + "\n")
    return code ?? .done
  }

  /// Prints views of a resolved scene.
  func inspect(_ words: [String]) async throws(Failure) -> ExitCode {
    let moment = settings.moments?.first ?? .seconds(0)
    let operand = try operand(words, of: "inspect")
    if settings.changes.playsBack, !operand.isOfPictures, settings.view == .scene {
      throw Failure(UsageMistake(.conflict(["--back", "--scene"])))
    }
    for scene in try openAll([operand]) {
      if let view = settings.view {
        try print(scene.inspect(view, at: moment, asJSON: settings.isJSON))
      }
      if let point = settings.pick {
        let pick = try scene.pick(point, at: moment)
        try print(settings.isJSON ? pick.json.text(.rows) + "\n" : pick.text)
      }
    }
    return .done
  }

  /// The scenes that `words` name, as far as they are this machine's.
  private func operands(_ words: [String]) throws(Failure) -> [SceneOperand] {
    let operands = try SceneOperand.all(words)
    guard operands.contains(where: \.isOfPictures) else {
      return try own(words).map { SceneOperand(paths: [$0]) }
    }
    if let flag = ["--shard", "--asset-root"].first(where: settings.given.contains) {
      throw Failure(UsageMistake(.told("\(flag) is for scene files, not for pictures")))
    }
    return operands
  }

  /// The only scene that `words` name.
  private func operand(_ words: [String], of verb: String) throws(Failure) -> SceneOperand {
    let operands = try operands(words)
    guard operands.count == 1 else {
      let mistake = UsageMistake(.extraOperand(words[1], verb: verb))
      throw Failure(mistake.located(at: nil, verb: verb))
    }
    return operands[0]
  }

  /// Fails if an expectation of a scene is not met.
  private func expectAll(of scenes: [StagedScene]) throws(Failure) {
    let unmet = scenes.flatMap(\.unmetExpectations)
    guard unmet.isEmpty else { throw Failure(.different, unmet) }
  }

  /// Renders scenes one after the other; each has all cores to itself.
  func render(_ words: [String]) async throws(Failure) -> ExitCode {
    let scenes = try openAll(operands(words))
    let sources = scenes.map { ($0.operand, $0.animation.scene.output.formats) }
    let plan = try planned(sources) { (plan) throws(OutputMistake) in try plan.animations() }
    reporter.report(warnings(about: plan))
    let ofScene = Dictionary(grouping: plan, by: \.scene)
    var results: [WrittenOutput] = []
    for (index, scene) in scenes.enumerated() {
      guard let outputs = ofScene[index] else { continue }
      let meter = reporter.meter(PathName.last(scene.path))
      defer { meter?.erase() }
      let written = try await scene.render(outputs.map(\.request), settings) {
        meter?.show(RenderProgress(framesDone: $0, framesInAll: $1))
      }
      meter?.erase()  // Or the summary would stand behind the meter.
      note(written)
      results += written
    }
    try printJSON(of: results)
    // Outputs are written before expectations are checked.
    try expectAll(of: scenes)
    return .done
  }

  /// Encodes a recording or pictures.
  func encode(_ operands: [String]) async throws(Failure) -> ExitCode {
    let frames =
      settings.frameOrder == .given ? operands : operands.sorted(by: NaturalOrder.areInOrder)
    let name = PathName.isStream(frames[0]) ? "frames" : PathName.trimmed(frames[0])
    let scene = SceneOperand(paths: [name])
    let plan = try planned([(scene, [.gif])]) { (plan) throws(OutputMistake) in
      try plan.animations()
    }
    reporter.report(warnings(about: plan))
    let meter = reporter.meter(PathName.last(scene.path))
    defer { meter?.erase() }
    let written = try await encoded(frames, plan.map(\.request)) { meter?.show($0) }
    meter?.erase()
    note(written)
    if frames != operands {
      reporter.note("in the order of their names; --order given keeps the one given")
    }
    try printJSON(of: written)
    return .done
  }

  /// Reads a recording or pictures, and writes all outputs.
  private func encoded(
    _ frames: [String], _ outputs: [OutputRequest],
    watch: @escaping @Sendable (RenderProgress) -> Void
  ) async throws(Failure) -> [WrittenOutput] {
    var options = settings.footage
    (options.fps, options.jobs, options.speed) = (settings.fps, settings.jobs, settings.speed ?? 1)
    options.removesNoise =
      settings.rendering.quality ?? .standard != .lossy(100)
      && outputs.allSatisfy { $0.format == .gif }
    let input = FootageInput(frames, size: settings.frameSize, matrix: settings.matrix)
    do {
      let footage = try await Footage(at: input, options: options, limits: settings.limits) {
        watch(RenderProgress(framesDone: $0, framesInAll: 0))
      }
      var options = settings.renderOptions
      // Without times, it is the rate of the input.
      if !footage.hasTimes { options.fps = nil }
      return try await footage.write(outputs, atMost: settings.maxBytes, options: options) {
        watch(RenderProgress(framesDone: $0, framesInAll: $1))
      }
    } catch {
      throw Failure(rendering: error, of: frames[0])
    }
  }

  private func note(_ written: [WrittenOutput]) {
    for output in written {
      reporter.note(output.summary)
      if settings.rendering.wantsReport { output.reportLines.forEach { reporter.note($0) } }
    }
  }

  private func printJSON(of written: [WrittenOutput]) throws(Failure) {
    guard settings.isJSON else { return }
    try print("[\n\(written.map { $0.json.text(.compact) }.joined(separator: ",\n"))\n]\n")
  }

  /// What is valid but suspicious.
  private func warnings(about plan: [PlannedOutput]) -> [Diagnostic] {
    guard let fps = settings.fps, plan.contains(where: { fps > $0.request.format.row.mostFPS })
    else { return [] }
    return [warning(.gifRate(fps))]
  }

  /// A warning about what the command line asks for.
  private func warning(_ warning: Warning) -> Diagnostic {
    let problem = Problem.warning(warning)
    return Diagnostic(.warning, .program, problem.message, hint: problem.hint)
  }

  /// Renders moments of a scene.
  func frame(_ words: [String]) async throws(Failure) -> ExitCode {
    let scenes = try openAll([operand(words, of: "frame")])
    let sources = scenes.map { ($0.operand, [OutputFormat]()) }
    let plan = try planned(sources) { (plan) throws(OutputMistake) in try plan.pictures() }
    reporter.report(scenes.flatMap { warnings(about: settings.moments ?? [], in: $0) })
    for scene in scenes {
      let picture = try scene.renderFrame(plan.map(\.request), settings)
      picture.outputs.forEach { reporter.note($0.summary) }
      if settings.isJSON, !picture.outputs.isEmpty { try print(picture.json.text(.rows) + "\n") }
    }
    return .done
  }

  /// Which of some moments are not in the run of a scene.
  private func warnings(about moments: [Moment], in scene: StagedScene) -> [Diagnostic] {
    moments.compactMap { moment in
      // Times that people type are rounded.
      guard case .seconds(let seconds) = moment, seconds > scene.animation.seconds + 0.001 else {
        return nil
      }
      return warning(.behindEnd(seconds, end: scene.animation.seconds))
    }
  }

  /// What will be written, before anything is.
  private func planned(
    _ sources: [OutputPlan.Source],
    _ choose: (OutputPlan) throws(OutputMistake) -> [PlannedOutput]
  ) throws(Failure) -> [PlannedOutput] {
    do throws(OutputMistake) {
      let outputs = try choose(OutputPlan(sources, settings, identity: console.identity))
      let isPrinted = outputs.contains { $0.request.destination == .standardOutput }
      if isPrinted, console.isTerminal(.output) { throw .terminal(nil) }
      if let path = outputs.compactMap(\.request.destination.path).first(
        where: console.isTerminalFile)
      {
        throw .terminal(path)
      }
      if isPrinted, settings.isJSON { throw .stdoutIsReport }
      let formats = outputs.map(\.request.format)
      if settings.maxBytes != nil, let stream = formats.first(where: { !$0.row.isPacked }) {
        throw .notPacked(stream)
      }
      if settings.rendering.quality != nil, !formats.contains(where: { $0.row.hasQuality }) {
        throw .noQuality(formats.first)
      }
      if settings.rendering.quality == .lossless {
        if formats.contains(.mp4) { throw .lossless(.mp4) }
        if formats.contains(.gif), !formats.contains(.webp) { throw .lossless(.gif) }
      }
      return outputs
    } catch {
      throw Failure(UsageMistake(.output(error)))
    }
  }
}
