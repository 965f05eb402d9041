import Formatting
import Pages
import Pixels
package import Regression
package import RenderTransition
import SceneFormat
import Staging
import Synchronization

/// What is previewed: scenes, their builds, and what happens to their files.
///
/// It answers on any thread.
package final class Session: Sendable {
  /// What a preview shows, and how.
  package struct Options: Sendable {
    /// The files and folders in which scenes are found.
    package var paths: [String] = []
    /// What scenes are held against, as it is written: `git:REV`, `approved` or a scene.
    package var against: String?
    /// Whether nothing may be written.
    package var isReadOnly = false
    /// Pixels per point and frames per second; the scenes' own without.
    package var scale, fps: Double?
    /// Frames that are drawn side by side.
    package var jobs: Int?
    /// How scenes are tested; what they may read and ask for holds for builds, too.
    package var tests = RegressionOptions()

    package init() {}
  }

  let options: Options
  let store: BuildStore
  let work: WorkQueue
  let events = EventLog()
  let watch: FolderWatch
  let page: Response
  let state: Mutex<State>

  struct State {
    /// As the command line shows them.
    var scenes: [String]
    /// How they stand to what was approved, as far as that is known, and what was read for that.
    var verdicts: [String: (verdict: SceneVerdict, files: FileLog)] = [:]
    /// The scenes that somebody looks at, the last one first.
    var open: [OpenScene] = []
    /// The files and folders in which scenes were looked for.
    var search = FileLog()
    /// When something was last asked for.
    var lastRequest = ContinuousClock.now
  }

  /// What was last asked for of a scene, and what its build has read.
  struct OpenScene {
    var wish: BuildWish
    var files: FileLog
    /// The build that pages show; nil where they show mistakes.
    var shown: String?
  }

  /// A preview of scenes, as they were found.
  package init(scenes: [String], options: Options) throws(FileError) {
    self.options = options
    let jobs = options.jobs ?? Threads.defaultJobs
    work = WorkQueue(jobs: jobs)
    store = BuildStore(limits: options.tests.limits, work: work)
    watch = try FolderWatch()
    state = Mutex(State(scenes: scenes))
    page = Self.page(options)
  }

  /// The page, with what it has to know before it asks.
  private static func page(_ options: Options) -> Response {
    let page = Page(
      of: "preview",
      loading: "img-src 'self' blob: data:; connect-src 'self'; require-trusted-types-for 'script'")
    let data = JSONValue.object([
      ("readOnly", .flag(options.isReadOnly)),
      ("against", options.against.map(JSONValue.text) ?? .null),
    ])
    let html = page.html(title: "Preview", generator: Release.title, data: data.text(.compact))
    return .page(html, policy: page.policy)
  }

  /// Answers a request by the table of routes.
  package func answer(_ request: Request, _ connection: Connection) -> Response {
    Call.answer(request, connection, by: Route.all, self)
  }

  func noteRequest() { state.withLock { $0.lastRequest = .now } }

  /// The scenes, as the command line shows them.
  package var scenes: [String] { state.withLock { $0.scenes } }

  /// The hash of what an approved build is made from: the pictures of the lock.
  private func approvedVersion(of scene: String) throws -> BuildWish.Version {
    guard let lock = try Baselines(options.tests).lock(of: scene) else {
      throw Failure(.noScene, "there is no lock")
    }
    return .approved(lock.pictureHash)
  }

  /// Throws where there is nothing to hold scenes against.
  package func checkReference() throws(Failure) {
    guard let against = options.against, against != "approved" else { return }
    guard !against.hasPrefix("git:") else {
      _ = try revision(against)
      return
    }
    let status = try Failure.wrapping { try FileStatus(against) }
    guard let status else {
      throw Failure(.noScene, [Diagnostic(.error, .file(against), "there is no such file")])
    }
    guard status.isRegular else {
      throw Failure(.usage, [Diagnostic(.error, .file(against), "it is no scene")])
    }
  }

  private func revision(_ text: String) throws(Failure) -> BuildWish.Version {
    guard case .revision(let name)? = Reference(text) else {
      throw Failure(.usage, "a version is \"files\", \"approved\" or \"git:REV\"")
    }
    guard let repository = GitRepository() else { throw Failure(noRepositoryFor: "\"git:\"") }
    guard let commit = repository.commit(name) else {
      throw Failure(.usage, "git knows no revision \(Escaped.quoted(name)) here")
    }
    return .revision(name, commit: commit)
  }
}

