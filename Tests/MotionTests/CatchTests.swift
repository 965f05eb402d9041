import TestSupport
import Testing

@testable import Motion

@Suite("Caught runs")
struct CatchTests {
  private func run(
    _ samples: [(Double, Double)], at catchSeconds: Double = 0.1, _ curve: Curve = .easeInOut,
    _ rules: GestureRules = GestureRules()
  ) throws -> GestureRun {
    let finger = try #require(
      Finger(
        measure: .points(extent: 400),
        samples: samples.map { Finger.Sample(seconds: $0.0, translation: $0.1) }))
    let timing = GestureRun.Timing(
      seconds: 0.5, easing: Easing(curve, seconds: 0.5), catchSeconds: catchSeconds)
    return try #require(GestureRun(finger, rules: rules, timing: timing))
  }

  @Test("progress is that of the curve until the finger holds it, and goes on from there")
  func progress() throws {
    let easing = Easing(.easeInOut, seconds: 0.5)
    let run = try run([(0, 0), (0.2, 100), (0.3, 60)])
    #expect(run.share(at: 0) == 0)
    #expect(run.share(at: 0.05) == easing.value(at: 0.1))
    let held = easing.value(at: 0.2)
    #expect(run.share(at: 0.1) == held)
    #expect(abs(run.share(at: 0.3) - held - 0.25) < 1e-12)
    #expect(abs(run.share(at: 0.4) - held - 0.15) < 1e-12)
    #expect(run.releaseProgress == run.share(at: 0.4))
    #expect(run.events.map(\.name) == [.began, .caught, .updated, .updated, .released, .cancelled])
    let times = [0, 0.1, 0.3, 0.4, 0.4, run.endSeconds]
    for (event, time) in zip(run.events, times) { #expect(abs(event.seconds - time) < 1e-12) }
    #expect(run.events[1].progress == held && run.events[1].velocity == nil)
    #expect(abs((run.events[2].progress ?? .nan) - held - 0.25) < 1e-12)
  }

  @Test(
    "as a share of the time, a way through what was held stays between the run's ends",
    arguments: [(-0.5, 0), (0, 0), (0.125, 0.25), (0.25, 0.5), (0.625, 0.75), (1, 1), (1.3, 1)])
  func asTime(_ share: Double, _ time: Double) {
    var progress = Progress(fraction: share)
    // Half of the time was a quarter of the way.
    progress.caught = Catch(fraction: 0.5, progress: 0.25)
    #expect(progress.asTime.fraction == time && progress.asTime.caught == nil)
  }

  @Test("scrubbed in time, it goes on from the share of the time that has passed")
  func time() throws {
    let run = try run([(0, 0), (0.2, 100)], rules: GestureRules(scrub: .time))
    #expect(run.share(at: 0.05) == 0.1)
    #expect(abs(run.share(at: 0.3) - 0.45) < 1e-12)
    #expect(run.progress(at: 0.3).isShaped && run.progress(at: 0.3).caught == nil)
  }

  private func run(_ samples: [(Double, Double)], rules: GestureRules) throws -> GestureRun {
    try run(samples, at: 0.1, .easeInOut, rules)
  }

  private static let timings: [TrackTiming] = {
    let spring = Easing(.spring(.damped(ratio: 0.4, velocity: 0)), seconds: 0.5)
    let ease = Easing(.easeInOut, seconds: 0.5)
    return [
      TrackTiming(), TrackTiming(easing: ease), TrackTiming(easing: spring),
      TrackTiming(during: Window(0.5, 1), easing: ease),
      TrackTiming(during: Window(0, 0.1), easing: ease),
      TrackTiming(easing: ease, through: Window(0.3, 0.6)),
      TrackTiming(easing: ease, repeats: 3, autoreverses: true),
      TrackTiming(during: Window(0.2, 0.2)),
    ]
  }()

  @Test("every track holds the position that it has, and both ends are exact", arguments: timings)
  func positions(_ timing: TrackTiming) throws {
    for curve in [Curve.easeInOut, .spring(.damped(ratio: 0.3, velocity: 0))] {
      for moment in [0.03, 0.1, 0.2, 0.3, 0.49] {
        let run = try run([(0, 0), (0.2, 30)], at: moment, curve)
        let before = timing.progress(at: run.progress(at: moment.nextDown))
        let after = timing.progress(at: run.progress(at: moment))
        // A step at that very moment is one by itself.
        let isStep = timing.during == Window(0.2, 0.2) && moment == 0.1
        #expect(abs(before - after) < 1e-9 || isStep, "\(moment)")
        for end in [0.0, 1] {
          var progress = run.progress(at: moment)
          progress.fraction = end
          #expect(timing.progress(at: progress) == timing.progress(at: end))
        }
      }
    }
  }

  @Test("what was held goes in straight lines to both ends")
  func straight() throws {
    let caught = Catch(fraction: 0.3, progress: 0.4)
    for (share, position) in [
      (0.4, 0.7), (0.7, 0.85), (1, 1), (1.1, 1.1), (0.2, 0.35), (0, 0), (-0.1, -0.1),
    ] {
      #expect(abs(caught.position(of: 0.7, at: share) - position) < 1e-12)
    }
    // Held by a spring beyond the end.
    let beyond = Catch(fraction: 0.3, progress: 1.2)
    for (share, position) in [(1.2, 1.1), (1.1, 1.05), (1, 1), (0.5, 0.5), (0, 0)] {
      #expect(abs(beyond.position(of: 1.1, at: share) - position) < 1e-12)
    }
    // At an end already, though the track is not.
    let end = Catch(fraction: 0.3, progress: 1)
    #expect(end.position(of: 0.6, at: 1) == 0.6)
    #expect(abs(end.position(of: 0.6, at: 0.5) - 0.3) < 1e-12)
  }

  @Test("a run is not caught at its end or behind it")
  func tooLate() throws {
    let finger = try #require(Finger(measure: .scale, samples: []))
    for seconds in [0.5, 0.6, -0.1, .nan] {
      let timing = GestureRun.Timing(seconds: 0.5, catchSeconds: seconds)
      #expect(GestureRun(finger, rules: GestureRules(), timing: timing) == nil)
    }
  }
}
