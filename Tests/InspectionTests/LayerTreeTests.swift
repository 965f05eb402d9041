import SceneFormat
import StagingTestSupport
import Testing

@testable import Inspection

@Suite("the tree of layers")
struct LayerTreeTests {
  private static func sketch() -> Sketch {
    var sketch = Sketch.ofPlainScreens
    sketch.from = """
      { "layers": [
        { "id": "a", "frame": [1, 2.5, 10, 10], "opacity": 0.5, "fill": "#f00",
          "layers": [{ "id": "b", "frame": [0, 0, 1, 1], "hidden": true }] },
        { "id": "c", "frame": [0, 0, 3, 3], "fill": "#f000", "transform": { "rotate": 30 } } ] }
      """
    return sketch
  }

  @Test("text tells of each layer what is not at rest, and nothing else")
  func text() throws {
    let lines = try Self.sketch().stage().tree.split(separator: "\n").map {
      String($0.drop { $0 == " " })
    }
    #expect(lines.contains("from#a  box  [1 2.5 10 10]  opacity 0.5  fill #FF0000"))
    #expect(lines.contains("from#b  box  [0 0 1 1]  hidden"))
    #expect(lines.contains("from#c  box  [0 0 3 3]  rotate 30"))
  }

  @Test("JSON has opacity and hidden where they are not at rest, and sublayers")
  func json() throws {
    func layer(_ name: String, in node: JSONNode) -> JSONNode? {
      if node["name"]?.text == name { return node }
      return (node["layers"]?.elements ?? []).lazy.compactMap { layer(name, in: $0) }.first
    }
    let text = try Self.sketch().stage().treeJSON
    let root = try JSONParser.parse(Array(text.utf8), file: "", limits: Limits())
    #expect(root.members?.map(\.key) == ["from", "to"])
    let from = try #require(root["from"])
    let (a, b, c) = (
      layer("from#a", in: from), layer("from#b", in: from), layer("from#c", in: from)
    )
    #expect(a?["opacity"]?.number == 0.5 && a?["hidden"] == nil)
    #expect(a?["frame"]?.elements?.map(\.number) == [1, 2.5, 10, 10])
    #expect(b?["hidden"]?.flag == true && b?["opacity"] == nil && b?["layers"] == nil)
    #expect(c?["opacity"] == nil && c?["hidden"] == nil)
    #expect(a?["layers"]?.elements?.count == 1)
  }

  @Test("of equal measures, the first is the largest")
  func measures() {
    let measures = [1, 3, 3, 2].enumerated().map { Measurement(value: $1, what: "\($0)") }
    #expect(Measurement.largest(measures) == Measurement(value: 3, what: "1"))
    #expect(Measurement.largest([]) == nil)
  }
}
