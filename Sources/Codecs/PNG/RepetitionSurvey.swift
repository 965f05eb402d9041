// The bytes of a drawing are long runs for the most part, and a search at each of them takes most of
// the time. What goes on anyway is not searched for: a run, what is above, a repetition that was
// found. And of a run that is longer than any repetition, the middle is not even looked at.

/// Finds the repetitions from which the cheapest are chosen.
struct RepetitionSurvey {
  /// So long a run loses its middle.
  private static let longRun = 800
  /// So much of it is left at its end, beside the longest repetition.
  private static let tail = 24

  private let step: Int
  private let stops: RowStops
  private let effort: DrawingDeflate.Effort
  /// The stop that is next.
  private var (place, column, stop) = (0, 0, 0)
  /// Where the pixel on the left, what is above and a repetition cease to go on.
  private var (leftEnd, aboveEnd, farEnd) = (0, 0, 0)
  private var farDistance = 0
  /// The last place from which a run does not go on; none if the run has lost its middle.
  private var runStart = 0
  /// For each key one more than the last place that has it.
  private var heads = [Int32](repeating: 0, count: RepetitionSearch.slots)
  /// For each place the one before that has the same key.
  private var chain = [Int32](repeating: -1, count: RepetitionSearch.window)

  /// A survey of rows in which pixels take `step` bytes.
  init(rowBytes: Int, step: Int, effort: DrawingDeflate.Effort) {
    stops = RowStops(rowBytes: rowBytes, step: step)
    (self.step, self.effort) = (step, effort)
  }

  /// Fills a block with the next stops of `bytes`, as many as `limit`; whether any are left.
  mutating func fill(
    _ block: inout RepetitionBlock, from bytes: Span<UInt8>, limit: Int
  ) -> Bool {
    block.removeAll()
    while place < bytes.count, block.stops.count < limit { visit(bytes, &block) }
    block.close(at: place)
    return place < bytes.count
  }

  @inline(__always)
  private mutating func visit(_ bytes: Span<UInt8>, _ block: inout RepetitionBlock) {
    let literals = stops.column(of: stop &+ 1) &- column
    block.append(place: place, literals: literals)
    // Keys are read in words of eight bytes.
    guard place &+ 8 < bytes.count else {
      advance(by: literals)
      return
    }
    let word = bytes.doubleWord(at: place)
    followRuns(bytes, word)
    let (left, above, far) = (leftEnd &- place, aboveEnd &- place, farEnd &- place)
    let nice = effort.niceLength
    guard max(left, above, far) >= nice else {
      search(bytes, word, left, above, &block)
      runStart = place
      advance(by: literals)
      return
    }
    var best = 0
    offer(left, step, isWhole: true, &best, &block)
    offer(above, stops.rowBytes, isWhole: true, &best, &block)
    offer(far, farDistance, isWhole: true, &best, &block)
    if left < nice, column > 0 { note(slots(of: word)) }
    if left > Self.longRun, place > runStart, place &- runStart > RepetitionLengths.longest {
      cut(left, literals, &block)
      return
    }
    if left < Self.longRun { runStart = place }
    advance(by: literals)
  }

  @inline(__always)
  private mutating func advance(by count: Int) {
    place &+= count
    column &+= count
    stop &+= 1
    if column == stops.rowBytes { (column, stop) = (0, 0) }
  }

  /// Notes how far the pixel on the left and what is above go on from here, where it is not known.
  @inline(__always)
  private mutating func followRuns(_ bytes: Span<UInt8>, _ word: UInt64) {
    if place >= step, place >= leftEnd {
      leftEnd = end(bytes, word, step)
    }
    if place >= stops.rowBytes, place >= aboveEnd, stops.rowBytes <= RepetitionSearch.window {
      aboveEnd = end(bytes, word, stops.rowBytes)
    }
  }

  @inline(__always)
  private func end(_ bytes: Span<UInt8>, _ word: UInt64, _ distance: Int) -> Int {
    let same = word ^ bytes.doubleWord(at: place &- distance)
    // Three bytes are the least that can be repeated.
    guard same & 0xFF_FFFF == 0 else { return place }
    return place &+ length(bytes, distance, to: bytes.count)
  }

