public import Foundation

/// Public SVG files, which lie beside the package where they are there at all: resvg's, each with the
/// picture that it is.
public enum SVGFixtures {
  private static let folder = Fixtures.package.deletingLastPathComponent()
    .appending(path: "shared/fixtures/svg")

  /// Their paths, such as `shapes/rect/simple-case.svg`, and how many pixels a point of them has; says so
  /// and answers none where they are missing.
  public static let scales: [String: Double] = {
    guard let index = try? Data(contentsOf: folder.appending(path: "index.json")),
      let scales = try? JSONSerialization.jsonObject(with: index) as? [String: Double]
    else {
      print("skipped: no SVG files beside the package")
      return [:]
    }
    return scales
  }()

  /// All of them.
  public static let files = scales.keys.sorted().map { folder.appending(path: $0) }

  /// The file at a path.
  public static func file(_ path: String) -> URL { folder.appending(path: path) }
}
