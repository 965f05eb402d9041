import TestSupport
import Testing

@testable import Motion

@Suite("The same bits everywhere")
struct FingerprintTests {
  @Test("curves, springs and keyframes give the bits of every other build")
  func everything() throws {
    var print = Fingerprint()
    var curves = Curve.names.compactMap { Curve.named($0) }
    for ratio in [0.1, 0.5, 0.8, 1] {
      for velocity in [-5.0, 0, 0.1, 8] {
        curves.append(.spring(.damped(ratio: ratio, velocity: velocity)))
        curves.append(.spring(.bounce(1 - 2 * ratio, velocity: velocity)))
        curves.append(.spring(.response(0.5, dampingFraction: ratio, velocity: velocity)))
      }
    }
    for curve in curves {
      let easing = Easing(curve, seconds: 0.6)
      let stops = [0, 1, 3].map { place in
        Keyframes.Stop(
          position: Double(place) / 3, value: [Double(place), Double(place * place)],
          easing: easing)
      }
      let list = try #require(Keyframes(stops, interpolation: .cubic))
      print.take(curve.settlingSeconds ?? 0)
      for step in 0...60 {
        print.take(easing.value(at: Double(step) / 60))
        for number in list.value(at: Double(step) / 50) { print.take(number) }
      }
    }
    #expect(print.value == 0x4583_E915_17C6_2D07)
  }
  @Test("gestures give the bits of every other build")
  func gestures() throws {
    var print = Fingerprint()
    var random = SeededRandom(seed: 4)
    for _ in 0..<100 {
      func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
      let samples = (0...4).map {
        Finger.Sample(seconds: Double($0) / 10, translation: number(0...400))
      }
      let rules = GestureRules(
        velocityRule: .fling(waysPerSecond: 3),
        tailCurve: .spring(.damped(ratio: 0.8, velocity: nil)))
      let finger = Finger(
        measure: .points(extent: 375), samples: samples, releaseSeconds: number(0...0.5))
      let run = try #require(
        finger.flatMap {
          GestureRun($0, rules: rules, timing: GestureRun.Timing(seconds: 0.5))
        })
      print.take(run.endSeconds)
      for step in 0...50 { print.take(run.share(at: Double(step) / 50)) }
    }
    #expect(print.value == 0x6EC7_295D_11DE_1B96)
  }
}
