import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

/// Slices and steps make many things out of a few lines: what they come to has limits, too.
struct CopyLimitTests {
  private static let tiles = #""slices":[{"id":"tiles","of":"from","columns":3,"rows":2}]"#
  private static let moving = #""tracks":[{"target":"tiles","x":[0,9],"y":[0,9]}]"#
  private static let snapshot = #""snapshots":[{"id":"s","of":"to","rect":[0,0,9,9]}]"#
  private static let edges =
    #""layers":[{"id":"edge","in":"tiles","frame":[0,0,9,9],"layers":[{"frame":[0,0,1,1]}]}]"#

  @Test(
    "cells, and what is in them and moves them, are counted one by one",
    arguments: [
      (Limit.cells, "\(tiles),\(moving)", 6),
      (.cells, "\(snapshot),\(tiles),\(moving)", 7),
      (.layers, "\(tiles),\(edges),\(moving)", 12),
      (.motions, "\(tiles),\(moving)", 12),
      // Each pattern is held against all that has a name, which is six things here.
      (.motions, #""tracks":[{"target":"to#c*","x":[0,9]}]"#, 6),
    ])
  func cells(_ limit: Limit, _ side: String, _ count: Int) throws {
    var sketch = Sketch.ofPlainScreens
    sketch.transition = "{\"type\":\"custom\",\"push\":{\(side)}}"
    try expect(sketch, comesTo: count, limit)
  }

  @Test(
    "screens and tracks of a flow are counted once for each step",
    arguments: [(Limit.stepLayers, 6), (.motions, 3)])
  func steps(_ limit: Limit, _ count: Int) throws {
    let push = #"{"type":"custom","push":{"tracks":[{"target":"to","x":["100%",0]}]}}"#
    let screens =
      #""screens":{"a":{"layers":[{"frame":[0,0,9,9]}]},"b":{"layers":[{"frame":[0,0,9,9]}]}}"#
    let steps = ["b", "a", "b"].map { "{\"push\":\"\($0)\"}" }.joined(separator: ",")
    let sketch = Sketch(
      story: "\(screens),\"transition\":\(push),\"steps\":[{\"show\":\"a\"},\(steps)]")
    try expect(sketch, comesTo: count, limit)
  }

  // A hundred thousand dashes, 245 bytes of a scene, took 1.1 GB.
  @Test(
    "dashes are counted along the path",
    arguments: [("M0 5H100", "[5,5]", 10), ("M0 5H100", "[10]", 5), ("M0 0H50V50H0Z", "[1,3]", 50)])
  func dashes(_ path: String, _ dash: String, _ count: Int) throws {
    let sketch = Sketch(
      from: """
        {"layers":[{"type":"shape","frame":[0,0,100,100],"path":"\(path)",
        "stroke":{"width":1,"dash":\(dash)}}]}
        """)
    try expect(sketch, comesTo: count, .dashes)
  }

  private func expect(_ sketch: Sketch, comesTo count: Int, _ limit: Limit) throws {
    var limits = Limits()
    limits[limit] = Double(count)
    _ = try sketch.stage(limits: limits)
    limits[limit] = Double(count - 1)
    let error = #expect(throws: SceneError.self) { try sketch.stage(limits: limits) }
    #expect(error?.problem == .limit(limit, allowed: Double(count - 1)))
  }
}

struct SharedRestTests {
  @Test("a sheet that is presented twice alike is drawn once, wherever that is written")
  func presentedTwice() throws {
    func pictures(_ times: Int) throws -> Int {
      let steps = (0..<times).map { _ in #"{"present":"b","type":"halfSheet"},{"dismiss":true}"# }
      return try Sketch(
        story:
          #""screens":{"a":{},"b":{}},"steps":[{"show":"a"},\#(steps.joined(separator: ",\n"))]"#
      ).stage().pictures.count
    }
    #expect(try pictures(3) == pictures(1))
  }
}
