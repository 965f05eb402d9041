import Pixels
import Testing

@testable import RenderTransition
@testable import Staging

@Suite("the first pixels of a sheet that is resized")
struct AdjustedSheetTests {
  @Test(
    "it begins as sharp as it rests, with the corners of what is behind it",
    arguments: [
      // What is behind it becomes smaller.
      #"{ "present": "list", "type": "halfSheet" }, { "adjust": { "top": 0.1, "scale": 0.913 } }"#,
      // A sheet with round corners is behind it.
      #"{ "present": "list" }, { "present": "item", "type": "halfSheet" }, { "adjust": { "top": 0.3 } }"#,
    ])
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
