// A pixel that stays as it was can be left transparent or painted again. Always to leave it is the
// plain way; but in the middle of a plain area a hole breaks strings that are known. So up to two
// strings are followed at a time, and the one that goes on longest is written.

extension LZWEncoder {
  // Farther than this nobody looks for how a string should begin.
  private static let foresight = 24

  /// Packs indices of which each is one of two that show the same.
  mutating func append(
    _ indices: Span<UInt8>, or others: Span<UInt8>, through slots: inout MutableSpan<UInt32>,
    to target: inout MutableSpan<UInt8>
  ) {
    var place = 0
    var runs = LZWRuns()
    while place < indices.count {
      let start = beginning(at: place, indices, others, slots, runs)
      if place > 0 {
        addString(after: lastCode, start, through: &slots, &runs, at: place, to: &target)
      }
      var (code, spare) = (UInt32(start), Self.free)
      (code, place) = runs.jump(start, from: place &+ 1, to: indices.count) {
        indices[$0] == start || others[$0] == start
      }
      while place < indices.count {
        let (one, other) = (indices[place], others[place])
        let (next, nextSpare) = followers(code, spare, one, other, slots)
        guard next != Self.free else { break }
        (code, spare) = (next, nextSpare)
        place &+= 1
      }
      write(code, to: &target)
      lastCode = code
    }
    // The reader makes one more string of the last code than we do.
    countString()
  }

  /// Two of the strings by which one of two others goes on.
  @inline(__always)
  private func followers(
    _ code: UInt32, _ spare: UInt32, _ one: UInt8, _ other: UInt8,
    _ slots: borrowing MutableSpan<UInt32>
  ) -> (UInt32, UInt32) {
    let first = find(code, one, slots)
    if one == other, spare == Self.free { return (first, Self.free) }
    var found = (first, Self.free)
    if one != other { Self.keep(find(code, other, slots), in: &found) }
    guard spare != Self.free else { return found }
    Self.keep(find(spare, one, slots), in: &found)
    if one != other { Self.keep(find(spare, other, slots), in: &found) }
    return found
  }

  @inline(__always)
  private static func keep(_ code: UInt32, in found: inout (UInt32, UInt32)) {
    if found.0 == free { found.0 = code } else if found.1 == free { found.1 = code }
  }

  /// The index by which the string that begins at `place` becomes longer.
  private func beginning(
    at place: Int, _ indices: Span<UInt8>, _ others: Span<UInt8>,
    _ slots: borrowing MutableSpan<UInt32>, _ runs: LZWRuns
  ) -> UInt8 {
    let (one, other) = (indices[place], others[place])
    guard one != other else { return one }
    // In a plain area that index begins which is known to go on for longer.
    func end(of index: UInt8) -> Int {
      runs.jump(index, from: place &+ 1, to: indices.count) {
        indices[$0] == one && others[$0] == other
      }.end
    }
    let (own, rivals) = (end(of: one), end(of: other))
    if own != rivals { return own > rivals ? one : other }
    var (code, rival) = (UInt32(one), UInt32(other))
    for next in place &+ 1..<min(place &+ Self.foresight, indices.count) {
      let a = followers(code, Self.free, indices[next], others[next], slots).0
      let b = followers(rival, Self.free, indices[next], others[next], slots).0
      if a == Self.free || b == Self.free { return a == Self.free && b != Self.free ? other : one }
      (code, rival) = (a, b)
    }
    return one
  }
}
