import RenderTransition
import SceneFormat

/// What a scene is held against.
struct ExpectedRun {
  /// Its frames.
  var lock: SceneLock
  /// What renders to them, if it is at hand.
  var animation: Animation?
}

/// Finds what scenes are held against: their locks, a revision, or a folder's pictures.
struct Expectations {
  let settings: Settings

  /// What `scene`, which was read as `animation`, is held against; nil if there is nothing.
  func run(of scene: String, shownAs animation: Animation) async throws(Failure) -> ExpectedRun? {
    switch settings.regression.reference {
    case nil: return try lock(of: scene).map { ExpectedRun(lock: $0) }
    case .revision(let revision): return try await run(of: scene, in: revision)
    case .folder(let folder): throw Failure(.failure, "\(folder)")
    }
  }

  /// The baseline of `scene`; nil if it has none.
  func lock(of scene: String) throws(Failure) -> SceneLock? {
    do throws(LockFile.Failure) {
      return try LockFile(SceneLock.path(ofScene: scene)).read()
    } catch {
      switch error {
      case .file(let error): throw Failure(.invalidScene, "\(error)")
      case .text(let error):
        let place = Place(file: error.file, line: error.line, column: error.column)
        throw Failure(.invalidScene, [Diagnostic(.error, .place(place), error.problem)])
      }
    }
  }

  private func run(of scene: String, in revision: String) async throws(Failure) -> ExpectedRun? {
    guard let animation = try animation(of: scene, in: revision) else { return nil }
    do {
      return ExpectedRun(lock: try await animation.lock(jobs: settings.jobs), animation: animation)
    } catch {
      throw Failure(rendering: error, of: "git:\(revision):\(scene)")
    }
  }

  /// The scene as it is in `revision`; nil if it was not there.
  func animation(of scene: String, in revision: String) throws(Failure) -> Animation? {
    let name = LastFailures.name(of: scene)
    guard let repository = Self.repository(around: name) else {
      throw Failure(.missingTool, "\"git:\" needs a git repository, and the program git")
    }
    guard repository.commit(revision) != nil else {
      throw Failure(.usage, "git knows no revision \(Visible.quoted(revision)) here")
    }
    guard let path = repository.beneathRoot(name) else { return nil }
    do throws(LoadFailure) {
      return try Animation(
        sceneAt: path, inRevision: revision, of: repository, assetRoot: settings.assetRoot,
        limits: settings.limits.ofScenes)
    } catch {
      if case .unreadable(let reason) = error, reason.isAboutMissing { return nil }
      throw Failure(error, scene: scene)
    }
  }

  /// The repository that the file with this real path lies in.
  static func repository(around file: String) -> GitRepository? {
    GitRepository(containing: PathName.parents(file).first ?? ".")
  }

  /// What renders to `lock`, in the revisions where that is likely: the one that the user names, or
  /// the last commit and the one that made the lock. It is believed by its hashes alone.
  func animation(renderingTo lock: SceneLock, of scene: String) async -> Animation? {
    let name = LastFailures.name(of: scene)
    guard let repository = Self.repository(around: name) else { return nil }
    var revisions = [settings.regression.base ?? "HEAD"]
    if let commit = repository.lastCommit(changing: SceneLock.path(ofScene: name)) {
      revisions.append(commit)
    }
    for revision in revisions {
      guard let animation = try? animation(of: scene, in: revision),
        let frames = try? await animation.hashes(jobs: settings.jobs), frames == lock.frames
      else { continue }
      return animation
    }
    return nil
  }
}
