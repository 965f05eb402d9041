public import ImageDiff
import Inspection
import RenderTransition
import SceneFormat

/// A change of one property over time.
public enum ValueChange: Hashable, Sendable {
  /// They are others: the two that are farthest apart, as text.
  case value(from: String, to: String)
  /// They are the same at other times: a delay, a stretch, or another curve from the same start to
  /// the same end.
  case time(TimeChange)
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
    if let change = fit.change {
      self = .time(change)
    } else {
      self.init(values: expected, actual)
    }
  }

  /// A delay of what is no number, or where the values are farthest apart; nil if they are the
  /// same.
  private init?(values expected: ValueSeries, _ actual: ValueSeries) {
    if let frames = expected.shift(to: actual) {
      self = .time(
        TimeMapping.delayed(frames: Double(frames), step: expected.times[1]).change)
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
    guard case .numbers(let a) = one, case .numbers(let b) = other else { return .infinity }
    return a.distance(to: b)
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

  /// The simplest change in time that explains all values; nil if none does.
  var change: TimeChange? { (wholeDelay ?? other)?.change ?? (isOtherCurve ? .curve : nil) }

  private var wholeDelay: TimeMapping? {
    let frames = max(expected.times.count, actual.times.count) - 1
    return delays(by: TimeMapping.wholeDelays(upTo: frames)).first {
      error(of: $0, atMost: reach * 1e-6) != nil
    }
  }

  /// A delay by other than whole frames, or a stretch: whichever is nearer.
  private var other: TimeMapping? {
    let slack = slack
    return (partialDelays + stretches).best { error(of: $0, atMost: slack) }
  }

  /// How far a guess is from the values at most; nil if that is more than `most`.
  private func error(of guess: TimeMapping, atMost most: Double) -> Double? {
    let error = expected.distance(to: actual, atMost: most, guess.source)
    return error < .infinity ? error : nil
  }

  private var partialDelays: [TimeMapping] {
    let (one, two) = (expected.ends, actual.ends)
    // What begins and ends when it did is not late.
    guard step > 0, one != two else { return [] }
    let guess = (actual.times[two.onset] - expected.times[one.onset]) / step
    return delays(by: (-20...20).map { guess + Double($0) / 10 }.filter { $0.magnitude > 0.05 })
  }

  /// Delays with which all of the movement is still there.
  private func delays(by frames: [Double]) -> [TimeMapping] {
    guard step > 0 else { return [] }
    let (onset, arrival) = expected.ends
    let (start, end) = (expected.times[onset], expected.times[arrival])
    let last = actual.times[actual.times.count - 1]
    return frames.filter {
      start + $0 * step > -step * 1.01 && end + $0 * step <= last + step * 0.6
    }
    .map { .delayed(frames: $0, step: step) }
  }

  /// Longer or shorter: with the whole run, or from where it begins.
  private var stretches: [TimeMapping] {
    let (one, two) = (expected.ends, actual.ends)
    let (from, to) = (expected.times[one.onset], actual.times[two.onset])
    let spans = (expected.times[one.arrival] - from, actual.times[two.arrival] - to)
    if (ratio - 1).magnitude > 0.003 {
      let whole = TimeMapping.stretched(factor: ratio, from: 0, to: 0)
      if error(of: whole, atMost: slack) != nil { return [whole] }
    }
    // Durations within a frame of each other are the same.
    guard spans.0 > 0, spans.1 > 0, (spans.1 - spans.0).magnitude > step * 0.9 else { return [] }
    return TimeMapping.factors(near: spans.1 / spans.0)
      .map { .stretched(factor: $0, from: from, to: to) }
  }

  private var isOtherCurve: Bool {
    guard let first = expected.numbers(0), let last = expected.numbers(expected.values.count - 1),
      let newFirst = actual.numbers(0), let newLast = actual.numbers(actual.values.count - 1)
    else { return false }
    let ends = max(first.distance(to: newFirst), last.distance(to: newLast))
    return first != last && ends <= reach * 1e-6
  }
}

extension [Double] {
  /// The largest difference of numbers at the same place; infinite for another count of them.
  func distance(to other: [Double]) -> Double {
    guard count == other.count else { return .infinity }
    return zip(self, other).reduce(0) { Swift.max($0, ($1.0 - $1.1).magnitude) }
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
      guard let one = value(at: source(other.times[index])), let two = other.numbers(index)
      else { return .infinity }
      most = max(most, one.distance(to: two))
      if most > limit { return .infinity }
    }
    return most
  }

  /// The value that is farthest from the last one; nil if all are the same.
  var farthestFromEnd: PropertyValue? {
    guard let last = values.last, values.contains(where: { $0 != last }) else { return nil }
    guard let end = numbers(values.count - 1) else { return values.first { $0 != last } }
    func distance(_ index: Int) -> Double { numbers(index)?.distance(to: end) ?? 0 }
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
