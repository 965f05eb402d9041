import TestSupport
import Testing

@testable import Geometry

@Suite("The same outlines everywhere")
struct FingerprintTests {
  @Test("paths, flattening and turns give the bits of every other build")
  func everything() throws {
    var print = Fingerprint()
    var random = SeededRandom(seed: 2)
    for _ in 0..<100 {
      func number() -> Double { .random(in: 1...200, using: &random) }
      let turn = Transform3D.rotationX(degrees: number()).then(.rotation(degrees: number()))
        .then(.perspective(distance: 500))
      let rounded = RoundedRect(
        Rect(x: number(), y: number(), width: number(), height: number()),
        radii: .init(
          topLeft: number(), topRight: number(), bottomRight: number(), bottomLeft: number()),
        style: .continuous)
      let arc = try Path(svg: "M0 0A\(number()) \(number()) \(number()) 1 0 \(number()) 7z")
      for polyline in rounded.path.flattened() + arc.flattened(tolerance: 0.01) {
        for point in polyline.points.map(turn.flattened.apply) {
          print.take(point.x)
          print.take(point.y)
        }
      }
    }
    #expect(print.value == 0x01BA_8A77_1A6A_478B)
  }
}