  /// Leaves out the middle of a run that goes on for `left` bytes.
  private mutating func cut(_ left: Int, _ literals: Int, _ block: inout RepetitionBlock) {
    let count = (left &- Self.tail &- RepetitionLengths.longest) / RepetitionLengths.longest
    let next = (column &+ literals &+ count &* RepetitionLengths.longest) % stops.rowBytes
    var target = stops.stop(at: next)
    if stops.column(of: target) < next { target += 1 }
    let skipped = stops.column(of: target) &- next
    block.cut(count, andSkip: skipped)
    place &+= literals &+ count &* RepetitionLengths.longest &+ skipped
    (column, stop) = target == stops.count ? (0, 0) : (stops.column(of: target), target)
    runStart = Int.max
  }

  /// Offers a repetition if it is longer than `best` bytes.
  @inline(__always)
  private func offer(
    _ length: Int, _ distance: Int, isWhole: Bool, _ best: inout Int,
    _ block: inout RepetitionBlock
  ) {
    let length = min(length, RepetitionLengths.longest)
    guard length > best else { return }
    let reach = stops.reach(of: length, from: column, stop)
    guard reach.bytes >= 3 else { return }
    block.append(
      RepetitionBlock.Offer(stops: reach.stops, distance: distance, isWhole: isWhole))
    best = length
  }

  /// Offers all that is longer than what is nearer, and notes this place.
  @inline(__always)
  private mutating func search(
    _ bytes: Span<UInt8>, _ word: UInt64, _ left: Int, _ above: Int,
    _ block: inout RepetitionBlock
  ) {
    let slots = slots(of: word)
    var (candidate, short) = (Int(heads[slots.long]) &- 1, Int(heads[slots.short]) &- 1)
    let lowest = max(0, place &- RepetitionSearch.window &+ 1)
    let end = min(place &+ RepetitionLengths.longest, bytes.count)
    var best = 0
    offer(left, step, isWhole: false, &best, &block)
    if short >= lowest { compare(bytes, short, end, &best, &block) }
    var hasAbove = false
    var rest = effort.places
    while candidate >= lowest, rest > 0, best < effort.niceLength {
      if !hasAbove, place &- candidate >= stops.rowBytes {
        offer(above, stops.rowBytes, isWhole: false, &best, &block)
        hasAbove = true
      }
      if compare(bytes, candidate, end, &best, &block), best >= effort.niceLength {
        farDistance = place &- candidate
        farEnd = place &+ length(bytes, farDistance, to: bytes.count)
      }
      candidate = Int(chain[candidate & (RepetitionSearch.window &- 1)])
      rest &-= 1
    }
    if !hasAbove { offer(above, stops.rowBytes, isWhole: false, &best, &block) }
    note(slots)
  }
}

// Keys, and what is compared.
extension RepetitionSurvey {
  /// Offers what a place before has in common with this one; whether it is longer than `best`.
  @inline(__always)
  @discardableResult
  private func compare(
    _ bytes: Span<UInt8>, _ candidate: Int, _ end: Int, _ best: inout Int,
    _ block: inout RepetitionBlock
  ) -> Bool {
    let next = place &+ best
    guard next < end, bytes[next] == bytes[candidate &+ best] else { return false }
    let length = length(bytes, place &- candidate, to: end)
    guard length > best else { return false }
    offer(length, place &- candidate, isWhole: false, &best, &block)
    return best == length
  }

  /// How many bytes from here on are those that stand `distance` before.
  @inline(__always)
  private func length(_ bytes: Span<UInt8>, _ distance: Int, to end: Int) -> Int {
    bytes.repetition(at: place, distance, to: end)
  }

  @inline(__always)
  private mutating func note(_ slots: (long: Int, short: Int)) {
    chain[place & (RepetitionSearch.window &- 1)] = heads[slots.long] &- 1
    heads[slots.long] = Int32(truncatingIfNeeded: place &+ 1)
    heads[slots.short] = Int32(truncatingIfNeeded: place &+ 1)
  }

  /// Where two pixels are noted, and where one is; of others than RGB four bytes and three.
  @inline(__always)
  private func slots(of word: UInt64) -> (long: Int, short: Int) {
    let half = RepetitionSearch.slots / 2
    let long = word &<< (step == 3 ? 16 : 32)
    return (RepetitionSearch.slot(of: long), half | RepetitionSearch.slot(of: word &<< 40))
  }
}
