import StagingTestSupport
import Testing

@testable import Staging

@Suite("shapes as drawing programs write them")
struct ShapeTests {
  /// The commands of a screen with one shape of these keys.
  private func dump(_ keys: String) throws -> String {
    let stage = try Sketch(
      from: "{ \"layers\": [{ \"id\": \"a\", \"type\": \"shape\", \(keys) }] }"
    ).stage()
    return stage.dump(ofPicture: 0)
  }

  @Test("the view box fills the frame, whatever the shape of both; the stroke stays in points")
  func viewBox() throws {
    let dump = try dump(
      """
      "path": "M12 2 L22 20 H2 Z", "viewBox": [2, -4, 20, 24], "frame": [10, 10, 40, 12],
      "fill": "#f00", "stroke": { "width": 2 }
      """)
    // x is (x - 2) * 2, y is (y + 4) / 2.
    #expect(dump.contains("path M20,3L40,12L0,12Z #ff0000 at +10,10"))
    #expect(dump.contains("stroke M20,3L40,12L0,12Z width 2 #000000 at +10,10"))
  }

  @Test("a view box that is as large as the frame changes nothing")
  func sameViewBox() throws {
    let shape = #""path": "M1.1 2.3 C3 4 5 6 7.7 8 A3 2 10 0 1 9 9", "frame": [3, 4, 30, 20]"#
    let fill = ##", "fill": "#00f""##
    #expect(try dump(shape + fill + #", "viewBox": [0, 0, 30, 20]"#) == dump(shape + fill))
  }
}
