import Inspection
import StagingTestSupport
import TestSupport
import Testing

@testable import Staging

@Suite("what the app is told in random flows")
struct WalkEventTests {
  @Test("is what a naive machine says")
  func walks() throws {
    var random = SeededRandom.fresh("events of flows")
    for _ in 0..<12 {
      var machine = NaiveMachine()
      let steps = (0..<12).map { _ in machine.step(isLegal: true, &random) }
      let screens = "abcdef".map { "\"\($0)\": {}" }.joined(separator: ", ")
      let sketch = Sketch(
        width: 20, height: 30,
        story: "\"screens\": { \(screens) }, \"steps\": [\(steps.joined(separator: ", "))]")
      let told = try sketch.stage().segments.map { segment in
        segment.events.map { ([$0.name] + [$0.screen].compactMap(\.self)).joined(separator: " ") }
      }
      #expect(told == machine.events, "\(steps)")
    }
  }
}
