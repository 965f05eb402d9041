/// Decides when a full table no longer pays and is better started anew.
///
/// What the table cost for each pixel while it was being filled is about what the next one will
/// cost.
struct LZWThrift: Hashable, Sendable {
  // In codes. Measured on photographs and interfaces: both gain from starting anew soon.
  private static let window = 24

  private let start: Int
  private let startBits: Int
  private var isFull = false
  private var bearable = 0.0
  private var lastPlace = 0
  private var lastBits = 0
  private var codes = 0

  init(place: Int = 0, bits: Int = 0) {
    (start, startBits) = (place, bits)
  }

  /// Whether the last codes cost more for each pixel than those did with which the table was filled.
  @inline(__always)
  mutating func prefersClearing(at place: Int, bits: Int) -> Bool {
    codes &+= 1
    guard codes >= Self.window || !isFull else { return false }
    codes = 0
    defer { (lastPlace, lastBits, isFull) = (place, bits, true) }
    guard isFull else {
      bearable = Double(bits &- startBits) / Double(max(1, place &- start)) * 0.95
      return false
    }
    return Double(bits &- lastBits) > bearable * Double(place &- lastPlace)
  }
}
