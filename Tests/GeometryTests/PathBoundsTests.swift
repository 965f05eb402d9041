import Geometry
import TestSupport
import Testing

@Suite("the bounds of a path are those of its outline")
struct PathBoundsTests {
  @Test(
    "and not those of its control points",
    arguments: [
      ("M0 0C0 8 8 8 8 0", Rect(x: 0, y: 0, width: 8, height: 6)),
      ("M0 0Q4 8 8 0", Rect(x: 0, y: 0, width: 8, height: 4)),
      ("M1 2L3 4M9 9", Rect(x: 1, y: 2, width: 2, height: 2)),
      ("M5 5h4", Rect(x: 5, y: 5, width: 4, height: 0)),
    ])
  func known(_ data: String, _ bounds: Rect) throws {
    let found = try #require(try Path(svg: data).bounds)
    #expect(abs(found.x - bounds.x) < 1e-12 && abs(found.y - bounds.y) < 1e-12)
    #expect(abs(found.width - bounds.width) < 1e-12 && abs(found.height - bounds.height) < 1e-12)
  }

  @Test("a path that draws nothing has none")
  func none() throws {
    #expect(Path().bounds == nil)
    #expect(try Path(svg: "M1 1M2 2").bounds == nil)
  }

  @Test("any cubic is as large as its points are")
  func random() {
    var random = SeededRandom.fresh("path bounds")
    for _ in 0..<200 {
      let points = (0..<4).map { _ in
        Point(x: .random(in: -9...9, using: &random), y: .random(in: -9...9, using: &random))
      }
      let path = Path([.move(points[0]), .cubic(points[1], points[2], points[3])])
      let drawn = path.flattened(tolerance: 1e-5)[0].points
      let (x, y) = (drawn.map(\.x), drawn.map(\.y))
      guard let bounds = path.bounds else {
        Issue.record("no bounds")
        return
      }
      #expect(abs(bounds.x - (x.min() ?? 0)) < 1e-4 && abs(bounds.y - (y.min() ?? 0)) < 1e-4)
      #expect(abs(bounds.x + bounds.width - (x.max() ?? 0)) < 1e-4)
      #expect(abs(bounds.y + bounds.height - (y.max() ?? 0)) < 1e-4)
    }
  }
}
