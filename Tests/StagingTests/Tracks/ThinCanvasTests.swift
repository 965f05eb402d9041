import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

@Suite("recipes on thin canvases")
struct ThinCanvasTests {
  static let sizes: [(width: Double, height: Double)] = [
    (1, 1), (2, 64), (64, 2), (8192, 1), (1, 8192),
  ]

  @Test("each recipe plays, whatever the canvas", arguments: RecipeLibrary.names)
  func plays(_ recipe: String) throws {
    for size in Self.sizes {
      var sketch = Sketch.ofPlainScreens
      (sketch.width, sketch.height) = size
      sketch.transition = #"{ "type": "\#(recipe)", "duration": 0.1 }"#
      let stage = try sketch.stage()
      #expect(stage.seconds >= 0.1, "\(size)")
    }
  }
}
