import Formatting
import RenderTestSupport
import TestSupport
import Testing

@testable import RenderTransition

@Suite("the layers at a point")
struct LayerPickTests {
  /// A screen of layers that cover, clip, round, blur and do nothing at all.
  private static let screen = """
    { "background": "#fff", "layers": [
      { "id": "back", "frame": [0, 0, 60, 40], "fill": "#00f" },
      { "id": "card", "frame": [10, 10, 28, 20], "fill": "#f00", "cornerRadius": 10, "clip": true,
        "layers": [{ "id": "dot", "frame": [-10, 0, 20, 20], "fill": "#0f0" }] },
      { "id": "ghost", "frame": [0, 0, 60, 40], "fill": "#fff0" },
      { "id": "cover", "frame": [40, 0, 20, 40], "fill": "#000" },
      { "id": "pane", "frame": [42, 2, 16, 8], "fill": "#fff8" },
      { "id": "turned", "frame": [0, 32, 20, 2], "fill": "#ff0", "transform": { "rotate": 90 } },
      { "id": "glass", "frame": [30, 34, 30, 6], "backdrop": { "blur": 4 } }
    ] }
    """

  private static func names(
    _ scene: SmallScene, _ x: Double, _ y: Double, at seconds: Double = 0, scale: Double? = nil
  ) throws -> [String] {
    try scene.animation(scale: scale).pick(SIMD2(x, y), at: seconds).layers.map(\.name)
  }

  @Test(
    "are those without which the pixel is another one, front to back", arguments: [1.0, 3])
  func owners(_ scale: Double) throws {
    var scene = try SmallScene()
    scene.from = Self.screen
    let rows: [(Double, Double, [String])] = [
      (2, 2, ["from#back"]),
      // A layer that clips takes what is on it along.
      (15, 20, ["from#dot", "from#card"]), (30, 20, ["from#card"]),
      // The dot is cut off there, and the corner is round.
      (5, 20, ["from#back"]), (10.2, 10.2, ["from#back"]),
      (50, 20, ["from#cover"]), (50, 5, ["from#pane", "from#cover"]),
      // It is turned about its middle: 2 points wide and 20 high.
      (10, 40 - 1, ["from#turned"]), (2, 33, ["from#back"]),
      // Colours come from both sides through the glass.
      (41, 37, ["from#glass", "from#cover", "from#back"]),
    ]
    for (x, y, names) in rows {
      #expect(try Self.names(scene, x, y, scale: scale) == names + ["from"], "\(x), \(y)")
    }
  }

  @Test("are found where they are at the moment, with what recipes add")
  func moving() throws {
    var scene = try SmallScene(
      transition: """
        { "type": "custom", "duration": 1, "push": { "curve": "linear",
          "layers": [{ "id": "veil", "in": "container", "frame": [0, 30, 60, 10], "fill": "#0008" }],
          "tracks": [{ "target": "to", "x": ["=W", 0] }] } }
        """)
    (scene.from, scene.to) = (SmallScene.plain("#fff"), SmallScene.plain("#123"))
    #expect(try Self.names(scene, 10, 7, at: 0.5) == ["from#card", "from"])
    #expect(try Self.names(scene, 40, 7, at: 0.5) == ["to#card", "to"])
    #expect(try Self.names(scene, 32, 7, at: 0.5) == ["to"])
    let veil = try scene.animation().pick(SIMD2(10, 35), at: 0.5).layers
    #expect(veil.map(\.name).first?.contains("veil") == true)
    let pick = try scene.animation().pick(SIMD2(40, 7), at: 0.5)
    #expect(pick.layers[0].frame == [35, 5, 20, 10])
    #expect(pick.text.contains("to#card  [35 5 20 10]  "))
    #expect(pick.text.contains("scene.json:4:"))
    #expect(pick.text.contains("\n  frame 5,5,20,10\n"))
    #expect(pick.json.text(.line).contains(#""line": 4"#))
  }

  @Test("of more than 64 that are there, only the front ones are drawn with and without")
  func many() throws {
    var scene = try SmallScene()
    let layers = (0..<70).map {
      "{ \"id\": \"l\($0)\", \"frame\": [0, 0, 60, 40], \"fill\": \"#00000003\" }"
    }
    scene.from = "{ \"background\": \"#fff\", \"layers\": [\(layers.joined(separator: ", "))] }"
    let names = try Self.names(scene, 30, 20)
    #expect(names.first == "from#l69" && names.count <= 64)
    #expect(!names.contains("from") && !names.contains("from#l5"))
  }

  @Test("are in points of the canvas beneath a device, too")
  func bezel() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(
      """
      { "version": 1, "canvas": { "device": "iphone-se", "bezel": true, "scale": 1 },
        "from": \(SmallScene.plain("#fff")), "to": \(SmallScene.plain("#123")),
        "transition": "push" }
      """, to: "scene.json")
    let animation = try Animation(sceneAt: path)
    let pick = try animation.pick(SIMD2(6, 6), at: 0)
    #expect(pick.layers.map(\.name) == ["from#card", "from"])
    #expect(pick.layers.first?.frame == [5, 5, 20, 10])
    #expect(try animation.pick(SIMD2(26, 6), at: 0).layers.map(\.name) == ["from"])
  }
}
