import Drawing
import Foundation
package import SceneFormat
package import Staging
import Testing
import Typeface

/// A small scene in memory: two screens of coloured boxes and what happens between them.
package struct Sketch {
  package var from: String
  package var to: String
  package var transition: String
  package var width: Double
  package var height: Double
  package var isRightToLeft: Bool
  /// Screens and steps, in the place of the two screens and the transition.
  package var story: String?
  /// Further keys of the scene, each behind a comma.
  package var more: String
  /// The sizes of images by their paths.
  package var images: [String: (width: Int, height: Int)]

  /// Two screens with bars, pushed, unless said otherwise.
  package init(
    from: String = Self.barred("A", "Back", "#fff"), to: String = Self.barred("B", "Home", "#eef"),
    transition: String = #""push""#, width: Double = 120, height: Double = 80,
    isRightToLeft: Bool = false, story: String? = nil, more: String = "",
    images: [String: (width: Int, height: Int)] = [:]
  ) {
    (self.from, self.to, self.transition) = (from, to, transition)
    (self.width, self.height, self.isRightToLeft) = (width, height, isRightToLeft)
    (self.story, self.more, self.images) = (story, more, images)
  }

  /// A screen with a bar of 20 points that has a title and a back button.
  package static func barred(_ title: String, _ back: String, _ fill: String) -> String {
    """
    { "background": "\(fill)", "statusBar": { "height": 10 },
      "navigationBar": { "title": "\(title)", "back": "\(back)", "height": 20 },
      "layers": [{ "id": "card", "frame": [10, 10, 40, 20], "fill": "#f00" }] }
    """
  }

  /// A screen without bars, with one layer.
  package static func plain(_ fill: String) -> String {
    """
    { "background": "\(fill)",
      "layers": [{ "id": "card", "frame": [10, 10, 40, 20], "fill": "#f00" }] }
    """
  }

  /// Two screens without bars.
  package static var ofPlainScreens: Sketch {
    Sketch(from: plain("#fff"), to: plain("#eef"))
  }

  /// Two screens and a custom push of one second with the keys `side`, laid out.
  package static func stage(
    of side: String, from: String = plain("#fff"), to: String = plain("#eef")
  ) throws -> Stage {
    let push = #"{ "type": "custom", "duration": 1, "push": { "curve": "linear", \#(side) } }"#
    return try Sketch(from: from, to: to, transition: push).stage()
  }

  /// The scene's text.
  package var text: String {
    let story =
      story ?? #""from": \#(from), "to": \#(to), "transition": \#(transition)"#
    return """
      { "version": 1, "canvas": { "width": \(width), "height": \(height) }, "rtl": \(isRightToLeft),
        \(story)\(more) }
      """
  }

  /// The scene, laid out at one pixel a point.
  package func stage(scale: Double = 1, limits: Limits = Limits()) throws -> Stage {
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
    return try Stage(scene, scale: scale, assets: assets, limits: limits)
  }

  private static let inter = Result { try FontFile(bytes: Inter.bytes, name: Inter.name) }
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

/// A single scene file in memory.
package struct OneText: AssetSource {
  let text: String

  package init(_ text: String) { self.text = text }

  package func bytes(of path: String, limit: Int) throws(AssetFailure) -> [UInt8] {
    Array(text.utf8)
  }
  package func hasFile(at path: String) -> Bool { path == "scene.json" }
  package func fileNames(in folder: String) -> [String] { [] }
  package func imageSize(of path: String) throws(AssetFailure) -> (width: Int, height: Int) {
    throw .missing
  }
}
