public import Geometry

/// What a finger (or two) does to drive a transition, until it is lifted.
public struct Finger: Hashable, Sendable {
  /// What its translation means.
  public enum Measure: Hashable, Sendable {
    /// Points along the transition's axis, of which `extent` are the whole delta.
    case points(extent: Double)
    /// The scale of a pinch: 1 at first, 0 at the end of the delta.
    case scale
  }

  /// A place of the finger.
  public struct Sample: Hashable, Sendable {
    /// Since the finger came down.
    public var seconds: Double
    /// Forward points along the axis, or the scale.
    public var translation: Double
    /// Points to the right and down; zero for a pinch.
    public var offset: Point

    /// A place of the finger.
    public init(seconds: Double, translation: Double, offset: Point = .zero) {
      (self.seconds, self.translation, self.offset) = (seconds, translation, offset)
    }
  }

  /// What its translation means.
  public let measure: Measure
  /// Its places, in the order of time; linear between, held after the last.
  public let samples: [Sample]
  /// When it is lifted.
  public let releaseSeconds: Double
  /// How fast its translation changes then, in points or scales a second.
  public let releaseTranslationSpeed: Double
  /// How fast it is then, in the way's share per second; below 0 backward.
  public let releaseSpeed: Double
  /// How fast it is then in both axes, in points a second.
  public let releaseVelocity: Point
  /// Whether the system takes the gesture away at that time.
  public let isSystemCancelled: Bool

  /// A finger's way; nil for times that fall, and for numbers that are not finite.
  ///
  /// Without `releaseSeconds` it is lifted at its last sample. The velocity of the release is that
  /// of the translation and of the offset, per second; without it, the slope of the last segment
  /// before the release counts.
  public init?(
    measure: Measure, samples: [Sample], releaseSeconds: Double? = nil,
    releaseVelocity: (translation: Double, offset: Point)? = nil, isSystemCancelled: Bool = false
  ) {
    let release = releaseSeconds ?? samples.last?.seconds ?? 0
    guard measure.isValid, release >= 0, release < 1e6, samples.allSatisfy(\.isValid),
      zip(samples, samples.dropFirst()).allSatisfy({ $0.seconds <= $1.seconds }),
      releaseVelocity.map({
        $0.translation.isFinite && $0.offset.x.isFinite && $0.offset.y.isFinite
      }) ?? true
    else { return nil }
    (self.measure, self.samples) = (measure, samples)
    (self.releaseSeconds, self.isSystemCancelled) = (release, isSystemCancelled)
    let velocity = releaseVelocity ?? Self.lastSlope(samples, before: release)
    // Two samples may be so close in time that their slope is beyond all limits.
    releaseTranslationSpeed = velocity.translation.limited(to: 1e9)
    releaseSpeed = measure.share(ofChange: velocity.translation).limited(to: Spring.speedLimit / 2)
    self.releaseVelocity = Point(
      x: velocity.offset.x.limited(to: 1e9), y: velocity.offset.y.limited(to: 1e9))
  }

  /// How far it has gone at a time; after the release it stays where it was then.
  public func translation(at seconds: Double) -> Double { place(at: seconds).translation }

  /// The same in both axes.
  public func offset(at seconds: Double) -> Point { place(at: seconds).offset }

  private func place(at seconds: Double) -> Sample {
    let time = min(seconds, releaseSeconds)
    guard let last = samples.last, last.seconds > time else {
      return samples.last ?? Sample(seconds: time, translation: measure.rest)
    }
    // Samples are in order of time: a binary search.
    var (low, next) = (0, samples.count - 1)
    while low < next {
      let middle = (low + next) / 2
      if samples[middle].seconds > time { next = middle } else { low = middle + 1 }
    }
    guard next > 0 else { return samples[0] }
    let (from, to) = (samples[next - 1], samples[next])
    let share = (time - from.seconds) / (to.seconds - from.seconds)
    return Sample(
      seconds: time,
      translation: from.translation + (to.translation - from.translation) * share,
      offset: from.offset + (to.offset - from.offset) * share)
  }

  /// How fast its translation changes on the way to the sample at `index`, in points or scales a
  /// second; samples at the same time have the speed of the segment before them.
  func translationSpeed(atSample index: Int) -> Double {
    Self.lastSlope(samples[...index], before: .infinity).translation.limited(to: 1e9)
  }

  /// Whether it touches the screen at a time.
  public func isTouching(at seconds: Double) -> Bool {
    seconds >= beginSeconds && seconds < releaseSeconds
  }

  /// When it goes down.
  var beginSeconds: Double { min(samples.first?.seconds ?? 0, releaseSeconds) }

  /// The share of the way that it has gone at a time; below 0 on the wrong side.
  func share(at seconds: Double) -> Double { measure.share(of: translation(at: seconds)) }

  /// The share of the way that it has gone at the sample at `index`.
  func share(atSample index: Int) -> Double { measure.share(of: samples[index].translation) }

  /// Whether it goes backward before it goes forward.
  var startsBackward: Bool {
    let before = samples.filter { $0.seconds <= releaseSeconds }.map(\.translation)
    let ways = (before + [translation(at: releaseSeconds)]).map(measure.share(of:))
    return (ways.first { $0 != 0 } ?? 0) < 0
  }

  private static func lastSlope(
    _ samples: some BidirectionalCollection<Sample>, before release: Double
  ) -> (translation: Double, offset: Point) {
    // Pairs are made as they are asked for: the last one is the one, mostly.
    let segment = zip(samples.dropLast().lazy.reversed(), samples.lazy.reversed()).first {
      $0.seconds < release && $0.seconds < $1.seconds
    }
    guard let (from, to) = segment else { return (0, .zero) }
    let seconds = to.seconds - from.seconds
    let delta = to.offset - from.offset
    return (
      (to.translation - from.translation) / seconds,
      Point(x: delta.x / seconds, y: delta.y / seconds)
    )
  }
}

extension Double {
  /// The nearest number whose magnitude is no larger than `most`.
  fileprivate func limited(to most: Double) -> Double { min(max(self, -most), most) }
}

extension Finger.Sample {
  fileprivate var isValid: Bool {
    seconds >= 0 && seconds < 1e6 && translation.magnitude < 1e9 && offset.x.magnitude < 1e9
      && offset.y.magnitude < 1e9
  }
}

extension Finger.Measure {
  fileprivate var isValid: Bool {
    switch self {
    case .points(let extent): extent > 0 && extent.isFinite
    case .scale: true
    }
  }

  /// The translation at which nothing has happened.
  fileprivate var rest: Double {
    switch self {
    case .points: 0
    case .scale: 1
    }
  }

  /// The share of the way at a translation.
  fileprivate func share(of translation: Double) -> Double {
    share(ofChange: translation - rest)
  }

  /// The share of the way that a change of the translation makes.
  fileprivate func share(ofChange change: Double) -> Double {
    switch self {
    case .points(let extent): change / extent
    case .scale: -change
    }
  }
}