// Builds.
extension Session {
  /// The build of a scene at a version, made if it is not there.
  func build(of scene: String, version: String, edits: [SceneEdit]) throws -> SceneBuild {
    try checkIsKnown(scene)
    var wish = BuildWish(scene: scene)
    (wish.edits, wish.scale, wish.fps) = (edits, options.scale, options.fps)
    switch version {
    case "files": break
    case "approved": wish.version = try approvedVersion(of: scene)
    case options.against ?? "" where !version.hasPrefix("git:"): wish.scene = version
    default: wish.version = try revision(version)
    }
    guard edits.isEmpty || wish.version == .files else {
      throw Refusal("only \"files\" can be edited, not \"\(wish.version.text)\"", status: 422)
    }
    return try build(wish)
  }

  private func checkIsKnown(_ scene: String) throws(Refusal) {
    guard !scenes.contains(scene) else { return }
    let nearest = SpellChecker.guess(scene, in: scenes)
    throw Refusal(
      "there is no scene \(Escaped.quoted(scene))", status: 404,
      hint: nearest.map { "did you mean \"\($0)\"?" })
  }

  /// Five moments of a scene side by side.
  func strip(of scene: String) throws -> Pixmap {
    try checkIsKnown(scene)
    var wish = BuildWish(scene: scene)
    wish.scale = Animation.stripScale
    return try animation(wish, FileLog(), [:]).strip()
  }

  func build(_ wish: BuildWish) throws -> SceneBuild {
    let files = FileLog()
    let isOpen = wish.version == .files
    if isOpen { open(wish, files) }
    defer { if isOpen { watchFiles() } }
    let build = try store.build(wish, reading: files) { decoded in
      try animation(wish, files, decoded)
    }
    // A build that was there already did not read its files again.
    if isOpen { open(wish, build.files, shown: build.id) }
    return build
  }

  /// What comes of a finger that drives a run of a build: the scene is read again with its gesture.
  func gesture(
    _ finger: RecordedFinger, of run: Int, in build: SceneBuild
  ) throws -> GestureAnswer? {
    guard build.wish.version == .files else {
      throw Refusal("only \"files\" can be edited", status: 422)
    }
    let controls = build.animation.controls
    guard controls.indices.contains(run),
      let pointer = JSONPointer("\(controls[run].pointer)/gesture"),
      let gesture = finger.gesture(on: build.animation.stage, run: run)
    else { return nil }
    var wish = build.wish
    wish.edits.append(SceneEdit(.set(pointer, gesture), of: controls[run].file))
    // The builds that are kept are for pictures.
    return try work.run(.build) { _ in
      try animation(wish, FileLog(), build.animation.decoded ?? [:]).gestureAnswer(run: run)
    }
  }

  private func animation(
    _ wish: BuildWish, _ files: FileLog, _ decoded: DecodedImages
  ) throws -> Animation {
    switch wish.version {
    case .files:
      let animation = try Animation(
        sceneAt: wish.scene, editedBy: wish.edits, decoded: decoded, scale: wish.scale,
        assetRoot: options.tests.assetRoot, limits: options.tests.limits, jobs: options.jobs,
        log: files)
      let texts = animation.sources.map(\.file)
      // A page edits what it sees.
      if let file = animation.draftFiles.first(where: { !texts.contains($0) }) {
        throw Failure(
          .usage, [Diagnostic(.error, .file(file), "the scene does not read this file")])
      }
      return animation
    case .revision(let name, _):
      let found = try Baselines(options.tests).animation(
        of: wish.scene, in: name, scale: wish.scale)
      guard let found else { throw Failure(.noScene, "the scene is not in git:\(name)") }
      return found
    case .approved:
      let (tests, scene) = (options.tests, wish.scene)
      let found = try Threads.answer { try await Baselines(tests).approved(scene) }
      guard let found else {
        throw Failure(.noScene, "nothing that renders to the lock is in the git repository")
      }
      return try wish.scale.map { try found.scaled(to: $0) } ?? found
    }
  }
}
