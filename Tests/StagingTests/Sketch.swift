import Drawing
import Foundation
import Testing
import Typeface

@testable import SceneFormat
@testable import Staging

/// A small scene in memory: two screens of coloured boxes and what happens between them.
struct Sketch {
  var from = Self.barred("A", "Back", "#fff")
  var to = Self.barred("B", "Home", "#eef")
  var transition = #""push""#
  var width = 120.0
  var height = 80.0
  var isRightToLeft = false
  /// Screens and steps, in the place of the two screens and the transition.
  var story: String?
  /// Further keys of the scene, each behind a comma.
  var more = ""
  /// The sizes of images by their paths.
  var images: [String: (width: Int, height: Int)] = [:]

  /// A screen with a bar of 20 points that has a title and a back button.
  static func barred(_ title: String, _ back: String, _ fill: String) -> String {
    """
    { "background": "\(fill)", "statusBar": { "height": 10 },
      "navigationBar": { "title": "\(title)", "back": "\(back)", "height": 20 },
      "layers": [{ "id": "card", "frame": [10, 10, 40, 20], "fill": "#f00" }] }
    """
  }

  /// A screen without bars, with one layer.
  static func plain(_ fill: String) -> String {
    """
    { "background": "\(fill)",
      "layers": [{ "id": "card", "frame": [10, 10, 40, 20], "fill": "#f00" }] }
    """
  }

  /// Two screens without bars.
  static var ofPlainScreens: Sketch {
    Sketch(from: plain("#fff"), to: plain("#eef"))
  }

  /// The scene's text.
  var text: String {
    let story =
      story ?? #""from": \#(from), "to": \#(to), "transition": \#(transition)"#
    return """
      { "version": 1, "canvas": { "width": \(width), "height": \(height) }, "rtl": \(isRightToLeft),
        \(story)\(more) }
      """
  }

  /// The scene, laid out at one pixel a point.
  func stage(scale: Double = 1) throws -> Stage {
    let reading = SceneReading(
      of: "scene.json", from: Desk(text: text, images: images))
    let mistakes = reading.mistakes.filter { $0.severity == .error }
    try #require(mistakes.isEmpty, "\(mistakes)")
    let scene = try #require(reading.scene)
    var assets = StageAssets()
    let needs = AssetNeeds(of: scene, scale: scale)
    for (index, need) in needs.images.enumerated() {
      let size = images[need.file.path] ?? (1, 1)
      assets.add(
        StageAssets.Image(
          id: ImageID(index), width: size.width, height: size.height, scale: need.scale), for: need)
    }
    for need in needs.fonts {
      assets.add(FontStack(primary: try Self.inter.get()), for: need)
    }
    return try Stage(scene, scale: scale, assets: assets)
  }

  /// One weight for all: where letters lie does not matter here.
  private static let inter = Result {
    let path = "\(SystemFont.folders[0])/\(SystemFont.fileName(forWeight: 400))"
    return try FontFile(bytes: [UInt8](Data(contentsOf: URL(filePath: path))), name: "Inter")
  }
}

/// Files in memory: one scene and the sizes of images.
private struct Desk: AssetSource {
  var text: String
  var images: [String: (width: Int, height: Int)]

  func bytes(of path: String, limit: Int) throws(AssetFailure) -> [UInt8] { Array(text.utf8) }
  func hasFile(at path: String) -> Bool { path == "scene.json" || images[path] != nil }
  func fileNames(in folder: String) -> [String] { [] }
  func imageSize(of path: String) throws(AssetFailure) -> (width: Int, height: Int) {
    guard let size = images[path] else { throw .missing }
    return size
  }
}
