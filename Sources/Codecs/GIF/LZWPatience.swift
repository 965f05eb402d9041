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
