import Geometry
import TestSupport
import Testing

@testable import Motion

@Suite("Gestures")
struct GestureRunTests {
  /// A finger on a screen of 400 points.
  private func finger(
    _ samples: [(Double, Double)], release: Double? = nil, velocity: Double? = nil,
    isSystemCancelled: Bool = false, measure: Finger.Measure = .points(extent: 400)
  ) throws -> Finger {
    try #require(
      Finger(
        measure: measure,
        samples: samples.map { Finger.Sample(seconds: $0.0, translation: $0.1) },
        releaseSeconds: release, releaseVelocity: velocity.map { ($0, .zero) },
        isSystemCancelled: isSystemCancelled))
  }

  private func run(
    _ finger: Finger, _ rules: GestureRules = GestureRules(), duration: Double = 0.5
  ) throws -> GestureRun {
    try #require(GestureRun(finger, rules: rules, timing: GestureRun.Timing(seconds: duration)))
  }

  @Test("progress follows the finger, and then the tail")
  func follows() throws {
    let run = try run(finger([(0, 0), (0.1, 40), (0.3, 240)], release: 0.4))
    #expect(run.outcome == .finished)
    for (seconds, progress) in [(0, 0), (0.05, 0.05), (0.1, 0.1), (0.2, 0.35), (0.4, 0.6)] {
      #expect(abs(run.share(at: seconds) - progress) < 1e-12)
    }
    // (1 - 0.6) · 0.5 s
    #expect(abs(run.endSeconds - 0.6) < 1e-12)
    #expect(abs(run.share(at: 0.5) - 0.8) < 1e-12)
    #expect(run.share(at: run.endSeconds) == 1)
    #expect(run.share(at: 99) == 1)
    #expect(run.share(at: -1) == 0)
    #expect(
      run.events.map(\.name) == [.began, .updated, .updated, .released, .finished])
    #expect(run.events.map(\.seconds) == [0, 0.1, 0.3, 0.4, run.endSeconds])
  }

  @Test("each of 20,000 samples is looked up")
  func manySamples() throws {
    let run = try run(finger((0..<20_000).map { (Double($0) / 20_000, Double($0) / 100) }))
    #expect(run.events.count == 20_002)
    let errors = (0..<20_000).map { index in
      abs(run.share(at: Double(index) / 20_000) - Double(index) / 40_000)
    }
    #expect(errors.allSatisfy { $0 < 1e-9 })
  }

  @Test("a cancelled run comes back to exactly its start")
  func cancelled() throws {
    let run = try run(finger([(0, 0), (0.2, 100)]), GestureRules(tailLength: .speed(0.5)))
    #expect(run.outcome == .cancelled)
    // 0.25 · 0.5 s at half the speed
    #expect(abs(run.endSeconds - 0.45) < 1e-12)
    #expect(run.share(at: run.endSeconds) == 0)
    #expect(run.events.last?.name == .cancelled)
    #expect(!run.events.map(\.name).contains(.finished))
  }

  @Test(
    "the threshold is passed, or met if it is inclusive",
    arguments: [(200.0, false, false), (200, true, true), (201, false, true), (199, true, false)])
  func threshold(_ translation: Double, _ isInclusive: Bool, _ finishes: Bool) throws {
    let run = try run(
      finger([(0, 0), (0.2, translation)]), GestureRules(isInclusive: isInclusive))
    #expect(run.outcome == (finishes ? .finished : .cancelled))
  }

  @Test(
    "velocity rules",
    arguments: [
      (GestureRules.VelocityRule.none, 300.0, -9000.0, true),
      (.cancelIfBackward, 300, -1, false), (.cancelIfBackward, 300, 0, true),
      (.cancelIfBackward, 100, 9000, false),
      (.fling(waysPerSecond: 1), 300, -400, false),
      (.fling(waysPerSecond: 1), 300, -399, true),
      (.fling(waysPerSecond: 1), 10, 400, true),
      (.fling(waysPerSecond: 1), 10, 399, false),
      (.fling(waysPerSecond: 0), 300, 0, true),
    ])
  func velocity(
    _ rule: GestureRules.VelocityRule, _ translation: Double, _ velocity: Double, _ finishes: Bool
  ) throws {
    let run = try run(
      finger([(0, 0), (0.2, translation)], velocity: velocity), GestureRules(velocityRule: rule))
    #expect(run.outcome == (finishes ? .finished : .cancelled))
  }

  /// Where a finger is lifted on a way of 400 points, how fast, and what is decided.
  struct Release: Sendable {
    var rules = GestureRules()
    var translation: Double
    var velocity = 0.0
    var isSystemCancelled = false
    var verdict: GestureRules.Verdict
    var reason: GestureRules.Reason
  }

  static let releases: [Release] = {
    let backward = GestureRules(velocityRule: .cancelIfBackward)
    let fling = GestureRules(velocityRule: .fling(waysPerSecond: 1))
    let left = GestureRules(onSystemCancel: .decide)
    let forced = GestureRules(velocityRule: .cancelIfBackward, forcedVerdict: .finish)
    return [
      Release(translation: 201, verdict: .finish, reason: .threshold),
      Release(translation: 200, verdict: .cancel, reason: .threshold),
      Release(translation: 201, velocity: -9000, verdict: .finish, reason: .threshold),
      Release(rules: backward, translation: 300, velocity: -1, verdict: .cancel, reason: .velocity),
      Release(rules: backward, translation: 100, velocity: -1, verdict: .cancel, reason: .velocity),
      Release(rules: backward, translation: 300, verdict: .finish, reason: .threshold),
      Release(
        rules: backward, translation: 100, velocity: 9000, verdict: .cancel, reason: .threshold),
      Release(rules: fling, translation: 100, velocity: 400, verdict: .finish, reason: .velocity),
      Release(rules: fling, translation: 300, velocity: 400, verdict: .finish, reason: .velocity),
      Release(rules: fling, translation: 300, velocity: -400, verdict: .cancel, reason: .velocity),
      Release(rules: fling, translation: 300, velocity: -399, verdict: .finish, reason: .threshold),
      Release(rules: fling, translation: 100, velocity: 399, verdict: .cancel, reason: .threshold),
      Release(translation: 300, isSystemCancelled: true, verdict: .cancel, reason: .system),
      Release(
        rules: left, translation: 300, isSystemCancelled: true, verdict: .finish, reason: .threshold
      ),
      Release(
        rules: forced, translation: 0, velocity: -400, isSystemCancelled: true, verdict: .finish,
        reason: .outcome),
    ]
  }()

  @Test("a release says what was decided, and which rule decided", arguments: releases)
  func decision(_ release: Release) throws {
    let finger = try finger(
      [(0, 0), (0.2, release.translation)], velocity: release.velocity,
      isSystemCancelled: release.isSystemCancelled)
    let run = try run(finger, release.rules)
    let decision = GestureRules.Decision(verdict: release.verdict, reason: release.reason)
    #expect(run.decision == decision)
    let event = try #require(run.events.first { $0.name == .released })
    #expect(event.decision == decision && event.velocity == release.velocity)
    #expect(event.progress == release.translation / 400)
    #expect(run.events.last?.name == (release.verdict == .finish ? .finished : .cancelled))
    // Every other event leaves the decision open.
    #expect(run.events.filter { $0.decision != nil }.count == 1)
  }

  @Test("an update has the progress of its sample and the speed of the segment that ends there")
  func updates() throws {
    let samples: [(Double, Double)] = [
      (0, 0), (0.1, 40), (0.1, 60), (0.3, 20), (0.4, -100), (0.6, 300),
    ]
    let run = try run(finger(samples, release: 0.5))
    let updates = run.events.filter { $0.name == .updated }
    #expect(updates.map(\.seconds) == [0.1, 0.1, 0.3, 0.4])
    #expect(updates.map(\.progress) == [0.1, 0.15, 0.05, 0])
    for (update, speed) in zip(updates, [400.0, 400, -200, -1200]) {
      #expect(abs((update.velocity ?? .nan) - speed) < 1e-9)
    }
    let release = try #require(run.events.first { $0.name == .released })
    #expect(abs((release.velocity ?? .nan) - 2000) < 1e-9)
    #expect(abs((release.progress ?? .nan) - 0.25) < 1e-12)
  }

  @Test("the speed of a pinch is that of its scale")
  func pinchSpeed() throws {
    let run = try run(finger([(0, 1), (0.2, 0.4), (0.3, 0.5)], measure: .scale))
    let speeds = run.events.compactMap(\.velocity)
    #expect(speeds.count == 3)
    for (speed, wanted) in zip(speeds, [-3.0, 1, 1]) { #expect(abs(speed - wanted) < 1e-9) }
  }

  @Test("samples that are all but at one time have a speed that can be written")
  func speedLimit() throws {
    let run = try run(finger([(0, 0), (.leastNonzeroMagnitude, 400)]))
    #expect(run.events.compactMap(\.velocity) == [1e9, 1e9])
  }

  @Test("without a velocity, the last segment's slope counts, even after a rest")
  func slope() throws {
    let back = try finger([(0, 0), (0.2, 320), (0.3, 300), (0.3, 300)], release: 0.5)
    #expect(abs(back.releaseSpeed + 0.5) < 1e-12)
    #expect(
      try run(back, GestureRules(velocityRule: .cancelIfBackward)).outcome == .cancelled)
    let early = try finger([(0, 0), (0.2, 320), (0.3, 300)], release: 0.1)
    #expect(abs(early.releaseSpeed - 4) < 1e-12)
    #expect(try finger([(0, 10)]).releaseSpeed == 0)
  }

  @Test("the system's cancel cancels, or is left to the rules")
  func systemCancel() throws {
    let taken = try finger([(0, 0), (0.2, 300)], isSystemCancelled: true)
    #expect(try run(taken).outcome == .cancelled)
    #expect(try run(taken, GestureRules(onSystemCancel: .decide)).outcome == .finished)
    let early = try finger([(0, 0), (0.2, 100)], isSystemCancelled: true)
    #expect(try run(early, GestureRules(onSystemCancel: .decide)).outcome == .cancelled)
  }

  @Test("a forced verdict stands whatever the finger does")
  func forced() throws {
    let finger = try finger([(0, 0), (0.2, 300)], isSystemCancelled: true)
    #expect(try run(finger, GestureRules(forcedVerdict: .finish)).outcome == .finished)
    #expect(try run(finger, GestureRules(forcedVerdict: .cancel)).outcome == .cancelled)
  }

  @Test("a drag to the wrong side is 0, one beyond the end is 1")
  func clamped() throws {
    let run = try run(finger([(0, 0), (0.1, -300), (0.2, 700)]))
    #expect(run.share(at: 0.1) == 0)
    #expect(run.share(at: 0.2) == 1)
    #expect(run.endSeconds == 0.2)
  }

  @Test("a gesture that must begin forward never begins backward")
  func neverBegan() throws {
    let rules = GestureRules(mustBeginForward: true)
    let run = try run(finger([(0, 0), (0.1, -1), (0.3, 390)]), rules)
    #expect(run.outcome == .neverBegan)
    #expect(run.endSeconds == 0)
    #expect(run.events.isEmpty)
    for seconds in [0, 0.2, 0.3, 9] { #expect(run.share(at: seconds) == 0) }
    #expect(try self.run(finger([(0, 0), (0.1, 0), (0.2, 300)]), rules).outcome == .finished)
    #expect(
      try self.run(finger([(0, 0), (0.4, -100)], release: 0.2), rules).outcome == .neverBegan)
    #expect(try self.run(finger([(0, 5), (0.1, -1)]), rules).outcome == .cancelled)
    #expect(try self.run(finger([]), rules).outcome == .cancelled)
  }

  @Test("a flat tail takes its time, however little is left")
  func flatTail() throws {
    let rules = GestureRules(tailCurve: .linear, tailLength: .flat(seconds: 0.4))
    let run = try run(finger([(0, 0), (0.2, 380)]), rules)
    #expect(abs(run.endSeconds - 0.6) < 1e-12)
    #expect(abs(run.share(at: 0.4) - 0.975) < 1e-12)
  }

  @Test("a pinch goes forward as its scale falls")
  func pinch() throws {
    let finger = try finger([(0, 1), (0.2, 0.4)], measure: .scale)
    let run = try run(finger, GestureRules(velocityRule: .fling(waysPerSecond: 2)))
    #expect(abs(run.share(at: 0.1) - 0.3) < 1e-12)
    #expect(abs(finger.releaseSpeed - 3) < 1e-12)
    #expect(run.outcome == .finished)
    let apart = try self.finger([(0, 1), (0.2, 1.5)], measure: .scale)
    #expect(try self.run(apart, GestureRules(mustBeginForward: true)).outcome == .neverBegan)
  }

  @Test("the finger can be drawn")
  func touch() throws {
    let finger = try finger([(0.1, 0), (0.3, 200)], release: 0.4)
    #expect([0, 0.1, 0.35, 0.4].map(finger.isTouching(at:)) == [false, true, true, false])
    #expect(abs(finger.translation(at: 0.2) - 100) < 1e-9)
    #expect(finger.translation(at: 9) == 200)
  }

  @Test("numbers that make no sense make no finger")
  func invalidFingers() {
    func finger(
      _ samples: [(Double, Double)], release: Double? = nil, velocity: Double? = nil,
      extent: Double = 400
    ) -> Finger? {
      Finger(
        measure: .points(extent: extent),
        samples: samples.map { Finger.Sample(seconds: $0.0, translation: $0.1) },
        releaseSeconds: release, releaseVelocity: velocity.map { ($0, .zero) })
    }
    #expect(finger([(0, 0), (-1, 0)]) == nil)
    #expect(finger([(0.2, 0), (0.1, 0)]) == nil)
    #expect(finger([(0, .nan)]) == nil)
    #expect(finger([(.infinity, 0)]) == nil)
    #expect(finger([], release: -1) == nil)
    #expect(finger([], release: .nan) == nil)
    #expect(finger([], velocity: .infinity) == nil)
    #expect(finger([], extent: 0) == nil)
    #expect(
      Finger(
        measure: .points(extent: 9),
        samples: [Finger.Sample(seconds: 0, translation: 0, offset: Point(x: .nan, y: 0))]) == nil)
  }

  @Test(
    "rules that make no sense make no run",
    arguments: [
      GestureRules(threshold: .nan), GestureRules(tailLength: .speed(0)),
      GestureRules(tailLength: .speed(-1)), GestureRules(tailLength: .flat(seconds: -1)),
      GestureRules(tailLength: .flat(seconds: .infinity)),
      GestureRules(velocityRule: .fling(waysPerSecond: .nan)),
      GestureRules(tailCurve: .steps(0)),
    ])
  func invalidRules(_ rules: GestureRules) throws {
    let finger = try finger([(0, 0), (0.2, 300)])
    #expect(GestureRun(finger, rules: rules, timing: GestureRun.Timing(seconds: 0.5)) == nil)
    for duration in [0, -1, .nan, .infinity] {
      #expect(
        GestureRun(
          finger, rules: GestureRules(), timing: GestureRun.Timing(seconds: duration)) == nil)
    }
  }

  @Test("progress never jumps between the release and the end")
  func smooth() throws {
    let seed: UInt64 = 83
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let samples = (0...4).map {
        (Double($0) / 10, Double.random(in: -100...500, using: &random))
      }
      let run = try run(finger(samples, release: .random(in: 0...0.6, using: &random)))
      let (start, end) = (run.finger.releaseSeconds, run.endSeconds)
      #expect(abs(run.share(at: start + 1e-9) - run.share(at: start)) < 1e-5, "\(seed)")
      #expect(abs(run.share(at: end - 1e-9) - run.share(at: end)) < 1e-5, "\(seed)")
    }
  }
}
