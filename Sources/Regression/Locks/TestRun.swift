import Formatting
import ImageDiff
import Pixels
package import RenderTransition
package import SceneFormat

/// The options of `test` and `approve`.
package struct RegressionOptions: Hashable, Sendable {
  /// What scenes are compared with instead of locks.
  package var reference: Reference?
  /// The revision in which the expected pictures are looked for.
  package var base: String?
  /// Whether locks without a scene are removed.
  package var isPruning = false
  /// Whether only scenes are tested of which a file has changed.
  package var isOnlyChanged = false
  /// Whether only scenes are tested that failed last time.
  package var isLastFailed = false
  /// Which names are tested; all without.
  package var filters: [String] = []
  /// Whether all scenes beneath the current folder are approved.
  package var isAll = false
  /// The report whose failures are approved.
  package var report: String?
  /// The folder that no asset may lie outside of.
  package var assetRoot: String?
  /// What a scene may ask for.
  package var limits = Limits()
  /// Which of the scenes are this machine's.
  package var shard = Shard.whole
  /// Blobs of other machines: the scenes that passed there are not tested again.
  package var passed: [String] = []
  /// A report of an earlier test, which says how long scenes take.
  package var timings: String?
  /// Frames that are rendered side by side.
  package var jobs: Int?
  /// Where it is kept which scenes failed last; nil for nowhere.
  package var cacheFolder: String?

  package init() {}

  /// The plan of `scenes`; nil on a single machine, which needs none.
  package func plan(of scenes: [String]) throws(Failure) -> TaskPlan? {
    shard == .whole ? nil : try TaskPlan(of: scenes, self)
  }
}

/// What scenes are compared with instead of their locks.
package enum Reference: Hashable, Sendable {
  /// What the files of a revision render to.
  case revision(String)
  /// The pictures in a folder.
  case folder(String)

  /// As it is written.
  package var text: String {
    switch self {
    case .revision(let revision): "git:\(revision)"
    case .folder(let folder): folder
    }
  }

  /// Reads `git:REV` or a folder's name.
  package init?(_ text: String) {
    guard !text.isEmpty, !text.unicodeScalars.contains("\0") else { return nil }
    guard text.hasPrefix("git:") else {
      self = .folder(text)
      return
    }
    let revision = text.dropFirst(4)
    guard !revision.isEmpty, !revision.contains(":") else { return nil }
    self = .revision(String(revision))
  }
}

