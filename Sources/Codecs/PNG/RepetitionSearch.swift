/// Looks for repetitions everywhere but inside of runs.
///
/// Everything begins and ends with a pixel: what lies between is hardly ever worth its place. A
/// repetition of what is above goes on in the rows that follow.
struct RepetitionSearch: RepetitionFinder {
  /// The bytes of a pixel.
  let step: Int
  /// The bytes of a row, the number of its filter included.
  let rowBytes: Int
  /// How many places are compared.
  let places: Int
  /// A repetition of so many bytes is good enough.
  let niceLength: Int
  /// Whether loops in C are gone through.
  let isWide: Bool
  /// The place of the first byte in the stream.
  private(set) var origin = 0
  /// For each key one more than the last place in the stream that has it.
  private var heads = [Int32](repeating: 0, count: slots)
  /// For each place the one before that has the same key.
  private var chain = [Int32](repeating: -1, count: window)

  /// A search in rows of so many bytes in which pixels take `step`.
  init(rowBytes: Int, step: Int, places: Int, niceLength: Int, isWide: Bool) {
    (self.rowBytes, self.step, self.isWide) = (rowBytes, step, isWide)
    (self.places, self.niceLength) = (places, niceLength)
  }

  static let window = 32_768
  /// Half of them are for short keys.
  static let slots = 1 << 16
  /// A repetition of what is near is taken without looking further from this length on.
  private static let longRun = 32
  /// So much of a run is looked at together with what follows it.
  private static let tail = 24

  /// A repetition that could be written, and about how many bits it saves.
  private struct Offer {
    var length = 0
    var distance = 0
    var gain = 0
  }

  mutating func walk(
    _ bytes: Span<UInt8>, from start: Int, origin: Int, into tokens: inout DeflateTokens
  ) {
    self.origin = origin
    // Spans of two values of one search are no exclusive access: they are taken out of it.
    var (heads, chain) = ([Int32](), [Int32]())
    swap(&heads, &self.heads)
    swap(&chain, &self.chain)
    walk(bytes, from: start, &heads, &chain, into: &tokens)
    swap(&heads, &self.heads)
    swap(&chain, &self.chain)
  }

  private func walk(
    _ bytes: Span<UInt8>, from start: Int, _ heads: inout [Int32], _ chain: inout [Int32],
    into tokens: inout DeflateTokens
  ) {
    var heads = heads.mutableSpan
    var chain = chain.mutableSpan
    var row = start
    while row < bytes.count {
      let uniform = uniformRows(bytes, at: row)
      if uniform > 0 {
        Self.append(length: uniform, distance: step, to: &tokens)
        row &+= uniform
      } else {
        tokens.append(DeflateToken(byte: bytes[row]))
        row = walk(bytes, from: row &+ 1, in: row, &heads, &chain, into: &tokens)
      }
    }
  }

  /// Goes from `start` to the end of its row, or of a later one, which is answered.
  private func walk(
    _ bytes: Span<UInt8>, from start: Int, in row: Int, _ heads: inout MutableSpan<Int32>,
    _ chain: inout MutableSpan<Int32>, into tokens: inout DeflateTokens
  ) -> Int {
    var (place, end) = (start, row &+ rowBytes)
    while place < end {
      if isWide { place = wideWalk(bytes, from: place, to: end, &heads, &chain, into: &tokens) }
      if place < end { place = walk(bytes, from: place, to: end, &heads, &chain, into: &tokens) }
      while end < place { end &+= rowBytes }
    }
    return end
  }

  /// The bytes of the rows from `row` on that are one run, as those of nothing are.
  private func uniformRows(_ bytes: Span<UInt8>, at row: Int) -> Int {
    guard row >= step, rowBytes >= 3, bytes[row] == bytes[row &- step] else { return 0 }
    var next = row
    while next < bytes.count, bytes.isSame(from: next, to: next &- step, count: rowBytes) {
      next &+= rowBytes
    }
    return next &- row
  }

