import Glibc
import Synchronization

/// A git repository whose revisions can be read; it is never changed.
public struct GitRepository: Hashable, Sendable {
  /// The real path of its top folder.
  public let root: String
  let git: GitCommand

  /// The repository that `folder` lies in; nil if there is none, or no git.
  ///
  /// A bare repository is ignored: a pull request can add one as plain files.
  public init?(containing folder: String = ".") {
    let question = ["rev-parse", "--show-toplevel", "--absolute-git-dir"]
    guard let found = GitCommand(place: ["-C", folder]).lines(question), found.count == 2,
      let real = Folder.realPath(found[0])
    else { return nil }
    root = real
    git = GitCommand(place: ["-C", real, "--git-dir=\(real)/.git", "--work-tree=\(real)"])
    // Git before 2.38 accepts a bare one, whose core.worktree can name any folder.
    guard git.lines(["rev-parse", "--absolute-git-dir"])?.first == found[1] else { return nil }
  }

  /// The full name of the commit that `revision` means; nil if it means none.
  public func commit(_ revision: String) -> String? {
    guard !revision.isEmpty else { return nil }
    let name = git.lines(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"])?.first
    // For "^HEAD", git prints "^" before the name.
    return name?.allSatisfy(\.isHexDigit) == true ? name : nil
  }

  /// The commit that last changed the file at the real path `path`; nil if none is known.
  public func lastCommit(changing path: String) -> String? {
    guard let inside = ownPath(of: path) else { return nil }
    return git.lines(["rev-list", "-1", "HEAD", "--", inside])?.first
  }

  /// What the real path `path` of a file is beneath the top folder; nil if it lies outside, or in
  /// another repository: a submodule or a clone.
  public func ownPath(of path: String) -> String? {
    guard let inside = beneathRoot(path) else { return nil }
    var folder = root
    for part in inside.split(separator: "/").dropLast() {
      folder += "/\(part)"
      // If the system does not say, it may be another one.
      guard (try? FileStatus("\(folder)/.git") == nil) == true else { return nil }
    }
    return inside
  }

  /// Why git does not list the folder at the path `folder` in `commit`: it is not there, or it is
  /// in a submodule, or git has failed.
  func reasonAgainst(_ folder: String, in commit: String) -> FileError.Reason {
    let above = folder.indices.filter { folder[$0] == "/" }.map { String(folder[..<$0]) }
    for folder in above + [folder] {
      let question = ["ls-tree", "-z", "--full-tree", commit, "--", folder]
      guard let entries = git.records(question) else { return .noObject }
      guard let entry = entries.first else { return .system(ENOENT) }
      if entry.hasPrefix("160000 ") { return .otherRepository }
    }
    return .noObject
  }

  /// What the real path `path` is beneath the top folder, which is the empty path itself; nil if it
  /// lies outside.
  func beneathRoot(_ path: String) -> String? {
    if path == root { return "" }
    let prefix = root == "/" ? "/" : root + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
  }
}

/// Runs `git` to look things up: nothing is changed, and no program that a repository's
/// configuration names is run.
///
/// Ask plumbing only: `log`, `diff` and `status` run filters, hooks and gpg.
struct GitCommand: Hashable, Sendable {
  /// The flags that say which folder and which repository are meant.
  var place: [String]

  private static let flags =
    ["git", "--no-pager", "--no-replace-objects", "--literal-pathspecs"]
    + [
      "core.fsmonitor=false", "core.hooksPath=/dev/null", "log.showSignature=false",
      "protocol.allow=never", "safe.bareRepository=explicit",
    ].flatMap { ["-c", $0] }

  // protocol.ext.allow in a repository's configuration overrides protocol.allow, but not this empty
  // list of allowed protocols.
  private static let variables = [
    "GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0",
    "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=",
  ]

  /// The programs that run; they end with this one.
  private static let running = Mutex<Set<pid_t>>([])

  /// More than any list or file that is asked for.
  static let outputLimit = 512 << 20

  /// What git answers to `arguments`; nil if it refuses, is missing, or says too much.
  func output(_ arguments: [String]) -> [UInt8]? {
    Self.output(of: Self.flags + place + arguments)
  }

  /// What the program `words[0]` of the PATH prints; nil if it refuses, is missing, or says too
  /// much.
  static func output(of words: [String]) -> [UInt8]? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    // Git itself gets copies of its end alone.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let child = running.withLock { list in
      let child = start(words, writingTo: ends[1])
      if let child { list.insert(child) }
      return child
    }
    close(ends[1])
    guard let child else { return nil }
    let bytes = readAll(from: ends[0])
    if bytes == nil { kill(child, SIGKILL) }
    // Waits without taking the number from the child, so that `killAll` hits no other process.
    var information = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {
    }
    return running.withLock { list in
      var status: Int32 = 0
      unsafe waitpid(child, &status, 0)
      list.remove(child)
      return status == 0 ? bytes : nil
    }
  }

  /// Ends what runs; nothing starts any more while `end` ends this program, too.
  static func killAll(andEnd end: () -> Never) -> Never {
    running.withLock { list in
      for child in list { kill(child, SIGKILL) }
      end()
    }
  }

  /// What git answers, as records that end in the byte `end`.
  func records(_ arguments: [String], endingIn end: UInt8 = 0) -> [String]? {
    output(arguments).map { bytes in
      bytes.split(separator: end).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// What git answers, as lines.
  func lines(_ arguments: [String]) -> [String]? { records(arguments, endingIn: 0x0A) }

  private static func start(_ words: [String], writingTo output: Int32) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    resetSignals(&attributes)
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var environment = unsafe Self.environment()
    defer { unsafe (arguments + environment).forEach { unsafe free($0) } }
    var child: pid_t = 0
    let code = unsafe posix_spawnp(
      &child, words[0], &actions, &attributes, &arguments, &environment)
    return code == 0 ? child : nil
  }

  /// Gives the child default signals, so that it can be stopped whatever this program ignores.
  private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    unsafe posix_spawnattr_setflags(&attributes, flags)
  }

  /// This program's environment with `variables` in place of all `GIT_…`.
  private static func environment() -> [UnsafeMutablePointer<CChar>?] {
    var entries = unsafe variables.map { unsafe strdup($0) }
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      if unsafe strncmp(entry, "GIT_", 4) != 0 { unsafe entries.append(strdup(entry)) }
      unsafe next += 1
    }
    return unsafe entries + [nil]
  }

  private static func readAll(from end: Int32) -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      var count = 0
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, used in
        repeat {
          unsafe count = Glibc.read(end, buffer.baseAddress, 1 << 16)
        } while count < 0 && errno == EINTR
        used = max(0, count)
      }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += chunk
      guard bytes.count <= outputLimit else { return nil }
    }
  }
}
