/// How long a full table is kept.
enum LZWPatience: Hashable, Sendable, CaseIterable {
  /// For photographs and most else.
  case usual
  /// For what repeats itself after a while.
  case long
  /// For what never does.
  case none

  /// So many codes are looked at to learn whether a table still pays.
  var window: Int {
    switch self {
    // Measured on photographs and interfaces: both gain from starting anew soon.
    case .usual: 24
    case .long: 300
    case .none: 1
    }
  }

  /// How much of what a table cost while it was filled may be spent for each pixel afterwards.
  var bearable: Double {
    switch self {
    case .usual: 0.95
    case .long: 1
    case .none: 0
    }
  }
}

/// Decides when a full table no longer pays and is better started anew.
///
/// What the table cost for each pixel while it was being filled is about what the next one will
/// cost.
struct LZWThrift: Hashable, Sendable {
  private let patience: LZWPatience
  private let start: Int
  private let startBits: Int
  private var isFull = false
  private var bearable = 0.0
  private var lastPlace = 0
  private var lastBits = 0
  private var codes = 0

  init(_ patience: LZWPatience = .usual, place: Int = 0, bits: Int = 0) {
    (self.patience, start, startBits) = (patience, place, bits)
  }

  /// Whether the last codes cost more for each pixel than those did with which the table was filled.
  @inline(__always)
  mutating func prefersClearing(at place: Int, bits: Int) -> Bool {
    codes &+= 1
    guard codes >= patience.window || !isFull else { return false }
    codes = 0
    defer { (lastPlace, lastBits, isFull) = (place, bits, true) }
    guard isFull else {
      let pixels = Double(max(1, place &- start))
      bearable = Double(bits &- startBits) / pixels * patience.bearable
      return false
    }
    return Double(bits &- lastBits) > bearable * Double(place &- lastPlace)
  }
}
