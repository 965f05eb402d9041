import Motion
import Pixels
package import SceneFormat

/// How one property of one target moves, with every number worked out.
package struct PropertyMotion: Hashable, Sendable {
  /// What is interpolated.
  enum Values: Hashable, Sendable {
    case numbers(Keyframes)
    /// Flags and names: what holds from each position on.
    case switches([Switch])
    /// Paints, of which the numbers follow the keyframes.
    case paints(PaintBlend)
  }

  /// From `position` on, `value` holds.
  struct Switch: Hashable, Sendable {
    var position: Double
    var value: PropertyValue
  }

  var timing: TrackTiming
  /// Its window of the run.
  var during: Window
  var values: Values
  /// Whether it adds to the others instead of taking their place.
  var isAdditive: Bool

  /// The value when a fraction of the run has passed; `shaped` is false for linear scrubbing.
  func value(at fraction: Double, shaped: Bool) -> PropertyValue {
    let position = timing.progress(at: fraction, shaped: shaped)
    switch values {
    case .numbers(let keyframes):
      return .numbers(keyframes.value(at: position, shaped: shaped))
    case .switches(let stops):
      return (stops.last { $0.position <= position } ?? stops[0]).value
    case .paints(let blend):
      return .paint(blend.paint(at: position, shaped: shaped))
    }
  }
}

extension [PropertyMotion] {
  /// The value of the property that they all move; nil if they only add to `rest`, and it has none.
  ///
  /// Before its first window a property has the first value of that window, and behind each window
  /// its last value.
  package func value(at fraction: Double, shaped: Bool, rest: PropertyValue?) -> PropertyValue? {
    let replacing = filter { !$0.isAdditive }
    let current = replacing.last { $0.during.start <= fraction } ?? replacing.first
    let base = current.map { $0.value(at: fraction, shaped: shaped) } ?? rest
    return filter(\.isAdditive).reduce(base) { sum, motion in
      let value = motion.value(at: fraction, shaped: shaped)
      return sum.map { $0.adding(value) } ?? value
    }
  }
}
