import Geometry

/// The motion of a spring in closed form: what is left of the way at a time.
enum Swing: Hashable, Sendable {
  /// e^(-decay t) (cos(turn t) + sine sin(turn t)).
  case under(decay: Double, turn: Double, sine: Double)
  /// (1 + slope t) e^(-decay t).
  case critical(decay: Double, slope: Double)
  /// slowShare e^(-slow t) + fastShare e^(-fast t).
  case over(slow: Double, slowShare: Double, fast: Double, fastShare: Double)

  init(frequency: Double, dampingRatio: Double, velocity: Double) {
    if dampingRatio < 1 {
      let decay = dampingRatio * frequency
      let turn = frequency * (1 - dampingRatio * dampingRatio).squareRoot()
      self = .under(decay: decay, turn: turn, sine: (decay - velocity) / turn)
    } else if dampingRatio == 1 {
      self = .critical(decay: frequency, slope: frequency - velocity)
    } else {
      let fast = frequency * (dampingRatio + (dampingRatio * dampingRatio - 1).squareRoot())
      // The product of the two rates is the frequency's square; a difference would lose digits.
      let slow = frequency * frequency / fast
      let share = (fast - velocity) / (fast - slow)
      self = .over(slow: slow, slowShare: share, fast: fast, fastShare: 1 - share)
    }
  }

  /// What is left of the way after `seconds`; below 0 beyond the end.
  func residue(at seconds: Double) -> Double {
    switch self {
    case .under(let decay, let turn, let sine):
      let envelope = Elementary.exp(-decay * seconds)
      // Where nothing is left, the angle may be too large to have a sine.
      guard envelope > 0 else { return 0 }
      let angle = turn * seconds
      return envelope * (Elementary.cos(angle) + sine * Elementary.sin(angle))
    case .critical(let decay, let slope):
      let envelope = Elementary.exp(-decay * seconds)
      return envelope > 0 ? (1 + slope * seconds) * envelope : 0
    case .over(let slow, let slowShare, let fast, let fastShare):
      return slowShare * Elementary.exp(-slow * seconds)
        + fastShare * Elementary.exp(-fast * seconds)
    }
  }
}
