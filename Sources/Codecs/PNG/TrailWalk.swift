/// The walk over the places of a block.
struct TrailWalk {
  /// A run that is longer than that loses its middle.
  private static let longRun = 900
  /// So much of it is left at its end, beside two of the longest repetitions.
  private static let tail = 24
  /// So many bytes are compared at first.
  private static let glance = 32

  /// A place, and how far it is from there to where a repetition ends.
  private struct View {
    var (place, mark, column, phase) = (0, 0, 0, 0)
    var (left, above, far, longest) = (0, 0, 0, 0)
    var cost: Int32 = 0
  }

  /// What was found so far at a place.
  private struct Finds {
    var best = 2
    var (hasFar, hasAbove) = (false, false)
  }

  let rows: RepetitionTrail.Rows
  var progress: RepetitionTrail.Progress
  var cuts: [RepetitionTrail.Cut] = []

  init(rows: RepetitionTrail.Rows, progress: RepetitionTrail.Progress) {
    (self.rows, self.progress) = (rows, progress)
  }

  /// Goes on until the block is full or no bytes are left.
  mutating func follow(
    _ bytes: Span<UInt8>, at prices: DeflatePrices, _ costs: inout MutableSpan<Int32>,
    _ ways: inout MutableSpan<UInt32>, _ notes: inout MutableSpan<Int32>
  ) {
    var at = View()
    (at.place, at.mark) = (progress.place, progress.mark)
    at.column = at.place % rows.rowBytes
    var searches = 0
    while at.place < rows.count {
      at.cost = costs[at.mark]
      at.phase = at.column == 0 ? 0 : (at.column &- 1) % rows.grain
      var passed = 1
      if at.cost == .max {
        while costs[at.mark &+ passed] == .max { passed &+= 1 }
      } else if isEnd(at, after: searches, costs) {
        break
      } else if isIdle(at, costs) {
        RepetitionNotes.note(at.place, between: at.phase > 0, bytes, in: &notes)
      } else {
        look(bytes, &at)
        if at.longest >= rows.niceLength {
          run(bytes, &at, prices, &costs, &ways, &notes)
        } else {
          progress.runStart = at.place
          search(bytes, at, prices, &costs, &ways, &notes)
          searches += 1
        }
      }
      at.place &+= passed
      at.mark &+= passed
      at.column = (at.column &+ passed) % rows.rowBytes
    }
    (progress.place, progress.mark) = (at.place, at.mark)
  }

  /// Whether a block is to end at a place, after so many searches.
  @inline(__always)
  private func isEnd(
    _ at: View, after searches: Int, _ costs: borrowing MutableSpan<Int32>
  ) -> Bool {
    let most = RepetitionTrail.mostSearches
    return at.mark >= RepetitionTrail.mostMarks || searches >= most + most / 4
      || searches >= most && isCrossing(at, costs)
  }

  /// How much more a way past the end of a block has to cost, for it is lost there: twenty bits.
  private static let loss: Int32 = 320

  /// Whether every way that leads past a place costs that much more than to come there.
  private func isCrossing(_ at: View, _ costs: borrowing MutableSpan<Int32>) -> Bool {
    for ahead in 1...RepetitionLengths.longest
    where costs[at.mark &+ ahead] <= at.cost &+ Self.loss { return false }
    return true
  }

  /// What a search could save has to be more than this: a quarter of a bit.
  private static let worth: Int32 = 4

  /// Whether it costs hardly more to be farther.
  @inline(__always)
  private func isIdle(_ at: View, _ costs: borrowing MutableSpan<Int32>) -> Bool {
    let isRun = max(progress.leftEnd, progress.aboveEnd) &- at.place >= rows.niceLength
    // From a pixel, more is found than from what lies between them.
    let stride = at.phase == 0 && !isRun ? rows.grain : 1
    for ahead in Swift.stride(from: stride, through: 8, by: stride)
    where costs[at.mark &+ ahead] <= at.cost &+ Self.worth { return true }
    return false
  }

  /// Notes how far what is nearby goes on from here, where it is not known.
  @inline(__always)
  private mutating func look(_ bytes: Span<UInt8>, _ at: inout View) {
    let (place, here) = (at.place, bytes.doubleWord(at: at.place))
    if place >= rows.step, place >= progress.leftEnd {
      progress.leftEnd = end(bytes, place, here, rows.step)
    }
    if place >= rows.rowBytes, place >= progress.aboveEnd,
      rows.rowBytes <= RepetitionSearch.window
    {
      progress.aboveEnd = end(bytes, place, here, rows.rowBytes)
    }
    if progress.farDistance > 0, place >= progress.farEnd {
      progress.farEnd = end(bytes, place, here, progress.farDistance)
    }
    at.left = max(0, progress.leftEnd &- place)
    at.above = max(0, progress.aboveEnd &- place)
    at.far = max(0, progress.farEnd &- place)
    at.longest = max(at.left, at.above, at.far)
  }

  /// Where the same ends that begins here and `distance` before; here if it is less than three bytes.
  @inline(__always)
  private func end(_ bytes: Span<UInt8>, _ place: Int, _ here: UInt64, _ distance: Int) -> Int {
    guard (here ^ bytes.doubleWord(at: place &- distance)) & 0xFF_FFFF == 0 else { return place }
    return place &+ bytes.repetition(at: place, distance, to: rows.count)
  }

