import Geometry
import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

@Suite("where a sheet rests")
struct SlotOfSheetTests {
  @Test("a screen that rests in a sheet has the sheet's corners, border, shadow and backdrop")
  func looks() throws {
    let look = """
      "cornerRadius": 9, "border": { "width": 2, "color": "#f00" },
      "shadow": { "radius": 3, "opacity": 0.4 }, "backdrop": { "blur": 4 }
      """
    let transition = """
      { "type": "custom", "operation": "present", "present": {
          "set": { "to": { \(look) } }, "tracks": [{ "target": "to", "y": ["=H", 20] }] } }
      """
    let run = try Sketch(transition: transition).stage().runs[0]
    let slot = try #require(run.restingSlot)
    let screen = run.to.layer
    let rest = slot.resting(run.to).layer
    #expect(rest.cornerRadii == .init(all: 9) && rest.cornerRadii != screen.cornerRadii)
    #expect(rest.border?.width == 2 && rest.shadow?.radius == 3)
    #expect(rest.backdrop.blur == 4 && screen.backdrop.blur == 0)
  }

  @Test("a sheet that has faded out is a slot all the same: what it shows is seen")
  func faded() throws {
    let transition = """
      { "type": "custom", "operation": "present", "present": {
          "tracks": [{ "target": "to", "opacity": [1, 0] }] } }
      """
    #expect(try Sketch(transition: transition).stage().runs[0].restingSlot != nil)
  }
}
