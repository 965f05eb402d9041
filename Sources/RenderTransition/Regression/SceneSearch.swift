import Glibc
public import SceneFormat

/// The scenes that people mean when they name files and folders.
public struct SceneSearch: Hashable, Sendable {
  /// The scenes, each once: files as they were named, those of a folder in alphabetical order.
  public private(set) var scenes: [String] = []
  /// The locks whose scene is gone.
  public private(set) var orphans: [String] = []
  /// What was named and is not there.
  public private(set) var missing: [String] = []
  /// Why folders cannot be listed: the scenes in them are not known.
  public private(set) var failures: [FileError] = []
  private var seen: Set<String> = []
  private let limits: Limits

  /// Folders that hold other people's files, or what was built.
  private static let foreign: Set<String> = ["node_modules", "DerivedData", "Pods"]
  /// No tree that somebody made by hand is as deep.
  private static let depthLimit = 32

  /// Looks at what `paths` name; a folder stands for all scenes beneath it.
  public init(in paths: [String], limits: Limits = Limits()) {
    self.limits = limits
    for path in paths {
      guard let status = FileStatus(path) else {
        look(atMissing: path)
        continue
      }
      if status.isFolder {
        walk(path == "." ? "" : path, depth: 0)
      } else {
        // Who names a lock means what it belongs to.
        add(path.hasSuffix(".lock") ? SceneLock.scenePath(ofLock: path) : path)
      }
    }
  }

  private mutating func look(atMissing path: String) {
    let lock = SceneLock.path(ofScene: path)
    if lock != path, FileStatus(lock)?.isRegular == true {
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

  private mutating func walk(_ folder: String, depth: Int) {
    guard depth < Self.depthLimit else { return }
    let names: [String]
    do throws(FileError) {
      names = try Folder.listing(folder.isEmpty ? "." : folder)
    } catch {
      failures.append(error)
      return
    }
    for name in names where !name.hasPrefix(".") && !Self.foreign.contains(name) {
      let path = folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if name.hasSuffix(".json") {
        if names.contains(SceneLock.path(ofScene: name)) || isScene(path) { add(path) }
      } else if name.hasSuffix(".lock") {
        if !names.contains(SceneLock.scenePath(ofLock: name)), isLock(path) { orphans.append(path) }
      } else if FileStatus(path)?.isFolder == true, !Folder.isLink(path) {
        walk(path, depth: depth + 1)
      }
    }
  }

  private func isScene(_ path: String) -> Bool {
    guard let bytes = try? TextFile.read(path, limit: limits.count(.fileBytes)) else {
      return false
    }
    return SceneReading.isScene(bytes, limits: limits)
  }

  // Other programs call their files so, too.
  private func isLock(_ path: String) -> Bool {
    guard let bytes = try? TextFile.read(path, limit: LockReader.byteLimit) else { return false }
    return bytes.starts(with: SceneLock.title.utf8)
  }
}
