import Motion
import Pixels

/// Paints over keyframes: colours and alike gradients flow, others switch.
struct PaintBlend: Hashable, Sendable {
  private var paints: [Paint]
  private var positions: [Double]
  /// nil where the paints switch.
  private var keyframes: Keyframes?

  /// Paints at rising positions; with `isDiscrete`, they switch however alike they are.
  init(
    _ stops: [(position: Double, paint: Paint, easing: Easing?)], isDiscrete: Bool = false
  ) {
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
      gradient.kind.numbers + gradient.stops.flatMap { $0.color.numbers + [$0.position] }
    }
  }

  fileprivate func isAlike(_ other: Paint) -> Bool {
    switch (self, other) {
    case (.color, .color): return true
    case (.gradient(let one), .gradient(let two)):
      guard one.stops.count == two.stops.count else { return false }
      switch (one.kind, two.kind) {
      case (.linear, .linear), (.radial, .radial), (.conic, .conic): return true
      default: return false
      }
    default: return false
    }
  }

  /// The same kind of paint with other numbers.
  fileprivate func with(_ numbers: [Double]) -> Paint {
    switch self {
    case .color: return .color(Color(numbers: numbers[...]))
    case .gradient(let gradient):
      let count = gradient.kind.numbers.count
      let stops = gradient.stops.indices.map { index in
        let part = numbers[(count + 5 * index)...]
        return Gradient.Stop(Color(numbers: part), at: part[part.startIndex + 4])
      }
      return .gradient(Gradient(gradient.kind.with(numbers), stops: stops))
    }
  }
}

extension Gradient.Kind {
  fileprivate var numbers: [Double] {
    switch self {
    case .linear(let from, let to): [from.x, from.y, to.x, to.y]
    case .radial(let center, let radius): [center.x, center.y, radius]
    case .conic(let center, let degrees): [center.x, center.y, degrees]
    }
  }

  fileprivate func with(_ values: [Double]) -> Gradient.Kind {
    let first = SIMD2(values[0], values[1])
    return switch self {
    case .linear: .linear(from: first, to: SIMD2(values[2], values[3]))
    case .radial: .radial(center: first, radius: values[2])
    case .conic: .conic(center: first, degrees: values[2])
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
