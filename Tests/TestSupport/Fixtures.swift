public import Foundation

/// The files that several checkouts share: pictures and texts that nobody here made.
public enum Fixtures {
  /// The folder of the package.
  public static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of shared fixtures, found through `RT_SHARED` or beside the package; nil without.
  public static let folder: URL? = {
    let shared =
      ProcessInfo.processInfo.environment["RT_SHARED"].map { URL(filePath: $0) }
      ?? package.deletingLastPathComponent().appending(path: "shared")
    let folder = shared.appending(path: "fixtures")
    return FileManager.default.fileExists(atPath: folder.path()) ? folder : nil
  }()

  /// The files in a folder of the fixtures, by name; says so and answers none where it is missing.
  public static func files(in name: String, suffix: String = "") -> [URL] {
    guard let folder else {
      print("skipped: the shared fixtures are not here, so \(name) is not tested")
      return []
    }
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: name).path())
    return (names ?? []).filter { $0.hasSuffix(suffix) }.sorted()
      .map { folder.appending(path: name).appending(path: $0) }
  }

  /// The bytes of one file such as `screens/home.png`; says so and answers nil where it is missing.
  public static func bytes(of path: String) -> [UInt8]? {
    guard let folder, let data = try? Data(contentsOf: folder.appending(path: path)) else {
      print("skipped: the shared fixture \(path) is not here")
      return nil
    }
    return [UInt8](data)
  }
}
