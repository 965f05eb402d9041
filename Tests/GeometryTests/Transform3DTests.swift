import Testing

@testable import Geometry

@Suite("Transforms of space")
struct Transform3DTests {
  let right = Point(x: 1, y: 0)
  let bottom = Point(x: 0, y: 1)

  @Test("a positive turn about Z is clockwise on screen")
  func rotate() {
    let quarter = Transform3D.rotation(degrees: 90).flattened
    #expect(quarter.apply(right) == bottom)
  }

  @Test("a positive turn about X brings the bottom edge nearer")
  func rotateX() {
    let turn = Transform3D.rotationX(degrees: 30)
    #expect(abs(turn.depth(of: bottom) - 0.5) < 1e-15)
    #expect(turn.depth(of: right) == 0)
  }

  @Test("a positive turn about Y brings the left edge nearer")
  func rotateY() {
    let turn = Transform3D.rotationY(degrees: 30)
    #expect(abs(turn.depth(of: right) + 0.5) < 1e-15)
  }

  @Test("what is nearer looks larger")
  func perspective() {
    let lifted = Transform3D.translation(x: 0, y: 0, z: 250).then(.perspective(distance: 500))
    #expect(lifted.flattened == Transform.scaling(x: 2, y: 2))
    #expect(Transform3D.perspective(distance: 0) == .identity)
  }

  @Test("a turn with perspective widens the near edge")
  func trapezoid() {
    let view = Transform3D.rotationX(degrees: 45).then(.perspective(distance: 500)).flattened
    let (near, far) = (view.apply(Point(x: 100, y: 50)), view.apply(Point(x: 100, y: -50)))
    #expect(near.x > 100 && far.x < 100)
    #expect(abs(near.x - 107.609) < 1e-3)
  }

  @Test("the plane shows its back beyond 90 degrees, and not by mirroring")
  func back() {
    #expect(!Transform3D.rotationY(degrees: 89).showsBack)
    #expect(Transform3D.rotationY(degrees: 91).showsBack)
    #expect(Transform3D.rotationX(degrees: -120).showsBack)
    #expect(!Transform3D.rotation(degrees: 180).showsBack)
    #expect(!Transform3D.scaling(x: -1, y: 1).showsBack)
    #expect(!Transform3D.scaling(x: 0, y: 0).showsBack)
    // Off to the left, the eye sees the front a little longer.
    let seen = Transform3D.rotationY(degrees: 91).then(.translation(x: -300, y: 0))
      .then(.perspective(distance: 500))
    #expect(!seen.showsBack)
  }

  @Test("at the eye and behind it, depth is infinite")
  func behindTheEye() {
    let behind = Transform3D.translation(x: 0, y: 0, z: 600).then(.perspective(distance: 500))
    #expect(behind.depth(of: .zero) == .infinity)
  }

  @Test("a slant of 45 degrees moves a point as far as it is down")
  func skew() {
    let slant = Transform3D.skew(xDegrees: 45, yDegrees: 0).flattened
    #expect(slant.apply(Point(x: 0, y: 10)) == Point(x: 10, y: 10))
    #expect(Transform3D.skew(xDegrees: 90, yDegrees: 0).y.x == 1e6)
    #expect(Transform3D.skew(xDegrees: 0, yDegrees: 90).x.y == 1e6)
  }

  @Test("a turn about a point leaves it where it is")
  func about() {
    let turn = Transform3D.rotation(degrees: 77).about(x: 30, y: 40)
    let moved = turn.flattened.apply(Point(x: 30, y: 40))
    #expect((moved - Point(x: 30, y: 40)).length < 1e-12)
  }

  @Test("the inverse leads back")
  func inverse() throws {
    let there = Transform3D.rotationX(degrees: 20).then(.rotationY(degrees: 70))
      .then(.translation(x: 3, y: 4, z: 5)).then(.perspective(distance: 900))
    let both = there.then(try #require(there.inverse))
    for (row, unit) in zip(
      [both.x, both.y, both.z, both.origin],
      [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]] as [SIMD4<Double>])
    {
      let off = row - unit
      #expect((off * off).sum() < 1e-24)
    }
    #expect(Transform3D.scaling(x: 0, y: 1).inverse == nil)
    #expect(Transform3D.scaling(x: .nan, y: 1).inverse == nil)
  }

  @Test("flat transforms survive the way through space")
  func flat() {
    let flat = Transform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6, px: 0.1, py: 0.2, pw: 1.5)
    #expect(Transform3D(flat).flattened == flat)
    let next = Transform(a: 2, b: 0, c: 1, d: 4, tx: -5, ty: 1)
    #expect(Transform3D(flat).then(Transform3D(next)).flattened == flat.then(next))
  }
}
