package import RenderTransition
package import TestSupport

/// A small scene in a folder of its own.
package struct SmallScene {
  package let folder: ScratchFolder
  package var from = Self.screen("#fff", "#d33", title: "List")
  package var to = Self.screen("#123", "#3d8", title: "Item")
  package var transition = #""push""#
  package var width = 60
  package var height = 40
  package var output = #"{ "fps": 25, "hold": [0.1, 0.2] }"#

  package init(transition: String = #""push""#) throws {
    folder = try ScratchFolder()
    self.transition = transition
  }

  /// A scene that costs next to nothing: 24 by 16 points, no text.
  package static func tiny(_ transition: String = #""shift""#) throws -> SmallScene {
    var small = try SmallScene(transition: transition)
    (small.from, small.to) = (plain("#fff"), plain("#123"))
    (small.width, small.height) = (24, 16)
    return small
  }

  /// A screen with a bar and layers that have all that can go wrong: fractions, groups, corners.
  package static func screen(_ background: String, _ color: String, title: String) -> String {
    """
    { "background": "\(background)",
      "navigationBar": { "title": "\(title)", "height": 12, "translucent": true,
                         "background": "\(color)8" },
      "layers": [
        { "id": "card", "frame": [3.3, 9.7, 40.1, 20.4], "fill": "\(color)", "cornerRadius": 5.5,
          "opacity": 0.62, "clip": true,
          "layers": [{ "id": "dot", "frame": [-4, 8, 20, 20], "fill": "#08fc",
                       "transform": { "rotate": 31 } }] },
        { "id": "tail", "frame": [48, 30, 30, 30], "fill": "#fa07", "transform": { "x": -1.25 } }
      ] }
    """
  }

  /// A screen without bars.
  package static func plain(_ background: String) -> String {
    """
    { "background": "\(background)",
      "layers": [{ "id": "card", "frame": [5, 5, 20, 10], "fill": "#d33" }] }
    """
  }

  /// The scene's text.
  package var text: String {
    """
    { "version": 1, "canvas": { "width": \(width), "height": \(height) },
      "from": \(from), "to": \(to), "transition": \(transition), "output": \(output) }
    """
  }

  /// Writes the scene into the folder and reads it.
  package func animation(scale: Double? = nil, name: String = "scene.json") throws -> Animation {
    try Animation(sceneAt: folder.write(text, to: name), scale: scale)
  }
}
