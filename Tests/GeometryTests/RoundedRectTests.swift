import Testing

@testable import Geometry

@Suite("Rounded rectangles")
struct RoundedRectTests {
  let rect = Rect(x: 10, y: 20, width: 100, height: 60)

  @Test("sharp corners make four lines")
  func sharp() {
    #expect(RoundedRect(rect).path == Path.rectangle(rect))
  }

  @Test("a circular corner stays a radius from its centre")
  func circular() throws {
    let path = RoundedRect(rect, radii: .init(all: 20)).path
    let outline = try #require(path.flattened(tolerance: 0.001).first)
    for point in outline.points where point.x <= 30 && point.y <= 40 {
      #expect(abs((point - Point(x: 30, y: 40)).length - 20) < 0.02)
    }
    #expect(outline.isClosed)
  }

  @Test("a corner is circular where the corner before it leaves no room; no size has no outline")
  func crowded() {
    let radii = RoundedRect.Radii(topLeft: 20, topRight: 0, bottomRight: 0, bottomLeft: 40)
    let path = RoundedRect(rect, radii: radii, style: .continuous).path
    guard case .move(let start)? = path.elements.first else {
      Issue.record("\(path)")
      return
    }
    #expect((start - Point(x: 10, y: 40)).length < 1e-9)
    for size in [(-1.0, 5.0), (5, -1)] {
      let empty = Rect(x: 0, y: 0, width: size.0, height: size.1)
      #expect(RoundedRect(empty).path == Path())
    }
  }

  @Test("a continuous corner reaches 1.52866 radii along the edge where there is room")
  func continuous() {
    let path = RoundedRect(rect, radii: .init(all: 10), style: .continuous).path
    #expect(abs(pointsOnTopEdge(path).lowerBound - 25.2866) < 1e-3)
  }

  @Test("with no room to spare, a continuous corner is a circular one")
  func pill() throws {
    let smooth = RoundedRect(
      Rect(x: 0, y: 0, width: 60, height: 60), radii: .init(all: 30), style: .continuous)
    for point in try #require(smooth.path.flattened(tolerance: 0.001).first).points {
      #expect(abs((point - Point(x: 30, y: 30)).length - 30) < 0.01)
    }
  }

  @Test("the outline never jumps while the radius grows", arguments: RoundedRect.Style.allCases)
  func neverJumps(style: RoundedRect.Style) {
    var last: [Point]?
    for step in 1...3200 {
      let radius = Double(step) / 100
      let path = RoundedRect(rect, radii: .init(all: radius), style: style).path
      let points = path.allPoints
      if let last, last.count == points.count {
        let jump = zip(last, points).map { ($0 - $1).length }.max() ?? 0
        #expect(jump < 0.05, "at radius \(radius)")
      }
      last = points
    }
  }

  @Test("radii that do not fit shrink together")
  func clamped() {
    let wide = RoundedRect(
      rect, radii: .init(topLeft: 60, topRight: 0, bottomRight: 0, bottomLeft: 30))
    // 60 and 30 share 60 points of height.
    #expect(abs(pointsOnTopEdge(wide.path).lowerBound - 50) < 1e-9)
    #expect(wide.path.controlBounds == rect)
  }

  @Test(
    "bad numbers draw sharp corners or nothing",
    arguments: [Double.nan, -5, .infinity, -.infinity, 1e300])
  func bad(_ radius: Double) {
    let path = RoundedRect(rect, radii: .init(all: radius), style: .continuous).path
    let bounds = path.controlBounds
    #expect(abs(bounds.x - 10) < 1e-9 && abs(bounds.maxX - 110) < 1e-9)
    let none = RoundedRect(
      Rect(x: 0, y: 0, width: radius, height: .nan), radii: .init(all: 3)
    ).path
    #expect(none.isEmpty)
  }

  private func pointsOnTopEdge(_ path: Path) -> ClosedRange<Double> {
    let xs = path.allPoints.filter { $0.y == rect.y }.map(\.x)
    let ends = path.elements.compactMap { element -> Double? in
      switch element {
      case .cubic(_, _, let end) where end.y == rect.y: end.x
      default: nil
      }
    }
    return (ends.min() ?? 0)...(xs.max() ?? .infinity)
  }
}

extension Path {
  /// Every point that the steps name.
  var allPoints: [Point] {
    elements.flatMap { element -> [Point] in
      switch element {
      case .move(let point), .line(let point): [point]
      case .quad(let control, let end): [control, end]
      case .cubic(let first, let second, let end): [first, second, end]
      case .close: []
      }
    }
  }
}