  /// Goes to the end of a row, or to where a repetition that goes on behind it comes to.
  private func walk(
    _ bytes: Span<UInt8>, from start: Int, to end: Int, _ heads: inout MutableSpan<Int32>,
    _ chain: inout MutableSpan<Int32>, into tokens: inout DeflateTokens
  ) -> Int {
    var place = start
    // Keys are read in words of eight bytes.
    let last = min(end, bytes.count &- 8)
    while place < last {
      let run = run(bytes, at: place, to: end)
      if run.length > 0 {
        Self.append(length: run.length, distance: run.distance, to: &tokens)
        place &+= run.length
        continue
      }
      let offer = best(bytes, at: place, to: end, &heads, &chain)
      guard offer.length > 0 else {
        append(bytes, at: place, to: &tokens)
        place &+= step
        continue
      }
      tokens.append(DeflateToken(length: offer.length, distance: offer.distance))
      let next = place &+ offer.length
      if offer.distance != step {
        note(bytes, from: place &+ step, to: min(next, last), &heads, &chain)
      }
      place = next
    }
    while place < end {
      tokens.append(DeflateToken(byte: bytes[place]))
      place &+= 1
    }
    return place
  }

  /// A run that is taken at once, but for its tail: of the pixel on the left, or of what is above.
  @inline(__always)
  private func run(
    _ bytes: Span<UInt8>, at place: Int, to end: Int
  ) -> (length: Int, distance: Int) {
    let word = bytes.doubleWord(at: place)
    let hasAbove =
      place >= rowBytes && rowBytes <= Self.window
      && word == bytes.doubleWord(at: place &- rowBytes)
    let hasLeft = place >= step && word == bytes.doubleWord(at: place &- step)
    guard hasAbove || hasLeft else { return (0, 0) }
    let left = hasLeft ? length(bytes, at: place, step, to: end) : 0
    // Of what is above, each repetition takes ten bits more.
    let longest = RepetitionLengths.longest
    if left >= longest { return (whole(left / longest &* longest), step) }
    let above = hasAbove ? self.above(bytes, at: place, to: end) : 0
    // A run ends where something else has to begin, unless what is above goes on.
    if above > left &+ 3 {
      return (above >= Self.longRun || place &+ above >= end ? above : 0, rowBytes)
    }
    guard left >= Self.longRun else { return (0, 0) }
    let tail = Self.tail / step &* step
    return (place &+ left == end ? left : left &- tail, step)
  }

  /// How many bytes from `place` on are what is above them: whole pixels of this row, or up to a
  /// pixel or the beginning of a later one; no more than one repetition has.
  @inline(__always)
  private func above(_ bytes: Span<UInt8>, at place: Int, to end: Int) -> Int {
    let stop = min(place &+ RepetitionLengths.longest, bytes.count)
    let last = place &+ bytes.repetition(at: place, rowBytes, to: stop)
    guard last >= end else { return whole(last &- place) }
    // A pixel of a later row begins one byte behind the row, which is for the number of its filter.
    var row = end
    while row &+ rowBytes <= last { row &+= rowBytes }
    return (last > row ? row &+ 1 &+ whole(last &- row &- 1) : row) &- place
  }

  /// The repetition that saves most, and a note of this place.
  @inline(__always)
  private func best(
    _ bytes: Span<UInt8>, at place: Int, to end: Int, _ heads: inout MutableSpan<Int32>,
    _ chain: inout MutableSpan<Int32>
  ) -> Offer {
    var offer = Offer()
    if place >= step { take(step, bytes, at: place, to: end, &offer) }
    if place >= rowBytes, rowBytes <= Self.window {
      take(rowBytes, bytes, at: place, to: end, &offer)
    }
    let here = origin &+ place
    let lowest = max(origin, here &- Self.window &+ 1)
    let slots = slots(of: bytes.doubleWord(at: place))
    var candidate = Int(heads[slots.long]) &- 1
    let short = Int(heads[slots.short]) &- 1
    heads[slots.long] = Int32(truncatingIfNeeded: here &+ 1)
    heads[slots.short] = Int32(truncatingIfNeeded: here &+ 1)
    chain[here & (Self.window &- 1)] = Int32(truncatingIfNeeded: candidate)
    var rest = places
    while candidate >= lowest, rest > 0, offer.length < niceLength {
      take(here &- candidate, bytes, at: place, to: end, &offer)
      candidate = Int(chain[candidate & (Self.window &- 1)])
      rest &-= 1
    }
    if short >= lowest, offer.length == 0 { take(here &- short, bytes, at: place, to: end, &offer) }
    return offer
  }