  /// Goes on with what goes on anyway.
  private mutating func run(
    _ bytes: Span<UInt8>, _ at: inout View, _ prices: DeflatePrices,
    _ costs: inout MutableSpan<Int32>, _ ways: inout MutableSpan<UInt32>,
    _ notes: inout MutableSpan<Int32>
  ) {
    let offers = [
      (at.left, rows.step), (at.above, rows.rowBytes), (at.far, progress.farDistance),
    ]
    for (length, distance) in offers where length >= 3 {
      let length = min(length, RepetitionLengths.longest)
      let cost = at.cost &+ prices.distance(distance) &+ prices.lengths[length]
      let way = UInt32(length << 16 | (distance - 1))
      Self.reach(at.mark &+ length, at: cost, by: way, &costs, &ways)
    }
    if at.left < rows.niceLength, at.phase == 0, at.column > 0 {
      RepetitionNotes.note(at.place, between: false, bytes, in: &notes)
    }
    if at.left < Self.longRun {
      progress.runStart = at.place
    } else if at.place &- progress.runStart > RepetitionLengths.longest {
      cut(&at)
    }
  }

  /// Leaves out the middle of a long run.
  private mutating func cut(_ at: inout View) {
    let longest = RepetitionLengths.longest
    let count = (at.left - Self.tail - 2 * longest) / longest
    cuts.append(RepetitionTrail.Cut(mark: at.mark, count: count))
    progress.runStart = at.place + at.left
    at.place += count * longest
    at.column = (at.column + count * longest) % rows.rowBytes
  }

  /// Everything that can be written from here on.
  private mutating func search(
    _ bytes: Span<UInt8>, _ at: View, _ prices: DeflatePrices,
    _ costs: inout MutableSpan<Int32>, _ ways: inout MutableSpan<UInt32>,
    _ notes: inout MutableSpan<Int32>
  ) {
    let cost = at.cost &+ prices.bytes[Int(bytes[at.place])]
    Self.reach(at.mark &+ 1, at: cost, by: 0, &costs, &ways)
    guard at.place >= rows.step else { return }
    var found = Finds()
    reach(at, at.left, rows.step, prices, &found, &costs, &ways)
    var (most, last) = (found.best, 0)
    for kind in 0..<RepetitionNotes.kinds
    where at.phase == 0 || RepetitionNotes.isBetween(kind) {
      let slot = RepetitionNotes.slot(of: kind, bytes, at: at.place)
      var distance = at.place &+ 1 &- Int(notes[slot])
      notes[slot] = Int32(truncatingIfNeeded: at.place &+ 1)
      // What was never seen is as far away as can be; a pixel on the left is known already.
      if distance > min(at.place, RepetitionSearch.window) { distance = rows.step }
      let length = bytes.repetition(at: at.place, distance, to: at.place &+ Self.glance)
      // What is longer than can be seen is longer than before, unless it is the same.
      if length > most || length == Self.glance && distance != last {
        reachNearer(than: distance, at, prices, &found, &costs, &ways)
        take(bytes, at, length, distance, prices, &found, &costs, &ways)
      }
      (most, last) = (max(most, length), distance)
    }
    reachNearer(than: .max, at, prices, &found, &costs, &ways)
  }

  /// Takes what goes on, as soon as what is farther away is looked at.
  @inline(__always)
  private func reachNearer(
    than distance: Int, _ at: View, _ prices: DeflatePrices, _ found: inout Finds,
    _ costs: inout MutableSpan<Int32>, _ ways: inout MutableSpan<UInt32>
  ) {
    if !found.hasFar, distance >= progress.farDistance {
      reach(at, at.far, progress.farDistance, prices, &found, &costs, &ways)
      found.hasFar = true
    }
    if !found.hasAbove, distance >= rows.rowBytes {
      reach(at, at.above, rows.rowBytes, prices, &found, &costs, &ways)
      found.hasAbove = true
    }
  }

  /// Takes what is longer than all that is nearer, and notes how far it goes on.
  @inline(__always)
  private mutating func take(
    _ bytes: Span<UInt8>, _ at: View, _ glance: Int, _ distance: Int, _ prices: DeflatePrices,
    _ found: inout Finds, _ costs: inout MutableSpan<Int32>, _ ways: inout MutableSpan<UInt32>
  ) {
    var length = min(glance, rows.count &- at.place)
    if glance == Self.glance { length = bytes.repetition(at: at.place, distance, to: rows.count) }
    guard length > found.best else { return }
    reach(at, length, distance, prices, &found, &costs, &ways)
    guard at.place &+ length > progress.farEnd else { return }
    (progress.farDistance, progress.farEnd, found.hasFar) = (distance, at.place &+ length, true)
  }

  /// A repetition of more than the best so far, and all that are as far away and shorter.
  @inline(__always)
  private func reach(
    _ at: View, _ length: Int, _ distance: Int, _ prices: DeflatePrices, _ found: inout Finds,
    _ costs: inout MutableSpan<Int32>, _ ways: inout MutableSpan<UInt32>
  ) {
    let length = min(length, RepetitionLengths.longest)
    guard length > found.best else { return }
    let base = at.cost &+ prices.distance(distance)
    for size in found.best &+ 1...length {
      let way = UInt32(truncatingIfNeeded: size &<< 16 | (distance &- 1))
      Self.reach(at.mark &+ size, at: base &+ prices.lengths[size], by: way, &costs, &ways)
    }
    found.best = length
  }

  @inline(__always)
  private static func reach(
    _ mark: Int, at cost: Int32, by way: UInt32, _ costs: inout MutableSpan<Int32>,
    _ ways: inout MutableSpan<UInt32>
  ) {
    guard cost < costs[mark] else { return }
    (costs[mark], ways[mark]) = (cost, way)
  }
}
