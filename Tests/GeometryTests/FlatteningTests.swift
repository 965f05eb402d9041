import Testing

@testable import Geometry

@Suite("Flattening")
struct FlatteningTests {
  @Test("an ellipse stays within the tolerance", arguments: [1, 0.1, 0.01, 0.001])
  func ellipse(tolerance: Double) throws {
    let contours = Path.ellipse(in: Rect(x: -50, y: -50, width: 100, height: 100))
      .flattened(tolerance: tolerance)
    let ring = try #require(contours.first)
    #expect(contours.count == 1 && ring.isClosed)
    for (point, next) in zip(ring.points, ring.points.dropFirst()) {
      let middle = (point + next) * 0.5
      // The cubics themselves stray by less than 0.00001 % of the radius.
      #expect(middle.length > 50 - tolerance - 0.00001 && point.length < 50.00001)
    }
  }

  @Test("finer tolerances take more points, but no more than 1024 a curve")
  func bounded() {
    let path = Path.ellipse(in: Rect(x: 0, y: 0, width: 1e60, height: 1e60))
    #expect(path.flattened(tolerance: 1e-3).first?.points.count == 16_384)
    let small = Path.ellipse(in: Rect(x: 0, y: 0, width: 10, height: 10))
    #expect(small.flattened(tolerance: 0.1).first?.points.count ?? 99 < 25)
    #expect(small.flattened(tolerance: .nan).first?.isClosed == true)
    #expect(small.flattened(tolerance: -1).first?.isClosed == true)
  }

  // 99,000 curves of a scene of 1.2 MB took 11 GB.
  @Test("very many curves share half a million lines", arguments: [1, 1e9])
  func shared(size: Double) {
    let curves = (0..<2000).map { index in
      let end = Point(x: Double(index % 2) * size, y: Double(index % 3) * size)
      return Path.Element.cubic(Point(x: size, y: 0), Point(x: 0, y: size), end)
    }
    let lines = Path(curves).flattened(tolerance: 1e-9).map(\.points.count).reduce(0, +)
    #expect((260_000...530_000).contains(lines))
  }

  @Test("contours, open and closed")
  func contours() {
    let (a, b, c) = (Point(x: 0, y: 0), Point(x: 5, y: 0), Point(x: 5, y: 5))
    let path = Path([
      .move(a), .line(b), .line(c), .close, .line(c), .move(b), .move(a), .line(b), .line(a),
      .close,
    ])
    #expect(
      path.flattened() == [
        Polyline([a, b, c], isClosed: true), Polyline([a, c]), Polyline([a, b], isClosed: true),
      ])
  }

  @Test("a contour that is closed where it begins is a point")
  func points() {
    let (a, b) = (Point(x: 1, y: 1), Point(x: 2, y: 3))
    let path = Path([.move(a), .move(b), .close, .line(a), .close, .close, .move(a)])
    #expect(
      path.flattened() == [Polyline([b], isClosed: true), Polyline([b, a], isClosed: true)])
  }

  @Test("a path without a move begins where its first step ends")
  func noMove() {
    let (a, b) = (Point(x: 1, y: 1), Point(x: 2, y: 3))
    #expect(Path([.line(a), .line(b)]).flattened() == [Polyline([a, a, b])])
    #expect(Path([.close, .close]).flattened().isEmpty)
  }

  @Test("points that are not finite are left out")
  func notFinite() {
    let path = Path([
      .move(.zero), .line(Point(x: .nan, y: 0)), .line(Point(x: 1, y: 0)),
      .quad(control: Point(x: .infinity, y: 0), Point(x: 9, y: 9)), .line(Point(x: 1, y: 1)),
      .cubic(.zero, .zero, Point(x: 0, y: -.greatestFiniteMagnitude)),
    ])
    #expect(path.flattened() == [Polyline([.zero, Point(x: 1, y: 0), Point(x: 1, y: 1)])])
  }

  @Test("curves end exactly where they say")
  func ends() {
    let end = Point(x: 0.1, y: 0.7)
    let path = Path([.move(.zero), .quad(control: Point(x: 9, y: 0), end)])
    #expect(path.flattened(tolerance: 0.01).first?.points.last == end)
  }
}
