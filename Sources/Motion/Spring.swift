import Geometry

/// A damped oscillator that is let go at 0 and comes to rest at 1.
public struct Spring: Hashable, Sendable {
  /// The frequency that it would have undamped, in radians per second.
  public let angularFrequency: Double
  /// 1 where it just does not overshoot, less where it swings; never below 0.01.
  public let dampingRatio: Double
  /// How fast it is let go, in distances per second.
  public let velocity: Double
  /// Its motion in closed form.
  let swing: Swing

  /// With less damping, a spring takes too long to come to rest.
  static let leastDampingRatio = 0.01
  /// A million screens a second; beyond it, squares and products could overflow.
  static let speedLimit = 1e6

  /// A spring by its frequency and damping; nil unless it settles.
  ///
  /// A damping ratio above 1 counts as 1, as it does in UIKit, unless `isOverdamped` asks for the
  /// true, slower solution.
  public init?(
    angularFrequency: Double, dampingRatio: Double, velocity: Double = 0,
    isOverdamped: Bool = false
  ) {
    guard angularFrequency > 0, angularFrequency < 1e9, velocity.magnitude < Self.speedLimit,
      dampingRatio >= Self.leastDampingRatio, dampingRatio < 1e6
    else { return nil }
    self.angularFrequency = angularFrequency
    self.dampingRatio = isOverdamped ? dampingRatio : min(dampingRatio, 1)
    self.velocity = velocity
    swing = Swing(
      frequency: angularFrequency, dampingRatio: self.dampingRatio, velocity: velocity)
  }

  /// Core Animation's spring; nil unless it settles.
  public init?(
    mass: Double, stiffness: Double, damping: Double, velocity: Double = 0,
    isOverdamped: Bool = false
  ) {
    guard mass > 0, stiffness > 0, damping > 0, (mass * stiffness).isFinite else { return nil }
    self.init(
      angularFrequency: (stiffness / mass).squareRoot(),
      dampingRatio: damping / (2 * (stiffness * mass).squareRoot()), velocity: velocity,
      isOverdamped: isOverdamped)
  }

  /// SwiftUI's spring: `response` is the time of one undamped swing; nil unless it settles.
  public init?(response: Double, dampingFraction: Double, velocity: Double = 0) {
    self.init(
      angularFrequency: 2 * .pi / response, dampingRatio: dampingFraction, velocity: velocity)
  }

  /// SwiftUI's spring by duration and bounce, which is below 0 for one that is overdamped.
  ///
  /// A bounce of 1, which would swing for ever, and one of -1, which would never arrive, are
  /// brought to where the damping ratio is 0.01 and 100. Nil unless the duration is positive.
  public init?(seconds: Double, bounce: Double, velocity: Double = 0) {
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    self.init(
      angularFrequency: 2 * .pi / seconds, dampingRatio: min(max(ratio, 0.01), 100),
      velocity: velocity, isOverdamped: true)
  }

  /// How far it has come after `seconds`: 0 at first, 1 where it comes to rest.
  public func value(at seconds: Double) -> Double {
    seconds > 0 ? 1 - swing.residue(at: seconds) : 0
  }
}

extension Spring {
  /// The spring of a description that has a time of its own; nil for others, and unless it settles.
  init?(_ curve: SpringCurve) {
    switch curve {
    case .physical(let mass, let stiffness, let damping, let velocity, let overdamped):
      self.init(
        mass: mass, stiffness: stiffness, damping: damping, velocity: velocity,
        isOverdamped: overdamped)
    case .response(let response, let dampingFraction, let velocity):
      self.init(response: response, dampingFraction: dampingFraction, velocity: velocity)
    case .damped, .bounce: return nil
    }
  }
}

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

extension Spring {
  /// The share of the way that counts as none.
  static let settledResidue = 0.001

  /// When no more than 0.001 of the way is left for good.
  public var settlingSeconds: Double {
    switch swing {
    case .under(let decay, _, let sine):
      return Elementary.log((1 + sine.magnitude) / Self.settledResidue) / decay
    case .over(let slow, let slowShare, _, let fastShare):
      let most = slowShare.magnitude + fastShare.magnitude
      return Elementary.log(most / Self.settledResidue) / slow
    case .critical(let decay, let slope):
      let slope = slope.magnitude
      let search = FallingLogarithm(
        value: { Elementary.log((1 + slope * $0) / Self.settledResidue) - decay * $0 },
        slope: { slope / (1 + slope * $0) - decay })
      // It falls from its peak on, which a spring let go at high speed reaches first.
      let peak = slope > decay ? 1 / decay - 1 / slope : 0
      return search.root(from: peak, step: 1 / decay)
    }
  }
}
