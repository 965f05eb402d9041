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
  /// The file at a path of a revision, written `git:REV:path`: from the top folder of the repository
  /// that the current folder is in, or from the current folder if it begins with `./`.
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

  /// Whether it can be read only once.
  public var isReadOnce: Bool {
    switch self {
    case .standardInput, .stream: true
    case .file, .revision: false
    }
  }

  /// Shells call a pipe, or a file that they have opened, by a name in a folder where no scene can
  /// have its pictures.
  private static func isStream(_ path: String) -> Bool {
    guard let status = FileStatus(path), !status.isFolder else { return false }
    return status.isStream || ["/dev/", "/proc/"].contains(where: path.hasPrefix)
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

// The places that a scene can come from.
extension Animation {
  /// Reads the scene at `address` and all that it names; images are decoded on no more than `jobs`
  /// threads, which are as many as there are processors unless given.
  public init(
    at address: SceneAddress, scale: Double? = nil, assetRoot: String? = nil,
    limits: Limits = Limits(), jobs: Int? = nil
  ) throws(LoadFailure) {
    switch address {
    case .file(let path):
      try self.init(
        sceneAt: path, scale: scale, assetRoot: assetRoot, limits: limits, jobs: jobs)
    case .standardInput:
      try self.init(
        fromStandardInputAt: scale, assetRoot: assetRoot, limits: limits, jobs: jobs)
    case .stream(let path):
      try self.init(
        fromStreamAt: path, scale: scale, assetRoot: assetRoot, limits: limits, jobs: jobs)
    case .revision(let revision, let path):
      try self.init(
        sceneAt: path, inRevision: revision, scale: scale, assetRoot: assetRoot, limits: limits,
        jobs: jobs)
    }
  }

  /// Reads the scene file at `path` and all that it names.
  public init(
    sceneAt path: String, scale: Double? = nil, assetRoot: String? = nil,
    limits: Limits = Limits(), jobs: Int? = nil
  ) throws(LoadFailure) {
    // What has no name is nothing, not the folder that one is in.
    guard !path.isEmpty else { throw .unreadable(FileError(.read, path, .system(ENOENT))) }
    let folder: AssetFolder
    do {
      folder = try AssetFolder(scene: path, wider: assetRoot)
    } catch {
      throw .unreadable(error)
    }
    try self.init(folder, shownAs: path, scale: scale, limits: limits, jobs: jobs)
  }

  /// Reads a scene from the standard input; what it names is looked for in the current folder.
  public init(
    fromStandardInputAt scale: Double?, assetRoot: String? = nil, limits: Limits = Limits(),
    jobs: Int? = nil
  ) throws(LoadFailure) {
    try self.init(
      readOnce: .standardInput, shownAs: "stdin", scale: scale, assetRoot: assetRoot,
      limits: limits, jobs: jobs)
  }

  /// Reads a scene from the pipe or the device at `path`; what it names is looked for in the current
  /// folder.
  public init(
    fromStreamAt path: String, scale: Double? = nil, assetRoot: String? = nil,
    limits: Limits = Limits(), jobs: Int? = nil
  ) throws(LoadFailure) {
    let handle: FileHandle
    do {
      handle = try .readingStream(path)
    } catch {
      throw .unreadable(error)
    }
    defer { handle.close() }
    try self.init(
      readOnce: handle, shownAs: path, scale: scale, assetRoot: assetRoot, limits: limits,
      jobs: jobs)
  }

  private init(
    readOnce handle: FileHandle, shownAs name: String, scale: Double?, assetRoot: String?,
    limits: Limits, jobs: Int?
  ) throws(LoadFailure) {
    var shelf: AssetShelf
    do {
      let folder = try AssetFolder(scene: "stdin", wider: assetRoot)
      let text = try handle.readAll(limit: limits.count(.fileBytes))
      shelf = AssetShelf(folder, scene: "stdin", text: text)
    } catch {
      throw .unreadable(error)
    }
    shelf.shownScene = name
    try self.init(shelf, scale: scale, limits: limits, jobs: jobs)
  }

  /// Reads the scene at `path` of a revision of `repository`, which is the one that the current
  /// folder is in unless given, and all that it names as it was then.
  public init(
    sceneAt path: String, inRevision revision: String, of repository: GitRepository? = nil,
    scale: Double? = nil, assetRoot: String? = nil, limits: Limits = Limits(), jobs: Int? = nil
  ) throws(LoadFailure) {
    let shown = "git:\(revision):\(path)"
    let folder: RevisionFolder
    do {
      folder = try RevisionFolder(
        of: path, inRevision: revision, of: repository, wider: assetRoot, shownAs: shown)
    } catch {
      throw .unreadable(error)
    }
    try self.init(folder, shownAs: shown, scale: scale, limits: limits, jobs: jobs)
  }

  private init(
    _ folder: some FileSource, shownAs name: String, scale: Double?, limits: Limits, jobs: Int?
  ) throws(LoadFailure) {
    guard folder.hasFile(folder.scenePath) else {
      throw .unreadable(FileError(.read, name, folder.reasonAgainst(folder.scenePath)))
    }
    try self.init(AssetShelf(folder, scene: name), scale: scale, limits: limits, jobs: jobs)
  }
}
