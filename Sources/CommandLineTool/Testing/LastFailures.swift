import Glibc
import RenderTransition

/// Which scenes failed when they were last tested from the current folder: a list among the user's
/// caches, where no repository sees it.
enum LastFailures {
  /// The names of the scenes.
  static func read() throws(Failure) -> Set<String> {
    guard let file, let bytes = try? TextFile.read("\(file.root)/\(file.path)", limit: 8 << 20)
    else {
      throw Failure(.noScene, "it is not known which scenes failed last: none was tested from here")
    }
    return Set(bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
  }

  /// Notes how scenes fared; those that were not tested stay as they are.
  static func note(failed: [String], passed: [String]) throws(Failure) {
    guard let file else { return }
    var names = (try? read()) ?? []
    names.subtract(passed.map(name))
    names.formUnion(failed.map(name))
    let text = names.sorted().joined(separator: "\0")
    do {
      try TextFile.write(Array(text.utf8), to: file.path, beneath: file.root)
    } catch {
      // Where nothing can be kept, a test is a test all the same.
      guard let error = error as? FileError, error.reason == .link else { return }
      throw Failure(.failure, "\(error)")
    }
  }

  /// What a scene is called whatever folder it is named from.
  static func name(of scene: String) -> String { Console.system.identity(scene) }

  private static var file: (root: String, path: String)? {
    let environment = Console.system.environment
    let home = environment("HOME").map { $0 + "/.cache" }
    guard let cache = environment("XDG_CACHE_HOME").flatMap({ $0.isEmpty ? nil : $0 }) ?? home,
      cache.hasPrefix("/")
    else { return nil }
    let folder = PathName.normal(Console.system.identity("."))
    let name = folder.utf8.map { byte in
      let isPlain = (48...57).contains(byte) || (97...122).contains(byte | 0x20)
      return isPlain ? String(UnicodeScalar(byte)) : "-"
    }.joined().suffix(180)
    return (cache, "render-transition/failed\(name)")
  }
}
