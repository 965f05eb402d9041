import Glibc
public import SceneFormat

/// Where a scene is: in a file, on the standard input or another stream, or in a revision of a git
/// repository.
public enum SceneAddress: Hashable, Sendable {
  /// The file at a path.
  case file(String)
  /// The standard input, written `-`.
  case standardInput
  /// What flows at a path: a pipe, a device, or whatever `/dev/stdin` and `/dev/fd/3` are.
  case stream(String)
  /// The file at a path of a revision, written `git:REV:path`: from the top folder of the
  /// repository that the current folder is in, or from the current folder if it begins with `./`.
  case revision(String, path: String)

  /// The address that people write as `text`.
  public init(_ text: String) {
    if text == "-" {
      self = .standardInput
    } else if let revision = Self.revision(of: text) {
      self = revision
    } else {
      self = Self.isStream(text) ? .stream(text) : .file(text)
    }
  }

  /// Shells call a pipe, or a file that they have opened, by a name in a folder where no scene can
  /// have its pictures.
  private static func isStream(_ path: String) -> Bool {
    guard let status = try? FileStatus(path), !status.isFolder else { return false }
    return status.isStream || PathName.isStream(path)
  }

  private static func revision(of text: String) -> SceneAddress? {
    guard text.hasPrefix("git:") else { return nil }
    let rest = text.dropFirst(4)
    guard let colon = rest.firstIndex(of: ":"), colon != rest.startIndex else { return nil }
    return .revision(String(rest[..<colon]), path: String(rest[rest.index(after: colon)...]))
  }
}

/// Why a scene cannot be rendered.
public enum LoadFailure: Error, Sendable {
  /// The scene, or a file that it names, is not as it should be: everything that is wrong, in the
  /// order of the files, and the texts for showing where.
  case mistakes([SceneError], sources: [SourceText])
  /// The scene file itself cannot be read.
  case unreadable(FileError)
  /// The run is planned to take more bytes than the system lets this process have.
  case memory(planned: Double, left: Int)
}

extension LoadFailure: CustomStringConvertible {
  /// One line a mistake.
  public var description: String {
    switch self {
    case .mistakes(let mistakes, _):
      mistakes.map(\.description).joined(separator: "\n")
    case .unreadable(let error): error.description
    case .memory(let planned, let left):
      "the run takes \(Int(min(planned, 1e15)) >> 20) MiB of memory, and the system leaves "
        + "\(left >> 20) MiB to the process (ulimit -v)"
    }
  }
}

extension Animation {
  /// Reads the scene at `address` and all that it names; images are decoded on no more than `jobs`
  /// threads, which are as many as there are processors unless given.
  ///
  /// A revision is one of `repository`, which is the one that the current folder is in unless
  /// given. What is read or looked for in the file system is noted in `log`.
  public init(
    at address: SceneAddress, of repository: GitRepository? = nil,
    changedBy changes: SceneChanges = SceneChanges(), scale: Double? = nil,
    assetRoot: String? = nil, limits: Limits = Limits(), jobs: Int? = nil, log: FileLog? = nil
  ) throws(LoadFailure) {
    var sceneFiles: SceneFiles
    do {
      sceneFiles = try SceneFiles(
        at: address, of: repository, wider: assetRoot, limit: limits.count(.fileBytes), log: log)
      try sceneFiles.change(by: changes, log: log)
    } catch {
      throw .unreadable(error)
    }
    try self.init(sceneFiles, scale: scale, limits: limits, jobs: jobs)
  }

  /// Reads the scene file at `path` with edits of its texts; images that were decoded before are not
  /// decoded again.
  package init(
    sceneAt path: String, editedBy edits: [SceneEdit], decoded: DecodedImages, scale: Double?,
    assetRoot: String?, limits: Limits, jobs: Int?, log: FileLog
  ) throws(LoadFailure) {
    var sceneFiles: SceneFiles
    do {
      sceneFiles = try SceneFiles(
        at: .file(path), of: nil, wider: assetRoot, limit: limits.count(.fileBytes), log: log)
    } catch {
      throw .unreadable(error)
    }
    try sceneFiles.edit(by: edits, limits: limits)
    sceneFiles.decoded = decoded
    try self.init(sceneFiles, scale: scale, limits: limits, jobs: jobs)
  }

  /// Reads a scene that is part of the program, `text`, and names no files.
  package init(builtIn text: String, called name: String) throws(LoadFailure) {
    let sceneFiles: SceneFiles
    do {
      // What is not there needs a folder, too.
      let folder = try AssetFolder(scene: "/\(name)", wider: nil)
      sceneFiles = SceneFiles(folder, scene: name, text: Array(text.utf8))
    } catch {
      throw .unreadable(error)
    }
    try self.init(sceneFiles, scale: nil, limits: Limits())
  }

  /// Reads the scene file at `path` and all that it names.
  public init(
    sceneAt path: String, scale: Double? = nil, assetRoot: String? = nil,
    limits: Limits = Limits(), jobs: Int? = nil, log: FileLog? = nil
  ) throws(LoadFailure) {
    try self.init(
      at: .file(path), scale: scale, assetRoot: assetRoot, limits: limits, jobs: jobs, log: log)
  }
}

extension SceneFiles {
  /// The files of the scene at `address`, in its own folder or in the wider one at `wider`; of a
  /// stream, no more than `limit` bytes are read, and files are looked for in the current folder.
  fileprivate init(
    at address: SceneAddress, of repository: GitRepository?, wider: String?, limit: Int,
    log: FileLog?
  ) throws(FileError) {
    switch address {
    case .file(let path):
      // An empty name is not the current folder.
      guard !path.isEmpty else { throw FileError(.read, path, .system(ENOENT)) }
      try self.init(checking: AssetFolder(scene: path, wider: wider, log: log), shownAs: path)
    case .standardInput:
      try self.init(reading: .standardInput, limit: limit, shownAs: "stdin", wider: wider)
    case .stream(let path):
      let handle = try FileHandle.readingStream(path)
      defer { handle.close() }
      try self.init(reading: handle, limit: limit, shownAs: path, wider: wider)
    case .revision(let revision, let path):
      let shown = "git:\(revision):\(path)"
      let folder = try RevisionFolder(
        of: path, inRevision: revision, of: repository, wider: wider, shownAs: shown)
      try self.init(checking: folder, shownAs: shown)
    }
  }

  private init(
    reading handle: FileHandle, limit: Int, shownAs name: String, wider: String?
  ) throws(FileError) {
    let folder = try AssetFolder(scene: "stdin", wider: wider)
    self.init(folder, scene: "stdin", text: try handle.readAll(limit: limit))
    shownScene = name
  }

  private init(checking folder: some FileSource, shownAs name: String) throws(FileError) {
    guard folder.hasFile(folder.scenePath) else {
      throw FileError(.read, name, folder.reasonAgainst(folder.scenePath))
    }
    self.init(folder, scene: name)
  }
}
