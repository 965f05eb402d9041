import SceneFormat
import StagingTestSupport
import Testing

@testable import Inspection

@Suite("the timeline as JSON")
struct TimelineJSONTests {
  @Test(
    "it is valid JSON, whatever layers are called", arguments: [#"q\"x"#, #"q\\x"#, #"q\u0007x"#])
  func names(_ id: String) throws {
    var sketch = Sketch.ofPlainScreens
    sketch.from = """
      { "layers": [{ "id": "\(id)", "frame": [0, 0, 9, 9], "fill": "#f00" }] }
      """
    sketch.transition = """
      { "type": "custom", "duration": 0.5,
        "push": { "tracks": [{ "target": "from#\(id)", "opacity": [1, 0] }] } }
      """
    for text in [try sketch.stage().timelineJSON(fps: 10), try sketch.stage().treeJSON] {
      let node = try JSONParser.parse(Array(text.utf8), file: "", limits: Limits())
      #expect(node.members?.isEmpty == false)
    }
    let text = try sketch.stage().timelineJSON(fps: 10)
    let node = try JSONParser.parse(Array(text.utf8), file: "", limits: Limits())
    let targets = node["frames"]?.elements?.first?["targets"]?.members ?? []
    let written = try JSONParser.parse(Array("\"from#\(id)\"".utf8), file: "", limits: Limits())
    #expect(targets.map(\.key) == [written.text ?? ""])
  }
}
