import Glibc

/// Names, links and folders of the file system.
enum Folder {
  /// The names in the folder at `path`, in alphabetical order; none if it cannot be read.
  static func names(in path: String) -> [String] { (try? listing(path)) ?? [] }

  /// The names in the folder at `path`, in alphabetical order.
  static func listing(_ path: String) throws(FileError) -> [String] {
    guard let stream = unsafe opendir(path) else { throw .last(.read, path) }
    defer { unsafe closedir(stream) }
    return unsafe names(in: stream)
  }

  /// The names that `stream` lists, in alphabetical order.
  static func names(in stream: OpaquePointer) -> [String] {
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The path with all links, `.` and `..` resolved; nil if nothing is there.
  static func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Where something written to `path` is to be: what links there lead to, be it not there yet.
  static func target(of path: String) throws(FileError) -> String {
    var place = path
    // As many as the system follows.
    for _ in 0..<40 {
      if let real = realPath(place) { return real }
      guard let link = destination(ofLink: place) else { return place }
      place = link.hasPrefix("/") ? link : "\(Path(place).folder)/\(link)"
    }
    throw FileError(.write, path, .system(ELOOP))
  }

  /// What the link at `path` says; nil if none is there.
  private static func destination(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink(path, &bytes, bytes.count)
    return count > 0
      ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// Whether a link is at `path`, wherever it leads.
  static func isLink(_ path: String) -> Bool {
    var raw = stat()
    return unsafe lstat(path, &raw) == 0 && raw.st_mode & S_IFMT == S_IFLNK
  }

  /// Makes the folder at `path` and those above it, as far as they are missing.
  static func make(_ path: String) throws(FileError) {
    guard !path.isEmpty, FileStatus(path)?.isFolder != true else { return }
    let above = Path(path).folder
    if above != path, above != "." { try make(above) }
    guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last(.write, path) }
  }

  /// A path, taken apart.
  struct Path {
    var text: String

    init(_ text: String) {
      self.text = text
      while self.text.count > 1, self.text.hasSuffix("/") { self.text.removeLast() }
    }

    /// What is before the last `/`; `.` if there is none.
    var folder: String {
      guard let slash = text.lastIndex(of: "/") else { return "." }
      return slash == text.startIndex ? "/" : String(text[..<slash])
    }

    /// What is behind the last `/`.
    var name: String {
      guard let slash = text.lastIndex(of: "/") else { return text }
      return String(text[text.index(after: slash)...])
    }
  }
}
