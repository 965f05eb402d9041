import Geometry
import Testing

@testable import Staging

struct DepthOrderTests {
  private static let square = Rect(x: -30, y: -30, width: 60, height: 60)

  private static func plane(_ index: Int, _ matrix: Transform3D) -> DepthOrder.Plane {
    DepthOrder.Plane(index: index, bounds: square, matrix: matrix)
  }

  private static let scenes: [[Transform3D]] = [
    [.rotationY(degrees: 40), .rotationY(degrees: -40)],
    [
      .translation(x: 0, y: 0, z: 0), .rotationY(degrees: 70), .rotationX(degrees: 70),
      .rotationX(degrees: 20).then(.rotationY(degrees: 20)),
    ],
    [
      .rotationY(degrees: 35).then(.translation(x: 3, y: 0, z: 8)), .rotationX(degrees: -50),
      .rotation(degrees: 30).then(.rotationX(degrees: 25)),
    ],
    // Seen from behind.
    [.rotationY(degrees: 140), .rotationX(degrees: 205), .rotationX(degrees: 20)],
  ]

  // Pieces that did not overlap were put in an order of their own, which closed a ring: a half
  // behind a screen was painted in front of it.
  @Test(
    "wherever planes cross, the nearest one is painted last", arguments: scenes,
    [200.0, nil] as [Double?])
  func crossing(_ matrices: [Transform3D], _ eye: Double?) {
    let planes = matrices.enumerated().map { Self.plane($0.offset, $0.element) }
    let pieces = DepthOrder.pieces(planes, eye: eye, center: .zero)
    var wrong = 0
    for (x, y) in (-28...28).flatMap({ y in (-28...28).map { (Double($0) + 0.37, Double(y) + 0.41) }
    }) {
      let hits = planes.compactMap { hit($0, x, y, eye) }
      let sorted = hits.sorted { ($0.height, $0.index) < ($1.height, $1.index) }
      guard let top = sorted.last else { continue }
      // Where two are as near as each other, either may be seen.
      if let next = sorted.dropLast().last, top.height - next.height < 0.05 { continue }
      let seen = pieces.last { piece in
        hits.contains { $0.index == piece.index && piece.holds($0.point) }
      }
      if seen?.index != top.index { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  // A plane that reaches behind the eye has no outline on the canvas that could be compared.
  @Test(
    "a floor that goes on behind the eye is behind what stands on it, whichever side of it is seen",
    arguments: [90.0, -90], [true, false])
  func floor(_ degrees: Double, _ isFirst: Bool) {
    let ground = DepthOrder.Plane(
      index: 0, bounds: Rect(x: -400, y: -400, width: 800, height: 800),
      matrix: .rotationX(degrees: degrees).then(.translation(x: 0, y: 50, z: 0)))
    let card = Self.plane(1, .identity)
    let planes = isFirst ? [ground, card] : [card, ground]
    #expect(
      DepthOrder.pieces(planes, eye: 200, center: .zero)
        == [DepthOrder.Piece(index: 0), DepthOrder.Piece(index: 1)])
  }

  @Test("where too many pairs overlap, no plane is cut, and the middles decide")
  func tooMany() {
    let matrices = (0..<6).map { index in
      Transform3D.rotationY(degrees: Double(index * 20 - 50))
        .then(.translation(x: 0, y: 0, z: Double(-index)))
    }
    let planes = matrices.enumerated().map { Self.plane($0.offset, $0.element) }
    func pieces(_ pairs: Int) -> [DepthOrder.Piece] {
      DepthOrder.pieces(planes, eye: 500, center: .zero, pairs: pairs)
    }
    #expect(pieces(1000).count > 6)
    #expect(pieces(10) == (0..<6).reversed().map { DepthOrder.Piece(index: $0) })
  }

  @Test("what an eye of its own sees is not cut, and cuts nothing", arguments: [0, 1])
  func ownEye(_ soft: Int) {
    var planes = Self.scenes[0].enumerated().map { Self.plane($0.offset, $0.element) }
    func pieces() -> [DepthOrder.Piece] { DepthOrder.pieces(planes, eye: nil, center: .zero) }
    #expect(pieces().count == 3)
    planes[soft].isSolid = false
    #expect(pieces().count == 2 && pieces().allSatisfy { $0.outline == nil })
  }

  @Test("planes that are apart are no pairs")
  func apart() {
    let matrices = (0..<12).map { index in
      Transform3D.rotationY(degrees: index == 0 ? -40 : 40)
        .then(.translation(x: Double(max(1, index) * 100), y: 0, z: 0))
    }
    let planes = matrices.enumerated().map { Self.plane($0.offset, $0.element) }
    // The first two cross each other.
    let pieces = DepthOrder.pieces(planes, eye: nil, center: .zero, pairs: 10)
    #expect(pieces.count == 13)
    #expect(Set(pieces.filter { $0.outline != nil }.map(\.index)).count == 1)
  }

  /// Where the eye, looking through (`x`, `y`, 0), meets a plane.
  private func hit(
    _ plane: DepthOrder.Plane, _ x: Double, _ y: Double, _ eye: Double?
  ) -> (index: Int, point: Point, height: Double)? {
    let seen = eye.map { plane.matrix.then(.perspective(distance: $0)) } ?? plane.matrix
    guard let back = seen.flattened.inverse else { return nil }
    let point = back.apply(Point(x: x, y: y))
    guard abs(point.x) <= 30, abs(point.y) <= 30 else { return nil }
    return (plane.index, point, plane.matrix.depth(of: point))
  }
}

extension DepthOrder.Piece {
  fileprivate func holds(_ point: Point) -> Bool {
    guard let outline, var last = outline.last else { return true }
    var sides = (left: false, right: false)
    for corner in outline {
      let along = corner - last
      let side = (point.y - last.y) * along.x - (point.x - last.x) * along.y
      if side > 1e-6 { sides.right = true }
      if side < -1e-6 { sides.left = true }
      last = corner
    }
    return !(sides.left && sides.right)
  }
}
