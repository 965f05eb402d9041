import Foundation

/// A folder that is gone when its use is over; in memory where that is possible, for every file
/// of a sequence waits for its disk.
struct ScratchFolder {
  /// Where it is.
  let path: URL

  /// Lets `body` use a new folder.
  static func use<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    return try body(folder.path)
  }

  /// Lets `body` use a new folder.
  static func use<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    return try await body(folder.path)
  }

  private init() throws {
    let memory = "/dev/shm"
    let root =
      FileManager.default.isWritableFile(atPath: memory)
      ? URL(filePath: memory) : FileManager.default.temporaryDirectory
    path = root.appending(path: "render-transition-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
  }

  private func remove() {
    try? FileManager.default.removeItem(at: path)
  }
}
