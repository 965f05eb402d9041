/// A curve that a motion may follow.
///
/// Which curves there are is not known here.
package struct TimingCurve: Sendable {
  /// Its name.
  package let name: String
  /// The share of the way at a share of the time.
  package let shape: @Sendable (Double) -> Double

  /// A curve called `name`.
  package init(_ name: String, shape: @escaping @Sendable (Double) -> Double) {
    (self.name, self.shape) = (name, shape)
  }

  /// When it first comes to a share of the way, as a share of its time.
  func time(of share: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    // The first of even steps that is there, then halving.
    if let step = (1...64).first(where: { shape(Double($0) / 64) >= share }) {
      (low, high) = (Double(step - 1) / 64, Double(step) / 64)
    }
    for _ in 0..<20 {
      let middle = (low + high) / 2
      if shape(middle) < share { low = middle } else { high = middle }
    }
    return high
  }

  /// How long it takes from a tenth to nine tenths of the way, as a share of its time.
  package var rise: Double { time(of: 0.9) - time(of: 0.1) }
}

/// When a motion begins and how long it takes, if it follows a curve.
package struct TimingFit: Sendable {
  /// The curve.
  package let curve: TimingCurve
  /// When it begins, in seconds.
  package let start: Double
  /// How long it takes, in seconds.
  package let duration: Double
  /// The mean distance of a frame from where the curve says that it is.
  package private(set) var cost = Double.infinity
  /// How far the duration may be off, in seconds.
  package private(set) var uncertainty = 0.0

  /// Fits a curve to a table, from where `path` is at a tenth and at nine tenths of its way; nil for a
  /// path that does not go half of the whole way.
  package init?(_ curve: TimingCurve, to table: DistanceTable, near path: ProgressPath) {
    // The last of the way may not be seen: an iris is larger than the canvas before it is open.
    let most = min(1, path.shares.max() ?? 0)
    guard most > 0.5, let early = path.time(of: 0.1, in: table.times),
      let late = path.time(of: 0.9 * most, in: table.times)
    else { return nil }
    let marks = (curve.time(of: 0.1), curve.time(of: 0.9 * most))
    let duration = max(0.02, (late - early) / max(0.01, marks.1 - marks.0))
    let fits = [1, 0.85, 1.2].compactMap { factor in
      let length = duration * factor
      return Self.best(in: table, from: [early - marks.0 * length, length], rounds: 80) { _ in
        curve
      }
    }
    guard let best = fits.min(by: { $0.cost < $1.cost }) else { return nil }
    self = best
  }

  /// A fit that has not been compared with a table yet.
  package init(_ curve: TimingCurve, start: Double, duration: Double) {
    (self.curve, self.start, self.duration) = (curve, start, duration)
  }

  /// The best fit near `numbers`: a start, a duration, and the numbers of which `make` makes a curve.
  fileprivate static func best(
    in table: DistanceTable, from numbers: [Double], rounds: Int,
    _ make: ([Double]) -> TimingCurve?
  ) -> TimingFit? {
    func fit(_ numbers: [Double]) -> TimingFit? {
      guard numbers[1] > 0.005, let curve = make(Array(numbers[2...])) else { return nil }
      return TimingFit(curve, start: numbers[0], duration: numbers[1])
    }
    let found = Minimum.simplex(
      from: numbers, steps: [0.02, 0.1 * numbers[1]] + numbers[2...].map { _ in 0.15 },
      rounds: rounds
    ) { fit($0)?.meanDistance(in: table) ?? .infinity }
    guard var best = fit(found.place) else { return nil }
    best.cost = found.cost
    best.uncertainty = best.spread(in: table)
    return best
  }

  /// Where it is at a time, as a share of the way.
  package func share(at time: Double) -> Double {
    // A spring that is cut jumps to the end.
    time >= start + duration ? 1 : curve.shape(max(0, (time - start) / duration))
  }

  /// The mean distance of the frames from where the curve says that they are.
  package func meanDistance(in table: DistanceTable) -> Double {
    var sum = 0.0
    for (frame, time) in table.times.enumerated() {
      sum += table.distance(frame, at: share(at: time))
    }
    return sum / Double(max(1, table.times.count))
  }

  /// How far the duration goes before the distance grows by what one frame adds to it: the
  /// neighbouring cells of a picture err together, so that a frame counts as one measurement.
  private func spread(in table: DistanceTable) -> Double {
    let step = 0.008
    let sides = [step, -step].reduce(0) {
      $0 + TimingFit(curve, start: start, duration: duration + $1).meanDistance(in: table)
    }
    let curvature = (sides - 2 * cost) / (step * step)
    guard curvature > 0 else { return .infinity }
    return (2 * cost / Double(max(1, table.times.count)) / curvature).squareRoot()
  }

  /// How far two fits are apart at most, as a share of the way.
  package func distance(to other: TimingFit) -> Double {
    let (from, to) = (
      min(start, other.start), max(start + duration, other.start + other.duration)
    )
    return (0...200).reduce(0) { most, step in
      let time = from + (to - from) * Double(step) / 200
      return max(most, (share(at: time) - other.share(at: time)).magnitude)
    }
  }
}

/// The curve that a motion follows: the design's own, unless another one is far from it and better.
package struct CurveChoice: Sendable {
  /// The motion as it is told: by the design's curve, or by the other one.
  package let fit: TimingFit
  /// The same by the design's own curve.
  package let own: TimingFit
  /// How far they are apart at most, as a share of the way; 0 for the design's own curve.
  package let apart: Double

  /// Two curves that come so near to each other cannot be told apart.
  package static let leastApart = 0.03

  /// Fits the design's `own` curve and all `others`; nil where nothing fits at all.
  ///
  /// `free` makes a curve of a few numbers, which is told only where none of the others comes close.
  package init?(
    of table: DistanceTable, own: TimingCurve, others: [TimingCurve],
    free: (start: [Double], make: @Sendable ([Double]) -> TimingCurve?)
  ) {
    let path = ProgressPath(table)
    guard let expected = TimingFit(own, to: table, near: path) else { return nil }
    let fits = others.compactMap { TimingFit($0, to: table, near: path) }
    var best = fits.min { $0.cost < $1.cost } ?? expected
    let near = best.cost < expected.cost ? best : expected
    let open = TimingFit.best(
      in: table, from: [near.start, near.duration] + free.start, rounds: 200, free.make
    ).flatMap { fit in
      TimingFit.best(in: table, from: [fit.start, fit.duration], rounds: 80) { _ in fit.curve }
    }
    // Of curves that fit as well as each other, the first one has the best known name.
    if let named = fits.first(where: { $0.cost <= 1.02 * best.cost }) { best = named }
    // A free curve fits few frames always.
    let moving = table.times.count {
      $0 > expected.start && $0 < expected.start + expected.duration
    }
    let share = min(0.9, 1 - 4 / Double(max(4, moving)))
    if let open, open.cost < share * min(best.cost, expected.cost),
      open.distance(to: best) > Self.leastApart
    {
      best = open
    }
    let apart = best.distance(to: expected)
    let isOther = apart > Self.leastApart && best.cost < 0.97 * expected.cost
    (self.own, fit, self.apart) = (expected, isOther ? best : expected, isOther ? apart : 0)
  }
}
