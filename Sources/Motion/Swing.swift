import Geometry

/// The motion of a damped oscillator in closed form: how far it is from rest at a time.
///
/// From offset 1 at velocity 0 it is the residue of a spring, from offset 0 at velocity 1 its answer
/// to a push. Every other motion of the spring is a sum of both.
enum Swing: Hashable, Sendable {
  /// e^(-decay t) (cosine cos(turn t) + sine sin(turn t)).
  case under(decay: Double, turn: Double, cosine: Double, sine: Double)
  /// (offset + slope t) e^(-decay t).
  case critical(decay: Double, offset: Double, slope: Double)
  /// slowShare e^(-slow t) + fastShare e^(-fast t).
  case over(slow: Double, slowShare: Double, fast: Double, fastShare: Double)

  init(frequency: Double, dampingRatio: Double, offset: Double, velocity: Double) {
    if dampingRatio < 1 {
      let decay = dampingRatio * frequency
      let turn = frequency * (1 - dampingRatio * dampingRatio).squareRoot()
      self = .under(
        decay: decay, turn: turn, cosine: offset, sine: (decay * offset + velocity) / turn)
    } else if dampingRatio == 1 {
      self = .critical(decay: frequency, offset: offset, slope: frequency * offset + velocity)
    } else {
      let fast = frequency * (dampingRatio + (dampingRatio * dampingRatio - 1).squareRoot())
      // The product of the two rates is the frequency's square; a difference would lose digits.
      let slow = frequency * frequency / fast
      let share = (fast * offset + velocity) / (fast - slow)
      self = .over(slow: slow, slowShare: share, fast: fast, fastShare: offset - share)
    }
  }

  /// The displacement from rest after `seconds`.
  func offset(at seconds: Double) -> Double {
    switch self {
    case .under(let decay, let turn, let cosine, let sine):
      let envelope = Elementary.exp(-decay * seconds)
      // Where nothing is left, the angle may be too large to have a sine.
      guard envelope > 0 else { return 0 }
      let angle = turn * seconds
      return envelope * (cosine * Elementary.cos(angle) + sine * Elementary.sin(angle))
    case .critical(let decay, let offset, let slope):
      let envelope = Elementary.exp(-decay * seconds)
      return envelope > 0 ? (offset + slope * seconds) * envelope : 0
    case .over(let slow, let slowShare, let fast, let fastShare):
      return slowShare * Elementary.exp(-slow * seconds)
        + fastShare * Elementary.exp(-fast * seconds)
    }
  }

  /// The offset that counts as none.
  static let settledOffset = 0.001

  /// The last moment at which it can be 0.001 from rest; 0 for one that is never so far.
  var settlingSeconds: Double {
    switch self {
    case .under(let decay, _, let cosine, let sine):
      return Self.seconds(from: cosine.magnitude + sine.magnitude, decay)
    case .over(let slow, let slowShare, _, let fastShare):
      return Self.seconds(from: slowShare.magnitude + fastShare.magnitude, slow)
    case .critical(let decay, let offset, let slope):
      let (offset, slope) = (offset.magnitude, slope.magnitude)
      // It falls from its peak on, which a spring let go at high speed reaches first.
      let peak = slope > decay * offset ? 1 / decay - offset / slope : 0
      guard (offset + slope * peak) * Elementary.exp(-decay * peak) > Self.settledOffset else {
        return 0
      }
      let search = FallingLogarithm(
        value: { Elementary.log((offset + slope * $0) / Self.settledOffset) - decay * $0 },
        slope: { slope / (offset + slope * $0) - decay })
      return search.root(from: peak, step: 1 / decay)
    }
  }

  /// When what begins at `height` and falls at the rate `decay` is at 0.001.
  private static func seconds(from height: Double, _ decay: Double) -> Double {
    height > settledOffset ? Elementary.log(height / settledOffset) / decay : 0
  }
}
