import Testing

@testable import Motion

@Suite("Track timing")
struct TrackTimingTests {
  @Test("a track waits for its window and stays after it")
  func during() {
    let timing = TrackTiming(during: Window(0.25, 0.75))
    for (run, progress) in [(0, 0), (0.25, 0), (0.5, 0.5), (0.75, 1), (1, 1), (-3, 0), (9, 1)] {
      #expect(timing.progress(at: run) == progress)
    }
    #expect(timing.progress(at: .nan) == 0)
  }

  @Test("a window of no length is a step")
  func step() {
    let timing = TrackTiming(during: Window(0.5, 0.5))
    #expect(timing.progress(at: 0.4999) == 0)
    #expect(timing.progress(at: 0.5) == 1)
    #expect(TrackTiming(during: Window(0, 0)).progress(at: 0) == 1)
    let through = TrackTiming(through: Window(0.3, 0.3))
    #expect(through.progress(at: 0.29) == 0)
    #expect(through.progress(at: 0.3) == 1)
  }

  @Test("through is a window of the eased progress")
  func through() {
    let easing = Easing(.easeInOut, seconds: 1)
    let timing = TrackTiming(easing: easing, through: Window(0.3, 1))
    for run in [0.2, 0.5, 0.6, 0.9] {
      let expected = max(0, (easing.value(at: run) - 0.3) / 0.7)
      #expect(abs(timing.progress(at: run) - expected) < 1e-15)
    }
    #expect(timing.progress(at: 1) == 1)
  }

  @Test("without shaping, windows stay and easings go")
  func unshaped() {
    let timing = TrackTiming(
      during: Window(0, 0.5), easing: Easing(.easeInOut, seconds: 1), through: Window(0.5, 1))
    #expect(timing.progress(at: 0.375, shaped: false) == 0.5)
    #expect(timing.progress(at: 0.125, shaped: false) == 0)
  }

  @Test("an overshoot survives only at the very end")
  func overshoot() {
    let spring = Easing(.spring(.damped(ratio: 0.6, velocity: 0)), seconds: 0.6)
    let run = 0.21355 / 0.6
    let peak = spring.value(at: run)
    #expect(peak > 1.09)
    #expect(TrackTiming(easing: spring).progress(at: run) == peak)
    let late = TrackTiming(easing: spring, through: Window(0.5, 1))
    #expect(abs(late.progress(at: run) - (peak - 0.5) / 0.5) < 1e-15)
    let early = TrackTiming(easing: spring, through: Window(0, 0.9))
    #expect(early.progress(at: run) == 1)
    let back = Easing(.bezier(x1: 0.3, y1: -1, x2: 0.5, y2: 1), seconds: 1)
    #expect(TrackTiming(easing: back).progress(at: 0.1) < 0)
    #expect(TrackTiming(easing: back, through: Window(0.1, 1)).progress(at: 0.1) == 0)
  }

  @Test("repetitions start over, and end at their end")
  func repeats() {
    let timing = TrackTiming(repeats: 2)
    for (run, progress) in [(0, 0), (0.25, 0.5), (0.49, 0.98), (0.5, 0), (0.75, 0.5), (1, 1)] {
      #expect(timing.progress(at: run) == progress)
    }
    #expect(TrackTiming(repeats: 2.5).progress(at: 1) == 0.5)
  }

  @Test("every second repetition goes backward if it may")
  func autoreverses() {
    let timing = TrackTiming(repeats: 2, autoreverses: true)
    for (run, progress) in [(0, 0), (0.25, 0.5), (0.5, 1), (0.75, 0.5), (1, 0)] {
      #expect(timing.progress(at: run) == progress)
    }
    #expect(TrackTiming(repeats: 3, autoreverses: true).progress(at: 1) == 1)
    #expect(TrackTiming(repeats: 1, autoreverses: true).progress(at: 1) == 1)
  }

  @Test("repetitions that make no sense count as one", arguments: [0, -1, .nan, .infinity])
  func badRepeats(_ repeats: Double) {
    #expect(TrackTiming(repeats: repeats).progress(at: 0.3) == 0.3)
  }
}
