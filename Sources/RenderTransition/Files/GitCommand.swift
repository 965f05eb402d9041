import Glibc

/// The program `git`, asked for things that it only has to look up: nothing is ever changed.
struct GitCommand {
  /// Where git is started.
  var folder: String

  /// More than any list or file that is asked for.
  private static let outputLimit = 512 << 20

  /// What git answers to `arguments`; nil if it refuses, is missing, or says too much.
  func output(_ arguments: [String]) -> [UInt8]? {
    // Neither a pager, nor replaced objects, nor a lock in somebody's repository.
    let all = ["git", "--no-pager", "--no-replace-objects", "--no-optional-locks", "-C", folder]
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    // Git itself gets copies of its end alone.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let child = Self.start(all + arguments, writingTo: ends[1])
    close(ends[1])
    guard let child else { return nil }
    let bytes = Self.readAll(from: ends[0])
    if bytes == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return status == 0 ? bytes : nil
  }

  /// What git answers, as lines that end in a zero byte.
  func records(_ arguments: [String]) -> [String]? {
    output(arguments).map { bytes in
      bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// What git answers, as one word.
  func word(_ arguments: [String]) -> String? {
    guard let bytes = output(arguments) else { return nil }
    let word = bytes.prefix { $0 != 0x0A }
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }

  private static func start(_ words: [String], writingTo output: Int32) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let code = unsafe posix_spawnp(&child, "git", &actions, nil, &arguments, environ)
    return code == 0 ? child : nil
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
