import Inspection
import SceneFormat

/// The values of one property, frame by frame.
struct ValueSeries {
  /// When each frame is, in seconds.
  let times: [Double]
  let values: [PropertyValue]

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
    guard let next = times.firstIndex(where: { $0 > time }) else { return numbers(times.count - 1) }
    guard next > 0 else { return numbers(0) }
    guard let before = numbers(next - 1), let after = numbers(next), before.count == after.count
    else { return nil }
    let share = (time - times[next - 1]) / (times[next] - times[next - 1])
    // A hair's breadth from a frame is on it, or no delay would be exact.
    if share < 1e-6 { return before }
    return zip(before, after).map { $0 + ($1 - $0) * share }
  }

  /// The largest difference from what `source` says that the frames of `other` are.
  func distance(to other: ValueSeries, _ source: (Double) -> Double) -> Double {
    other.times.indices.reduce(0) { most, index in
      guard let one = value(at: source(other.times[index])), let two = other.numbers(index),
        one.count == two.count
      else { return .infinity }
      return zip(one, two).reduce(most) { max($0, ($1.0 - $1.1).magnitude) }
    }
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

  /// The last frame that still has the first value; the first frame that has the last one.
  var ends: (onset: Int, arrival: Int) {
    let onset = (values.firstIndex { $0 != values[0] } ?? 1) - 1
    let arrival = (values.lastIndex { $0 != values[values.count - 1] } ?? -1) + 1
    return (onset, arrival)
  }

  /// By how many frames `other` is late, which has the same values in the same order; nil if it is
  /// not so, or nothing changes.
  func shift(to other: ValueSeries) -> Int? {
    let (count, frames) = (values.count, other.values.count)
    guard count > 1, ends.arrival > 0, Set(other.values).count == Set(values).count else {
      return nil
    }
    let shifts = (1..<max(count, frames)).flatMap { [$0, -$0] }
    return shifts.first { shift in
      other.values.indices.allSatisfy { index in
        other.values[index] == values[min(count - 1, max(0, index - shift))]
      }
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
