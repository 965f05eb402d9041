import Motion
import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

@Suite("patterns, which name many layers")
struct PatternTests {
  /// Three rows and a title on both screens.
  private func run(_ tracks: String, keys: String = "") throws -> Run {
    let layers = """
      { "layers": [{ "id": "row-b", "frame": [0, 20, 60, 20] }, { "id": "title", "frame": [0, 0, 9, 9] },
        { "id": "row-a", "frame": [0, 0, 60, 20] },
        { "id": "box", "frame": [0, 0, 9, 9], "layers": [{ "id": "row-c", "frame": [0, 0, 6, 2] }] }] }
      """
    let sketch = Sketch(
      from: layers, to: layers,
      transition: """
        { "type": "custom", "duration": 1, "curve": "linear"\(keys)
          \(tracks.isEmpty ? "" : #", "tracks": [\#(tracks)]"#) }
        """)
    return try #require(try sketch.stage().runs.first)
  }

  private func windows(of run: Run) -> [String: Window] {
    Dictionary(
      uniqueKeysWithValues: run.tracks.channels.map { ("\($0.target)", $0.motions[0].during) })
  }

  @Test("a pattern moves every layer that fits it, in paint order")
  func order() throws {
    let run = try run(#"{ "target": "to#row*", "x": ["=10*index", 0], "y": "=count" }"#)
    let rows = ["to#row-b", "to#row-a", "to#row-c"]
    #expect(run.tracks.targets.map(\.description) == rows)
    let starts = run.tracks.targets.map { target in
      run.tracks.motions(of: .x, target).value(at: Progress(fraction: 0), rest: nil)
    }
    #expect(starts == [.numbers([0]), .numbers([10]), .numbers([20])])
    #expect(
      run.tracks.motions(of: .y, .layer(.to, "row-a")).value(at: .settled, rest: nil)
        == .numbers([3]))
  }

  @Test(
    "the layers start one after the other",
    arguments: [
      (#""spread": 0.5"#, [0.0, 0.2, 0.4]), (#""spread": 0.5, "reverse": true"#, [0.4, 0.2, 0]),
      (#""spread": 0.5, "from": "end""#, [0.4, 0.2, 0]),
      (#""spread": 0.5, "from": "center""#, [0.4, 0, 0.4]), (#""spread": 0"#, [0, 0, 0]),
    ])
  func stagger(_ stagger: String, _ starts: [Double]) throws {
    let run = try run(
      #"{ "target": "to#row*", "x": [9, 0], "during": [0, 0.8], "stagger": { \#(stagger) } }"#)
    let windows = windows(of: run)
    for (name, start) in zip(["to#row-b", "to#row-a", "to#row-c"], starts) {
      let window = try #require(windows[name])
      #expect(abs(window.start - start) < 1e-9)
      let length = stagger.contains("0.5") ? 0.4 : 0.8
      #expect(abs(window.end - window.start - length) < 1e-9)
    }
  }

  @Test("on the way back the first is the last")
  func reversed() throws {
    let track = #"{ "target": "to#row*", "x": [9, 0], "stagger": { "spread": 0.5 } }"#
    let windows = windows(
      of: try run("", keys: #", "operation": "pop", "push": { "tracks": [\#(track)] }"#))
    #expect(windows["from#row-b"] == Window(0.5, 1))
    #expect(windows["from#row-c"] == Window(0, 0.5))
  }

  @Test("a track of one layer takes the place of what holds for the pattern")
  func single() throws {
    let run = try run(
      #"{ "target": "to#row*", "x": [9, 0] }, { "target": "to#row-a", "x": [1, 0] }"#)
    let values = ["row-a", "row-b"].map { id in
      run.tracks.motions(of: .x, .layer(.to, id)).map { $0.value(at: Progress(fraction: 0)) }
    }
    #expect(values == [[.numbers([1])], [.numbers([9])]])
  }

  @Test("a layer that is called as the pattern is wins")
  func exact() throws {
    let sketch = Sketch(
      from: "{}",
      to:
        #"{ "layers": [{ "id": "row*", "frame": [0, 0, 9, 9] }, { "id": "rows", "frame": [0, 0, 9, 9] }] }"#,
      transition: #"{ "type": "custom", "tracks": [{ "target": "to#row*", "x": "=9*index" }] }"#)
    let run = try #require(try sketch.stage().runs.first)
    #expect(run.tracks.targets == [.layer(.to, "row*")])
  }

  @Test("what fits ends as the pattern does behind its star")
  func ends() throws {
    let run = try run(#"{ "target": "to#row*c", "x": 1 }, { "target": "to#*le", "x": 1 }"#)
    #expect(run.tracks.targets.map(\.description) == ["to#row-c", "to#title"])
    #expect(!Target.layer(.to, "row").fits(.layer(.to, "row*w")))
    #expect(!Target.layer(.from, "row").fits(.layer(.to, "row*")))
  }

  @Test("what is set of a pattern is set of its layers, in place too")
  func settings() throws {
    let run = try run(
      #"{ "target": "to#row*", "inPlace": true, "y": [9, 0] }"#,
      keys: #", "set": { "to#row*": { "blur": 3 } }"#)
    #expect(run.inPlace == Set(["a", "b", "c"].map { .layer(.to, "row-\($0)") }))
    let screen = try #require(run.table.layer(.screen(.to))?.element)
    #expect(screen.find(.layer(.to, "row-c"))?.layer.filters.blur == 3)
    #expect(screen.find(.layer(.to, "title"))?.layer.filters.blur == 0)
  }
}
