import Foundation
import TestSupport

/// The program as people get it: the release build, where there is one of these very sources.
struct ReleaseProgram {
  /// Why there is none; a run for the record needs it.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  private let path: URL

  /// What `scripts/render` builds; where it is not there, nil, or an error if `CI` is set.
  static func current() throws -> ReleaseProgram? {
    do {
      return try ReleaseProgram()
    } catch {
      guard ProcessInfo.processInfo.environment["CI"] == nil else { throw error }
      OutsideProgram.skip("\(error)")
      return nil
    }
  }

  private init() throws(Missing) {
    let build = GoldenCase.package.appending(path: ".build")
    path = build.appending(path: "release/render-transition")
    guard FileManager.default.isExecutableFile(atPath: path.path()),
      let built = Self.date(of: build.appending(path: "render.stamp"))
    else { throw Missing(description: "no release build; scripts/render --version makes one") }
    // A folder is newer, too, if a file in it was added or removed.
    let sources = [GoldenCase.package.appending(path: "Package.swift")] + Self.sources
    guard sources.allSatisfy({ Self.date(of: $0) ?? .distantFuture <= built }) else {
      throw Missing(
        description: "the release build is older than its sources; scripts/render --version")
    }
  }

  /// The hashes of the frames of each of `scenes`, whose files have different names.
  func hashes(
    of scenes: [URL], framesPerSecond: Double, scale: Double?, jobs: Int,
    environment: [String: String]
  ) throws -> [[String]] {
    try ScratchFolder.use { folder in
      // A folder for one scene alone would be its sequence itself.
      let names = scenes.map { $0.deletingPathExtension().lastPathComponent }
      let output = scenes.count == 1 ? folder.appending(path: names[0]) : folder
      var arguments = ["render"] + scenes.map { $0.path() } + ["--format", "frames", "--quiet"]
      arguments += ["--fps", "\(framesPerSecond)", "--jobs", "\(jobs)", "--compression", "fast"]
      if let scale { arguments += ["--scale", "\(scale)"] }
      try run(arguments + ["--output", output.path() + "/"], environment: environment)
      return try names.map { try Manifest.hashes(in: folder.appending(path: $0)) }
    }
  }

  private func run(_ arguments: [String], environment: [String: String]) throws {
    let process = Process()
    (process.executableURL, process.arguments) = (path, arguments)
    process.standardInput = FileHandle.nullDevice
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Missing(description: "render-transition answers \(process.terminationStatus)")
    }
  }

  private static var sources: [URL] {
    let walk = FileManager.default.enumerator(
      at: GoldenCase.package.appending(path: "Sources"), includingPropertiesForKeys: nil)
    return walk?.compactMap { $0 as? URL } ?? []
  }

  private static func date(of file: URL) -> Date? {
    try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
  }
}
