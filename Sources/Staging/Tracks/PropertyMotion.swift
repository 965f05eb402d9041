import Geometry
package import Motion
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
    /// How far the finger has gone along an axis.
    case finger(Axis)
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

  /// The value when the run is at `progress`.
  func value(at progress: Progress) -> PropertyValue {
    let position = timing.progress(at: progress)
    // What was caught between two keyframes has come there by the curves.
    let shaped = progress.isShaped || progress.caught != nil
    switch values {
    case .finger(let axis):
      return .numbers([axis == .horizontal ? progress.offset.x : progress.offset.y])
    case .numbers(let keyframes):
      return .numbers(keyframes.value(at: position, shaped: shaped))
    case .switches(let stops):
      return (stops.last { $0.position <= position } ?? stops[0]).value
    case .paints(let blend):
      return .paint(blend.paint(at: position, shaped: shaped))
    }
  }
}

extension PropertyMotion {
  /// What moves with the finger along an axis.
  init(carriedAlong axis: Axis) {
    self.init(timing: TrackTiming(), during: .whole, values: .finger(axis), isAdditive: true)
  }
}

extension [PropertyMotion] {
  /// The value of the property that they all move; nil if they only add to `rest`, and it has none.
  ///
  /// Before its first window a property has the first value of that window, and behind each window
  /// its last value.
  package func value(
    at progress: Progress, rest: @autoclosure () -> PropertyValue?
  ) -> PropertyValue? {
    // Most properties have one track.
    if count == 1, !self[0].isAdditive { return self[0].value(at: progress) }
    let replacing = filter { !$0.isAdditive }
    // After a catch, windows that follow each other still do.
    let moment = replacing.count > 1 ? progress.asTime : progress
    let current = replacing.last { $0.during.start <= moment.fraction } ?? replacing.first
    let base = current.map { $0.value(at: moment) } ?? rest()
    return filter(\.isAdditive).reduce(base) { sum, motion in
      let value = motion.value(at: progress)
      return sum.map { $0.adding(value) } ?? value
    }
  }
}

/// Paints over keyframes: colours and alike gradients flow, others switch.
struct PaintBlend: Hashable, Sendable {
  /// A paint at a position, and how the way to the next one is shaped.
  struct Stop {
    var position: Double
    var paint: Paint
    var easing: Easing?

    init(_ position: Double, _ paint: Paint, _ easing: Easing? = nil) {
      (self.position, self.paint, self.easing) = (position, paint, easing)
    }
  }

  private var paints: [Paint]
  private var positions: [Double]
  /// nil where the paints switch.
  private var keyframes: Keyframes?

  /// Paints at rising positions; with `isDiscrete`, they switch however alike they are.
  init(_ stops: [Stop], isDiscrete: Bool = false) {
    paints = stops.map(\.paint)
    positions = stops.map(\.position)
    let vectors = paints.map(\.numbers)
    let areAlike = paints.dropFirst().allSatisfy { $0.isAlike(paints[0]) }
    guard areAlike, !isDiscrete else { return }
    keyframes = Keyframes(
      zip(stops, vectors).map { stop, vector in
        Keyframes.Stop(position: stop.position, value: vector, easing: stop.easing)
      }, interpolation: .linear)
  }

  /// Whether they flow into each other.
  var isSmooth: Bool { keyframes != nil }

  /// The paint at `position`.
  func paint(at position: Double, shaped: Bool) -> Paint {
    let index = positions.lastIndex { $0 <= position } ?? 0
    guard let keyframes else { return paints[index] }
    let inside = Swift.min(1, Swift.max(0, position))
    return paints[index].with(keyframes.value(at: inside, shaped: shaped))
  }
}

extension Paint {
  /// Its premultiplied colours and its places, as one vector.
  fileprivate var numbers: [Double] {
    switch self {
    case .color(let color): color.numbers
    case .gradient(let gradient):
      gradient.form + gradient.stops.flatMap { $0.color.numbers + [$0.position] }
    }
  }

  /// Whether it is made of as many numbers of the same meaning.
  fileprivate func isAlike(_ other: Paint) -> Bool {
    switch (self, other) {
    case (.color, .color): true
    case (.gradient(let one), .gradient(let two)):
      one.stops.count == two.stops.count && one.kind.places.count == two.kind.places.count
        && one.kind == two.kind.with(one.kind.places) && one.spread == two.spread
    case (.color, .gradient), (.gradient, .color): false
    }
  }

  /// The same kind of paint with other numbers.
  fileprivate func with(_ numbers: [Double]) -> Paint {
    switch self {
    case .color: return .color(Color(numbers: numbers[...]))
    case .gradient(let gradient):
      let form = numbers.prefix(gradient.form.count)
      let stops = gradient.stops.indices.map { numbers[(form.count + 5 * $0)...] }
      var moved = gradient.with(form + stops.map { $0[$0.startIndex + 4] })
      for (index, stop) in stops.enumerated() { moved.stops[index].color = Color(numbers: stop) }
      return .gradient(moved)
    }
  }
}

extension Color {
  // Premultiplied, so that a colour that fades in does not pass through the black of `clear`.
  fileprivate var numbers: [Double] {
    let alpha = Double(alpha) / 255
    return [Double(red) * alpha, Double(green) * alpha, Double(blue) * alpha, Double(self.alpha)]
  }

  fileprivate init(numbers: ArraySlice<Double>) {
    let start = numbers.startIndex
    let alpha = numbers[start + 3]
    func byte(_ value: Double) -> UInt8 { UInt8(Swift.min(255, Swift.max(0, value)).rounded()) }
    func part(_ index: Int) -> UInt8 {
      alpha > 0 ? byte(numbers[start + index] * 255 / alpha) : 0
    }
    self.init(red: part(0), green: part(1), blue: part(2), alpha: byte(alpha))
  }
}
