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
      frequency: angularFrequency, dampingRatio: self.dampingRatio, offset: 1,
      velocity: -velocity)
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
    seconds > 0 ? 1 - swing.offset(at: seconds) : 0
  }
}

extension Spring {
  /// The spring of a description, for a run of `seconds`; nil unless it settles.
  ///
  /// `velocity` counts where the description has none. The length matters to springs that fit it.
  init?(_ curve: SpringCurve, seconds: Double, velocity usual: Double = 0) {
    let velocity = curve.velocity ?? usual
    switch curve {
    case .damped(let ratio, _):
      guard let spring = Self.fitting(dampingRatio: ratio, velocity: velocity, seconds: seconds)
      else { return nil }
      self = spring
    case .bounce(let bounce, _):
      self.init(seconds: Self.fittable(seconds), bounce: bounce, velocity: velocity)
    case .physical(let mass, let stiffness, let damping, _, let overdamped):
      self.init(
        mass: mass, stiffness: stiffness, damping: damping, velocity: velocity,
        isOverdamped: overdamped)
    case .response(let response, let dampingFraction, _):
      self.init(response: response, dampingFraction: dampingFraction, velocity: velocity)
    }
  }
}

extension Spring {
  /// When no more than 0.001 of the way is left for good.
  public var settlingSeconds: Double { swing.settlingSeconds }

  /// The motion of what is `offset` away from rest and moves at `velocity` per second.
  func swing(from offset: Double, at velocity: Double) -> Swing {
    Swing(
      frequency: angularFrequency, dampingRatio: dampingRatio, offset: offset, velocity: velocity)
  }
}
