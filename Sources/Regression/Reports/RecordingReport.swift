package import Formatting
import Geometry
import ImageDiff
import Pixels
import RenderTransition
import SceneFormat
import Staging

/// What a recording does otherwise than its design, as text and JSON.
package struct RecordingReport: Sendable {
  let comparison: RecordingComparison
  /// Ignored areas and layers, a line each.
  let exceptions: [String]

  package init(_ comparison: RecordingComparison, exceptions: [String] = []) {
    (self.comparison, self.exceptions) = (comparison, exceptions)
  }

  var motion: RecordedMotion { comparison.motion }
  var recording: ScreenRecording { motion.recording }
  var curve: CurveChoice { motion.fit.choice }
  var fit: TimingFit { curve.fit }
  var expected: any ExpectedMotion { motion.expected }
  var options: RecordingOptions { comparison.options }

  /// What came out.
  package var verdict: RecordingComparison.Verdict {
    if motion.isOther { return .other }
    return findings.isEmpty ? .same : .different
  }

  /// Where the motion is, in one line.
  package var headline: String {
    let name = Escaped.text(expected.name)
    let place = "of \(Escaped.path(comparison.path))"
    let span = Seconds.span(span[0], span[1])
    guard verdict != .other else {
      let share = NumberFormat.fixed(100 * motion.fit.unexplained, decimals: 0)
      return
        "other: what moves at \(span) \(place) is not \(name), whose best fit leaves \(share) % of "
        + "the motion unexplained"
    }
    let rate = NumberFormat.rounded(1 / max(1e-6, recording.step), decimals: 1)
    return (verdict == .same ? "same: " : "")
      + "\(name) at \(span) \(place) "
      + "(\(rate) frames a second)"
      + (motion.fit.grid.screens.map { screens in
        "; pictures are \(screens == .recording ? "the recording's own" : "the design's")"
      } ?? "")
  }

  /// What differs, a sentence each; empty for nothing.
  package var findings: [String] {
    guard !motion.isOther else { return [] }
    guard !expected.hasFinger else { return [] }
    return [startFinding, durationFinding, curveFinding].compactMap(\.self)
      + motion.values.map(finding) + [holdFinding].compactMap(\.self)
  }

  /// What differs and what could not be told, a line each.
  package var notes: [String] {
    findings + notMeasured.map { "not measured: \($0)" }
      + comparison.others.prefix(6).map {
        "another motion at \(Seconds.span($0.lowerBound, $0.upperBound))"
      } + exceptions
  }

  /// What this recording cannot tell.
  var notMeasured: [String] {
    guard verdict != .other else {
      return motion.fit.grid.screens == .design && options.pictures == nil
        ? ["an app with other screens than the design's, for \(expected.name) moves parts of them"]
        : []
    }
    var texts = motion.unseen.map { value in
      "\(value.reach.target) \(value.reach.name)"
        + (value.uncertainty < 1
          ? " closer than ± \(NumberFormat.rounded(value.error, decimals: 2))"
          : ", which cannot be seen here")
    }
    if options.tap == nil, motion.fit.grid.screens != nil {
      texts.append("how late it starts, without --tap")
    }
    if expected.hasFinger { texts.append("timing and values, for a finger drives the transition") }
    if motion.fit.grid.parts > 0.005 {
      texts.append(
        "bars, shared elements and layers that move by themselves, which stills do not "
          + "show apart (\(NumberFormat.fixed(100 * motion.fit.grid.parts, decimals: 0)) % of what moves)"
      )
    }
    return texts
  }

  /// How much earlier or later it may be and still be as designed, in seconds.
  private var allowedSeconds: Double {
    options.allowedSeconds ?? max(0.017, recording.step)
  }

  /// How late it starts, in seconds; nil where nothing says when the finger came down.
  var late: Double? { options.tap.map { fit.start - $0 - expected.delay } }

  private var startFinding: String? {
    guard let late, late.magnitude > allowedSeconds else { return nil }
    let after = fit.start - (options.tap ?? 0)
    let frames = Int((late.magnitude / max(1e-6, recording.step)).rounded())
    let designed = expected.delay > 0 ? Seconds.milliseconds(expected.delay) : "at once"
    return "starts  \(Seconds.milliseconds(after)) after the tap, not \(designed): "
      + "\(NumberFormat.count(frames, "frame")) \(late > 0 ? "late" : "early")"
  }

  private var durationFinding: String? {
    guard (fit.duration - expected.seconds).magnitude > allowedSeconds else { return nil }
    let uncertainty = min(99, fit.uncertainty)
    let times = NumberFormat.rounded(fit.duration / max(1e-6, expected.seconds), decimals: 2)
    return "lasts   \(Seconds.milliseconds(fit.duration)) (± \(Seconds.number(uncertainty))), not "
      + "\(Seconds.milliseconds(expected.seconds)): \(times) times as long; from 10 to 90 % in "
      + "\(Seconds.milliseconds(rise.actual)), not \(Seconds.number(rise.expected))"
  }

  /// How long it takes from 10 to 90 % of the way, in seconds.
  private var rise: (expected: Double, actual: Double) {
    (curve.own.curve.rise * expected.seconds, fit.curve.rise * fit.duration)
  }

  private var curveFinding: String? {
    guard curve.apart > 0 else { return nil }
    let apart = NumberFormat.fixed(100 * curve.apart, decimals: 0)
    guard motion.fit.grid.run?.easing != nil else {
      return "curve   runs ahead or behind by up to \(apart) %"
    }
    return
      "curve   \(fit.curve.name), not \(curve.own.curve.name): up to \(apart) % of the "
      + "way apart"
  }

  private var holdFinding: String? {
    let isSlow = recording.step > 1 / 40.0
    let held = holds.filter { !isSlow || $0.count > 1 }
    guard held.reduce(0, { $0 + $1.count }) > options.allowedDrops ?? 1 else { return nil }
    let texts = held.prefix(8).map {
      "\($0.count) dropped at \(Seconds.number($0.from))-\(Seconds.milliseconds($0.to))"
    }
    return "frames  " + texts.joined(separator: ", ") + (held.count > 8 ? ", …" : "")
  }

  private func finding(_ value: FoundValue) -> String {
    let decimals = max(value.reach.value.magnitude, value.actual.magnitude) < 3 ? 2 : 0
    let layer = "\(value.reach.target)"
    return layer + String(repeating: " ", count: max(0, 7 - layer.count))
      + " \(value.reach.name) reaches \(NumberFormat.fixed(value.actual, decimals: decimals))"
      + " (± \(NumberFormat.fixed(value.error, decimals: max(1, decimals)))), not "
      + NumberFormat.fixed(value.reach.value, decimals: decimals)
  }
}

