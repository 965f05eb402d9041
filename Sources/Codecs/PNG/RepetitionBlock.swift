/// A part of the rows: all stops, and what could be written from each of them on.
struct RepetitionBlock {
  /// A place at which tokens begin and end.
  struct Stop: Hashable, Sendable {
    /// Where it is in the bytes.
    var place: Int32
    /// Likewise, but without what was left out of long runs.
    var mark: Int32
    /// Its first offer.
    var offers: Int32
    /// How many bytes there are up to the next stop; 0 if they cannot be written as they are.
    var literals: Int32
  }

  /// A repetition that could be written.
  struct Offer: Hashable, Sendable {
    /// A bit that tells whether nothing shorter is worth a look, stops, and one less than distance.
    private let bits: UInt32

    @inline(__always)
    init(stops: Int, distance: Int, isWhole: Bool) {
      bits =
        (isWhole ? 1 &<< 31 : 0) | UInt32(truncatingIfNeeded: stops) &<< 16
        | UInt32(truncatingIfNeeded: distance &- 1)
    }

    @inline(__always)
    var isWhole: Bool { bits &>> 31 == 1 }

    /// How many stops it is long.
    @inline(__always)
    var stops: Int { Int(truncatingIfNeeded: bits &>> 16 & 0x7FFF) }

    @inline(__always)
    var distance: Int { Int(truncatingIfNeeded: bits & 0xFFFF) &+ 1 }
  }

  /// What was left out of a long run behind a stop: so many of the longest repetitions.
  struct Cut: Hashable, Sendable {
    var stop: Int
    var count: Int
  }

  /// The last one is where the block ends.
  private(set) var stops: [Stop] = []
  /// From short to long for each stop.
  private(set) var offers: [Offer] = []
  private(set) var cuts: [Cut] = []
  private var mark: Int32 = 0

  /// Adds a stop; what is offered from now on begins there.
  @inline(__always)
  mutating func append(place: Int, literals count: Int) {
    stops.append(
      Stop(
        place: Int32(truncatingIfNeeded: place), mark: mark,
        offers: Int32(truncatingIfNeeded: offers.count),
        literals: Int32(truncatingIfNeeded: count)))
    mark &+= Int32(truncatingIfNeeded: count)
  }

  /// Adds what the last stop offers.
  @inline(__always)
  mutating func append(_ offer: Offer) { offers.append(offer) }

  /// Leaves out `repetitions` behind the last stop, and `bytes` more than its own are still there.
  mutating func cut(_ repetitions: Int, andSkip bytes: Int) {
    cuts.append(Cut(stop: stops.count - 1, count: repetitions))
    mark &+= Int32(truncatingIfNeeded: bytes)
    if bytes > 0 { stops[stops.count - 1].literals = 0 }
  }

  /// Notes where it ends.
  mutating func close(at place: Int) { append(place: place, literals: 0) }

  /// Forgets everything.
  mutating func removeAll() {
    stops.removeAll(keepingCapacity: true)
    offers.removeAll(keepingCapacity: true)
    cuts.removeAll(keepingCapacity: true)
    mark = 0
  }
}
