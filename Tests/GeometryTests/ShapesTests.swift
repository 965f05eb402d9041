import Testing

@testable import Geometry

@Suite("Rectangles and paths")
struct ShapesTests {
  let rect = Rect(x: 10, y: 20, width: 30, height: 40)

  @Test("rectangles that are apart have no intersection")
  func apart() {
    let other = Rect(x: 100, y: 100, width: 5, height: 5)
    #expect(rect.intersection(other).isEmpty)
    #expect(rect.intersection(rect.offset(x: 20, y: 30)).size == Size(width: 10, height: 10))
  }

  @Test("an empty rectangle adds nothing to a union")
  func union() {
    #expect(rect.union(.zero) == rect)
    #expect(Rect.zero.union(rect) == rect)
    let both = rect.union(Rect(x: 0, y: 70, width: 5, height: 5))
    #expect(both == Rect(x: 0, y: 20, width: 40, height: 55))
  }

  @Test("an inset does not turn a rectangle inside out")
  func inset() {
    #expect(rect.inset(by: 5) == Rect(x: 15, y: 25, width: 20, height: 30))
    #expect(rect.inset(by: 50).isEmpty)
    #expect(rect.inset(by: -1).size == Size(width: 32, height: 42))
  }

  @Test("an ellipse touches the middles of its sides")
  func ellipse() {
    let path = Path.ellipse(in: rect)
    #expect(path.controlBounds == rect)
    #expect(path.elements.first == .move(rect.point(atUnit: 0.5, 0)))
  }

  @Test("an ellipse strays from the true one by less than a level, as large as a canvas may be")
  func roundness() {
    let radius = 1000.0
    let path = Path.ellipse(in: Rect(x: -radius, y: -radius, width: 2 * radius, height: 2 * radius))
    let points = path.flattened(tolerance: 1e-4).flatMap(\.points)
    let worst = points.map { abs($0.length - radius) }.max() ?? radius
    print("an ellipse of \(radius) pixels strays by \(worst)")
    #expect(points.count > 64 && worst < 1.0 / 4000)
  }

  @Test("a path moves with all its points")
  func applying() throws {
    let path = try Path(svg: "M0 0L1 2Q3 4 5 6C7 8 9 10 11 12Z")
    let moved = path.applying(.translation(x: 10, y: 0))
    #expect(moved.allPoints == path.allPoints.map { $0 + Point(x: 10, y: 0) })
    #expect(moved.controlBounds == Rect(x: 10, y: 0, width: 11, height: 12))
    #expect(Path().controlBounds == .zero)
  }
}
