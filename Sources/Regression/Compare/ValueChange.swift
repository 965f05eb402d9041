import Inspection
import RenderTransition
import SceneFormat

/// A change of one property over time.
public enum ValueChange: Hashable, Sendable {
  /// They are others: the two that are farthest apart, as text.
  case value(from: String, to: String)
  /// The same values come later, or earlier where the numbers are negative.
  case delayed(frames: Double, seconds: Double)
  /// The same values take `factor` times as long.
  case stretched(factor: Double)
  /// They go from the same start to the same end on another curve.
  case curve
}

extension ValueChange {
  /// What happened between two series; nil if they are the same.
  ///
  /// `ratio` is how much longer the whole run takes.
  init?(_ expected: ValueSeries, _ actual: ValueSeries, ratio: Double) {
    let reach = max(expected.reach, actual.reach)
    let isSame = expected.values == actual.values && expected.times == actual.times
    guard !isSame, expected.distance(to: actual, { $0 }) > reach * 1e-9 || reach == 0 else {
      return nil
    }
    guard expected.reach > 0, actual.reach > 0 else {
      self.init(values: expected, actual)
      return
    }
    let fit = SeriesFit(expected: expected, actual: actual, ratio: ratio, reach: reach)
    if let change = fit.wholeDelay ?? fit.other ?? fit.curve {
      self = change
    } else {
      self.init(values: expected, actual)
    }
  }

  /// A delay of what is no number, or where the values are farthest apart; nil if they are the
  /// same.
  private init?(values expected: ValueSeries, _ actual: ValueSeries) {
    if let frames = expected.shift(to: actual) {
      self = .delayed(frames: Double(frames), seconds: Double(frames) * expected.times[1])
      return
    }
    var peak: (distance: Double, old: PropertyValue, new: PropertyValue)?
    for index in actual.values.indices {
      let old = expected.values[min(index, expected.values.count - 1)]
      let new = actual.values[index]
      guard old != new else { continue }
      let distance = Self.distance(old, new)
      if distance > peak?.distance ?? -1 { peak = (distance, old, new) }
    }
    guard let peak else { return nil }
    self = .value(from: peak.old.text, to: peak.new.text)
  }

  private static func distance(_ one: PropertyValue, _ other: PropertyValue) -> Double {
    guard case .numbers(let a) = one, case .numbers(let b) = other, a.count == b.count else {
      return .infinity
    }
    return zip(a, b).reduce(0) { max($0, ($1.0 - $1.1).magnitude) }
  }
}

/// Tries what two series of numbers could have to do with each other.
private struct SeriesFit {
  let expected: ValueSeries
  let actual: ValueSeries
  let ratio: Double
  let reach: Double

  private var step: Double {
    expected.times.count > 1 ? expected.times[1] - expected.times[0] : 0
  }

  /// Between frames, values are off by as much as the curve bends.
  private var slack: Double { reach * 0.004 + expected.roughness + actual.roughness }

  var wholeDelay: ValueChange? {
    guard step > 0 else { return nil }
    for frames in 1..<max(2, max(expected.times.count, actual.times.count)) {
      for signed in [Double(frames), -Double(frames)]
      where error(ofDelay: signed, atMost: reach * 1e-6) < .infinity {
        return .delayed(frames: signed, seconds: signed * step)
      }
    }
    return nil
  }

  /// A delay by other than whole frames, or a stretch: whichever is nearer.
  var other: ValueChange? {
    let found = [partialDelay, stretch].compactMap(\.self)
    return found.min { $0.error < $1.error }?.change
  }

  private typealias Guess = (change: ValueChange, error: Double)

  private var partialDelay: Guess? {
    guard step > 0 else { return nil }
    let (one, two) = (expected.ends, actual.ends)
    // What begins and ends when it did is not late.
    guard one != two else { return nil }
    let guess = (actual.times[two.onset] - expected.times[one.onset]) / step
    let tries = (-20...20).map { guess + Double($0) / 10 }.filter { $0.magnitude > 0.05 }
    let errors = tries.map { (frames: $0, error: error(ofDelay: $0)) }
    guard let best = errors.min(by: { $0.error < $1.error }), best.error <= slack else {
      return nil
    }
    return (.delayed(frames: best.frames, seconds: best.frames * step), best.error)
  }

  /// The error of a delay; infinite if it is more than `most`.
  private func error(ofDelay frames: Double, atMost most: Double = .infinity) -> Double {
    let seconds = frames * step
    // All of the movement must still be there.
    let (onset, arrival) = expected.ends
    guard expected.times[onset] + seconds > -step * 1.01,
      expected.times[arrival] + seconds <= actual.times[actual.times.count - 1] + step * 0.6
    else { return .infinity }
    return expected.distance(to: actual, atMost: most) { $0 - seconds }
  }

  /// Longer or shorter: with the whole run, or from where it begins.
  private var stretch: Guess? {
    let (one, two) = (expected.ends, actual.ends)
    let (from, to) = (expected.times[one.onset], actual.times[two.onset])
    let spans = (expected.times[one.arrival] - from, actual.times[two.arrival] - to)
    if (ratio - 1).magnitude > 0.003 {
      let error = error(ofStretch: ratio, from: 0, to: 0)
      if error <= slack { return (.stretched(factor: ratio), error) }
    }
    // Durations within a frame of each other are the same.
    guard spans.0 > 0, spans.1 > 0, (spans.1 - spans.0).magnitude > step * 0.9 else { return nil }
    let factors = (-40...40).map { spans.1 / spans.0 * (1 + Double($0) / 400) }
    let errors = factors.map { (factor: $0, error: error(ofStretch: $0, from: from, to: to)) }
    guard let best = errors.min(by: { $0.error < $1.error }), best.error <= slack else {
      return nil
    }
    return (.stretched(factor: best.factor), best.error)
  }

