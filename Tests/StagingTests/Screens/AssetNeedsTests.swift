import Drawing
import Staging
import StagingTestSupport
import Testing

@Suite("assets")
struct AssetNeedsTests {
  @Test("texts and images of a recipe's own layers are loaded as well")
  func recipeLayers() throws {
    var sketch = Sketch.ofPlainScreens
    sketch.images = ["badge.png": (4, 4)]
    sketch.transition = """
      { "type": "custom", "layers": [
          { "id": "name", "in": "to", "type": "text", "text": "A", "size": "=w/10",
            "frame": [0, 0, 50, null] },
          { "id": "badge", "in": "to", "type": "image", "src": "badge.png", "frame": [0, 0, 4, 4] }
        ], "tracks": [{ "target": "to", "x": ["100%", 0] }] }
      """
    let lines = try sketch.stage().frame(at: 0.2).lines
    #expect(lines.contains { $0.hasPrefix("fill name") })
    #expect(lines.contains { $0.hasPrefix("image") && $0.contains("badge") })
  }
}
