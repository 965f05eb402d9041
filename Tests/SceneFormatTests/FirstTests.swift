import SceneFormat
import Testing

@Suite("simple scenes")
struct SimpleSceneTests {
  private let pair = #""from": { "background": "red" }, "to": { "background": "blue" }"#

  @Test("a scene is read", arguments: RecipeLibrary.names + ["pop"])
  func reads(_ name: String) throws {
    let reading = Shelf().reading(#"{ "version": 1, \#(pair), "transition": "\#(name)" }"#)
    #expect(reading.mistakes.map(\.description) == [])
    let scene = try #require(reading.scene)
    guard case .pair(_, _, let transition) = scene.story else {
      Issue.record("not a pair")
      return
    }
    #expect(transition.name == name)
    #expect(!transition.recipe.summary.isEmpty)
  }

  @Test("mistakes are told")
  func mistakes() {
    let text = """
      { "version": 1, "canvass": {}, "from": { "layers": [ { "frame": [0,0,10], "fill": "redd" } ] },
        "to": "imgs/a.png",
        "transition": { "type": "recede", "duration": 350, "curve": "easeinout", "scal": 0.5 } }
      """
    print(Shelf(images: ["imgs/b.png": (1, 1)]).reading(text).report)
  }
}
