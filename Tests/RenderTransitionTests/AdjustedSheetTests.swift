import Pixels
import Testing

@testable import RenderTransition
@testable import Staging

@Suite("the first pixels of a sheet that is resized")
struct AdjustedSheetTests {
  private static let sheets = [
    // What is behind it becomes smaller.
    #"{ "present": "list", "type": "halfSheet" }, { "adjust": { "top": 0.1, "scale": 0.913 } }"#,
    // A sheet with round corners is behind it.
    #"{ "present": "list" }, { "present": "item", "type": "halfSheet" }, { "adjust": { "top": 0.3 } }"#,
    #"{ "present": "list" }, { "push": "item" }, { "adjust": { "top": 0.6 } }"#,
    // From above, from a side, mirrored.
    #"{ "present": "home", "type": "halfSheet", "direction": "down" }, { "adjust": { "top": 0.2 } }"#,
    #"{ "present": "home", "type": "halfSheet", "direction": "down" }, { "adjust": { "top": 0.8 } }"#,
    #"{ "present": "home", "type": "halfSheet", "direction": "right" }, { "adjust": { "top": 0.2 } }"#,
    #"{ "present": "home", "type": "halfSheet", "direction": "left" }, { "adjust": { "top": 0.8 } }"#,
    // Scaled about its middle, with a part that the side moved.
    #"{ "present": "list", "type": "halfSheet", "tracks": [{ "target": "to", "scale": [1, 0.8] }] }, { "adjust": { "top": 0.2 } }"#,
    #"{ "present": "home", "type": "halfSheet", "tracks": [{ "target": "to#card", "x": [0, 9] }] }, { "adjust": { "top": 0.2 } }"#,
    // What travelled stays out of sight behind it.
    #"{ "present": "note", "type": "halfSheet", "shared": [{ "id": "card" }] }, { "adjust": { "top": 0.2 } }"#,
    // Its place is in its frame.
    #"{ "present": "list", "type": "halfSheet", "set": { "to": { "frame": [0, "=H*top", "=W", "=H*(1-top)"] } }, "tracks": [{ "target": "to", "y": ["=H*(1-top)", 0] }] }, { "adjust": { "top": 0.2 }, "gesture": { "kind": "pan", "samples": [[0, 0], [0.1, 20]] } }"#,
    // Nothing is left of it.
    #"{ "present": "list", "type": "halfSheet" }, { "adjust": { "top": 1 } }"#,
  ]

  @Test("it begins and ends as it rests, with the corners of what is behind it", arguments: sheets)
  func ends(_ steps: String) throws {
    let flow = try SmallFlow(steps)
    let renderer = try flow.animation.renderer()
    let segment = flow.animation.stage.segments[flow.last]
    for (rest, moving) in [
      (segment.start, segment.start + 1e-7), (segment.end, segment.end - 1e-7),
    ] {
      let pictures = (try renderer.frame(at: rest), try renderer.frame(at: moving))
      let far = zip(pictures.0.bytes, pictures.1.bytes).filter { abs(Int($0) - Int($1)) > 24 }
      // A spring leaves a thousandth of the way, which shows along a few edges.
      #expect(far.count <= 40, "\(far.count) at \(rest)")
    }
  }

  @Test("it begins as sharp as it rests", arguments: sheets[0...1])
  func begins(_ steps: String) throws {
    let flow = try SmallFlow(steps)
    let renderer = try flow.animation.renderer()
    let start = flow.animation.stage.segments[flow.last].start
    let (rest, moving) = (try renderer.frame(at: start), try renderer.frame(at: start + 1e-7))
    let differences = zip(rest.bytes, moving.bytes).map { abs(Int($0) - Int($1)) }
    // A picture rounds a translucent group once; below two dims, twice.
    #expect(differences.allSatisfy { $0 <= 2 })
  }
}
