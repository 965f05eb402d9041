import Foundation
import TestSupport
import Testing

@testable import Motion

@Suite("Swings")
struct SwingTests {
  /// x'' = -2 ζω x' - ω² x by the classical Runge-Kutta method of fourth order.
  private struct Oscillator {
    var frequency: Double
    var dampingRatio: Double
    var offset: Double
    var velocity: Double

    private func slope(_ x: Double, _ v: Double) -> (x: Double, v: Double) {
      (v, -2 * dampingRatio * frequency * v - frequency * frequency * x)
    }

    mutating func advance(by step: Double) {
      let a = slope(offset, velocity)
      let b = slope(offset + a.x * step / 2, velocity + a.v * step / 2)
      let c = slope(offset + b.x * step / 2, velocity + b.v * step / 2)
      let d = slope(offset + c.x * step, velocity + c.v * step)
      offset += (a.x + 2 * b.x + 2 * c.x + d.x) * step / 6
      velocity += (a.v + 2 * b.v + 2 * c.v + d.v) * step / 6
    }
  }

  static let ratios = [0.05, 0.3, 0.7, 0.99, 1, 1.01, 2.5]

  @Test(
    "the residue, the answer to a push and their sums are those of Runge-Kutta", arguments: ratios)
  func rungeKutta(_ ratio: Double) {
    let frequency = 2 * Double.pi / 0.5
    for (offset, velocity) in [(1.0, 0.0), (0, 1), (-0.5, 6.25), (0.3, -11), (0, 0)] {
      let swing = Swing(
        frequency: frequency, dampingRatio: ratio, offset: offset, velocity: velocity)
      var oscillator = Oscillator(
        frequency: frequency, dampingRatio: ratio, offset: offset, velocity: velocity)
      let steps = 32_768
      for step in 0...steps {
        let seconds = 0.75 * Double(step) / Double(steps)
        if step % 512 == 0 {
          let found = swing.offset(at: seconds)
          #expect(abs(found - oscillator.offset) < 1e-12, "\(offset) \(velocity) \(seconds)")
        }
        oscillator.advance(by: 0.75 / Double(steps))
      }
    }
  }

  @Test("a swing is the residue times its offset and the answer to a push times its velocity")
  func sum() {
    let seed: UInt64 = 47
    var random = SeededRandom(seed: seed)
    for ratio in Self.ratios {
      let offset = Double.random(in: -2...2, using: &random)
      let velocity = Double.random(in: -20...20, using: &random)
      func swing(_ offset: Double, _ velocity: Double) -> Swing {
        Swing(frequency: 9, dampingRatio: ratio, offset: offset, velocity: velocity)
      }
      for step in 0...40 {
        let seconds = Double(step) / 40
        let sum =
          offset * swing(1, 0).offset(at: seconds) + velocity * swing(0, 1).offset(at: seconds)
        #expect(abs(swing(offset, velocity).offset(at: seconds) - sum) < 1e-12, "\(seed)")
      }
    }
  }

  @Test("the settling time is the last moment at which the envelope is 0.001", arguments: ratios)
  func settling(_ ratio: Double) {
    let seed: UInt64 = 53
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      let offset = Double.random(in: -1...1, using: &random)
      let velocity = Double.random(in: -30...30, using: &random)
      let swing = Swing(frequency: 11, dampingRatio: ratio, offset: offset, velocity: velocity)
      let end = swing.settlingSeconds
      #expect(abs(Self.envelope(swing, at: end) - 0.001) < 1e-9, "\(seed)")
      for step in 0..<50 {
        let seconds = end * (1 + Double(step) / 25)
        #expect(abs(swing.offset(at: seconds)) <= 0.001 + 1e-9, "\(seed): \(swing)")
      }
    }
  }

  private static func envelope(_ swing: Swing, at seconds: Double) -> Double {
    switch swing {
    case .under(let decay, _, let cosine, let sine):
      (abs(cosine) + abs(sine)) * exp(-decay * seconds)
    case .critical(let decay, let offset, let slope):
      (abs(offset) + abs(slope) * seconds) * exp(-decay * seconds)
    case .over(let slow, let slowShare, _, let fastShare):
      (abs(slowShare) + abs(fastShare)) * exp(-slow * seconds)
    }
  }

  @Test("what is nearly at rest has settled", arguments: ratios)
  func nearlyAtRest(_ ratio: Double) {
    for (offset, velocity) in [(0.0, 0.0), (5e-5, 0), (-5e-5, 1e-4), (0, 5e-4)] {
      let swing = Swing(frequency: 11, dampingRatio: ratio, offset: offset, velocity: velocity)
      #expect(swing.settlingSeconds == 0)
    }
  }
}
