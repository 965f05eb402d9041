/// Decides when a full table no longer pays and is better started anew.
struct LZWThrift: Hashable, Sendable {
  // Measured on photographs, interfaces and gradients: shorter is too nervous, longer too late.
  private static let window = 1024

  private var lastPlace: Int
  private var lastBits: Int
  private var best = Double.infinity

  init(place: Int = 0, bits: Int = 0) {
    (lastPlace, lastBits) = (place, bits)
  }

  /// Whether the last pixels cost a tenth more than the best stretch since the table was new.
  @inline(__always)
  mutating func prefersClearing(at place: Int, bits: Int) -> Bool {
    guard place &- lastPlace >= Self.window else { return false }
    let cost = Double(bits &- lastBits) / Double(place &- lastPlace)
    (lastPlace, lastBits) = (place, bits)
    best = min(best, cost)
    return cost > best * 1.1
  }
}
