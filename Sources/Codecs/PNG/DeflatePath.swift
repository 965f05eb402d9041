// From each stop some of those behind it can be reached, each by one token, and each token has its
// price. The cheapest way from the first stop to the last is found by one walk over all of them.

/// The cheapest tokens for a block.
struct DeflatePath {
  /// How a stop is reached.
  private struct Arrival {
    /// In bits from the first stop on.
    var cost = UInt32.max
    /// How many stops the token has that leads there; 0 for bytes as they are.
    var stops: UInt16 = 0
    /// How far back it looks, less one.
    var distance: UInt16 = 0
  }

  private var arrivals: [Arrival] = []

  /// Replaces `tokens` by those that cost least at such prices.
  mutating func find(
    in block: RepetitionBlock, of bytes: Span<UInt8>, step: Int, at prices: DeflatePrices,
    into tokens: inout DeflateTokens
  ) {
    tokens.removeAll()
    arrivals.removeAll(keepingCapacity: true)
    arrivals += repeatElement(Arrival(), count: block.stops.count)
    guard arrivals.count > 1 else { return }
    arrivals[0].cost = 0
    var arrivals: [Arrival] = []
    swap(&arrivals, &self.arrivals)
    var span = arrivals.mutableSpan
    Self.walk(block, bytes, prices, &span)
    swap(&arrivals, &self.arrivals)
    write(block, bytes, step, into: &tokens)
  }

  private static func walk(
    _ block: RepetitionBlock, _ bytes: Span<UInt8>, _ prices: DeflatePrices,
    _ arrivals: inout MutableSpan<Arrival>
  ) {
    let (stops, offers, bytePrices) = (block.stops.span, block.offers.span, prices.bytes.span)
    let (lengthPrices, distancePrices) = (prices.lengths.span, prices.distances.span)
    let last = stops.count &- 1
    for index in 0..<last {
      let cost = arrivals[index].cost
      guard cost < .max else { continue }
      let stop = stops[index]
      if stop.literals > 0 {
        var sum = cost
        for byte in Int(stop.place)..<Int(stop.place &+ stop.literals) {
          sum &+= bytePrices[Int(bytes[byte])]
        }
        if sum < arrivals[index &+ 1].cost { arrivals[index &+ 1] = Arrival(cost: sum) }
      }
      var shortest = 1
      for place in Int(stop.offers)..<Int(stops[index &+ 1].offers) {
        let offer = offers[place]
        let longest = longest(of: offer, from: index, in: stops)
        if offer.isWhole { shortest = longest }
        let start = cost &+ distancePrices[RepetitionDistance(offer.distance).symbol]
        let distance = UInt16(truncatingIfNeeded: offer.distance &- 1)
        while shortest <= longest {
          let end = index &+ shortest
          let length = Int(truncatingIfNeeded: stops[end].mark &- stop.mark)
          let sum = length < 3 ? .max : start &+ lengthPrices[length]
          if sum < arrivals[end].cost {
            arrivals[end] = Arrival(
              cost: sum, stops: UInt16(truncatingIfNeeded: shortest), distance: distance)
          }
          shortest &+= 1
        }
      }
    }
  }

  /// How many stops of an offer are in the block, and not too far away.
  @inline(__always)
  private static func longest(
    of offer: RepetitionBlock.Offer, from index: Int, in stops: Span<RepetitionBlock.Stop>
  ) -> Int {
    var count = min(offer.stops, stops.count &- 1 &- index)
    // Behind a cut, stops can be farther apart.
    let limit = stops[index].mark &+ Int32(RepetitionLengths.longest)
    while stops[index &+ count].mark > limit { count &-= 1 }
    return count
  }

  private func write(
    _ block: RepetitionBlock, _ bytes: Span<UInt8>, _ step: Int,
    into tokens: inout DeflateTokens
  ) {
    var ends: [Int] = []
    var end = arrivals.count - 1
    while end > 0 {
      ends.append(end)
      end -= max(1, Int(arrivals[end].stops))
    }
    var (start, cut) = (block.stops[0], 0)
    for index in ends.reversed() {
      let (end, arrival) = (block.stops[index], arrivals[index])
      if arrival.stops == 0 {
        for place in Int(start.place)..<Int(start.place + start.literals) {
          tokens.append(DeflateToken(byte: bytes[place]))
        }
      } else {
        tokens.append(
          DeflateToken(length: Int(end.mark - start.mark), distance: Int(arrival.distance) + 1))
      }
      // What was left out is the same run before and behind this token.
      while cut < block.cuts.count, block.cuts[cut].stop < index {
        let more = DeflateToken(length: RepetitionLengths.longest, distance: step)
        for _ in 0..<block.cuts[cut].count { tokens.append(more) }
        cut += 1
      }
      start = end
    }
  }
}