/// Times as reports write them.
enum Seconds {
  static func text(_ seconds: Double) -> String { NumberFormat.fixed(seconds, decimals: 3) }

  static func span(_ from: Double, _ to: Double) -> String { "\(text(from))-\(text(to)) s" }

  /// In milliseconds, without the unit.
  static func number(_ seconds: Double) -> String {
    NumberFormat.fixed(seconds * 1000, decimals: 0)
  }

  static func milliseconds(_ seconds: Double) -> String { "\(number(seconds)) ms" }
}

extension RecordingReport: Recorded {
  /// Everything that is known: what `diff --json` prints of a recording.
  package static let record = Record<RecordingReport>(
    "What a recording does otherwise than its design; times in seconds.",
    members: [
      .init(schema: "render-transition/recording-diff-1"),
      .init(
        "verdict", .choice("What came out."),
        from: \.verdict),
      .init("headline", .text("The same, for people."), from: \.headline),
      .init(
        "pictures?", .choice("Whose screens move."),
        from: \.motion.fit.grid.screens),
      .init(
        "unexplained", .number("The share of the motion that the design does not explain."),
        from: \.motion.fit.unexplained),
      .init(
        "span", .list(.number("A time of the recording."), "When it moves."), from: \.span),
      .init("start?", .object(start), from: { $0.timed?.startRow }),
      .init(
        "duration?", .object(pair),
        from: { $0.timed.map { ($0.expected.seconds, $0.fit.duration) } }),
      .init("rise?", .object(pair), from: { $0.timed?.rise }),
      .init("curve?", .object(choice), from: { $0.timed?.curve }),
      .init(
        "values", .list(.object(value), "Values that are reached otherwise."),
        from: { $0.verdict == .other ? [] : $0.motion.values }),
      .init("held", .list(.object(hold), "Where pictures are missing."), from: { $0.holds }),
      .init(
        "notMeasured", .list(.text("A sentence."), "What cannot be told."), from: \.notMeasured),
      .init("findings", .list(.text("A sentence."), "What differs."), from: \.findings),
      .init(
        "path",
        .list(
          .list(.number("A time from the start, then a share of the way."), "A frame."),
          "What was measured."),
        from: \.path),
    ])

  /// Itself where its timing is told.
  private var timed: RecordingReport? { verdict == .other || expected.hasFinger ? nil : self }

  private var startRow: (actual: Double, late: Double?) { (fit.start, late) }

  private var span: [Double] {
    guard verdict == .other else { return [fit.start, fit.start + fit.duration] }
    let (times, frames) = (recording.times, motion.span.frames)
    return [times[frames.lowerBound], times[frames.upperBound - 1]]
  }

  private var holds: [HeldFrames] {
    guard !motion.isOther else { return [] }
    return motion.fit.held.held.map {
      HeldFrames(from: $0.from - fit.start, to: $0.to - fit.start, count: $0.count)
    }
  }

  private var path: [[Double]] {
    guard verdict != .other else { return [] }
    return zip(recording.times[motion.frames], motion.fit.path.shares).map {
      [$0 - fit.start, $1]
    }
  }

  private static let start = Record<(actual: Double, late: Double?)>(
    "When it begins.",
    members: [
      .init("actual", .number("In the recording."), from: \.actual),
      .init("late?", .number("After it should have."), from: \.late),
    ])

  private static let pair = Record<(expected: Double, actual: Double)>(
    "A length.",
    members: [
      .init("expected", .number("The design's."), from: \.expected),
      .init("actual", .number("The recording's."), from: \.actual),
    ])

  private static let choice = Record<CurveChoice>(
    "A curve.",
    members: [
      .init("expected", .text("The design's."), from: \.own.curve.name),
      .init("actual", .text("The recording's."), from: \.fit.curve.name),
      .init(
        "apart", .number("The share of the way by which they are apart at most."), from: \.apart),
    ])

  private static let value = Record<FoundValue>(
    "A value.",
    members: [
      .init("layer", .text("Whose value it is."), from: { "\($0.reach.target)" }),
      .init("property", .text("Which property."), from: \.reach.name),
      .init("expected", .number("The design's."), from: \.reach.value),
      .init("actual", .number("The recording's."), from: \.actual),
      .init("error", .number("How far that may be off."), from: \.error),
    ])

  private static let hold = Record<HeldFrames>(
    "A time without a new picture.",
    members: [
      .init("from", .number("From the start of the motion."), from: \.from),
      .init("to", .number("From the start of the motion."), from: \.to),
      .init("frames", .whole("How many are missing."), from: \.count),
      .init("kind", JSONForm(.constant("dropped")) { .text($0) }, from: { _ in "dropped" }),
    ])
}
