/// The shortest list of frames to take out and to put in that makes one animation of the other.
struct EditScript {
  /// For each frame of the second animation the equal frame of the first; nil for what was put in.
  let partners: [Int?]
  private let judge: TimeJudge

  init(_ judge: TimeJudge) {
    self.judge = judge
    partners = Self.longestMatch(judge)
  }

  /// Frames that were dropped, duplicated or inserted; nil if it is more than a few.
  var change: TimeChange? {
    guard judge.isSameRate, judge.expected.count > 2 else { return nil }
    let missing = judge.expected.indices.filter { !matched.contains($0) }
    let added = partners.indices.filter { partners[$0] == nil }
    let few = max(2, judge.expected.count / 4)
    guard missing.count + added.count > 0, missing.count <= few, added.count <= few,
      runs(missing) + runs(added) <= 6
    else { return nil }
    if added.isEmpty { return .dropped(expected: span(missing), count: missing.count) }
    guard missing.isEmpty else { return nil }
    if added.allSatisfy(repeatsBefore) { return repeated(added) }
    return .inserted(actual: span(added), count: added.count)
  }

  /// A few frames in the middle that show something else, or the one before, at unchanged times.
  var blink: TimeChange? {
    guard judge.isSameRate, judge.coversAll, judge.expected.count == judge.actual.count else {
      return nil
    }
    let wrong = differing
    guard let first = wrong.first, let last = wrong.last, runs(wrong) <= 3 else { return nil }
    // What stands still for a frame instead of moving on was dropped.
    if wrong.count <= max(2, judge.actual.count / 4), wrong.allSatisfy(repeatsBefore) {
      return .dropped(expected: first..<last + 1, count: wrong.count)
    }
    guard runs(wrong) == 1, first > 0, last + 1 < judge.actual.count,
      Double(wrong.count) * judge.actual.step <= 0.1 + 1e-9,
      wrong.allSatisfy({ !isNear($0) })
    else { return nil }
    return .flash(actual: first..<last + 1)
  }

  /// The frames that differ from the one at the same place.
  private var differing: [Int] {
    judge.actual.indices.filter { judge.distances[$0, $0] > judge.noise }
  }

  private var matched: Set<Int> { Set(partners.compactMap(\.self)) }

  private func repeatsBefore(_ j: Int) -> Bool { judge.actual.isRepeat(j) }

  /// Whether a frame of the second animation is one of the first that is at hand.
  private func isNear(_ j: Int) -> Bool {
    let near = max(0, j - 4)...min(judge.expected.count - 1, j + 4)
    return near.contains { judge.distances[$0, j] <= judge.noise }
  }

  /// What repeats while nothing moves is a pause: everything behind it comes later.
  private func repeated(_ added: [Int]) -> TimeChange {
    let place = partners[..<added[0]].last.flatMap(\.self) ?? 0
    let isPause =
      runs(added) == 1 && place > 0 && place + 1 < judge.expected.count
      && (judge.expected.isRepeat(place) || judge.expected.isRepeat(place + 1))
    if isPause {
      let frames = Double(added.count)
      return .delayed(frames: frames, seconds: frames * judge.expected.step)
    }
    return .duplicated(actual: span(added), count: added.count)
  }

  private func span(_ places: [Int]) -> Range<Int> {
    (places.first ?? 0)..<(places.last ?? -1) + 1
  }

  private func runs(_ places: [Int]) -> Int {
    places.indices.count { $0 == 0 || places[$0] != places[$0 - 1] + 1 }
  }

  /// The longest common subsequence of frames, as partners of the second animation's.
  private static func longestMatch(_ judge: TimeJudge) -> [Int?] {
    let (n, m) = (judge.distances.rows, judge.distances.columns)
    var lengths = [Int32](repeating: 0, count: (n + 1) * (m + 1))
    func at(_ i: Int, _ j: Int) -> Int { i * (m + 1) + j }
    for i in stride(from: n - 1, through: 0, by: -1) {
      for j in stride(from: m - 1, through: 0, by: -1) {
        lengths[at(i, j)] =
          judge.distances[i, j] <= judge.noise
          ? lengths[at(i + 1, j + 1)] + 1 : max(lengths[at(i + 1, j)], lengths[at(i, j + 1)])
      }
    }
    var partners = [Int?](repeating: nil, count: m)
    var (i, j) = (0, 0)
    while i < n, j < m {
      if judge.distances[i, j] <= judge.noise {
        partners[j] = i
        (i, j) = (i + 1, j + 1)
      } else if lengths[at(i + 1, j)] >= lengths[at(i, j + 1)] {
        i += 1
      } else {
        j += 1
      }
    }
    return partners
  }
}

extension Footage {
  /// The places of its frames.
  var indices: Range<Int> { 0..<count }
}
