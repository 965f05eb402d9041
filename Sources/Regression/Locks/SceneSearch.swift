import Formatting
import Glibc
import Pixels
public import RenderTransition
public import SceneFormat

/// The scenes that people mean when they name files and folders.
public struct SceneSearch: Sendable {
  /// The scenes, each once: files as they were named, those of a folder in alphabetical order.
  public private(set) var scenes: [String] = []
  /// The locks whose scene is gone.
  public private(set) var orphans: [String] = []
  /// Names of files that do not exist.
  public private(set) var missing: [String] = []
  /// Why a folder cannot be listed, or a file cannot be read: it may hold scenes.
  public private(set) var failure: FileError?
  private var seen: Set<String> = []
  private let limits: Limits
  private let log: FileLog?

  /// Folders of dependencies and build products.
  private static let foreign: Set<String> = ["node_modules", "DerivedData", "Pods"]
  /// Deeper folders are not searched.
  private static let depthLimit = 32

  /// Searches `paths`, and notes in `log` what it reads; a folder stands for all scenes beneath it.
  public init(in paths: [String], limits: Limits = Limits(), log: FileLog? = nil) {
    (self.limits, self.log) = (limits, log)
    for path in paths {
      do throws(FileError) {
        guard let status = try FileStatus(path) else {
          try addMissing(path)
          continue
        }
        if status.isFolder {
          try walk(path == "." ? "" : path, depth: 0)
        } else {
          // A lock stands for its scene.
          add(path.hasSuffix(".lock") ? SceneLock.scenePath(ofLock: path) : path)
        }
      } catch {
        failure = failure ?? error
      }
    }
  }

  private mutating func addMissing(_ path: String) throws(FileError) {
    let lock = SceneLock.path(ofScene: path)
    if lock != path, try FileStatus(lock)?.isRegular == true {
      orphans.append(lock)
    } else if SceneAddress(path) == .file(path) {
      missing.append(path)
    } else {
      scenes.append(path)
    }
  }

  private mutating func add(_ path: String) {
    if seen.insert(Folder.realPath(path) ?? path).inserted { scenes.append(path) }
  }

  private mutating func walk(_ folder: String, depth: Int) throws(FileError) {
    guard depth < Self.depthLimit else { return }
    let place = folder.isEmpty ? "." : folder
    log?.note(place) {
      let names = try? Self.names(in: place).joined(separator: "/")
      return names.map { FrameHash(ofBytes: Array($0.utf8)) }
    }
    let names = try Self.names(in: place)
    for name in names {
      let path = folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if name.hasSuffix(".json") {
        let hasLock = names.contains(SceneLock.path(ofScene: name))
        if try hasLock ? true : isScene(path) { add(path) }
      } else if name.hasSuffix(".lock") {
        if !names.contains(SceneLock.scenePath(ofLock: name)), try isLock(path) {
          orphans.append(path)
        }
      } else {
        try walk(path, depth: depth + 1)
      }
    }
  }

  /// The names in `folder` of what may be scenes, locks, or folders of them.
  private static func names(in folder: String) throws(FileError) -> [String] {
    var names: [String] = []
    for name in try Folder.listing(folder) where !name.hasPrefix(".") && !foreign.contains(name) {
      if name.hasSuffix(".json") || name.hasSuffix(".lock") {
        names.append(name)
      } else if try FileStatus("\(folder)/\(name)", followingLinks: false)?.isFolder == true {
        names.append(name)
      }
    }
    return names
  }

  private func isScene(_ path: String) throws(FileError) -> Bool {
    log?.note(file: path, limit: limits.count(.fileBytes))
    let bytes = try Self.file(path, limit: limits.count(.fileBytes))
    return bytes.map { SceneReading.isScene($0, limits: limits) } ?? false
  }

  // Other programs call their files so, too.
  private func isLock(_ path: String) throws(FileError) -> Bool {
    let bytes = try Self.file(path, limit: LockReader.byteLimit)
    return bytes?.starts(with: SceneLock.title.utf8) ?? false
  }

  /// The bytes of the file at `path`; nil if it is no file of ours: a folder, too large, or a link
  /// that leads to nothing.
  fileprivate static func file(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try TextFile.read(path, limit: limit)
    } catch {
      guard case .system = error.reason, !error.isAboutMissing else { return nil }
      throw error
    }
  }
}

/// The scenes that a test is about: found, then filtered by flags.
struct TestSelection {
  /// The scenes, as they are shown.
  private(set) var scenes: [String]
  /// The locks whose scene is gone.
  var orphans: [String]

