import Geometry
import Pixels
import SceneFormat
import Testing

@testable import Staging

@Suite("orientation")
struct OrientationTests {
  static let table:
    [(written: Direction?, wanted: Direction?, rtl: Bool, turns: Int, mirror: Bool)] =
      [
        (nil, nil, false, 0, false), (nil, nil, true, 0, true), (.left, nil, false, 0, false),
        (.left, .left, false, 0, false), (.left, .right, false, 0, true),
        (.left, .up, false, 1, false), (.left, .down, false, 3, false),
        (.right, .left, false, 0, true), (.up, .down, false, 2, true),
        (.up, .left, false, 3, false),
        (.up, .right, false, 1, false), (.down, .up, false, 2, true),
        (.left, .right, true, 0, false), (.up, nil, true, 0, true), (.up, .down, true, 2, false),
      ]

  @Test("opposite directions mirror, others turn, and right to left mirrors once more")
  func ways() {
    for way in Self.table {
      let found = Orientation(from: way.written, to: way.wanted, isRightToLeft: way.rtl)
      #expect(
        found == Orientation(quarterTurns: way.turns, isMirrored: way.mirror), "\(way)")
    }
  }

  @Test("the way of the incoming screen is the direction that was asked for")
  func incoming() {
    let ways: [(Direction, x: Double, y: Double)] = [
      (.left, -1, 0), (.right, 1, 0), (.up, 0, -1), (.down, 0, 1),
    ]
    for (written, x, y) in ways {
      for (wanted, toX, toY) in ways {
        let turned = Orientation(from: written, to: wanted, isRightToLeft: false).vector(x, y)
        #expect(turned == (toX, toY), "\(written) as \(wanted)")
        let mirrored = Orientation(from: written, to: wanted, isRightToLeft: true).vector(x, y)
        #expect(mirrored == (-toX, toY), "\(written) as \(wanted), mirrored")
      }
    }
  }

  /// Every orientation with what becomes of (2, 1), of the corners and of the edges 1 to 4.
  static let turns:
    [(turns: Int, mirror: Bool, vector: (Double, Double), corners: [Double], edges: [Double])] =
      [
        (0, false, (2, 1), [1, 2, 3, 4], [1, 2, 3, 4]),
        (1, false, (-1, 2), [4, 1, 2, 3], [4, 1, 2, 3]),
        (2, false, (-2, -1), [3, 4, 1, 2], [3, 4, 1, 2]),
        (3, false, (1, -2), [2, 3, 4, 1], [2, 3, 4, 1]),
        (0, true, (-2, 1), [2, 1, 4, 3], [3, 2, 1, 4]),
        (1, true, (1, 2), [1, 4, 3, 2], [2, 1, 4, 3]),
        (2, true, (2, -1), [4, 3, 2, 1], [1, 4, 3, 2]),
        (3, true, (-1, -2), [3, 2, 1, 4], [4, 3, 2, 1]),
      ]

  @Test("vectors, corners and edges turn clockwise and mirror along x")
  func turning() {
    for turn in Self.turns {
      let found = Orientation(quarterTurns: turn.turns, isMirrored: turn.mirror)
      #expect(found.vector(2, 1) == turn.vector, "\(turn)")
      #expect(found.corners([1, 2, 3, 4]) == turn.corners, "\(turn)")
      #expect(found.edges([1, 2, 3, 4]) == turn.edges, "\(turn)")
      #expect(found.corners([5]) == [5] && found.edges([]) == [])
      #expect(found.swapsAxes == (turn.turns % 2 == 1))
    }
  }

  @Test("a rectangle keeps its place between the edges, and a unit point follows")
  func rectangles() {
    // A canvas of 10 by 6 as the recipe sees it; the rectangle is 3 from the left and 1 from the top.
    let (rect, space) = (Rect(x: 3, y: 1, width: 4, height: 2), Size(width: 10, height: 6))
    let table: [(Int, Bool, Rect)] = [
      (0, false, rect), (1, false, Rect(x: 3, y: 3, width: 2, height: 4)),
      (2, false, Rect(x: 3, y: 3, width: 4, height: 2)),
      (3, false, Rect(x: 1, y: 3, width: 2, height: 4)),
      (0, true, Rect(x: 3, y: 1, width: 4, height: 2)),
      (1, true, Rect(x: 1, y: 3, width: 2, height: 4)),
    ]
    for (turns, mirror, expected) in table {
      let found = Orientation(quarterTurns: turns, isMirrored: mirror)
      #expect(found.rect(rect, inside: space) == expected, "\(turns) \(mirror)")
      let size = found.size(space)
      let center = found.unitPoint(0.5, 2.0 / 6)
      #expect(abs(center.x * size.width - (expected.x + expected.width / 2)) < 1e-12)
      #expect(abs(center.y * size.height - (expected.y + expected.height / 2)) < 1e-12)
    }
  }

  @Test("a gradient turns with its layer")
  func gradients() {
    let stops = [Gradient.Stop(.black, at: 0), Gradient.Stop(.white, at: 1)]
    func turned(_ kind: Gradient.Kind, _ turns: Int, _ mirror: Bool) -> Gradient.Kind? {
      let orientation = Orientation(quarterTurns: turns, isMirrored: mirror)
      guard
        case .gradient(let gradient) = orientation.paint(.gradient(Gradient(kind, stops: stops)))
      else { return nil }
      return gradient.kind
    }
    let line = Gradient.Kind.linear(from: SIMD2(0, 0), to: SIMD2(1, 0))
    #expect(turned(line, 1, false) == .linear(from: SIMD2(1, 0), to: SIMD2(1, 1)))
    #expect(turned(line, 0, true) == .linear(from: SIMD2(1, 0), to: SIMD2(0, 0)))
    let disc = Gradient.Kind.radial(center: SIMD2(0.25, 0.5), radius: 3)
    #expect(turned(disc, 3, false) == .radial(center: SIMD2(0.5, 0.75), radius: 3))
    let light = Gradient.Kind.radial(
      center: SIMD2(0.25, 0.5), radius: 3, focus: SIMD2(0, 0))
    #expect(
      turned(light, 3, false) == .radial(center: SIMD2(0.5, 0.75), radius: 3, focus: SIMD2(0, 1)))
    let cone = Gradient.Kind.conic(center: SIMD2(0.25, 0.5), degrees: 30)
    #expect(turned(cone, 1, false) == .conic(center: SIMD2(0.5, 0.25), degrees: 120))
    #expect(turned(cone, 0, true) == .conic(center: SIMD2(0.75, 0.5), degrees: 150))
  }

  @Test("the transform of a gradient turns with it", arguments: 0..<4, [false, true])
  func gradientTransforms(_ turns: Int, _ mirror: Bool) {
    let orientation = Orientation(quarterTurns: turns, isMirrored: mirror)
    let transform = Transform(a: 0.5, b: 0.25, c: -0.5, d: 1.5, tx: 0.125, ty: 0.75)
    let gradient = Gradient(
      .linear(from: SIMD2(0, 0), to: SIMD2(1, 0)), stops: [], transform: transform)
    guard case .gradient(let turned) = orientation.paint(.gradient(gradient)) else {
      Issue.record("no gradient")
      return
    }
    for (x, y) in [(0.0, 0.0), (1, 0), (0.25, 2)] {
      let before = transform.apply(Point(x: x, y: y))
      let (place, expected) = (
        orientation.unitPoint(x, y), orientation.unitPoint(before.x, before.y)
      )
      let found = turned.transform.apply(Point(x: place.x, y: place.y))
      #expect((found - Point(x: expected.x, y: expected.y)).length < 1e-12)
    }
  }

  @Test("a property lands where its axis does")
  func properties() throws {
    typealias Row = (String, turns: Int, mirror: Bool, String, [Double])
    let table: [Row] = [
      ("x", 1, false, "y", [7]), ("y", 1, false, "x", [-7]), ("x", 2, false, "x", [-7]),
      ("x", 3, false, "y", [-7]), ("x", 0, true, "x", [-7]), ("y", 0, true, "y", [7]),
      ("scaleX", 1, false, "scaleY", [7]), ("scaleX", 2, true, "scaleX", [7]),
      ("rotate", 1, false, "rotate", [7]), ("rotate", 0, true, "rotate", [-7]),
      ("rotateY", 1, false, "rotateX", [-7]), ("rotateX", 1, false, "rotateY", [7]),
      ("rotateY", 0, true, "rotateY", [-7]), ("rotateX", 0, true, "rotateX", [7]),
      ("skewX", 0, true, "skewX", [-7]), ("skewX", 1, false, "skewY", [-7]),
      ("opacity", 3, true, "opacity", [7]), ("z", 1, true, "z", [7]),
      ("blur", 2, true, "blur", [7]),
    ]
    for (property, turns, mirror, lands, values) in table {
      let orientation = Orientation(quarterTurns: turns, isMirrored: mirror)
      let property = try #require(Property(named: property))
      let (found, turn) = orientation.turned(property, inside: Size(width: 10, height: 6))
      #expect(found.name == lands && turn([7]) == values, "\(property) \(turns) \(mirror)")
    }
  }
}
