import SceneFormat

/// What can be said of a path by looking at its letters alone.
enum PathName {
  /// The path without needless parts: no `.`, no `//`, no `/` at the end, and `..` taken back.
  static func normal(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// The last part of the path.
  static func last(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The folder that a path is in.
  static func folder(_ path: String) -> String {
    let name = path.reversed().drop { $0 == "/" }.prefix { $0 != "/" }
    let folder = path.reversed().drop { $0 == "/" }.dropFirst(name.count)
    return folder.isEmpty ? "." : String(folder.reversed())
  }

  /// The last part of a scene's path without its ending; what its outputs are called.
  static func stem(_ path: String) -> String {
    // What shells call a stream is no name.
    if path == "-" || path.hasPrefix("/dev/") || path.hasPrefix("/proc/") { return "scene" }
    let name = last(path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The format that a name says.
  static func format(_ path: String) -> OutputFormat? {
    if path.hasSuffix("/") { return .frames }
    let name = last(path)
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return OutputFormat.ofEnding(String(name[name.index(after: dot)...]))
  }

  /// Every folder above a normal path, the nearest first; the folder that a path is relative to is
  /// the empty one.
  static func parents(_ path: String) -> [String] {
    let folders = path.indices.filter { path[$0] == "/" && $0 != path.startIndex }.reversed()
      .map { String(path[..<$0]) }
    if path.isEmpty || path == "/" || path.hasPrefix("..") { return folders }
    return folders + [path.hasPrefix("/") ? "/" : ""]
  }
}
