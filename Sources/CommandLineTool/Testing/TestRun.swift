import Formatting
import RenderTransition
import SceneFormat

/// Holds scenes against their baselines, one after the other; each has all cores to itself.
struct TestRun {
  let settings: Settings
  let reporter: Reporter
  /// Whether a scene without a baseline is a failure.
  let isStrict: Bool
  /// The bytes that all pictures together may take in a report; 0 where nobody wants to see them.
  let filmBytes: Int
  /// The files that reports will be written to.
  var reportPaths: [String] = []
  /// Those of them that a report takes the place of, and is not added to.
  var fileReports: [String] = []
  private let repository = GitRepository()

  /// Tests the scenes and folders that `paths` name.
  func report(on paths: [String]) async throws(Failure) -> TestReport {
    let start = ContinuousClock.now
    var selection = try TestSelection(paths, settings)
    try expectations.check()
    let locks = (selection.scenes + selection.orphans).map(SceneLock.path(ofScene:))
    try checkReports(against: Set((selection.scenes + locks).map(Console.system.identity)))
    if settings.regression.isOnlyChanged {
      try selection.keepChanged(in: repository, settings)
    }
    var verdicts: [SceneVerdict] = []
    let meter = reporter.meter("test")
    defer { meter?.erase() }
    for (index, scene) in selection.scenes.enumerated() {
      meter?.show(Progress(framesDone: index, framesInAll: selection.scenes.count))
      verdicts.append(try await timed { () async throws(Failure) in try await verdict(on: scene) })
    }
    try await explain(&verdicts)
    for lock in selection.orphans { verdicts.append(try orphan(lock)) }
    return TestReport(
      verdicts: verdicts, isStrict: isStrict, seconds: (.now - start) / .seconds(1))
  }

  /// How one scene stands to its baseline.
  private func verdict(on scene: String) async throws(Failure) -> SceneVerdict {
    do throws(Failure) {
      let animation = try opened(scene)
      if let path = reportPaths.first(where: animation.isMade(of:)) { throw Self.overwriting(path) }
      // What has no baseline need not be rendered.
      guard let hint = try await expectations.baseline(of: scene) else { return missing(scene) }
      let actual = try await locked(animation, scene)
      let expected = hint.lock(beside: actual)
      var verdict = Self.verdict(on: scene, LockComparison(expected: expected, actual: actual))
      // Pictures do not say what they were made of.
      if case .pictures = hint { verdict.notes = [] }
      return verdict
    } catch {
      // What ends the run is no property of the scene.
      if error.diagnostics.isEmpty || error.code == .usage || error.code == .missingTool {
        throw error
      }
      return SceneVerdict(
        scene: scene, kind: .invalid, headline: error.diagnostics.first?.message ?? "",
        diagnostics: error.diagnostics, code: error.code)
    }
  }

  /// The scene, if it can be read.
  ///
  /// Of one that cannot, nobody knows which files it names: only that they are beneath the asset
  /// root. So no report takes the place of a file there that is none itself.
  private func opened(_ scene: String) throws(Failure) -> Animation {
    do throws(Failure) {
      return try Animation(testing: scene, settings)
    } catch {
      let root = console.identity(settings.assetRoot ?? PathName.folder(scene))
      let beneath = root == "/" ? root : root + "/"
      let path = fileReports.first { path in
        console.identity(path).hasPrefix(beneath) && !FormerReport.isExpendable(path)
      }
      guard let path else { throw error }
      throw Failure(
        .usage,
        error.diagnostics + [
          Diagnostic(
            .error, .program,
            "the report \(Escaped.quoted(path)) would overwrite a file that may be a part of "
              + "\(Escaped.quoted(scene)), which cannot be read")
        ])
    }
  }

  private var console: Console { .system }

  /// A test changes nothing that it tests: its reports may not, either.
  private func checkReports(against inputs: Set<String>) throws(Failure) {
    if let path = reportPaths.first(where: { inputs.contains(Console.system.identity($0)) }) {
      throw Self.overwriting(path)
    }
  }

  private static func overwriting(_ path: String) -> Failure {
    Failure(.usage, "the report \(Escaped.quoted(path)) would overwrite what is tested")
  }

  var expectations: Expectations { Expectations(settings: settings, repository: repository) }