/// Compares scenes with their baselines, one after the other; each uses all cores.
package struct TestRun {
  let options: RegressionOptions
  /// Whether a scene without a baseline is a failure.
  let isStrict: Bool
  /// Whether a report shows pictures of what differs, is new or is gone.
  let wantsPictures: Bool
  /// The files that reports will be written to.
  let reportPaths: [String]
  /// Those of them that a report takes the place of, and is not added to.
  let fileReports: [String]
  /// Notes what is read or looked for, but in revisions.
  let log: FileLog?
  private let repository = GitRepository()

  package init(
    _ options: RegressionOptions, isStrict: Bool, wantsPictures: Bool, reportPaths: [String],
    fileReports: [String], log: FileLog? = nil
  ) {
    (self.options, self.isStrict, self.wantsPictures) = (options, isStrict, wantsPictures)
    (self.reportPaths, self.fileReports, self.log) = (reportPaths, fileReports, log)
  }

  /// Tests the scenes and folders that `paths` name.
  package func report(
    on paths: [String], onScene: (_ done: Int, _ inAll: Int) -> Void
  ) async throws(Failure) -> TestReport {
    let start = ContinuousClock.now
    var selection = try TestSelection(paths, options, log)
    try baselines.check()
    let locks = (selection.scenes + selection.orphans).map(SceneLock.path(ofScene:))
    try checkReports(against: Set((selection.scenes + locks).map(PathName.identity)))
    if options.isOnlyChanged {
      try selection.keepChanged(in: repository, options, log)
    }
    var origin = RunOrigin(scenes: selection.scenes, shard: options.shard)
    let passed = try scenesThatPassed()
    let renames = renames(among: selection)
    selection.orphans.removeAll(where: Set(renames.values).contains)
    if let plan = try options.plan(of: selection.scenes) {
      origin.plan = "\(plan.hash)"
      selection.keep(plan, options.shard)
    }
    var verdicts: [SceneVerdict] = []
    var left = Self.pictureBytes
    for (index, scene) in selection.scenes.enumerated() {
      log?.note(file: SceneLock.path(ofScene: scene), limit: LockReader.byteLimit)
      onScene(index, selection.scenes.count)
      if let lock = renames[scene] {
        verdicts.append(renamed(scene, from: lock))
        continue
      }
      if let verdict = passed[scene], try isAboutFilesHere(verdict) {
        verdicts.append(verdict)
        continue
      }
      var found = try await timed { () async throws(Failure) in try await finding(on: scene) }
      try await explain(&found, room: &left)
      verdicts.append(found.verdict)
    }
    for lock in selection.orphans {
      var found = Finding(verdict: orphan(lock))
      try await explain(&found, room: &left)
      verdicts.append(found.verdict)
    }
    if options.isPruning { try prune(selection.orphans) }
    return TestReport(
      verdicts: verdicts, isStrict: isStrict, seconds: (.now - start) / .seconds(1),
      origin: origin)
  }

  /// A verdict, and what it was found with.
  private struct Finding {
    var verdict: SceneVerdict
    var baseline: Baseline?
    var actual: DiffInput?
  }

  /// How one scene stands to its baseline.
  private func finding(on scene: String) async throws(Failure) -> Finding {
    do throws(Failure) {
      let animation = try opened(scene)
      if let path = reportPaths.first(where: animation.isMade(of:)) { throw Self.overwriting(path) }
      // Without a baseline, nothing needs to be rendered.
      guard let baseline = try await baselines.baseline(of: scene) else {
        return Finding(verdict: missing(scene))
      }
      let (input, actual) = try await rendered(animation, scene, beside: baseline)
      let expected = baseline.lock(beside: actual)
      var verdict = Self.verdict(on: scene, LockComparison(expected: expected, actual: actual))
      // Pictures have no scene to compare with.
      if case .pictures = baseline { verdict.notes = [] }
      return Finding(verdict: verdict, baseline: baseline, actual: input)
    } catch {
      // What ends the run is no property of the scene.
      if error.diagnostics.isEmpty || error.code == .usage || error.code == .missingTool {
        throw error
      }
      return Finding(
        verdict: SceneVerdict(
          scene: scene, kind: .invalid, headline: error.diagnostics.first?.message ?? "",
          diagnostics: error.diagnostics, code: error.code))
    }
  }

  /// The scene's frames, those kept that the baseline has not, and their lock.
  private func rendered(
    _ animation: Animation, _ scene: String, beside baseline: Baseline
  ) async throws(Failure) -> (DiffInput, SceneLock) {
    do {
      let input = try await DiffInput(
        animation, path: scene, except: baseline.hashes, jobs: options.jobs)
      return (input, try animation.lock(of: animation.lockedFrames(of: input.sequence)))
    } catch {
      throw Failure(rendering: error, of: scene)
    }
  }

  /// The scene, if it can be read.
  ///
  /// The files of a scene that cannot be read are unknown, but for being beneath the asset root: so
  /// no report replaces a file there, unless that is a report, too.
  private func opened(_ scene: String) throws(Failure) -> Animation {
    do throws(Failure) {
      return try Animation(testing: scene, options, log)
    } catch {
      let root = PathName.identity(options.assetRoot ?? PathName.folder(scene))
      let beneath = root == "/" ? root : root + "/"
      let path = fileReports.first { path in
        PathName.identity(path).hasPrefix(beneath) && !ReportKind.isExpendable(path)
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

  /// A test changes nothing that it tests: its reports may not, either.
  private func checkReports(against inputs: Set<String>) throws(Failure) {
    if let path = reportPaths.first(where: { inputs.contains(PathName.identity($0)) }) {
      throw Self.overwriting(path)
    }
  }

  private static func overwriting(_ path: String) -> Failure {
    Failure(.usage, "the report \(Escaped.quoted(path)) would overwrite what is tested")
  }

  private var baselines: Baselines { Baselines(options, repository: repository, log: log) }

  private func missing(_ scene: String) -> SceneVerdict {
    let path = Escaped.text(SceneLock.path(ofScene: scene))
    let headline =
      options.reference == nil
      ? "there is no \(PathName.last(path)); \"\(Release.program) approve\" makes it"
      : "there is nothing to compare it with"
    return SceneVerdict(scene: scene, kind: .missing, headline: headline)
  }

  /// The scenes that another machine has found to be as approved.
  private func scenesThatPassed() throws(Failure) -> [String: SceneVerdict] {
    guard options.passed.isEmpty || options.reference == nil else {
      throw Failure(.usage, "--passed is about locks, and --against is not")
    }
    var passed: [String: SceneVerdict] = [:]
    for path in options.passed {
      let report = try BlobReader.report(at: path, limits: options.limits)
      for verdict in report.verdicts where verdict.kind == .same { passed[verdict.scene] = verdict }
    }
    return passed
  }

  /// Whether another machine's verdict is about the scene, the fonts and the lock that are here.
  private func isAboutFilesHere(_ verdict: SceneVerdict) throws(Failure) -> Bool {
    guard let known = verdict.comparison,
      try baselines.lock(of: verdict.scene) == known.expected,
      let animation = try? Animation(testing: verdict.scene, options, log),
      !reportPaths.contains(where: animation.isMade(of:))
    else { return false }
    let (here, there) = (animation.environment, known.actual.environment)
    return animation.contentHash == known.actual.scene && here.fonts == there.fonts
      && here.renderingVersion == there.renderingVersion
  }

  /// Scenes that were renamed, with the locks under their old names: the content hashes are equal.
  private func renames(among selection: TestSelection) -> [String: String] {
    guard options.reference == nil, !selection.orphans.isEmpty else { return [:] }
    var locks: [FrameHash: String] = [:]
    for lock in selection.orphans.reversed() {
      guard let content = try? LockFile(lock).read()?.scene else { continue }
      locks[content] = lock
    }
    var renames: [String: String] = [:]
    for scene in selection.scenes where (try? baselines.lock(of: scene)) == .some(.none) {
      guard let content = try? Animation(testing: scene, options).contentHash,
        let lock = locks.removeValue(forKey: content)
      else { continue }
      renames[scene] = lock
    }
    return renames
  }

  private func renamed(_ scene: String, from lock: String) -> SceneVerdict {
    let (old, new) = (ShellWord.plain(lock), ShellWord.plain(SceneLock.path(ofScene: scene)))
    let former = Escaped.text(SceneLock.scenePath(ofLock: lock))
    return SceneVerdict(
      scene: scene, kind: .missing, headline: "renamed from \(former): git mv \(old) \(new)",
      isRenamed: true)
  }

  private func orphan(_ lock: String) -> SceneVerdict {
    let scene = SceneLock.scenePath(ofLock: lock)
    let name = PathName.last(Escaped.text(lock))
    guard options.isPruning else {
      return SceneVerdict(
        scene: scene, kind: .orphaned, headline: "the scene is gone; --prune removes \(name)")
    }
    return SceneVerdict(scene: scene, kind: .orphaned, headline: "removed \(name)")
  }

  private func prune(_ locks: [String]) throws(Failure) {
    for lock in locks { try Failure.wrapping { try LockFile(lock).remove() } }
  }

  private func timed(
    _ body: () async throws(Failure) -> Finding
  ) async throws(Failure) -> Finding {
    let start = ContinuousClock.now
    var found = try await body()
    found.verdict.seconds = (.now - start) / .seconds(1)
    return found
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
    let first: String? =
      switch comparison.cause {
      case .scene: SceneVerdict.sceneNote
      case .font, .look: nil
      case .renderer:
        "the scene, its fonts and the look are as they were approved: the renderer or a library "
          + "draws other pixels (see \"\(Release.program) doctor\")"
      }
    return [first].compactMap(\.self) + comparison.environmentChanges
  }
}

extension DiffInput {
  /// The same; frames that `other` shows, too, have their pixels from there.
  fileprivate func borrowing(from other: DiffInput) -> DiffInput {
    guard case .scene(let animation, let sequence, let fps) = kind else { return self }
    let own = sequence.borrowing(from: other.sequence)
    return DiffInput(path: path, kind: .scene(animation, own, fps: fps))
  }
}

extension Animation {
  /// The frames of the scene called `name` as a baseline.
  func lock(of name: String, jobs: Int?) async throws(Failure) -> SceneLock {
    do {
      return try await lock(jobs: jobs)
    } catch {
      throw Failure(rendering: error, of: name)
    }
  }

  /// The scene as the command line reads it; notes in `log` what is read or looked for.
  init(
    testing scene: String, _ options: RegressionOptions, _ log: FileLog? = nil
  ) throws(Failure) {
    do throws(LoadFailure) {
      try self.init(
        at: SceneAddress(scene), scale: nil, assetRoot: options.assetRoot,
        limits: options.limits, log: log)
    } catch {
      throw Failure(error, scene: scene)
    }
  }
}

// Words and pictures of a difference.
extension TestRun {
  /// The most bytes of the pictures of all scenes; each takes a sixteenth of what is left at most.
  private static let pictureBytes = 192 << 20

  /// Adds words, pictures and values if the scene differs, and pictures if it is new or gone: as
  /// many bytes of them as there is room for.
  private func explain(_ found: inout Finding, room left: inout Int) async throws(Failure) {
    let scene = found.verdict.scene
    var sides: (expected: DiffInput?, actual: DiffInput?)
    do {
      switch found.verdict.kind {
      case .different: sides = try await explainDifference(&found)
      case .missing where wantsPictures && !found.verdict.isRenamed:
        let animation = try Animation(testing: scene, options)
        sides.actual = try await DiffInput(animation, path: "", jobs: options.jobs)
      case .orphaned where wantsPictures:
        guard let baseline = try? await baselines.baseline(of: scene) else { break }
        sides.expected = await baselines.input(of: scene, baseline)
      case .same, .missing, .orphaned, .invalid: break
      }
      guard wantsPictures else { return }
      found.verdict.film = try ReportFilm.showing(
        sides.expected?.sequence, sides.actual?.sequence,
        differing: found.verdict.comparison?.differingFrames ?? [],
        found.verdict.differences, room: left / 16, jobs: options.jobs)
    } catch {
      throw Failure(comparing: error, path: scene)
    }
    left -= found.verdict.film?.apng.count ?? 0
  }

  /// Says what happened to a scene that differs, and answers both of its sides.
  private func explainDifference(
    _ found: inout Finding
  ) async throws -> (expected: DiffInput?, actual: DiffInput?) {
    guard let baseline = found.baseline, let actual = found.actual else { return (nil, nil) }
    let scene = found.verdict.scene
    guard let expected = await baselines.input(of: scene, baseline)?.timed(like: actual) else {
      found.verdict.notes.append(
        "the approved pictures cannot be shown: \(baselines.reasonAgainst(scene))")
      return (nil, actual)
    }
    let beside = actual.borrowing(from: expected)
    found.verdict.explain(try Differences(expected, beside, jobs: options.jobs))
    if let old = expected.animation, let new = actual.animation {
      found.verdict.curves = ReportCurve.changed(from: old, to: new)
    }
    return (expected, beside)
  }
}

extension SceneVerdict {
  private static let mostPlaces = 20
  /// The note of a changed scene if it is not known what changed in it.
  fileprivate static let sceneNote =
    "the scene, or a file that it names, has changed since it was approved"

  /// Says what happened, now that both sides are at hand.
  fileprivate mutating func explain(_ found: Differences) {
    let report = DiffReport(differences: found, exceptions: [])
    differences = found.frames.curve.filter { $0.differentCount > 0 }
    className = found.className
    layers = found.scenes?.layers ?? []
    // Where pixels tell of no difference, hashes have told of one: of times or of sizes.
    guard !found.isSame else { return }
    (headline, change) = (report.headline, report.what)
    places = Array(report.places.prefix(Self.mostPlaces))
    if report.sceneWords != nil { notes.removeAll { $0 == Self.sceneNote } }
    let layout = comparison?.layoutChanges ?? []
    notes += (layout.isEmpty ? [] : [layout.joined(separator: ", ")]) + report.notes
  }
}
