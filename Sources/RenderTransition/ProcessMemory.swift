import Glibc

/// What the system lets this process have of memory.
public enum ProcessMemory {
  /// The bytes that may still be asked for; nil where there is no limit (`ulimit -v`).
  public static var leftBytes: Int? {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
      let bytes = Int(exactly: limit.rlim_cur),
      let file = try? FileHandle.reading("/proc/self/statm")
    else { return nil }
    defer { file.close() }
    // The first number is what the process has, in pages.
    let text = (try? file.readHead(64)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let pages = text.split(separator: " ").first.flatMap { Int($0) } ?? 0
    return max(0, bytes - pages * Int(sysconf(Int32(_SC_PAGESIZE))))
  }
}
