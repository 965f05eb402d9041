import TestSupport
import Testing

@testable import Motion

@Suite("Springs")
struct SpringTests {
  @Test("the bouncing spring of 0.6 s")
  func bouncing() throws {
    let spring = try #require(Spring.fitting(dampingRatio: 0.6, seconds: 0.6))
    expect(spring.angularFrequency, 18.3890922403621, 1e-12)
    expect(spring.stiffness, 338.158713, 6e-7)
    expect(spring.damping, 22.066911, 6e-7)
    // Its highest point.
    expect(spring.value(at: 0.213550), 1.094780, 6e-7)
    let values = [
      0.719403984, 1.091538517, 1.036927214, 0.992362919, 0.995431413, 1.000538939,
    ]
    for (index, value) in values.enumerated() {
      expect(spring.value(at: Double(index + 1) / 10), value, 0.6e-9)
    }
  }

  @Test("the critical spring of 0.6 s")
  func critical() throws {
    let spring = try #require(Spring.fitting(dampingRatio: 1, seconds: 0.6))
    expect(spring.angularFrequency, 15.389022460752642, 1e-12)
    expect(spring.stiffness, 236.822012, 6e-7)
    expect(spring.damping, 30.778045, 6e-7)
    let values = [0.455109513, 0.812175218, 0.944477184, 0.984819028, 0.996041220, 0.999]
    for (index, value) in values.enumerated() {
      expect(spring.value(at: Double(index + 1) / 10), value, 0.6e-9)
    }
  }

  @Test("the critical spring of 0.6 s that is let go at speed")
  func criticalAtSpeed() throws {
    let spring = try #require(Spring.fitting(dampingRatio: 1, velocity: 0.1, seconds: 0.6))
    expect(spring.angularFrequency, 15.37815303317007, 1e-12)
    let values = [0.456899, 0.81279, 0.944626, 0.984847, 0.996045, 0.999]
    for (index, value) in values.enumerated() {
      expect(spring.value(at: Double(index + 1) / 10), value, 0.6e-6)
    }
  }

  @Test("two more springs of the table")
  func more() throws {
    let half = try #require(Spring.fitting(dampingRatio: 1, seconds: 0.5))
    expect(half.angularFrequency, 18.46682695290317, 1e-12)
    expect(half.angularFrequency * 0.5, 9.233413476451585, 1e-12)
    let slow = try #require(Spring.fitting(dampingRatio: 0.25, seconds: 3))
    expect(slow.stiffness, 54.83363359078324, 1e-11)
    expect(slow.damping, 3.7024867856206876, 1e-12)
  }

