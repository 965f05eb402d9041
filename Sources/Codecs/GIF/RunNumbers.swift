internal import CRowTwins
internal import Pixels

/// The indices of a canvas's pixels, which are looked up a row at a time.
struct RunNumbers: Sendable {
  /// What pixels of a colour become: an index, and another one that shows the same.
  struct Choice: Hashable, Sendable {
    var index, other: UInt8

    fileprivate var bits: UInt32 { UInt32(other) << 8 | UInt32(index) }
  }

  /// The pixels so far.
  var runs = IndexRuns()
  /// For each index that pixels have, or have as the other one, 1 if some of them are as before, and 2
  /// if some are not.
  private(set) var seen = [UInt8](repeating: 0, count: 256)
  /// How many pixels are as before.
  private(set) var sameCount = 0
  private var map: ColorMap

  /// No pixels yet, of at most so many colours.
  init(colors: Int) { map = ColorMap(most: colors) }

  /// Settles what pixels of a colour become that are as before, and what others become.
  mutating func settle(_ color: UInt32, same: Choice, other: Choice) {
    map.set(other.bits << 16 | same.bits, of: color)
  }

  /// Appends pixels without looking them up.
  mutating func append(_ run: RunList.Run, as index: UInt8, or other: UInt8, length: Int) {
    seen[Int(other)] |= run.isSame ? 1 : 2
    sameCount += run.isSame ? length : 0
    runs.append(index, or: other, length: length)
  }

  /// Gives all indices new names, and forgets what is settled.
  mutating func rename(_ names: [UInt8]) {
    runs.rename(names)
    let old = seen
    seen = [UInt8](repeating: 0, count: 256)
    for index in old.indices where old[index] != 0 { seen[Int(names[index])] |= old[index] }
    map = ColorMap(most: 256)
  }

  /// Appends all pixels; `learn` is asked of runs whose colours are not settled or not opaque.
  ///
  /// Answers false if `learn` does, at once. What is `kept` of the canvas is not looked for again.
  mutating func append(
    _ canvas: GIFCanvas, _ kept: KeptRuns? = nil,
    learn: (_ run: RunList.Run, _ length: Int, inout RunNumbers) -> Bool
  ) -> Bool {
    if let kept {
      runs.reserve(kept.list.count)
      return kept.rows.allSatisfy { append(kept.list, $0, learn) }
    }
    var found = RunList(reserving: canvas.area.width)
    for y in 0..<canvas.area.height {
      found.find(row: y, of: canvas)
      guard append(found, 0..<found.count, learn) else { return false }
    }
    return true
  }

  /// Appends a row.
  private mutating func append(
    _ found: borrowing RunList, _ row: Range<Int>,
    _ learn: (_ run: RunList.Run, _ length: Int, inout RunNumbers) -> Bool
  ) -> Bool {
    var next = appendKnown(found, row, from: row.lowerBound)
    while next < row.upperBound {
      let start = next == row.lowerBound ? 0 : found[next - 1].end
      guard learn(found[next], found[next].end - start, &self) else { return false }
      next = appendKnown(found, row, from: next + 1)
    }
    return true
  }

  /// Appends runs of a row as far as they are settled; answers which is the first that is not.
  private mutating func appendKnown(
    _ found: borrowing RunList, _ row: Range<Int>, from first: Int
  ) -> Int {
    guard first < row.upperBound else { return first }
    let (part, map) = (first..<row.upperBound, map)
    var (known, same) = (0, sameCount)
    // What is noted beside the runs is no access of its own: it is taken out.
    var seen: [UInt8] = []
    swap(&seen, &self.seen)
    var notes = seen.mutableSpan
    unsafe runs.append(atMost: part.count) { last, target in
      var made = 0
      known = unsafe found.lend(part, ofRow: row.lowerBound) { colors, ends, count, start in
        unsafe map.lend { numbers in
          unsafe notes.lend(0, 256) { seen in
            var numbering = unsafe rt_numbering(
              seen: seen, same: same, last: last, runs: target, made: 0)
            let known = unsafe rt_number_runs(colors, ends, count, start, numbers, &numbering)
            (same, made) = unsafe (numbering.same, numbering.made)
            return known
          }
        }
      }
      return made
    }
    swap(&seen, &self.seen)
    sameCount = same
    return first + known
  }
}