  private func locked(
    _ animation: Animation, _ scene: String
  ) async throws(Failure) -> SceneLock {
    do {
      return try await animation.lock(jobs: settings.jobs)
    } catch {
      throw Failure(rendering: error, of: scene)
    }
  }

  private func missing(_ scene: String) -> SceneVerdict {
    let path = Escaped.text(SceneLock.path(ofScene: scene))
    let headline =
      settings.regression.reference == nil
      ? "there is no \(PathName.last(path)); \"\(Catalogue.program) approve\" makes it"
      : "there is nothing to compare it with"
    return SceneVerdict(scene: scene, kind: .missing, headline: headline)
  }

  private func orphan(_ lock: String) throws(Failure) -> SceneVerdict {
    let scene = SceneLock.scenePath(ofLock: lock)
    let name = PathName.last(Escaped.text(lock))
    guard settings.regression.isPruning else {
      return SceneVerdict(
        scene: scene, kind: .orphaned, headline: "the scene is gone; --prune removes \(name)")
    }
    do throws(FileError) {
      try LockFile(lock).remove()
    } catch {
      throw Failure(.failure, "\(error)")
    }
    return SceneVerdict(scene: scene, kind: .orphaned, headline: "removed \(name)")
  }

  private func timed(
    _ body: () async throws(Failure) -> SceneVerdict
  ) async throws(Failure) -> SceneVerdict {
    let start = ContinuousClock.now
    var verdict = try await body()
    verdict.seconds = (.now - start) / .seconds(1)
    return verdict
  }
}

// What a comparison comes to, in words.
extension TestRun {
  static func verdict(on scene: String, _ comparison: LockComparison) -> SceneVerdict {
    guard !comparison.isSame else {
      let count = comparison.actual.frames.count
      return SceneVerdict(
        scene: scene, kind: .same, headline: NumberFormat.count(count, "frame"),
        comparison: comparison)
    }
    return SceneVerdict(
      scene: scene, kind: .different, headline: headline(of: comparison),
      notes: notes(on: comparison), comparison: comparison)
  }

  private static func headline(of comparison: LockComparison) -> String {
    let frames = comparison.differingFrames
    let layout = comparison.layoutChanges
    guard let first = frames.first, let last = frames.last else {
      return layout.isEmpty
        ? "the frames are at other times" : layout.joined(separator: ", ")
    }
    let all = max(comparison.actual.frames.count, comparison.expected.frames.count)
    let (start, end) = (seconds(first, comparison), seconds(last, comparison))
    return ([differing(frames, of: all, from: start, to: end)] + layout).joined(separator: "; ")
  }

  private static func differing(
    _ frames: [Int], of all: Int, from start: String, to end: String
  ) -> String {
    if frames.count == all { return all == 1 ? "the frame differs" : "all \(all) frames differ" }
    let range = FrameRanges.text(frames)
    return frames.count == 1
      ? "frame \(range) of \(all) differs (\(start) s)"
      : "frames \(range) of \(all) differ (\(start)-\(end) s)"
  }

  private static func seconds(_ frame: Int, _ comparison: LockComparison) -> String {
    let (old, new) = (comparison.expected.frames, comparison.actual.frames)
    let time = frame < new.count ? new[frame].time : frame < old.count ? old[frame].time : 0
    return NumberFormat.fixed(time, decimals: 2)
  }

  private static func notes(on comparison: LockComparison) -> [String] {
    let environment = comparison.environmentChanges
    switch comparison.cause {
    case .scene:
      let changed = "the scene, or a file that it names, has changed since it was approved"
      return environment.isEmpty
        ? [changed] : [changed, "so has the environment: \(environment.joined(separator: ", "))"]
    case .environment:
      return [
        "the scene is as it was approved; the environment is not, which explains the difference: "
          + environment.joined(separator: ", ")
      ]
    case .renderer:
      return ["the scene and its environment are as they were approved: the renderer has changed"]
    }
  }
}

extension Animation {
  /// The scene as the command line reads it.
  init(testing scene: String, _ settings: Settings) throws(Failure) {
    do throws(LoadFailure) {
      try self.init(
        at: SceneAddress(scene), scale: nil, assetRoot: settings.assetRoot,
        limits: settings.limits)
    } catch {
      throw Failure(error, scene: scene)
    }
  }
}
