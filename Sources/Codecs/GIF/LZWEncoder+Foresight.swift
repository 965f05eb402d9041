// The plain way is to write the longest string that is known, each time. It is not the shortest: a
// string that ends a pixel earlier may let the next one go on for much longer. Here both are looked at
// before one is written, which takes 2 % off a page of text.

extension LZWEncoder {
  /// A string that is known, and where it ends.
  private struct Match {
    var code: UInt32
    var end: Int
  }

  /// Packs indices, and looks one string ahead.
  mutating func appendForeseeing(
    _ indices: Span<UInt8>, through slots: inout MutableSpan<UInt32>,
    to target: inout MutableSpan<UInt8>
  ) {
    // The strings that lack one pixel at their end.
    var shorter = [UInt16](repeating: 0, count: 4096)
    var parents = shorter.mutableSpan
    var runs = LZWRuns()
    var (start, own) = (0, match(at: 0, indices, slots, runs))
    while own.end < indices.count {
      var next = match(at: own.end, indices, slots, runs)
      // What ends with the last pixel cannot end any later.
      if own.end &- start > 1, next.end < indices.count {
        let rival = match(at: own.end &- 1, indices, slots, runs)
        if rival.end > next.end {
          own = Match(code: UInt32(parents[Int(own.code)]), end: own.end &- 1)
          next = rival
        }
      }
      write(own.code, to: &target)
      let index = indices[own.end]
      let slot = place(of: own.code, index, slots)
      if self.next < 4096, slots[slot] != Self.free {
        // The reader makes a string that is known.
        countString()
      } else {
        if self.next < 4096 { parents[Int(self.next)] = UInt16(truncatingIfNeeded: own.code) }
        let isAnew = addString(
          after: own.code, index, in: slot, through: &slots, &runs, at: own.end, to: &target)
        if isAnew { next = match(at: own.end, indices, slots, runs) }
      }
      start = own.end
      // It may go on with the string that is new.
      own = longest(next, indices, slots)
    }
    write(own.code, to: &target)
    // The reader makes one more string of this code than we do.
    countString()
  }

  /// The longest string that is known of those that begin at `place`.
  @inline(__always)
  private func match(
    at place: Int, _ indices: Span<UInt8>, _ slots: borrowing MutableSpan<UInt32>, _ runs: LZWRuns
  ) -> Match {
    let (code, end) = runs.jump(indices[place], from: place &+ 1, to: indices.count) {
      indices.run(of: indices[place], from: place &+ 1, to: $0)
    }
    return longest(Match(code: code, end: end), indices, slots)
  }

  /// The longest string that is known of those that begin with this one.
  @inline(__always)
  private func longest(
    _ match: Match, _ indices: Span<UInt8>, _ slots: borrowing MutableSpan<UInt32>
  ) -> Match {
    var (code, end) = (match.code, match.end)
    while end < indices.count {
      let next = find(code, indices[end], slots)
      guard next != Self.free else { break }
      (code, end) = (next, end &+ 1)
    }
    return Match(code: code, end: end)
  }
}
