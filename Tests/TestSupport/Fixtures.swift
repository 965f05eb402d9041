public import Foundation

/// Pictures and texts that nobody here made, and the package that they lie in.
public enum Fixtures {
  /// The folder of the package.
  public static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let folder = package.appending(path: "Tests/Fixtures")

  /// The files in a folder of the fixtures, by name; none where there is no such folder.
  public static func files(in name: String, suffix: String) -> [URL] {
    let place = folder.appending(path: name)
    let names = try? FileManager.default.contentsOfDirectory(atPath: place.path())
    return (names ?? []).filter { $0.hasSuffix(suffix) }.sorted().map { place.appending(path: $0) }
  }

  /// The bytes of one file such as `pixelmatch/1a.png`.
  public static func bytes(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: path)))
  }
}
