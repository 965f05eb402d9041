import Foundation
import Testing

/// A scene that shows one thing, and beside it the film strip that it must come out as.
struct GoldenCase: Hashable, Sendable, CustomTestStringConvertible {
  /// The folder that it lies in: what it is about.
  let area: String
  /// The name of the file, without its ending.
  let name: String

  /// What commands and reports call it.
  var path: String { "\(area)/\(name)" }
  /// The scene.
  var scene: URL { Self.folder.appending(path: "\(path).json") }
  /// The film strip that is right.
  var strip: URL { Self.folder.appending(path: "\(path).png") }

  var testDescription: String { path }

  /// What it shows, in a sentence: the comment that its scene begins with; nil without one.
  var title: String? {
    guard let text = try? String(contentsOf: scene, encoding: .utf8) else { return nil }
    let line = text.prefix { $0 != "\n" }
    return line.hasPrefix("// ") ? String(line.dropFirst(3)) : nil
  }
}

extension GoldenCase {
  /// The root of the package.
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Where the cases lie.
  static let folder = package.appending(path: "Tests/GoldenTests/Cases")

  /// All cases, sorted by their paths.
  static let all: [GoldenCase] = areas.flatMap { area in
    names(in: area, suffix: ".json").map { GoldenCase(area: area, name: $0) }
  }

  /// Film strips without a scene.
  static let orphans: [String] = areas.flatMap { area in
    let scenes = Set(names(in: area, suffix: ".json"))
    return names(in: area, suffix: ".png").filter { !scenes.contains($0) }
      .map { "\(area)/\($0).png" }
  }

  /// The folders of cases; what lies in a folder of theirs is material.
  private static let areas = entries(of: folder).filter { !$0.hasPrefix(".") }

  private static func names(in area: String, suffix: String) -> [String] {
    entries(of: folder.appending(path: area)).filter { $0.hasSuffix(suffix) }
      .map { String($0.dropLast(suffix.count)) }
  }

  private static func entries(of folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []).sorted()
  }
}
