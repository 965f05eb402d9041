import Foundation

/// A folder of its own for one test; it is gone when nobody holds it any more.
public final class ScratchFolder: Sendable {
  /// Its path, without links and without a `/` at the end.
  public let path: String

  /// Makes a folder that is empty.
  public init() throws {
    let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    path = temporary.appending(path: "rt-\(UUID().uuidString)").path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // What a test has made read-only can be removed only when it is writable again.
    let manager = FileManager.default
    for name in (try? manager.subpathsOfDirectory(atPath: path)) ?? [] {
      try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(path)/\(name)")
    }
    try? manager.removeItem(atPath: path)
  }

  /// The path of what is called `name` in it.
  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and the folders above it; answers its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Writes a file, and the folders above it; answers its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path(percentEncoded: false)
  }

  /// The bytes of the file called `name`.
  public func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path(name))))
  }

  /// The names in it or in one of its folders, in alphabetical order, hidden ones too.
  public func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }
}
