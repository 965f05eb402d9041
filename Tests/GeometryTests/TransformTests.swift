import TestSupport
import Testing

@testable import Geometry

@Suite("Transforms of the plane")
struct TransformTests {
  @Test("what comes first is done first")
  func order() {
    let transform = Transform.scaling(x: 2, y: 3).then(.translation(x: 10, y: 20))
    #expect(transform.apply(Point(x: 1, y: 1)) == Point(x: 12, y: 23))
    let other = Transform.translation(x: 10, y: 20).then(.scaling(x: 2, y: 3))
    #expect(other.apply(Point(x: 1, y: 1)) == Point(x: 22, y: 63))
  }

  @Test("then agrees with going there in two steps, with perspective too")
  func composition() {
    let seed: UInt64 = 5
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let (first, second) = (random.transform(), random.transform())
      let point = random.point()
      let once = first.then(second).apply(point)
      #expect(near(once, second.apply(first.apply(point))), "seed \(seed)")
    }
  }

  @Test("the inverse of a mapping without perspective leads back")
  func affineInverse() throws {
    let transform = Transform(a: 2, b: 3, c: -1, d: 4, tx: 5, ty: -7)
    let back = try #require(transform.inverse)
    for point in [Point.zero, Point(x: 1, y: 0), Point(x: 0, y: 1), Point(x: -3, y: 8)] {
      #expect((back.apply(transform.apply(point)) - point).length < 1e-12)
    }
  }

  @Test("the inverse leads back, with perspective too")
  func inverse() throws {
    let seed: UInt64 = 6
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let (transform, point) = (random.transform(), random.point())
      let back = try #require(transform.inverse)
      #expect(near(back.apply(transform.apply(point)), point), "seed \(seed)")
    }
  }

  @Test("an affine inverse stays affine, a flat one is nil")
  func special() throws {
    let affine = Transform(a: 2, b: 1, c: -1, d: 3, tx: 5, ty: -4)
    #expect(try #require(affine.inverse).isAffine)
    #expect(Transform.scaling(x: 0, y: 1).inverse == nil)
    #expect(Transform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0, px: 0, py: 0, pw: 2).inverse == nil)
    #expect(Transform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0).inverse == nil)
  }

  @Test("the bounds of a turned square")
  func bounds() {
    let turn = Transform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
    let bounds = turn.bounds(of: Rect(x: 1, y: 0, width: 2, height: 5))
    #expect(bounds == Rect(x: -5, y: 1, width: 5, height: 2))
  }

  @Test("what is behind the eye is cut off")
  func behindTheEye() {
    let rect = Rect(x: -100, y: -400, width: 200, height: 800)
    let lying = Transform3D.rotationX(degrees: 80).then(.perspective(distance: 300)).flattened
    let outline = lying.outline(of: rect)
    #expect(outline.count == 4)
    // The far edge looks smaller; the near one would be behind the eye and is cut before it.
    #expect(outline.allSatisfy { $0.y > -100 })
    #expect(outline.map(\.x).max() ?? 0 > 10000)
    #expect(lying.bounds(of: rect).width > 20000)
    let behind = Transform3D.translation(x: 0, y: 0, z: 301).then(.perspective(distance: 300))
    #expect(behind.flattened.outline(of: rect).isEmpty)
    #expect(behind.flattened.bounds(of: rect).isEmpty)
  }

  private func near(_ first: Point, _ second: Point) -> Bool {
    (first - second).length <= 1e-9 * max(1, second.length)
  }
}

extension SeededRandom {
  fileprivate mutating func point() -> Point {
    Point(x: .random(in: -50...50, using: &self), y: .random(in: -50...50, using: &self))
  }

  /// A mapping that is neither flat nor puts the points of `point()` behind the eye.
  fileprivate mutating func transform() -> Transform {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }
    return Transform(
      a: number(1...2), b: number(-0.4...0.4), c: number(-0.4...0.4), d: number(1...2),
      tx: number(-9...9), ty: number(-9...9), px: number(-0.001...0.001),
      py: number(-0.001...0.001), pw: number(1...2))
  }
}
