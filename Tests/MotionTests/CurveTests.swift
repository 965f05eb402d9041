import Geometry
import TestSupport
import Testing

@testable import Motion

@Suite("Curves")
struct CurveTests {
  @Test("every name has a valid curve, and others have none", arguments: Curve.names)
  func names(_ name: String) throws {
    #expect(try #require(Curve.named(name)).isValid)
    #expect(Curve.named(name + "!") == nil)
    #expect(Curve.names.filter { $0 == name }.count == 1)
  }

  @Test(
    "the documented values",
    arguments: [
      ("linear", [0.25, 0.5, 0.75]),
      ("easeIn", [0.093464651, 0.315356813, 0.621861869]),
      ("easeOut", [0.378138131, 0.684643187, 0.906535349]),
      ("easeInOut", [0.129161931, 0.5, 0.870838069]),
      ("default", [0.408510591, 0.802403388, 0.960458978]),
    ])
  func documented(_ name: String, _ values: [Double]) throws {
    let easing = Easing(try #require(Curve.named(name)), seconds: 0.5)
    for (x, y) in zip([0.25, 0.5, 0.75], values) {
      #expect(abs(easing.value(at: x) - y) <= 0.6e-9, "\(easing.value(at: x))")
    }
  }

  @Test("the ends are exact, and hold outside", arguments: Curve.names)
  func ends(_ name: String) throws {
    let easing = Easing(try #require(Curve.named(name)), seconds: 0.5)
    for x in [0, -0.0, -1, -.infinity, .nan] { #expect(easing.value(at: x) == 0) }
    for x in [1, 2, Double.infinity] { #expect(easing.value(at: x) == 1) }
  }

  @Test("a Bézier is solved to 1e-12, its steep places included")
  func accuracy() {
    let seed: UInt64 = 42
    var random = SeededRandom(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    for _ in 0..<300 {
      let (x1, x2, y1, y2) = (number(0...1), number(0...1), number(-1...2), number(-1...2))
      let easing = Easing(.bezier(x1: x1, y1: y1, x2: x2, y2: y2), seconds: 1)
      for step in 1..<50 {
        // Points whose parameter is known.
        let t = Double(step) / 50
        let u = 1 - t
        let x = 3 * u * u * t * x1 + 3 * u * t * t * x2 + t * t * t
        let y = 3 * u * u * t * y1 + 3 * u * t * t * y2 + t * t * t
        let slope = u * u * x1 + 2 * u * t * (x2 - x1) + t * t * (1 - x2)
        let bound = 1e-12 * max(1, 0.01 / slope)
        #expect(abs(easing.value(at: x) - y) <= bound, "\(seed): \(x1) \(y1) \(x2) \(y2) \(t)")
      }
    }
  }

  @Test("ends that are as steep as can be keep their digits")
  func steepEnds() {
    // x = t³ and y = 3t² - 2t³ for the one; for the other the same seen from the far end.
    let start = Easing(.bezier(x1: 0, y1: 0, x2: 0, y2: 1), seconds: 1)
    #expect(abs(start.value(at: 1e-9) - 2.998e-6) < 1e-15)
    let end = Easing(.bezier(x1: 1, y1: 0, x2: 1, y2: 1), seconds: 1)
    let missing = 0x1p-30
    let t = 0x1p-10
    #expect(abs(1 - end.value(at: 1 - missing) - (3 * t * t - 2 * t * t * t)) < 1e-15)
  }

  @Test("a curve with control points from 0 to 1 never goes back", arguments: Curve.names)
  func monotone(_ name: String) throws {
    guard name != "easeOutBack" else { return }
    let easing = Easing(try #require(Curve.named(name)), seconds: 0.5)
    var last = 0.0
    for step in 0...2000 {
      let value = easing.value(at: Double(step) / 2000)
      #expect(value >= last - 1e-15)
      last = value
    }
  }

  @Test("easeOutBack overshoots")
  func overshoots() throws {
    let easing = Easing(try #require(Curve.named("easeOutBack")), seconds: 0.5)
    #expect(easing.value(at: 0.6) > 1.05)
  }

  struct NotPiecewise: Error {}

  @Test("the parts of a piecewise curve meet", arguments: ["iosPush", "materialEmphasized"])
  func joints(_ name: String) throws {
    let curve = try #require(Curve.named(name))
    guard case .piecewise(let segments) = curve else { throw NotPiecewise() }
    let easing = Easing(curve, seconds: 0.5)
    for segment in segments {
      #expect(abs(easing.value(at: segment.x) - segment.y) < 1e-15)
      #expect(abs(easing.value(at: segment.x - 1e-12) - segment.y) < 1e-10)
      #expect(abs(easing.value(at: segment.x + 1e-12) - segment.y) < 1e-10)
    }
  }

  @Test("a step is taken at its end")
  func steps() {
    let easing = Easing(.steps(4), seconds: 1)
    #expect(easing.value(at: 0.24999) == 0)
    #expect(easing.value(at: 0.25) == 0.25)
    #expect(easing.value(at: 0.999) == 0.75)
    #expect(easing.value(at: 1) == 1)
    let many = Easing(.steps(49), seconds: 1)
    for step in 0...49 { #expect(many.value(at: Double(step) / 49) == Double(step) / 49) }
  }

  @Test("a hinge opens as it closes, seen from the other end")
  func hingesBackward() throws {
    let close = Easing(try #require(Curve.named("hingeClose")), seconds: 1)
    let open = Easing(try #require(Curve.named("hingeOpen")), seconds: 1)
    for step in 0...100 {
      let x = Double(step) / 100
      #expect(abs(close.value(at: x) + open.value(at: 1 - x) - 1) < 1e-12)
    }
  }

  static let badCurves: [Curve] = [
    .bezier(x1: -0.1, y1: 0, x2: 1, y2: 1), .bezier(x1: 0, y1: 0, x2: 1.1, y2: 1),
    .bezier(x1: .nan, y1: 0, x2: 1, y2: 1), .bezier(x1: 0, y1: .infinity, x2: 1, y2: 1),
    .steps(0), .steps(-3), .piecewise([]),
    .piecewise([CubicSegment(x1: 0, y1: 0, x2: 0.5, y2: 0.5, x: 0.5, y: 0.5)]),
    .piecewise([CubicSegment(x1: 0, y1: 0, x2: 0.5, y2: 1, x: 0.5, y: 1)]),
    .piecewise([CubicSegment(x1: 0, y1: 0, x2: 1, y2: 0.5, x: 1, y: 0.5)]),
    .piecewise([
      CubicSegment(x1: 0, y1: 0, x2: 0, y2: 0, x: 0, y: 0.5),
      CubicSegment(x1: 0, y1: 0, x2: 1, y2: 1, x: 1, y: 1),
    ]),
    .spring(.damped(ratio: 0.009, velocity: 0)), .spring(.damped(ratio: 0.5, velocity: .nan)),
    .spring(.physical(mass: 0, stiffness: 1, damping: 1, velocity: 0, overdamped: false)),
    .spring(.physical(mass: 1, stiffness: 1, damping: 0, velocity: 0, overdamped: false)),
    .spring(.physical(mass: 1e300, stiffness: 1e300, damping: 1, velocity: 0, overdamped: true)),
    .spring(.response(0, dampingFraction: 1, velocity: 0)),
    .spring(.response(-1, dampingFraction: 1, velocity: 0)), .spring(.bounce(1.5, velocity: 0)),
    .spring(.bounce(.nan, velocity: 0)),
  ]

  @Test("a curve that is not valid is linear, and never a crash", arguments: badCurves)
  func invalid(_ curve: Curve) {
    #expect(!curve.isValid)
    #expect(Easing(curve, seconds: 0.5) == .linear)
    #expect(curve.settlingSeconds == nil)
  }

  @Test("a hinge closes and opens by the angle that its ends leave it")
  func hinges() throws {
    let close = Easing(try #require(Curve.named("hingeClose")), seconds: 1)
    let open = Easing(try #require(Curve.named("hingeOpen")), seconds: 1)
    for step in 0...200 {
      let share = Double(step) / 200
      let left = Elementary.cos(close.value(at: share) * .pi / 2)
      #expect(abs(left - (1 - share)) < 1e-7)
      #expect(abs(open.value(at: share) - (1 - close.value(at: 1 - share))) < 1e-9)
    }
  }
}
