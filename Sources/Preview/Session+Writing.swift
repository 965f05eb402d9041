import Formatting
import Regression
import RenderTransition
import SceneFormat
import Synchronization

// What a page may write.
extension Session {
  /// Writes the edited texts of a build over those that it was made from; answers their paths.
  func save(_ build: SceneBuild) throws -> [String] {
    guard !options.isReadOnly else { throw Refusal.readOnly }
    guard build.files.changes().isEmpty else {
      throw Refusal(
        "the files changed on disk", status: 409, hint: "review the new version, then save again")
    }
    return try build.animation.writeEdits()
  }

  /// Locks the frames of a build: what was seen is what is approved.
  func approve(_ build: SceneBuild) throws -> [String] {
    guard !options.isReadOnly else { throw Refusal.readOnly }
    let (scene, wish) = (build.wish.scene, build.wish)
    guard wish.version == .files, wish.edits.isEmpty, build.files.changes().isEmpty else {
      throw Refusal(
        "the scene's files say something else", status: 409, hint: "save, and look again")
    }
    guard wish.scale == nil, wish.fps == nil else {
      throw Refusal(
        "a lock has the scene's own scale and rate", status: 409,
        hint: "leave out --scale and --fps")
    }
    let lock = try work.run(.strip) { [jobs = work.jobs] _ in
      try Threads.answer { try await build.animation.lock(jobs: jobs) }
    }
    let path = SceneLock.path(ofScene: scene)
    try LockFile(path).checkPlace()
    let isNew = try LockFile(path).replace(with: lock)
    state.withLock { $0.verdicts[scene] = nil }
    return isNew ? [path] : []
  }

  /// Writes a build as outputs beneath the current folder; answers their paths.
  func export(_ build: SceneBuild, to formats: [OutputFormat]) throws -> [String] {
    guard !options.isReadOnly else { throw Refusal.readOnly }
    let requests = formats.map { format in
      OutputRequest(
        format,
        to: .beneath(folder: ".", "output/\(PathName.stem(build.wish.scene))\(format.row.ending)"))
    }
    var rendering = RenderOptions()
    (rendering.fps, rendering.jobs) = (build.wish.fps, options.jobs)
    let settings = rendering
    let written = try work.run(.strip) { _ in
      try Threads.answer { try await build.animation.write(requests, options: settings) }
    }
    return written.compactMap(\.request.destination.path)
  }
}
