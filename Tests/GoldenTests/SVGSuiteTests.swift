import Codecs
import Foundation
import Pixels
import RenderTransition
import SceneFormat
import Testing
import TestSupport

@Suite("SVG files look as resvg draws them")
struct SVGSuiteTests {
  /// What is drawn otherwise, and why.
  private static let known = [
    "paint-servers/radialGradient/fr=0.7.svg": "focal radii are not read",
    "painting/stroke-miterlimit/value-with-mm.svg": "a wrong value is a mistake",
    "painting/visibility/bbox-impact-1.svg": "what is hidden has no bounds",
    "shapes/rect/cap-values.svg": "the unit `cap` is not known",
    "structure/style/rule-specificity.svg": "selectors of parents are not read",
    "structure/svg/xmlns-validation.svg": "namespaces are not read",
  ]

  @Test(
    "fewer than 1 % of the pixels are more than 24 levels away, over white",
    .enabled(if: !SVGFixtures.files.isEmpty, "no SVG files beside the package"),
    arguments: Share.tenth(of: SVGFixtures.scales.keys.sorted(), "the SVG files"))
  func file(_ path: String) throws {
    let scale = try #require(SVGFixtures.scales[path])
    let file = SVGFixtures.file(path)
    let picture = file.deletingPathExtension().appendingPathExtension("png")
    let expected = try StraightImage(png: [UInt8](Data(contentsOf: picture))).premultiplied
    let folder = try TestSupport.ScratchFolder()
    try FileManager.default.copyItem(
      at: file.deletingLastPathComponent(), to: URL(filePath: folder.path("files")))
    let name = "files/\(file.lastPathComponent)"
    let from = "{ \"svg\": \"\(name)\", \"background\": \"clear\" }"
    let drawn = try? Self.frame(of: from, in: folder, like: expected, scale)
    let share = drawn.map { Self.shareAway($0, expected) }
    let reason = Self.known[path]
    #expect((share ?? 1) < 0.01 || reason != nil, "\(path): \(share.map { "\($0)" } ?? "no scene")")
    #expect((share ?? 1) >= 0.01 || reason == nil, "\(path) is right now: it leaves the list")
  }

  @Test(
    "what is imported draws the same bytes",
    .enabled(if: !SVGFixtures.files.isEmpty, "no SVG files beside the package"),
    arguments: Share.tenth(of: SVGFixtures.scales.keys.sorted(), "the SVG files to import"))
  func imported(_ path: String) throws {
    let file = SVGFixtures.file(path)
    let folder = try TestSupport.ScratchFolder()
    try FileManager.default.copyItem(
      at: file.deletingLastPathComponent(), to: URL(filePath: folder.path("files")))
    let name = "files/\(file.lastPathComponent)"
    guard
      let screen = try? ImportedScreen(
        svg: folder.path(name), to: folder.path("screen.json"), picturesIn: nil,
        limits: Limits())
    else {
      #expect(Self.known[path] != nil)
      return
    }
    try screen.write()
    let svg = try Animation(pictures: [folder.path(name), folder.path(name)], scale: 1)
    let picture = try svg.renderer().frame(at: 0)
    #expect(
      try Self.frame(of: "\"screen.json\"", in: folder, like: picture, 1) == picture)
  }

  /// A screen over a clear canvas of the size of `picture`.
  private static func frame(
    of screen: String, in folder: TestSupport.ScratchFolder, like picture: Pixmap, _ scale: Double
  ) throws -> Pixmap {
    let (width, height) = (Double(picture.width) / scale, Double(picture.height) / scale)
    let scene = """
      { "version": 1, "from": \(screen), "to": {}, "transition": "fade",
        "canvas": { "width": \(width), "height": \(height), "background": "clear" } }
      """
    return try Animation(sceneAt: folder.write(scene, to: "scene.json"), scale: scale)
      .renderer().frame(at: 0)
  }

  /// What share of the pixels has a channel that is more than 24 levels away.
  private static func shareAway(_ picture: Pixmap, _ expected: Pixmap) -> Double {
    guard picture.width == expected.width, picture.height == expected.height else { return 1 }
    var count = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let (one, other) = (overWhite(picture[x, y]), overWhite(expected[x, y]))
        if zip(one, other).contains(where: { abs($0 - $1) > 24 }) { count += 1 }
      }
    }
    return Double(count) / Double(picture.width * picture.height)
  }

  private static func overWhite(_ pixel: Pixel) -> [Int] {
    let channels = pixel.channels
    return [channels.x, channels.y, channels.z].map { Int($0) + 255 - Int(channels.w) }
  }
}
