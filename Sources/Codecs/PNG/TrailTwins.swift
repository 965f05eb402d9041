internal import CRowTwins
internal import Pixels

extension TrailWalk {
  /// Does the same as `follow` in a loop in C; false if there is none for this processor.
  mutating func wideFollow(
    _ bytes: Span<UInt8>, at prices: DeflatePrices, _ costs: inout MutableSpan<Int32>,
    _ ways: inout MutableSpan<UInt32>, _ notes: inout MutableSpan<Int32>
  ) -> Bool {
    precondition(bytes.count >= rows.count + RepetitionTrail.slack, "outside of its rows")
    precondition(
      min(costs.count, ways.count) >= RepetitionTrail.marks
        && notes.count == RepetitionNotes.slots && (1...4).contains(rows.step),
      "not what a trail is made of")
    // Between two of them lies more than the longest repetition.
    let most = 2 * (RepetitionTrail.mostMarks / RepetitionLengths.longest + 2)
    var room = [UInt32](repeating: 0, count: most)
    var cuts = room.mutableSpan
    let hasDone = unsafe bytes.lend(0, bytes.count) { first in
      var rows = unsafe rt_rows(
        bytes: first, count: rows.count, step: rows.step, row_bytes: rows.rowBytes,
        nice_length: rows.niceLength)
      return unsafe prices.lend { prices in
        unsafe costs.lend(0, costs.count) { costs in
          unsafe ways.lend(0, ways.count) { ways in
            unsafe notes.lend(0, notes.count) { notes in
              unsafe cuts.lend(0, most) { cuts in
                var trail = unsafe progress.trail(notes, costs, ways, cuts)
                let hasDone = unsafe rt_follow_trail(&rows, prices, &trail) != 0
                if hasDone { unsafe take(trail) }
                return hasDone
              }
            }
          }
        }
      }
    }
    return hasDone
  }

  private mutating func take(_ trail: rt_trail) {
    progress = unsafe RepetitionTrail.Progress(trail)
    cuts = unsafe (0..<trail.cut_count).map {
      unsafe RepetitionTrail.Cut(
        mark: Int(trail.cuts[2 * $0]), count: Int(trail.cuts[2 * $0 + 1]))
    }
  }
}

extension RepetitionTrail.Progress {
  /// How far a loop in C came.
  fileprivate init(_ trail: rt_trail) {
    unsafe (place, mark) = (trail.place, trail.mark)
    unsafe (leftEnd, aboveEnd, farEnd) = (trail.left_end, trail.above_end, trail.far_end)
    unsafe (farDistance, runStart) = (trail.far_distance, trail.run_start)
  }

  /// The same for a loop in C.
  fileprivate func trail(
    _ notes: UnsafeMutablePointer<Int32>, _ costs: UnsafeMutablePointer<Int32>,
    _ ways: UnsafeMutablePointer<UInt32>, _ cuts: UnsafeMutablePointer<UInt32>
  ) -> rt_trail {
    unsafe rt_trail(
      notes: notes, costs: costs, ways: ways, cuts: cuts, cut_count: 0,
      most_marks: RepetitionTrail.mostMarks, most_searches: RepetitionTrail.mostSearches,
      place: place, mark: mark, left_end: leftEnd, above_end: aboveEnd, far_end: farEnd,
      far_distance: farDistance, run_start: runStart)
  }
}

extension DeflatePrices {
  fileprivate func lend<Result>(_ body: (UnsafePointer<rt_prices>) -> Result) -> Result {
    unsafe bytes.span.lend(0, 256) { bytes in
      unsafe lengths.span.lend(0, Self.lengthCount) { lengths in
        unsafe distances.span.lend(0, 30) { distances in
          var prices = unsafe rt_prices(bytes: bytes, lengths: lengths, distances: distances)
          return unsafe body(&prices)
        }
      }
    }
  }
}