  /// What `paths` name, or what is beneath the current folder.
  init(
    _ paths: [String], _ options: RegressionOptions, _ log: FileLog? = nil
  ) throws(Failure) {
    let search = SceneSearch(in: paths.isEmpty ? ["."] : paths, limits: options.limits, log: log)
    try search.checkFiles()
    let patterns = options.filters
    scenes = search.scenes.filter { Self.matches($0, patterns) }
    orphans = search.orphans.filter { Self.matches(SceneLock.scenePath(ofLock: $0), patterns) }
    guard !scenes.isEmpty || !orphans.isEmpty else {
      throw patterns.isEmpty
        ? Failure(noSceneIn: paths) : Failure(.noScene, "no scene matches --filter")
    }
    if options.isLastFailed {
      let names = try LastFailures(options.cacheFolder).read()
      scenes = scenes.filter { names.contains(PathName.identity($0)) }
      orphans = []
    }
  }

  /// Leaves the scenes of which a file is not as in the revision --base of `repository`.
  mutating func keepChanged(
    in repository: GitRepository?, _ options: RegressionOptions, _ log: FileLog? = nil
  ) throws(Failure) {
    guard let repository else {
      throw Failure(noRepositoryFor: "--only-changed")
    }
    let base = options.base ?? "HEAD"
    guard let commit = repository.commit(base),
      var changed = ChangedFiles(since: commit, in: repository)
    else { throw Failure(.usage, "git knows no revision \(Escaped.quoted(base)) here") }
    scenes = scenes.filter { scene in
      // Its inputs do not have it where the system fails to say where it is.
      let place = PathName.identity(scene)
      guard !changed.contains(place), !changed.contains(SceneLock.path(ofScene: place)),
        let animation = try? Animation(
          at: SceneAddress(scene), assetRoot: options.assetRoot, limits: options.limits, log: log)
      else { return true }
      return animation.inputs.contains { changed.contains($0) }
    }
    orphans = []
  }

  /// Leaves the scenes of one machine; locks without a scene are the first one's.
  mutating func keep(_ plan: TaskPlan, _ shard: Shard) {
    scenes = plan.tasks(of: shard).map(\.id)
    if shard.index > 1 { orphans = [] }
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
  /// Throws where something is not there, cannot be read, or is no file, which `rule` is about.
  package func checkFiles(
    otherwise rule: String = "only a file has a baseline"
  ) throws(Failure) {
    if let failure { throw Failure(.failure, "\(failure)") }
    if let missing = missing.first {
      throw Failure(.noScene, [Diagnostic(.error, .file(missing), "there is no such file")])
    }
    if let address = scenes.first(where: { SceneAddress($0) != .file($0) }) {
      throw Failure(.usage, "\(rule), not \(Escaped.quoted(address))")
    }
  }
}

extension Failure {
  /// There is no scene in `paths`, or beneath the current folder if there are none.
  package init(noSceneIn paths: [String]) {
    let place = paths.isEmpty ? "beneath the current folder" : "there"
    self.init(.noScene, "there is no scene \(place)")
  }
}

/// Which scenes failed when they were last tested from the current folder: a list among the user's
/// caches, where no repository sees it.
package struct LastFailures {
  private let root: String?

  /// The list in the folder `cache`; none where that is no absolute path.
  package init(_ cache: String?) { root = cache.flatMap { $0.hasPrefix("/") ? $0 : nil } }

  /// The names of the scenes.
  func read() throws(Failure) -> Set<String> {
    guard let names = try names else {
      throw Failure(.noScene, "no scene was tested from this folder yet")
    }
    return names
  }

  /// The names of the scenes; nil where none are kept.
  private var names: Set<String>? {
    get throws(Failure) {
      let bytes = try Failure.wrapping {
        try root.flatMap { try SceneSearch.file("\($0)/\(path)", limit: 8 << 20) }
      }
      return bytes.map { bytes in
        Set(bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
      }
    }
  }

  /// Notes how scenes fared; those that were not tested stay as they are.
  package func note(failed: [String], passed: [String]) throws(Failure) {
    guard let root else { return }
    guard var names = try? names ?? [] else { return }
    names.subtract(passed.map(PathName.identity))
    names.formUnion(failed.map(PathName.identity))
    let text = names.sorted().joined(separator: "\0")
    do {
      try TextFile.write(Array(text.utf8), to: path, beneath: root)
    } catch {
      // Where nothing can be kept, a test is a test all the same.
      guard let error = error as? FileError, error.reason == .link else { return }
      throw Failure(.failure, "\(error)")
    }
  }

  private var path: String {
    let folder = PathName.normal(PathName.identity("."))
    return "render-transition/failed\(PathName.plain(folder).suffix(180))"
  }
}
