public import Foundation
import Testing

/// A program that a test asks for a second opinion, where it is installed.
public struct OutsideProgram: Sendable {
  /// Where it lies.
  public let path: URL

  /// Finds the program on the path, or at its own; says so and answers nil where it is missing.
  public init?(_ name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let places =
      name.hasPrefix("/")
      ? [URL(filePath: name)] : folders.map { URL(filePath: String($0)).appending(path: name) }
    let found = places.first { FileManager.default.isExecutableFile(atPath: $0.path()) }
    guard let found else {
      Self.skip("\(name) is not installed")
      return nil
    }
    path = found
  }

  /// Says why a test goes on without what it needs; where `CI` is set, that is a failure.
  ///
  /// `scripts/test` counts the lines of the file `RT_SKIPS`.
  public static func skip(_ reason: String) {
    let environment = ProcessInfo.processInfo.environment
    guard environment["CI"] == nil else {
      Issue.record("skipped: \(reason)")
      return
    }
    print("skipped: \(reason)")
    guard let list = environment["RT_SKIPS"] else { return }
    // Appended in one piece, whatever else is written at the same time.
    let file = FileHandle(
      fileDescriptor: unsafe open(list, O_WRONLY | O_APPEND), closeOnDealloc: true)
    try? file.write(contentsOf: Data("\(reason)\n".utf8))
  }

  /// Runs it and answers what it wrote to standard output; nil if it failed.
  public func output(_ arguments: [String]) throws -> [UInt8]? {
    let process = Process()
    let pipe = Pipe()
    (process.executableURL, process.arguments) = (path, arguments)
    (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? [UInt8](data) : nil
  }

  /// Runs it with `arguments` and, in the place of each `{}`, a file of these bytes.
  public func output(_ arguments: [String], file bytes: [UInt8]) throws -> [UInt8]? {
    let file = FileManager.default.temporaryDirectory.appending(path: "rt-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try output(arguments.map { $0 == "{}" ? file.path() : $0 })
  }

  /// A script for python3 that prints, for each frame of an animation, its milliseconds as four bytes
  /// and its pixels as RGBA, as Pillow reads them.
  public static let pillowFrames = """
    import sys
    from PIL import Image
    out = sys.stdout.buffer
    image = Image.open(sys.argv[1])
    for index in range(image.n_frames):
        image.seek(index)
        pixels = image.convert("RGBA").tobytes()
        out.write(int(image.info["duration"]).to_bytes(4, "little"))
        out.write(pixels)
    """
}
