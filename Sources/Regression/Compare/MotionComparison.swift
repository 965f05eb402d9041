import Formatting
import ImageDiff
import Inspection
import RenderTransition
public import SceneFormat
import Staging

/// Compares the motion of layers.
struct MotionComparison {
  /// A change of a layer, and whether it follows from its transition's timing.
  typealias Change = (change: LayerChange, followsTiming: Bool)

  private(set) var outcomes: [OutcomeChange] = []
  private(set) var timings: [TimingChange] = []
  private(set) var changes: [Change] = []

  // Fine enough for a part of a run that is a hundredth of it.
  private static let sampleCount = 201

  init(_ expected: Animation, _ actual: Animation) {
    // Both at one rate, whatever theirs are: what moves is a matter of time, not of frames.
    let fps = expected.scene.output.fps
    let steps = expected.stage.timelines(fps: fps)
    let newSteps = actual.stage.timelines(fps: fps)
    let clocks = Self.clocks(expected.stage, actual.stage, fps: fps)
    timings = clocks.compactMap { $0?.timing }
    outcomes = zip(steps, newSteps).compactMap { OutcomeChange($0.timeline, $1.timeline) }
    let places = actual.stage.timings().map(\.source)
    for (index, (old, new)) in zip(steps, newSteps).enumerated() {
      compare(old.timeline, new.timeline, clocks[index], places[index])
    }
  }

  /// The timing change of each transition that both scenes have; nil for none.
  private static func clocks(_ expected: Stage, _ actual: Stage, fps: Double) -> [Clock?] {
    let pairs = Array(zip(expected.timings(), actual.timings()))
    let changes = pairs.enumerated().map { index, pair in
      TimingChange(pair.0, pair.1, place: pairs.count > 1 ? index + 1 : nil, fps: fps)
    }
    // Most scenes move when they did: then nothing has to be sampled.
    guard changes.contains(where: { $0 != nil }) else { return changes.map { _ in nil } }
    let samples = zip(
      expected.timings(samples: sampleCount), actual.timings(samples: sampleCount))
    return zip(changes, samples).map { change, samples in
      change.map {
        Clock(
          timing: $0, expected: SampleTable(samples.0.samples),
          actual: SampleTable(samples.1.samples))
      }
    }
  }

  private mutating func compare(
    _ old: Timeline, _ new: Timeline, _ clock: Clock?, _ place: Place
  ) {
    let ratio = old.seconds > 0 ? new.seconds / old.seconds : 1
    let (before, after) = (SampleTable(old.frames), SampleTable(new.frames))
    for (target, property) in after.rows {
      let (one, two) = (before.series(of: property, target), after.series(of: property, target))
      note(property, target, Self.change(one, two, ratio), clock, place)
    }
    for (target, property) in before.rows where after.series(of: property, target) == nil {
      let one = before.series(of: property, target)
      note(property, target, Self.change(one, nil, ratio), clock, place)
    }
  }

  private mutating func note(
    _ property: Property, _ target: Target, _ change: ValueChange?, _ clock: Clock?, _ place: Place
  ) {
    guard let change else { return }
    let timed = clock?.change(of: property, target)
    let kind = LayerChange.Kind.motion(
      property: property.name, timed.map(ValueChange.time) ?? change)
    changes.append(
      (LayerChange(layer: "\(target)", kind: kind, place: place), followsTiming: timed != nil))
  }

  /// What happened to the values of a property; nil if neither scene has any.
  private static func change(
    _ before: ValueSeries?, _ after: ValueSeries?, _ ratio: Double
  ) -> ValueChange? {
    switch (before, after) {
    case (let before?, let after?): ValueChange(before, after, ratio: ratio)
    case (let before?, nil):
      before.farthestFromEnd.map { .value(from: $0.text, to: "at rest") }
    case (nil, let after?): after.farthestFromEnd.map { .value(from: "at rest", to: $0.text) }
    case (nil, nil): nil
    }
  }
}

/// Recognises motion that only follows a transition's new delay or duration.
private struct Clock {
  let timing: TimingChange
  let expected, actual: SampleTable

  /// What happened to a property that has the same values at the same shares of the way; nil for
  /// any other.
  func change(of property: Property, _ target: Target) -> TimeChange? {
    guard let old = expected.series(of: property, target),
      let new = actual.series(of: property, target), isSame(old, new)
    else { return nil }
    return timing.change
  }