  /// Looks at one more repetition.
  @inline(__always)
  private func take(
    _ distance: Int, _ bytes: Span<UInt8>, at place: Int, to end: Int, _ offer: inout Offer
  ) {
    // What is not longer does not pay, for it is farther away.
    let next = place &+ offer.length
    guard next < end, endsAlike(bytes, next, distance, isLong: offer.length >= 4) else { return }
    let length = min(
      length(bytes, at: place, distance, to: end), RepetitionLengths.longest / step &* step)
    let cost = 4 &+ bits(of: distance)
    guard length >= 3 else { return }
    // What this repetition leaves out would be part of another one, and costs less than bytes.
    let gain = length &* 3 &- cost
    if offer.length == 0 || gain > offer.gain {
      offer = Offer(length: length, distance: distance, gain: gain)
    }
  }

  /// Whether the byte at `next` is the one `distance` before, and if need be the three in front.
  @inline(__always)
  private func endsAlike(
    _ bytes: Span<UInt8>, _ next: Int, _ distance: Int, isLong: Bool
  ) -> Bool {
    isLong
      ? bytes.word(at: next &- 3) == bytes.word(at: next &- 3 &- distance)
      : bytes[next] == bytes[next &- distance]
  }

  /// What a distance costs, by rule of thumb.
  @inline(__always)
  private func bits(of distance: Int) -> Int {
    distance == step ? 1 : 4 &+ (Int.bitWidth &- distance.leadingZeroBitCount)
  }

  /// Notes places that are stepped over.
  @inline(__always)
  private func note(
    _ bytes: Span<UInt8>, from start: Int, to end: Int, _ heads: inout MutableSpan<Int32>,
    _ chain: inout MutableSpan<Int32>
  ) {
    var place = start
    while place < end {
      let slots = slots(of: bytes.doubleWord(at: place))
      let here = origin &+ place
      chain[here & (Self.window &- 1)] = heads[slots.long] &- 1
      heads[slots.long] = Int32(truncatingIfNeeded: here &+ 1)
      heads[slots.short] = Int32(truncatingIfNeeded: here &+ 1)
      place &+= step
    }
  }

  /// Where two pixels are noted, and where one is; of narrow pixels four bytes and three.
  @inline(__always)
  private func slots(of word: UInt64) -> (long: Int, short: Int) {
    let long = word &<< UInt64(truncatingIfNeeded: 64 &- 8 &* max(4, 2 &* step))
    let short = word &<< UInt64(truncatingIfNeeded: 64 &- 8 &* max(3, step))
    let half = Self.slots / 2
    return (
      Self.slot(of: long), half | Self.slot(of: short)
    )
  }

  /// Where a key is noted, in a half of all slots.
  @inline(__always)
  static func slot(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 49)
  }

  /// How many bytes from `place` on are those `distance` before, whole pixels up to `end`.
  @inline(__always)
  private func length(_ bytes: Span<UInt8>, at place: Int, _ distance: Int, to end: Int) -> Int {
    whole(bytes.repetition(at: place, distance, to: end))
  }

  /// The largest whole number of pixels.
  @inline(__always)
  private func whole(_ length: Int) -> Int {
    // A division by a number that is not known takes as long as everything else here.
    step == 3 ? length / 3 &* 3 : length & ~(step &- 1)
  }

  @inline(__always)
  private func append(_ bytes: Span<UInt8>, at place: Int, to tokens: inout DeflateTokens) {
    for channel in 0..<step { tokens.append(DeflateToken(byte: bytes[place &+ channel])) }
  }

  /// A repetition of any length, in parts that deflate can write.
  @inline(__always)
  private static func append(length: Int, distance: Int, to tokens: inout DeflateTokens) {
    RepetitionLengths.forEachPart(of: length) {
      tokens.append(DeflateToken(length: $0, distance: distance))
    }
  }
}