  private func error(ofStretch factor: Double, from: Double, to: Double) -> Double {
    expected.distance(to: actual) { from + ($0 - to) / factor }
  }

  var curve: ValueChange? {
    guard let first = expected.numbers(0), let last = expected.numbers(expected.values.count - 1),
      let newFirst = actual.numbers(0), let newLast = actual.numbers(actual.values.count - 1),
      first != last, isNear(first, newFirst), isNear(last, newLast)
    else { return nil }
    return .curve
  }

  private func isNear(_ one: [Double], _ other: [Double]) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy { ($0 - $1).magnitude <= reach * 1e-6 }
  }
}

/// The values of one property, frame by frame.
struct ValueSeries {
  /// When each frame is, in seconds.
  let times: [Double]
  let values: [PropertyValue]
  /// The last frame that still has the first value; the first frame that has the last one.
  let ends: (onset: Int, arrival: Int)

  init(times: [Double], values: [PropertyValue]) {
    (self.times, self.values) = (times, values)
    let onset = (values.firstIndex { $0 != values[0] } ?? 1) - 1
    let arrival = (values.lastIndex { $0 != values[values.count - 1] } ?? -1) + 1
    ends = (onset, arrival)
  }

  /// The numbers of a frame; nil where it is no number.
  func numbers(_ index: Int) -> [Double]? {
    if case .numbers(let numbers) = values[index] { numbers } else { nil }
  }

  /// How far the values are from each other at most.
  var reach: Double {
    guard let first = numbers(0) else { return 0 }
    return first.indices.reduce(0) { most, part in
      let column = values.indices.compactMap { index -> Double? in
        guard let numbers = numbers(index), numbers.indices.contains(part) else { return nil }
        return numbers[part]
      }
      return max(most, (column.max() ?? 0) - (column.min() ?? 0))
    }
  }

  /// The value at any time; between frames on the way from one to the next, outside of them the
  /// nearest one.
  func value(at time: Double) -> [Double]? {
    var (low, next) = (0, times.count)
    while low < next {
      let middle = (low + next) / 2
      if times[middle] > time { next = middle } else { low = middle + 1 }
    }
    guard next < times.count else { return numbers(times.count - 1) }
    guard next > 0 else { return numbers(0) }
    guard let before = numbers(next - 1), let after = numbers(next), before.count == after.count
    else { return nil }
    let share = (time - times[next - 1]) / (times[next] - times[next - 1])
    // A hair's breadth from a frame is on it, or no delay would be exact.
    if share < 1e-6 { return before }
    return zip(before, after).map { $0 + ($1 - $0) * share }
  }

  /// The largest difference from what `source` says that the frames of `other` are; infinite if it
  /// is more than `limit`.
  func distance(
    to other: ValueSeries, atMost limit: Double = .infinity, _ source: (Double) -> Double
  ) -> Double {
    var most = 0.0
    // What moves differs first: most wrong guesses are over after a frame or two.
    let start = limit < .infinity ? other.ends.onset : 0
    for index in Array(start..<other.times.count) + Array(0..<start) {
      guard let one = value(at: source(other.times[index])), let two = other.numbers(index),
        one.count == two.count
      else { return .infinity }
      most = zip(one, two).reduce(most) { max($0, ($1.0 - $1.1).magnitude) }
      if most > limit { return .infinity }
    }
    return most
  }

  /// The value that is farthest from the last one; nil if all are the same.
  var farthestFromEnd: PropertyValue? {
    guard let last = values.last, values.contains(where: { $0 != last }) else { return nil }
    guard let end = numbers(values.count - 1) else { return values.first { $0 != last } }
    func distance(_ index: Int) -> Double {
      zip(numbers(index) ?? [], end).reduce(0) { max($0, ($1.0 - $1.1).magnitude) }
    }
    return values.indices.max { (distance($0), $1) < (distance($1), $0) }.map { values[$0] }
  }

  /// By how many frames `other` is late, which has the same values in the same order; nil if it is
  /// not so, or nothing changes.
  func shift(to other: ValueSeries) -> Int? {
    let (count, frames) = (values.count, other.values.count)
    guard count > 1, ends.arrival > 0, Set(other.values).count == Set(values).count else {
      return nil
    }
    let shifts = (1..<max(count, frames)).flatMap { [$0, -$0] }
    func isSame(_ index: Int, _ shift: Int) -> Bool {
      other.values[index] == values[min(count - 1, max(0, index - shift))]
    }
    // The first change tells most wrong guesses.
    let first = other.values.indices.dropFirst(other.ends.onset).prefix(2)
    return shifts.first { shift in
      first.allSatisfy { isSame($0, shift) }
        && other.values.indices.allSatisfy { isSame($0, shift) }
    }
  }

  /// How far the values are from the straight way between their neighbours, at most: what is lost
  /// between frames.
  var roughness: Double {
    guard values.count > 2 else { return 0 }
    return (1..<values.count - 1).reduce(0) { most, index in
      guard let a = numbers(index - 1), let b = numbers(index), let c = numbers(index + 1),
        a.count == b.count, b.count == c.count
      else { return most }
      return a.indices.reduce(most) { max($0, (b[$1] - (a[$1] + c[$1]) / 2).magnitude) }
    }
  }
}
