import Formatting
import ImageDiff
import Pixels
package import RenderTransition
import SceneFormat

/// The baseline of a scene.
enum Baseline {
  case lock(SceneLock)
  case pictures(DiffInput)
  /// The scene of a revision, and what it renders to.
  case scene(DiffInput, SceneLock)

  /// As a lock, for a scene that renders to `actual`.
  func lock(beside actual: SceneLock) -> SceneLock {
    switch self {
    case .lock(let lock), .scene(_, let lock): lock
    case .pictures(let input): input.lock(beside: actual)
    }
  }

  /// The frames that it has.
  var hashes: Set<FrameHash> {
    switch self {
    case .lock(let lock), .scene(_, let lock): Set(lock.frames.map(\.hash))
    case .pictures(let input): Set(input.sequence.frames.map(\.hash))
    }
  }
}

/// Finds the baselines of scenes: their locks, a revision, or a folder's pictures.
package struct Baselines {
  let options: RegressionOptions
  /// The repository that the current folder is in.
  ///
  /// A repository beside a scene is not used: a pull request can add a hostile one there.
  let repository: GitRepository?
  /// Where it is noted what is read; nil for nowhere.
  let log: FileLog?

  package init(
    _ options: RegressionOptions, repository: GitRepository? = GitRepository(),
    log: FileLog? = nil
  ) {
    (self.options, self.repository, self.log) = (options, repository, log)
  }

  /// Throws where the folder of pictures is missing.
  func check() throws(Failure) {
    guard case .folder(let folder)? = options.reference else { return }
    let status = try Failure.wrapping { try FileStatus(folder) }
    guard status?.isFolder == true else {
      let code: ExitCode = status == nil ? .noScene : .usage
      let reason = code == .usage ? "it is no folder" : "there is no such folder"
      throw Failure(code, [Diagnostic(.error, .file(folder), reason)])
    }
  }

  /// The baseline of `scene`; nil if it has none.
  func baseline(of scene: String) async throws(Failure) -> Baseline? {
    switch options.reference {
    case nil: try lock(of: scene).map(Baseline.lock)
    case .revision(let revision): try await baseline(of: scene, in: revision)
    case .folder(let folder): try await pictures(of: scene, in: folder).map(Baseline.pictures)
    }
  }

  /// What renders to a baseline of `scene`, or shows it; nil if it is not at hand.
  func input(of scene: String, _ baseline: Baseline) async -> DiffInput? {
    switch baseline {
    case .lock(let lock): await input(renderingTo: lock, of: scene)
    case .pictures(let input), .scene(let input, _): input
    }
  }

  /// The pictures of `scene` in `folder`: an animation, a folder of frames, or one picture.
  private func pictures(of scene: String, in folder: String) async throws(Failure) -> DiffInput? {
    let stem = (folder.hasSuffix("/") ? folder : folder + "/") + PathName.stem(scene)
    var path: String?
    for ending in [".apng", "/", ".gif", ".png"] where path == nil {
      log?.note(stem + ending)
      if try Failure.wrapping({ try FileStatus(stem + ending) }) != nil { path = stem + ending }
    }
    guard let path else { return nil }
    var options = DiffInputOptions()
    (options.jobs, options.limits) = (self.options.jobs, self.options.limits)
    do {
      return try await DiffInput(at: path, options: options)
    } catch {
      throw Failure(comparing: error, path: path)
    }
  }

  /// The lock of `scene`; nil if it has none.
  package func lock(of scene: String) throws(Failure) -> SceneLock? {
    do {
      return try LockFile(SceneLock.path(ofScene: scene)).read()
    } catch let error as LockError {
      let place = Place(file: error.file, line: error.line, column: error.column)
      throw Failure(.invalidScene, [Diagnostic(.error, .place(place), error.problem)])
    } catch {
      var code = ExitCode.invalidScene
      if case .system? = (error as? FileError)?.reason { code = .failure }
      throw Failure(code, "\(error)")
    }
  }

  private func baseline(
    of scene: String, in revision: String
  ) async throws(Failure) -> Baseline? {
    guard let animation = try animation(of: scene, in: revision) else { return nil }
    do {
      let input = try await DiffInput(animation, path: scene, jobs: options.jobs)
      let frames = animation.lockedFrames(of: input.sequence)
      return .scene(input, try animation.lock(of: frames))
    } catch {
      throw Failure(rendering: error, of: "git:\(revision):\(scene)")
    }
  }

  /// What the lock of `scene` was made from; nil where there is none, or it is not found.
  package func approved(_ scene: String) async throws(Failure) -> Animation? {
    guard let lock = try lock(of: scene) else { return nil }
    return await input(renderingTo: lock, of: scene)?.animation
  }

  /// The scene as it is in `revision`; nil if it was not there.
  package func animation(
    of scene: String, in revision: String, scale: Double? = nil
  ) throws(Failure) -> Animation? {
    guard let repository else {
      throw Failure(noRepositoryFor: "\"git:\"")
    }
    guard repository.commit(revision) != nil else {
      throw Failure(.usage, "git knows no revision \(Escaped.quoted(revision)) here")
    }
    guard let path = repository.ownPath(of: PathName.identity(scene)) else {
      throw Failure(reading: FileError(.read, scene, .otherRepository), called: scene)
    }
    do throws(LoadFailure) {
      return try Animation(
        at: .revision(revision, path: path), of: repository, scale: scale,
        assetRoot: options.assetRoot, limits: options.limits)
    } catch {
      if case .unreadable(let reason) = error, reason.isAboutMissing { return nil }
      throw Failure(error, scene: scene)
    }
  }

  /// Why nothing was found that renders to the lock of `scene`.
  func reasonAgainst(_ scene: String) -> String {
    repository?.ownPath(of: PathName.identity(scene)) == nil
      ? "the scene is not part of the git repository of the current folder"
      : "no revision that was tried renders to the lock (see --base)"
  }

  /// What renders to `lock`, looked for in the revisions where that is likely.
  ///
  /// These are the one that the user names, or the last commit and the one that made the lock. It
  /// is believed by its hashes alone.
  private func input(renderingTo lock: SceneLock, of scene: String) async -> DiffInput? {
    guard let repository else { return nil }
    let name = PathName.identity(scene)
    var revisions = [options.base ?? "HEAD"]
    if let commit = repository.lastCommit(changing: SceneLock.path(ofScene: name)) {
      revisions.append(commit)
    }
    for revision in revisions {
      guard let animation = try? animation(of: scene, in: revision),
        let input = try? await DiffInput(animation, path: scene, jobs: options.jobs)
      else { continue }
      let frames = animation.lockedFrames(of: input.sequence)
      if frames == lock.frames { return input }
    }
    return nil
  }
}
