import Motion
import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

@Suite("tracks that move in place")
struct InPlaceTests {
  /// A row in a card, on a screen that slides in.
  private func sketch(_ tracks: String, keys: String = "") -> Sketch {
    Sketch(
      to: """
        { "layers": [{ "id": "card", "frame": [10, 10, 60, 40], "clip": true, "fill": "#fff",
          "layers": [{ "id": "row", "frame": [0, 20, 60, 20], "fill": "#f00" }] }] }
        """,
      transition: """
        { "type": "custom", "duration": 1, "curve": "linear", \(keys)
          "tracks": [{ "target": "to", "x": ["100%", 0] }, \(tracks)] }
        """)
  }

  private func run(_ sketch: Sketch) throws -> Run {
    try #require(try sketch.stage().runs.first)
  }

  @Test("a layer in place stays in its parent, and moves along with it")
  func along() throws {
    let run = try run(sketch(#"{ "target": "to#row", "inPlace": true, "y": [20, 0] }"#))
    #expect(run.table.layers.map(\.target) == [.screen(.from), .screen(.to)])
    let screen = try #require(run.presentedLayers(at: Progress(fraction: 0.5)).last)
    let row = try #require(screen.element.find(.layer(.to, "row")))
    #expect(row.layer.transform.y == 10)
    #expect(screen.element.find(.layer(.to, "card"))?.layer.clipsChildren == true)
  }

  @Test("without inPlace it is lifted out")
  func lifted() throws {
    let run = try run(sketch(#"{ "target": "to#row", "y": [20, 0] }"#))
    #expect(run.table.layer(.layer(.to, "row")) != nil)
  }

  @Test("what is set of a layer in place holds in place")
  func settings() throws {
    let run = try run(
      sketch(
        #"{ "target": "to#row", "inPlace": true, "y": [20, 0] }"#,
        keys: #""set": { "to#row": { "blur": 3 } },"#))
    #expect(run.table.layers.count == 2)
    #expect(
      run.table.layer(.screen(.to))?.element.find(.layer(.to, "row"))?.layer.filters.blur == 3)
  }

  @Test("a presentation that rests keeps what moved in place where its tracks left it")
  func rests() throws {
    let stage = try sketch(
      #"{ "target": "to#row", "inPlace": true, "y": [0, 5] }"#,
      keys: #""operation": "present", "rest": true,"#
    ).stage()
    let run = try #require(stage.runs.first)
    #expect(run.movesPartsOfIncomingScreen)
    #expect(
      run.presentedLayers(at: .settled).last?.element.find(.layer(.to, "row"))?
        .layer.transform.y == 5)
  }
}
