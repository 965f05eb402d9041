/// The way from the time of a run to a position among keyframes.
public struct TrackTiming: Hashable, Sendable {
  /// The part of the run in which the track moves.
  public var during: Window
  /// How progress is shaped, once for each repetition.
  public var easing: Easing
  /// The part of the eased progress in which the track moves.
  public var through: Window
  /// How often it runs within its window; what is not above 0 counts as 1.
  public var repeats: Double
  /// Whether every second repetition goes backward.
  public var autoreverses: Bool

  /// A timing by its steps, in the order in which they are taken.
  public init(
    during: Window = .whole, easing: Easing = .linear, through: Window = .whole,
    repeats: Double = 1, autoreverses: Bool = false
  ) {
    (self.during, self.easing, self.through) = (during, easing, through)
    self.repeats = repeats > 0 && repeats.isFinite ? repeats : 1
    self.autoreverses = autoreverses
  }

  /// The position among the keyframes when the run is at `progress`.
  ///
  /// What a finger has caught goes on from the position that it held.
  public func progress(at progress: Progress) -> Double {
    guard let caught = progress.caught else {
      return self.progress(at: progress.fraction, shaped: progress.isShaped)
    }
    guard repeats == 1 else { return self.progress(at: progress.asTime) }
    // What ends before the run, or begins later, has no part in a way beyond its ends.
    let isFirst = during.start == 0 && through.start == 0
    let isLast = during.end == 1 && through.end == 1
    let lowest = isFirst ? -Double.infinity : min(0, caught.progress)
    let highest = isLast ? Double.infinity : max(1, caught.progress)
    let share = min(max(progress.fraction, lowest), highest)
    return caught.position(of: self.progress(at: caught.fraction), at: share)
  }

  /// The position among the keyframes at a fraction of the run.
  ///
  /// Run fraction → `during` → repetition → `easing` → `through`. A window of no length is a step
  /// from 0 to 1 at its start. Without `shaped` the easing is left out, as a linear scrub wants it.
  ///
  /// Where the easing overshoots, the position leaves 0...1 only at an end of `through` that is
  /// the end of the whole: above 1 if it ends at 1, below 0 if it starts at 0. A window that ends
  /// earlier has been passed by then, and the position stays at its end.
  public func progress(at runFraction: Double, shaped: Bool = true) -> Double {
    let window = during.fraction(at: runFraction)
    let inside = min(max(window, 0), 1)
    // A tail that overshoots takes along what moves until the end of the run, or from its start.
    let isCarried = !shaped && repeats == 1 && (window > 1 ? during.end == 1 : during.start == 0)
    let repeated = repetition(isCarried ? window : inside)
    let eased = shaped ? easing.value(at: repeated) : repeated
    let position = through.fraction(at: eased)
    let isBeyond = position > 1 ? through.end == 1 : position < 0 && through.start == 0
    return isBeyond ? position : min(max(position, 0), 1)
  }

  /// The fraction of one repetition at a fraction of all of them.
  private func repetition(_ fraction: Double) -> Double {
    guard repeats != 1 else { return fraction }
    let total = fraction * repeats
    var (round, within) = (total.rounded(.down), total - total.rounded(.down))
    // The last moment belongs to the repetition that it ends.
    if fraction == 1, within == 0 { (round, within) = (round - 1, 1) }
    let isBackward = autoreverses && round.truncatingRemainder(dividingBy: 2) == 1
    return isBackward ? 1 - within : within
  }
}

extension Window {
  /// How much of the window lies before `place`: below 0 or above 1 outside.
  ///
  /// A window of no length is a step from 0 to 1.
  func fraction(at place: Double) -> Double {
    if self == .whole { return place }
    guard end > start else { return place >= start ? 1 : 0 }
    // Exact at the end, whatever the division gives.
    return place == end ? 1 : (place - start) / (end - start)
  }
}

/// A part of a run, in fractions.
public struct Window: Hashable, Sendable {
  /// Where it begins.
  public var start: Double
  /// Where it ends; not before `start`.
  public var end: Double

  /// The part from `start` to `end`.
  public init(_ start: Double, _ end: Double) {
    (self.start, self.end) = (start, end)
  }

  /// All of it.
  public static let whole = Window(0, 1)

  /// The same part of a run that goes backward.
  public var mirrored: Window { Window(1 - end, 1 - start) }
}
