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
        indices.run(of: start, orIn: others, from: place &+ 1, to: $0)
      }
      while place < indices.count {
        let (one, other) = (indices[place], others[place])
        var (next, nextSpare) = (find(code, one, slots), Self.free)
        if one != other { Self.keep(find(code, other, slots), in: &next, &nextSpare) }
        if spare != Self.free {
          Self.keep(find(spare, one, slots), in: &next, &nextSpare)
          if one != other { Self.keep(find(spare, other, slots), in: &next, &nextSpare) }
        }
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

  /// Keeps the first two strings that are known.
  @inline(__always)
  private static func keep(_ code: UInt32, in first: inout UInt32, _ second: inout UInt32) {
    if first == free { first = code } else if second == free { second = code }
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
        indices.run(of: one, and: other, in: others, from: place &+ 1, to: $0)
      }.end
    }
    let (own, rivals) = (end(of: one), end(of: other))
    if own != rivals { return own > rivals ? one : other }
    var (code, rival) = (UInt32(one), UInt32(other))
    for next in place &+ 1..<min(place &+ Self.foresight, indices.count) {
      let a = follower(of: code, indices[next], others[next], slots)
      let b = follower(of: rival, indices[next], others[next], slots)
      if a == Self.free || b == Self.free { return a == Self.free && b != Self.free ? other : one }
      (code, rival) = (a, b)
    }
    return one
  }

  /// The string that goes on by one of two indices, the first one if both are known.
  @inline(__always)
  private func follower(
    of code: UInt32, _ one: UInt8, _ other: UInt8, _ slots: borrowing MutableSpan<UInt32>
  ) -> UInt32 {
    let next = find(code, one, slots)
    return next == Self.free && one != other ? find(code, other, slots) : next
  }
}
