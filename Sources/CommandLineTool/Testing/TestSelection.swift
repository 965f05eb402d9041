import Formatting
import Glibc
import RenderTransition

/// The scenes that a test is about: found, then sieved by what the flags say.
struct TestSelection {
  /// The scenes, as they are shown.
  private(set) var scenes: [String]
  /// The locks whose scene is gone.
  private(set) var orphans: [String]
  /// Whether flags have left nothing of what there was.
  let isSieved: Bool

  /// What `paths` name, or what is beneath the current folder.
  init(_ paths: [String], _ settings: Settings) throws(Failure) {
    let search = SceneSearch(in: paths.isEmpty ? ["."] : paths, limits: settings.limits)
    try search.checkFiles()
    let patterns = settings.regression.filters
    scenes = search.scenes.filter { Self.matches($0, patterns) }
    orphans = search.orphans.filter { Self.matches(SceneLock.scenePath(ofLock: $0), patterns) }
    guard !scenes.isEmpty || !orphans.isEmpty else {
      let place = paths.isEmpty ? "beneath the current folder" : "there"
      throw Failure(
        .noScene, patterns.isEmpty ? "there is no scene \(place)" : "no scene matches --filter")
    }
    let all = scenes.count
    if settings.regression.isLastFailed {
      let names = try LastFailures.read()
      scenes = scenes.filter { names.contains(LastFailures.name(of: $0)) }
      orphans = []
    }
    isSieved = scenes.count < all
  }

  /// Leaves the scenes of which a file is not as in the revision --base of `repository`.
  mutating func keepChanged(
    in repository: GitRepository?, _ settings: Settings
  ) throws(Failure) {
    guard let repository else {
      throw Failure(noRepositoryFor: "--only-changed")
    }
    let base = settings.regression.base ?? "HEAD"
    guard let commit = repository.commit(base),
      var changed = ChangedFiles(since: commit, in: repository)
    else { throw Failure(.usage, "git knows no revision \(Escaped.quoted(base)) here") }
    scenes = scenes.filter { scene in
      let lock = SceneLock.path(ofScene: LastFailures.name(of: scene))
      guard !changed.contains(lock),
        let animation = try? Animation(
          at: SceneAddress(scene), assetRoot: settings.assetRoot, limits: settings.limits)
      else { return true }
      return animation.inputs.contains { changed.contains($0) }
    }
    orphans = []
  }

  // A pattern is held against the path, and against the name alone.
  private static func matches(_ path: String, _ patterns: [String]) -> Bool {
    let names = [path, PathName.last(path), PathName.stem(path)]
    return patterns.isEmpty
      || patterns.contains { pattern in names.contains { Self.fits(pattern, $0) } }
  }

  private static func fits(_ pattern: String, _ name: String) -> Bool {
    unsafe fnmatch(pattern, name, 0) == 0
  }
}

extension SceneSearch {
  /// Throws where something is not there, cannot be read, or is no file: nothing else has a
  /// baseline.
  func checkFiles() throws(Failure) {
    if let failure = failures.first { throw Failure(.failure, "\(failure)") }
    if let missing = missing.first {
      throw Failure(.noScene, [Diagnostic(.error, .file(missing), "there is no such file")])
    }
    if let address = scenes.first(where: { SceneAddress($0) != .file($0) }) {
      throw Failure(.usage, "only a file has a baseline, not \(Escaped.quoted(address))")
    }
  }
}
