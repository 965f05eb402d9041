/// What happened to an animation in time.
public enum TimeChange: Hashable, Sendable {
  /// Nothing: every moment shows what it showed.
  case none
  /// All that moves begins later, or earlier where the numbers are negative.
  case delayed(frames: Double, seconds: Double)
  /// All that moves takes `factor` times as long.
  case stretched(factor: Double)
  /// It goes the same way from the same start to the same end, but otherwise in between.
  case curve
  /// Frames of the first animation are missing in the second; `expected` says which.
  case dropped(expected: Range<Int>, count: Int)
  /// Frames show twice; `actual` says which of the second animation.
  case duplicated(actual: Range<Int>, count: Int)
  /// The second animation has frames that are not in the first; `actual` says which.
  case inserted(actual: Range<Int>, count: Int)
  /// Something else shows for a moment; `actual` says in which frames.
  case flash(actual: Range<Int>)
  /// All is the same, but the last frame shows so many seconds longer, or shorter if they are negative.
  case held(seconds: Double)
  /// No order in time brings the two together.
  case unaligned

  /// The name of the class.
  public var name: String {
    switch self {
    case .none: "same"
    case .delayed: "delayed"
    case .stretched: "stretched"
    case .curve: "curve changed"
    case .dropped: "dropped"
    case .duplicated: "duplicated"
    case .inserted: "inserted"
    case .flash: "flash"
    case .held: "held"
    case .unaligned: "changed"
    }
  }
}
