/// The shortest list of frames to take out and to put in that makes one animation of the other.
struct EditScript {
  /// For each frame of the second animation the equal frame of the first; nil for what was put in.
  let partners: [Int?]
  private let search: AlignmentSearch

  init(_ search: AlignmentSearch) {
    self.search = search
    partners = Self.longestMatch(search)
  }

  /// Frames that were dropped, duplicated or inserted; nil if it is more than a few.
  var change: TimeChange? {
    guard search.isSameRate, search.expected.count > 2 else { return nil }
    let missing = search.expected.indices.filter { !matched.contains($0) }
    let added = partners.indices.filter { partners[$0] == nil }
    let few = max(2, search.expected.count / 4)
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
    guard search.isSameRate, search.coversAll, search.expected.count == search.actual.count else {
      return nil
    }
    let wrong = differing
    guard let first = wrong.first, let last = wrong.last, runs(wrong) <= 3 else { return nil }
    // A frame that repeats the one before instead of moving on was dropped.
    if wrong.count <= max(2, search.actual.count / 4), wrong.allSatisfy(repeatsBefore) {
      return .dropped(expected: first..<last + 1, count: wrong.count)
    }
    guard runs(wrong) == 1, first > 0, last + 1 < search.actual.count,
      Double(wrong.count) * search.actual.step <= 0.1 + 1e-9,
      wrong.allSatisfy({ !isNear($0) })
    else { return nil }
    return .flash(actual: first..<last + 1)
  }

  /// The frames that differ from the one at the same place.
  private var differing: [Int] {
    search.actual.indices.filter { search.distances[$0, $0] > search.noise }
  }

  private var matched: Set<Int> { Set(partners.compactMap(\.self)) }

  private func repeatsBefore(_ j: Int) -> Bool { search.actual.isRepeat(j) }

  /// Whether a frame of the second animation is one of the first that is at hand.
  private func isNear(_ j: Int) -> Bool {
    let near = max(0, j - 4)...min(search.expected.count - 1, j + 4)
    return near.contains { search.distances[$0, j] <= search.noise }
  }

  /// Repeated frames while nothing moves are a pause: everything after them is delayed.
  private func repeated(_ added: [Int]) -> TimeChange {
    let place = partners[..<added[0]].last.flatMap(\.self) ?? 0
    let isPause =
      runs(added) == 1 && place > 0 && place + 1 < search.expected.count
      && (search.expected.isRepeat(place) || search.expected.isRepeat(place + 1))
    if isPause {
      let frames = Double(added.count)
      return .delayed(frames: frames, seconds: frames * search.expected.step)
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
  private static func longestMatch(_ search: AlignmentSearch) -> [Int?] {
    let (n, m) = (search.distances.rows, search.distances.columns)
    var lengths = [Int32](repeating: 0, count: (n + 1) * (m + 1))
    func at(_ i: Int, _ j: Int) -> Int { i * (m + 1) + j }
    for i in stride(from: n - 1, through: 0, by: -1) {
      for j in stride(from: m - 1, through: 0, by: -1) {
        lengths[at(i, j)] =
          search.distances[i, j] <= search.noise
          ? lengths[at(i + 1, j + 1)] + 1 : max(lengths[at(i + 1, j)], lengths[at(i, j + 1)])
      }
    }
    var partners = [Int?](repeating: nil, count: m)
    var (i, j) = (0, 0)
    while i < n, j < m {
      if search.distances[i, j] <= search.noise {
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
