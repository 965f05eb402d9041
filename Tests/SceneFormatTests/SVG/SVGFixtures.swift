import Foundation
import TestSupport

/// Public SVG files, which lie beside the package where they are there at all.
enum SVGFixtures {
  static let folder = Fixtures.package.deletingLastPathComponent()
    .appending(path: "shared/fixtures/svg")

  /// All of them; says so and answers none where they are missing.
  static let files: [URL] = {
    let names = FileManager.default.enumerator(atPath: folder.path())?.compactMap { $0 as? String }
    guard let names else {
      OutsideProgram.skip("no SVG files beside the package")
      return []
    }
    return names.filter { $0.hasSuffix(".svg") }.sorted().map { folder.appending(path: $0) }
  }()
}