  @Test("a ratio above 1 fits as 1, and a duration is brought into 0.01...10")
  func clamped() {
    #expect(
      Spring.fitting(dampingRatio: 3, seconds: 0.6) == .fitting(dampingRatio: 1, seconds: 0.6))
    #expect(Spring.fitting(dampingRatio: 1, seconds: 60) == .fitting(dampingRatio: 1, seconds: 10))
    #expect(
      Spring.fitting(dampingRatio: 1, seconds: -1) == .fitting(dampingRatio: 1, seconds: 0.01))
    #expect(Spring.fitting(dampingRatio: 0.001, seconds: 1) == nil)
    #expect(Spring.fitting(dampingRatio: 1, seconds: .nan) == nil)
  }

  @Test("a fit leaves a residue of 0.001, and none with a higher frequency does")
  func residue() throws {
    let seed: UInt64 = 17
    var random = SeededRandom(seed: seed)
    for _ in 0..<400 {
      let ratio = Bool.random(using: &random) ? Double.random(in: 0.01...0.999, using: &random) : 1
      let seconds = Double.random(in: 0.01...10, using: &random)
      let velocity = Double.random(in: -60...60, using: &random)
      let spring = try #require(
        Spring.fitting(dampingRatio: ratio, velocity: velocity, seconds: seconds))
      func left(_ frequency: Double) -> Double { envelope(ratio, velocity, seconds, frequency) }
      let frequency = spring.angularFrequency
      #expect(abs(left(frequency) - 0.001) < 1e-9, "\(seed): \(ratio) \(velocity) \(seconds)")
      for factor in [1.001, 1.01, 1.1, 1.5, 2, 3, 10, 100] {
        #expect(left(frequency * factor) < 0.001, "\(seed): \(ratio) \(velocity) \(seconds)")
      }
    }
  }

  private func envelope(
    _ ratio: Double, _ velocity: Double, _ seconds: Double, _ frequency: Double
  ) -> Double {
    let decay = Swing.critical(decay: ratio * frequency, offset: 1, slope: 0).offset(at: seconds)
    let height =
      ratio == 1
      ? 1 + (frequency - velocity) * seconds
      : (velocity - ratio * frequency) / (frequency * (1 - ratio * ratio).squareRoot())
    return height.magnitude * decay
  }

  @Test(
    "settling times of physical springs",
    arguments: [(5, 2.85497, 6e-6), (15, 1.02209, 6e-6), (10, 1.4727003346780925, 1e-12)])
  func settling(_ damping: Double, _ seconds: Double, _ bound: Double) throws {
    let spring = try #require(Spring(mass: 1, stiffness: 100, damping: damping))
    expect(spring.settlingSeconds, seconds, bound)
  }

  @Test("the system's own spring is clamped to critical")
  func system() throws {
    let spring = try #require(Spring(mass: 3, stiffness: 1000, damping: 500))
    #expect(spring.dampingRatio == 1)
    expect(spring.settlingSeconds, 0.505735, 6e-7)
    let curve = Curve.spring(
      .physical(mass: 3, stiffness: 1000, damping: 500, velocity: 0, overdamped: false))
    #expect(curve.settlingSeconds == spring.settlingSeconds)
  }

  @Test("overdamped asks for the true solution, which is slower")
  func overdamped() throws {
    let spring = try #require(Spring(mass: 3, stiffness: 1000, damping: 500, isOverdamped: true))
    #expect(spring.dampingRatio > 4)
    #expect(spring.settlingSeconds > 3)
    expect(spring.value(at: spring.settlingSeconds), 0.999, 1e-4)
  }

  @Test("once settled, no spring leaves its residue again")
  func settlesForGood() throws {
    let seed: UInt64 = 23
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let made = random.spring(damping: 0.05...2, velocity: 40)
      let spring = try #require(made)
      let end = spring.settlingSeconds
      for step in 0..<50 {
        let value = spring.value(at: end * (1 + Double(step) / 100))
        #expect(abs(value - 1) <= 0.001 + 1e-9, "\(seed): \(spring)")
      }
    }
  }

  @Test("a spring obeys its equation of motion")
  func equation() throws {
    let seed: UInt64 = 31
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let made = random.spring(damping: 0.1...3, velocity: 9)
      let spring = try #require(made)
      let (h, t) = (1e-4, Double.random(in: 0.01...0.5, using: &random))
      let (before, now, after) = (
        spring.value(at: t - h), spring.value(at: t), spring.value(at: t + h)
      )
      let (speed, push) = ((after - before) / (2 * h), (after - 2 * now + before) / (h * h))
      let force = spring.stiffness * (1 - now) - spring.damping * speed
      #expect(abs(push - force) < 1e-3 * max(100, abs(force)), "\(seed): \(spring)")
      #expect(abs(spring.value(at: 1e-7) / 1e-7 - spring.velocity) < 1e-3)
    }
  }

  @Test("a spring at rest stays at rest")
  func rest() throws {
    let spring = try #require(Spring(mass: 1, stiffness: 100, damping: 10))
    #expect(spring.value(at: 0) == 0)
    #expect(spring.value(at: -1) == 0)
    #expect(spring.value(at: .nan) == 0)
    #expect(spring.value(at: 1e300) == 1)
    #expect(spring.value(at: .infinity) == 1)
  }

  @Test("response and damping fraction are mass, stiffness and damping in other words")
  func response() throws {
    let spring = try #require(Spring(response: 0.55, dampingFraction: 0.825))
    let turn = 2 * Double.pi / 0.55
    expect(spring.stiffness, turn * turn, 1e-9)
    expect(spring.damping, 4 * .pi * 0.825 / 0.55, 1e-9)
  }

  @Test("a UIView spring is at its end where its window ends; a physical one is cut")
  func easings() throws {
    let fitted = Easing(.spring(.damped(ratio: 0.6, velocity: 0)), seconds: 0.6)
    expect(fitted.value(at: 0.5), 1.036927214, 0.6e-9)
    #expect(fitted.value(at: 1) == 1)
    #expect(fitted.value(at: 0) == 0)
    let physical = SpringCurve.physical(
      mass: 1, stiffness: 100, damping: 10, velocity: 0, overdamped: false)
    let spring = try #require(Spring(mass: 1, stiffness: 100, damping: 10))
    let cut = Easing(.spring(physical), seconds: 0.3)
    #expect(cut.value(at: 1) == spring.value(at: 0.3))
    #expect(cut.value(at: 7) == spring.value(at: 0.3))
    let bounce = Easing(.spring(.bounce(0.3, velocity: 0)), seconds: 0.5)
    #expect(bounce.value(at: 0.7) > 1)
    #expect(bounce.value(at: 1) == 1)
  }

  @Test("a quarter of the way into a critical spring, two thirds are done")
  func scrubbedInTime() {
    let easing = Easing(.spring(.damped(ratio: 1, velocity: 0)), seconds: 0.6)
    expect(easing.value(at: 0.25), 0.671, 5e-4)
  }

  @Test("a bounce of any sort stays finite", arguments: [-1, -0.5, 0, 0.5, 1, -0.0])
  func bounces(_ bounce: Double) {
    let easing = Easing(.spring(.bounce(bounce, velocity: 3)), seconds: 0.5)
    for step in 0...20 { #expect(easing.value(at: Double(step) / 20).magnitude < 3) }
  }

  private func expect(_ value: Double, _ expected: Double, _ bound: Double) {
    #expect(abs(value - expected) <= bound, "\(value) is not \(expected)")
  }
}

extension SeededRandom {
  fileprivate mutating func spring(damping: ClosedRange<Double>, velocity: Double) -> Spring? {
    Spring(
      angularFrequency: .random(in: 2...20, using: &self),
      dampingRatio: .random(in: damping, using: &self),
      velocity: .random(in: -velocity...velocity, using: &self), isOverdamped: true)
  }
}

extension Spring {
  /// The spring constant, for a mass of 1.
  fileprivate var stiffness: Double { angularFrequency * angularFrequency }

  /// The friction, for a mass of 1.
  fileprivate var damping: Double { 2 * dampingRatio * angularFrequency }
}
