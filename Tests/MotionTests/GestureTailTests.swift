import Geometry
import TestSupport
import Testing

@testable import Motion

@Suite("Tails of gestures")
struct GestureTailTests {
  private static let critical = Curve.spring(.response(0.5, dampingFraction: 1, velocity: nil))

  /// A run on a way of 400 points that is released there, in ways and ways a second.
  private func run(
    _ progress: Double, speed: Double, _ curve: Curve = critical,
    length: GestureRules.TailLength? = nil, finishes: Bool = false
  ) throws -> GestureRun {
    let finger = try #require(
      Finger(
        measure: .points(extent: 400),
        samples: [
          Finger.Sample(seconds: 0, translation: 0),
          Finger.Sample(seconds: 1, translation: 400 * progress),
        ],
        releaseVelocity: (400 * speed, .zero)))
    let rules = GestureRules(
      forcedVerdict: finishes ? .finish : .cancel, tailCurve: curve, tailLength: length)
    return try #require(
      GestureRun(finger, rules: rules, timing: GestureRun.Timing(seconds: 0.5)))
  }

  @Test(
    "a spring that is thrown at 6.25 ways a second, to both ends",
    arguments: [
      (false, [0.601059301, 0.499011186, 0.243545396], 0.730104935),
      (true, [0.732370756, 0.856750743, 0.958961085], 0.497126037),
    ])
  func thrown(_ finishes: Bool, _ values: [Double], _ settled: Double) throws {
    let run = try run(0.5, speed: 6.25, finishes: finishes)
    for (seconds, value) in zip([0.05, 0.1, 0.2], values) {
      #expect(abs(run.share(at: 1 + seconds) - value) < 0.6e-9, "at \(seconds)")
    }
    #expect(abs(run.endSeconds - 1 - settled) < 0.6e-9)
    #expect(run.share(at: run.endSeconds) == (finishes ? 1 : 0))
  }

  @Test("a spring's own velocity, in ways that are left, is that of what follows the finger, too")
  func carriedVelocity() throws {
    let samples = [(0.0, Point.zero), (1, Point(x: 200, y: -100))].map {
      Finger.Sample(seconds: $0, translation: 40, offset: $1)
    }
    let finger = try #require(Finger(measure: .points(extent: 400), samples: samples))
    let rules = GestureRules(
      forcedVerdict: .cancel,
      tailCurve: .spring(.response(0.5, dampingFraction: 1, velocity: 3)), carriesTarget: true)
    let run = try #require(
      GestureRun(finger, rules: rules, timing: GestureRun.Timing(seconds: 0.5)))
    // Three ways a second toward its place.
    let way = run.progress(at: 1 + 1e-6).offset - Point(x: 200, y: -100)
    #expect(abs(way.x / 1e-6 + 600) < 0.1 && abs(way.y / 1e-6 - 300) < 0.1)
  }

  @Test("what follows the finger goes back as far and as fast along each axis")
  func axes() throws {
    func run(_ offset: Point) throws -> GestureRun {
      let samples = [(0.0, Point.zero), (1, offset)].map {
        Finger.Sample(seconds: $0, translation: 4, offset: $1)
      }
      let finger = try #require(
        Finger(
          measure: .points(extent: 400), samples: samples,
          releaseVelocity: (0, Point(x: 3 * offset.x, y: 3 * offset.y))))
      let rules = GestureRules(
        forcedVerdict: .cancel, tailCurve: Self.critical, carriesTarget: true)
      return try #require(
        GestureRun(finger, rules: rules, timing: GestureRun.Timing(seconds: 0.5)))
    }
    let (across, down) = (try run(Point(x: 200, y: 0)), try run(Point(x: 0, y: 200)))
    #expect(across.endSeconds > 1.3 && down.endSeconds == across.endSeconds)
    for seconds in [1, 1.05, 1.2, 1.4] {
      let (one, other) = (
        across.progress(at: seconds).offset, down.progress(at: seconds).offset
      )
      #expect(one.x == other.y && one.y == 0 && other.x == 0, "at \(seconds)")
    }
    // (200 + (600 + 200 w) t) e^(-w t), w being 4 pi.
    #expect(abs(across.progress(at: 1.05).offset.x - 189.742351661) < 1e-8)
  }

  @Test(
    "a tail goes on as fast as the finger was, whatever spring it is",
    arguments: [
      critical, .spring(.response(0.5, dampingFraction: 0.6, velocity: nil)),
      .spring(.physical(mass: 3, stiffness: 1000, damping: 500, velocity: nil, overdamped: false)),
      .spring(.physical(mass: 3, stiffness: 1000, damping: 500, velocity: nil, overdamped: true)),
      .spring(.damped(ratio: 0.7, velocity: nil)), .spring(.damped(ratio: 1, velocity: nil)),
      .spring(.bounce(0.3, velocity: nil)), .spring(.bounce(-0.3, velocity: nil)),
    ])
  func momentum(_ curve: Curve) throws {
    for speed in [-5.0, 0, 0.5, 4] {
      for finishes in [false, true] {
        let run = try run(0.4, speed: speed, curve, finishes: finishes)
        let step = 1e-7
        let slope = (run.share(at: 1 + step) - run.share(at: 1)) / step
        #expect(abs(slope - speed) < 1e-3)
        #expect(run.share(at: run.endSeconds) == (finishes ? 1 : 0))
        // A bounce has more than a thousandth left where its window ends.
        guard case .spring(let spring) = curve, case .bounce = spring else {
          let last = run.share(at: run.endSeconds - 1e-9)
          #expect(abs(last - run.share(at: run.endSeconds)) < 2e-3)
          continue
        }
      }
    }
  }

  @Test("a velocity that is written counts instead of the finger's, in ways that are left")
  func writtenVelocity() throws {
    for velocity in [0.0, 2] {
      let curve = Curve.spring(.response(0.5, dampingFraction: 1, velocity: velocity))
      let spring = try #require(Spring(response: 0.5, dampingFraction: 1, velocity: velocity))
      let run = try run(0.4, speed: 3, curve, finishes: true)
      for seconds in [0.01, 0.1, 0.3] {
        let expected = 0.4 + 0.6 * spring.value(at: seconds)
        #expect(abs(run.share(at: 1 + seconds) - expected) < 1e-12)
      }
    }
  }

  @Test("a spring that is thrown at its goal goes beyond it and comes back")
  func thrownAtGoal() throws {
    let run = try run(1, speed: 5, finishes: true)
    #expect(run.share(at: 1.05) > 1.1)
    #expect(run.endSeconds > 1.4)
    #expect(try self.run(1, speed: 0, finishes: true).endSeconds == 1)
    // One that fits the way that is left has no time.
    let damped = Curve.spring(.damped(ratio: 1, velocity: nil))
    #expect(try self.run(1, speed: 5, damped, finishes: true).endSeconds == 1)
  }

  @Test("what has stopped at an end of its way has no momentum")
  func stopped() throws {
    let run = try run(1.2, speed: 5, finishes: true)
    #expect(run.endSeconds == 1)
    let back = try self.run(-0.2, speed: -5)
    #expect(back.endSeconds == 1)
  }

  @Test("a spring takes its own time, and is cut by a duration or a speed")
  func ownTime() throws {
    let own = try run(0.4, speed: 1, finishes: true)
    #expect(own.truncatedTail == nil)
    let flat = try run(0.4, speed: 1, length: .flat(seconds: 0.1), finishes: true)
    #expect(flat.endSeconds == 1.1)
    #expect(abs(flat.share(at: 1.05) - own.share(at: 1.05)) < 1e-12)
    let cut = try #require(flat.truncatedTail)
    #expect(abs(cut.neededSeconds - (own.endSeconds - 1)) < 1e-12 && cut.givenSeconds == 0.1)
    let fast = try run(0.4, speed: 1, length: .speed(2), finishes: true)
    #expect(abs(fast.endSeconds - 1.15) < 1e-12)
    let long = try run(0.4, speed: 1, length: .flat(seconds: 3), finishes: true)
    #expect(long.endSeconds == 4 && long.truncatedTail == nil)
    let fitted = Curve.spring(.damped(ratio: 1, velocity: nil))
    #expect(try run(0.4, speed: 1, fitted, length: .flat(seconds: 0.1)).truncatedTail == nil)
  }

  @Test("a curve that overshoots takes the run beyond its end, and ends exactly")
  func overshoot() throws {
    let back = try #require(Curve.named("easeOutBack"))
    let run = try run(0.5, speed: 0, back, finishes: true)
    let shares = (0...100).map { run.share(at: 1 + Double($0) / 400) }
    #expect((shares.max() ?? 0) > 1.03)
    #expect(run.share(at: run.endSeconds) == 1)
  }

  @Test("what follows the finger goes back on the same spring, in both axes")
  func offset() throws {
    let finger = try #require(
      Finger(
        measure: .points(extent: 400),
        samples: [
          Finger.Sample(seconds: 0, translation: 0),
          Finger.Sample(seconds: 1, translation: 100, offset: Point(x: -80, y: 100)),
        ],
        releaseVelocity: (300, Point(x: 3000, y: 300))))
    let rules = GestureRules(
      forcedVerdict: .cancel, tailCurve: Self.critical, carriesTarget: true)
    let run = try #require(
      GestureRun(finger, rules: rules, timing: GestureRun.Timing(seconds: 0.5)))
    #expect(run.progress(at: 0.5).offset == Point(x: -40, y: 50))
    let frequency = 4 * Double.pi
    for seconds in [0.001, 0.05, 0.2] {
      let envelope = Swing.critical(decay: frequency, offset: 1, slope: 0).offset(at: seconds)
      let offset = run.progress(at: 1 + seconds).offset
      let x = envelope * (-80 + (3000 - 80 * frequency) * seconds)
      let y = envelope * (100 + (300 + 100 * frequency) * seconds)
      #expect(abs(offset.x - x) < 1e-9 && abs(offset.y - y) < 1e-9)
    }
    #expect(run.progress(at: run.endSeconds).offset == .zero)
    // It ends where the slowest of the three has settled, to a thousandth of the way.
    let last = run.progress(at: run.endSeconds - 1e-6)
    #expect(abs(last.offset.x) <= 0.4 + 1e-3 && abs(last.offset.y) <= 0.4 + 1e-3)
    var still = rules
    still.carriesTarget = false
    let alone = try #require(
      GestureRun(finger, rules: still, timing: GestureRun.Timing(seconds: 0.5)))
    #expect(alone.progress(at: 0.5).offset == .zero && alone.endSeconds < run.endSeconds)
  }

  @Test(
    "what follows the finger has its time, however little is left of the run's way",
    arguments: [Point(x: 200, y: 0), Point(x: 0, y: 200)])
  func sideways(_ offset: Point) throws {
    let finger = try #require(
      Finger(
        measure: .points(extent: 400),
        samples: [
          Finger.Sample(seconds: 0, translation: 0),
          Finger.Sample(seconds: 1, translation: 0, offset: offset),
        ], releaseSeconds: 2))
    let rules = GestureRules(carriesTarget: true)
    let run = try #require(
      GestureRun(finger, rules: rules, timing: GestureRun.Timing(seconds: 0.5)))
    #expect(run.outcome == .cancelled)
    #expect(abs(run.endSeconds - 2.25) < 1e-12)
    #expect((run.progress(at: 2.125).offset - offset * 0.5).length < 1e-9)
  }
}
