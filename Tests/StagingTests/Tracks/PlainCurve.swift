import Foundation

/// The curves of the design page, worked out anew: slow, plain, and with the C library's functions.
enum PlainCurve {
  case linear, easeInOut, iosPush, linearToEaseOut
  case bezier(Double, Double, Double, Double)
  /// A damping ratio and an initial velocity, made to last for the whole run.
  case spring(Double, Double)
  /// A critical spring of a frequency, cut where it is over.
  case critical(Double)

  /// The share of the way at `fraction` of a run of `seconds`.
  func value(at fraction: Double, seconds: Double) -> Double {
    if fraction <= 0 { return 0 }
    if case .critical(let frequency) = self {
      let time = min(1, fraction) * seconds
      return 1 - (1 + frequency * time) * exp(-frequency * time)
    }
    if fraction >= 1 { return 1 }
    switch self {
    case .linear, .critical: return fraction
    case .easeInOut: return Self.cubic([(0, 0), (0.42, 0), (0.58, 1), (1, 1)], fraction)
    case .linearToEaseOut:
      return Self.cubic([(0, 0), (0.35, 0.91), (0.33, 0.97), (1, 1)], fraction)
    case .bezier(let x1, let y1, let x2, let y2):
      return Self.cubic([(0, 0), (x1, y1), (x2, y2), (1, 1)], fraction)
    case .iosPush:
      return fraction < 0.198
        ? Self.cubic([(0, 0), (0.056, 0.024), (0.108, 0.3085), (0.198, 0.541)], fraction)
        : Self.cubic([(0.198, 0.541), (0.3655, 1), (0.5465, 0.989), (1, 1)], fraction)
    case .spring(let damping, let velocity):
      return Self.spring(damping, velocity, seconds, at: fraction * seconds)
    }
  }

  private static func cubic(_ p: [(x: Double, y: Double)], _ x: Double) -> Double {
    func blend(_ t: Double, _ v: [Double]) -> Double {
      let u = 1 - t
      return u * u * u * v[0] + 3 * u * u * t * v[1] + 3 * u * t * t * v[2] + t * t * t * v[3]
    }
    let t = root(in: 0...1) { blend($0, p.map(\.x)) - x }
    return blend(t, p.map(\.y))
  }

  private static func spring(
    _ damping: Double, _ velocity: Double, _ seconds: Double, at time: Double
  ) -> Double {
    let frequency = frequency(damping, velocity, seconds)
    guard damping < 1 else {
      return 1 - (1 + (frequency - velocity) * time) * exp(-frequency * time)
    }
    let swing = frequency * sqrt(1 - damping * damping)
    let b = (damping * frequency - velocity) / swing
    return 1 - exp(-damping * frequency * time) * (cos(swing * time) + b * sin(swing * time))
  }

  /// The largest frequency that leaves a thousandth of the way at the end.
  static func frequency(_ damping: Double, _ velocity: Double, _ seconds: Double) -> Double {
    // The rest falls as the frequency rises past the last root, so that root is the one between.
    root(in: 2 / seconds...200 / seconds) { frequency in
      let rest =
        damping < 1
        ? abs((velocity - damping * frequency) / (frequency * sqrt(1 - damping * damping)))
          * exp(-damping * frequency * seconds)
        : abs(1 + (frequency - velocity) * seconds) * exp(-frequency * seconds)
      return 0.001 - rest
    }
  }

  /// Where a rising function crosses 0.
  private static func root(
    in range: ClosedRange<Double>, _ function: (Double) -> Double
  ) -> Double {
    var (low, high) = (range.lowerBound, range.upperBound)
    for _ in 0..<64 {
      let middle = (low + high) / 2
      if function(middle) < 0 { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
