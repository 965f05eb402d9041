import Codecs
import Foundation
import Pixels

/// What a run found wrong, for people and for programs: pictures, `report.json` and `index.html`
/// under `output/golden-failures`, as they are after the last failure.
actor FailureAlbum {
  /// One case that did not come out right.
  struct Page: Codable, Hashable {
    /// The case, its title, and the command that makes the new picture the right one.
    let name, title, accept: String
    /// How many pixels differ, by how much at most, and where: x, y, width and height.
    let pixels, largest: Int
    let bounds: [Int]
  }

  /// The album of this run.
  static let shared = FailureAlbum()

  /// Where it lies.
  static let folder = GoldenCase.package.appending(path: "output/golden-failures")

  private var pages: [Page] = []

  /// The failures of the run before are not those of this one.
  private init() {
    try? FileManager.default.removeItem(at: Self.folder)
  }

  /// Adds a failure, and answers what to say of it.
  func add(
    _ golden: GoldenCase, _ difference: Difference, of actual: FilmStrip
  ) throws -> String {
    let bounds = difference.bounds
    let page = Page(
      name: golden.path, title: golden.title ?? "", accept: "scripts/golden accept \(golden.path)",
      pixels: difference.pixelCount, largest: difference.largest,
      bounds: [bounds.x, bounds.y, bounds.width, bounds.height])
    pages.append(page)
    pages.sort { $0.name < $1.name }
    try write(actual.file(), as: "\(golden.path).png")
    let triptych = try PNGWriter(compression: .fast).file(of: difference.triptych)
    try write(triptych, as: "\(golden.path).triptych.png")
    try write(index.utf8, as: "index.html")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try write(try encoder.encode(pages), as: "report.json")
    return """
      \(page.name) is not as it was (\(page.title)): \(page.pixels) pixels differ, by up to \
      \(page.largest); see output/golden-failures/\(golden.path).triptych.png. If the new picture \
      is right: \(page.accept)
      """
  }

  private func write(_ bytes: some Sequence<UInt8>, as name: String) throws {
    let file = Self.folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  private var index: String {
    let entries = pages.map { page in
      """
      <h2>\(page.name)</h2>
      <p>\(Self.escaped(page.title)). \(page.pixels) pixels differ, by up to \(page.largest).
      Expected, difference, actual:</p>
      <img src="\(page.name).triptych.png" alt="expected, difference and actual">
      <pre>\(page.accept)</pre>
      """
    }
    return """
      <!doctype html>
      <meta charset="utf-8">
      <title>\(pages.count) film strips are not as they were</title>
      <style>body { font: 15px system-ui; margin: 2em } img { image-rendering: pixelated }</style>
      <h1>\(pages.count) film strips are not as they were</h1>
      \(entries.joined(separator: "\n"))

      """
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }
}