  /// A spring has another shape for another length, by a hair; its ends are the same.
  private func isSame(_ old: ValueSeries, _ new: ValueSeries) -> Bool {
    if old.values == new.values { return true }
    guard old.values.first == new.values.first, old.values.last == new.values.last else {
      return false
    }
    let slack = old.reach * Self.hair
    return old.values.indices.allSatisfy { index in
      guard let one = old.numbers(index), let two = new.numbers(index) else { return false }
      return one.distance(to: two) <= slack
    }
  }

  private static let hair = 0.002
}

/// The frames of one transition, whose targets are the same in all of them.
private struct SampleTable {
  private let frames: [Timeline.Sample]
  private let times: [Double]
  /// Where each target is among those of a frame.
  private let places: [Target: Int]

  init(_ frames: [Timeline.Sample]) {
    self.frames = frames
    times = frames.map(\.time)
    places = Dictionary(
      (frames.first?.targets ?? []).enumerated().map { ($1.target, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// All targets with their properties, in order.
  var rows: [(Target, Property)] {
    (frames.first?.targets ?? []).flatMap { entry in entry.values.map { (entry.target, $0.name) } }
  }

  /// The values of one property; nil where it has none.
  func series(of property: Property, _ target: Target) -> ValueSeries? {
    guard let place = places[target],
      let column = frames[0].targets[place].values.firstIndex(where: { $0.name == property })
    else { return nil }
    return ValueSeries(
      times: times, values: frames.map { $0.targets[place].values[column].value })
  }
}

/// A change of a transition's delay or duration.
public struct TimingChange: Hashable, Sendable {
  /// Which transition of a flow it is, from 1; nil where there is only one.
  public let place: Int?
  /// The expected time before it moves, in seconds.
  public let expectedDelay: Double
  /// The time before it moves, in seconds.
  public let actualDelay: Double
  /// How long it moved, in seconds; nil where a finger says it.
  public let expectedSeconds: Double?
  /// How long it moves, in seconds; nil where a finger says it.
  public let actualSeconds: Double?
  /// Where the transition is written, as it is now.
  public internal(set) var source: Place
  /// Seconds from one frame of the timelines to the next.
  let step: Double

  /// Compares when two transitions move; nil where nothing is new of it.
  init?(_ expected: TransitionTiming, _ actual: TransitionTiming, place: Int?, fps: Double) {
    (self.place, step, source) = (place, 1 / fps, actual.source)
    (expectedDelay, actualDelay) = (expected.delay, actual.delay)
    let isTimed = expected.seconds != nil && actual.seconds != nil
    (expectedSeconds, actualSeconds) =
      isTimed ? (expected.seconds, actual.seconds) : (nil, nil)
    guard isLate || takesAsLong == false else { return nil }
  }

  /// How much later it starts, in seconds.
  public var lateness: Double { actualDelay - expectedDelay }

  /// How many times as long it takes; nil where it takes as long as before, or took no time.
  public var factor: Double? {
    guard takesAsLong == false, let old = expectedSeconds, let new = actualSeconds, old > 0
    else { return nil }
    return new / old
  }

  // Sums of lengths are rounded.
  private var isLate: Bool { lateness.magnitude > 1e-9 }

  private var takesAsLong: Bool? {
    guard let old = expectedSeconds, let new = actualSeconds else { return nil }
    return (new - old).magnitude <= 1e-9
  }

  /// What happens to all that follows it; nil where nothing can.
  var change: TimeChange? {
    if let factor { return factor > 0 ? .stretched(factor: factor) : nil }
    return takesAsLong == true ? .delayed(frames: lateness / step, seconds: lateness) : nil
  }
}

extension TimingChange {
  /// As in `the transition starts 0.2 s later, takes 1.43 times as long (0.5 s, not 0.35 s)`.
  public var summary: String {
    var parts: [String] = []
    if isLate {
      let when = lateness > 0 ? "later" : "earlier"
      let behind = (place ?? 1) > 1 ? " after the one before" : ""
      parts.append(
        "starts \(NumberFormat.rounded(lateness.magnitude, decimals: 4)) s \(when)\(behind)")
    }
    if takesAsLong == false, let old = expectedSeconds, let new = actualSeconds {
      let seconds = [new, old].map { NumberFormat.rounded($0, decimals: 4) }
      let lengths = "\(seconds[0]) s, not \(seconds[1]) s"
      let times = factor.map { "\(ValueChange.short($0)) times as long (\(lengths))" }
      parts.append("takes \(times ?? lengths)")
    }
    return "\(place.map { "transition \($0)" } ?? "the transition") "
      + parts.joined(separator: ", ")
  }
}
