import Inspection
import SceneFormat
import Staging

/// Compares how layers move.
struct MotionComparison {
  /// What is new of a layer, and whether that follows from when its transition moves.
  typealias Change = (change: LayerChange, isPaced: Bool)

  private(set) var paces: [PaceChange] = []
  private(set) var changes: [Change] = []

  // Fine enough for a part of a run that is a hundredth of it.
  private static let sampleCount = 201

  init(_ expected: Animation, _ actual: Animation) {
    // Both at one rate, whatever theirs are: what moves is a matter of time, not of frames.
    let fps = expected.scene.output.fps
    let steps = expected.stage.timelines(fps: fps)
    let newSteps = actual.stage.timelines(fps: fps)
    let clocks = Self.clocks(expected.stage, actual.stage, fps: fps)
    paces = clocks.compactMap { $0?.pace }
    for (index, (old, new)) in zip(steps, newSteps).enumerated() {
      compare(old.timeline, new.timeline, clocks[index])
    }
  }

  /// What is new of when each transition moves that both have; nil where nothing is.
  private static func clocks(_ expected: Stage, _ actual: Stage, fps: Double) -> [Clock?] {
    let pairs = Array(zip(expected.timings(), actual.timings()))
    let changes = pairs.enumerated().map { index, pair in
      PaceChange(pair.0, pair.1, place: pairs.count > 1 ? index + 1 : nil, fps: fps)
    }
    // Most scenes move when they did: then nothing has to be sampled.
    guard changes.contains(where: { $0 != nil }) else { return changes.map { _ in nil } }
    let samples = zip(
      expected.timings(samples: sampleCount), actual.timings(samples: sampleCount))
    return zip(changes, samples).map { change, samples in
      change.map { Clock(pace: $0, expected: samples.0.samples, actual: samples.1.samples) }
    }
  }

  private mutating func compare(_ old: Timeline, _ new: Timeline, _ clock: Clock?) {
    let ratio = old.seconds > 0 ? new.seconds / old.seconds : 1
    for entry in new.frames.first?.targets ?? [] {
      for value in entry.values {
        let before = old.frames.series(of: value.name, entry.target)
        let after = new.frames.series(of: value.name, entry.target)
        note(value.name, entry.target, Self.change(before, after, ratio), clock)
      }
    }
    for entry in old.frames.first?.targets ?? [] {
      for value in entry.values where new.frames.series(of: value.name, entry.target) == nil {
        let before = old.frames.series(of: value.name, entry.target)
        note(value.name, entry.target, Self.change(before, nil, ratio), clock)
      }
    }
  }

  private mutating func note(
    _ property: Property, _ target: Target, _ change: ValueChange?, _ clock: Clock?
  ) {
    guard let change else { return }
    let paced = clock?.change(of: property, target)
    let kind = LayerChange.Kind.motion(property: property.name, paced ?? change)
    changes.append((LayerChange(layer: "\(target)", kind: kind), isPaced: paced != nil))
  }

  /// What happened to the values of a property; nil where nobody says any for it, it has none.
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

/// Tells what moves as before, only later or slower with its whole transition.
private struct Clock {
  let pace: PaceChange
  let expected, actual: [Timeline.Frame]

  /// What happened to a property that has the same values at the same shares of the way; nil for
  /// any other.
  func change(of property: Property, _ target: Target) -> ValueChange? {
    guard let old = expected.series(of: property, target),
      let new = actual.series(of: property, target), isSame(old, new)
    else { return nil }
    return pace.change
  }

  /// A spring has another shape for another length, by a hair; its ends are the same.
  private func isSame(_ old: ValueSeries, _ new: ValueSeries) -> Bool {
    if old.values == new.values { return true }
    guard old.values.first == new.values.first, old.values.last == new.values.last else {
      return false
    }
    let slack = old.reach * Self.hair
    return old.values.indices.allSatisfy { index in
      guard let one = old.numbers(index), let two = new.numbers(index), one.count == two.count
      else { return false }
      return zip(one, two).allSatisfy { ($0 - $1).magnitude <= slack }
    }
  }

  private static let hair = 0.002
}

extension [Timeline.Frame] {
  /// The values of one property; nil where it has none in some frame.
  fileprivate func series(of property: Property, _ target: Target) -> ValueSeries? {
    let values = compactMap { frame in
      frame.targets.first { $0.target == target }?.values.first { $0.name == property }?.value
    }
    guard values.count == count, !values.isEmpty else { return nil }
    return ValueSeries(times: map(\.time), values: values)
  }
}
