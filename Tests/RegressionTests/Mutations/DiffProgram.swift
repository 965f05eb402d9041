import Foundation
import TestSupport
import Testing

/// The program, asked as people ask it.
struct DiffProgram: Sendable {
  let path: URL

  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The scenes that the package brings.
  static let scenes = package.appending(path: "scenes")

  /// The debug build, or the release build for a long run; nil, saying so, where it is missing.
  init?(isLongRun: Bool) {
    let name = isLongRun ? "release" : "debug"
    path = Self.package.appending(path: ".build/\(name)/render-transition")
    guard FileManager.default.isExecutableFile(atPath: path.path()) else {
      OutsideProgram.skip("there is no \(path.path())")
      return nil
    }
  }

  /// What it prints, and its exit code.
  func run(_ arguments: [String]) throws -> (printed: Data, code: Int32) {
    let (process, pipe) = (Process(), Pipe())
    (process.executableURL, process.arguments) = (path, arguments)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    try process.run()
    let printed = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (printed, process.terminationStatus)
  }

  /// What `diff --json` says of two inputs.
  func diff(_ expected: String, _ actual: String, _ flags: [String] = []) throws -> DiffAnswer {
    let run = try run(["diff", expected, actual, "--json"] + flags)
    try #require(run.code <= 1, "\(expected) \(actual) \(flags): \(run.code)")
    let answer = try JSONDecoder().decode(DiffAnswer.self, from: run.printed)
    #expect((run.code == 0) == (answer.verdict == "same"))
    return answer
  }
}

/// The part of the report that mutations are judged by.
struct DiffAnswer: Decodable, Sendable {
  struct Time: Decodable, Sendable {
    var frames: Double?
    var factor: Double?
    var range: [Int]?
  }

  struct Change: Decodable, Sendable {
    var layer: String
    var change: String
    var frames: Double?
    var factor: Double?
  }

  var verdict: String
  var `class`: String
  var headline: String
  var time: Time
  var layers: [String]?
  var changes: [Change]?
  var first: Frame?

  struct Frame: Decodable, Sendable {
    var actual: Int
  }
}
