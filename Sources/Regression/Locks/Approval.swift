package import Formatting
import Pixels
import RenderTransition
import SceneFormat

/// Accepts what scenes render to as their baselines: of all that are named, or of none.
package struct Approval {
  let options: RegressionOptions

  package init(_ options: RegressionOptions) { self.options = options }

  /// A lock that was written or found unchanged.
  package struct Outcome: Hashable {
    package var path: String
    package var frames: Int
    /// False if it was so before.
    package var isNew: Bool
  }

  /// The outcomes for programs.
  package static let record = Record<[Outcome]>(
    "Locks.",
    members: [
      .init(schema: "render-transition/approve-1"),
      .init(
        "locks", .list(.object(outcome), "The locks, in the order of the scenes."), from: { $0 }),
    ])

  private static let outcome = Record<Outcome>(
    "A lock.",
    members: [
      .init("lock", .text("Its path."), \.path),
      .init("frames", .whole("How many it has."), \.frames),
      .init("written", .flag("False if it was so before."), \.isNew),
    ])

  /// Approves the scenes and folders that `paths` name.
  package func outcomes(
    for paths: [String], onScene: (_ done: Int, _ inAll: Int) -> Void
  ) async throws(Failure) -> [Outcome] {
    let seen = try options.report.map { path throws(Failure) in try SeenReport(path) }
    let scenes = try scenes(paths, seen)
    for scene in scenes {
      try Failure.wrapping { try LockFile(SceneLock.path(ofScene: scene)).checkPlace() }
    }
    let animations = try openAll(scenes)
    var locks: [SceneLock] = []
    for (index, scene) in scenes.enumerated() {
      onScene(index, scenes.count)
      let lock = try await animations[index].lock(of: scene, jobs: options.jobs)
      try seen?.check(lock, of: scene)
      locks.append(lock)
    }
    return try zip(scenes, locks).map { scene, lock throws(Failure) in try write(lock, of: scene) }
  }

  private func scenes(_ paths: [String], _ seen: SeenReport?) throws(Failure) -> [String] {
    if let seen, paths.isEmpty {
      guard !seen.failed.isEmpty else { throw Failure(.noScene, "nothing failed in that report") }
      try seen.checkPlaces()
      return seen.failed
    }
    let search = SceneSearch(
      in: options.isAll ? ["."] : paths, limits: options.limits)
    try search.checkFiles()
    guard !search.scenes.isEmpty else { throw Failure(.noScene, "there is no scene to approve") }
    return try options.plan(of: search.scenes)?.tasks(of: options.shard).map(\.id)
      ?? search.scenes
  }

  /// Reads all scenes, and reports the mistakes of all, before a lock is touched.
  private func openAll(_ scenes: [String]) throws(Failure) -> [Animation] {
    var animations: [Animation] = []
    var (diagnostics, code): ([Diagnostic], ExitCode?) = ([], nil)
    for scene in scenes {
      do throws(Failure) {
        animations.append(try Animation(testing: scene, options))
      } catch {
        diagnostics += error.diagnostics
        code = code ?? error.code
      }
    }
    if let code { throw Failure(code, diagnostics) }
    return animations
  }

  private func write(_ lock: SceneLock, of scene: String) throws(Failure) -> Outcome {
    let path = SceneLock.path(ofScene: scene)
    let isNew = try Failure.wrapping { try LockFile(path).replace(with: lock) }
    return Outcome(path: path, frames: lock.frames.count, isNew: isNew)
  }
}

/// A report of `test` that was reviewed.
struct SeenReport {
  /// The scenes that differed or had no baseline.
  let failed: [String]
  /// How long each scene took.
  let seconds: [String: Double]
  /// What it says of each of the scenes that failed.
  private let rows: [String: JSONNode]
  private let path: String

  /// Reads the report at `path`.
  init(_ path: String) throws(Failure) {
    self.path = path
    let bytes: [UInt8]
    do {
      bytes = try TextFile.read(path, limit: 64 << 20)
    } catch {
      throw Failure(error.isAboutMissing ? .noScene : .usage, "\(error)")
    }
    let node: JSONNode
    do {
      node = try JSONParser.parse(bytes, file: path, limits: Limits())
    } catch {
      throw Failure(
        .usage, [Diagnostic(.error, .place(error.place), error.problem.message)])
    }
    guard node["schema"]?.text == TestReport.schema, let scenes = node["scenes"]?.elements else {
      throw Failure(
        .usage, [Diagnostic(.error, .file(path), "this is no report of \"test --reporter json=\"")])
    }
    let unlike = scenes.filter { scene in
      ["different", "missing"].contains(scene["verdict"]?.text ?? "")
    }
    failed = unlike.compactMap { $0["scene"]?.text }
    seconds = Dictionary(
      scenes.compactMap { scene in
        scene["scene"]?.text.flatMap { name in scene["seconds"]?.number.map { (name, $0) } }
      }, uniquingKeysWith: { $1 })
    rows = Dictionary(
      unlike.compactMap { row in row["scene"]?.text.map { ($0, row) } }, uniquingKeysWith: { $1 })
  }

  /// Throws if the lock of a scene that failed would not be beneath the current folder: a report may
  /// come from anybody.
  func checkPlaces() throws(Failure) {
    let here = PathName.identity(".")
    let outside = failed.first { scene in
      let lock = PathName.identity(SceneLock.path(ofScene: scene))
      return SceneAddress(scene) != .file(scene) || !PathName.parents(lock).contains(here)
    }
    guard let outside else { return }
    let message = "the report names a scene that is not in the current folder"
    throw Failure(
      .usage,
      [Diagnostic(.error, .file(outside), message, hint: "name it, too, if it is to be approved")])
  }

  /// Throws if `scene` is not what the report saw.
  func check(_ lock: SceneLock, of scene: String) throws(Failure) {
    guard failed.contains(scene) else {
      throw refusal(of: scene, "did not fail in \(Escaped.quoted(path))", "name it without --from")
    }
    // A scene without a baseline was not rendered: there is nothing to hold it against but its
    // text.
    if let content = rows[scene]?["content"]?.text, content != "\(lock.scene)" {
      throw refusal(of: scene, "has changed since the report", "test it again, and look")
    }
    if let pictures = rows[scene]?["pictures"]?.text, pictures != "\(lock.pictureHash)" {
      throw refusal(
        of: scene, "does not look here as it did where the report was made",
        "test it here, and look")
    }
  }

  private func refusal(of scene: String, _ message: String, _ hint: String) -> Failure {
    Failure(.different, [Diagnostic(.error, .file(scene), "the scene \(message)", hint: hint)])
  }
}
