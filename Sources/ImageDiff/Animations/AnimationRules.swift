public import Pixels

/// A place that is not looked at, for all of the time or a part of it.
public struct IgnoredArea: Hashable, Sendable {
  /// Where; nil for everywhere.
  public var area: PixelRect?
  /// When, in seconds; nil for always.
  public var seconds: ClosedRange<Double>?

  /// A place and a time.
  public init(_ area: PixelRect?, seconds: ClosedRange<Double>? = nil) {
    (self.area, self.seconds) = (area, seconds)
  }

  /// Whether it is meant at `time`.
  func covers(_ time: Double) -> Bool { seconds.map { $0.contains(time) } ?? true }
}

/// What counts in animations, where, when, and how much of it is let pass.
public struct AnimationRules: Hashable, Sendable {
  /// When two pixels count as different.
  public var metric: Metric
  /// What is not looked at.
  public var ignored: [IgnoredArea]
  /// How much each frame may differ.
  public var limits: DifferenceLimits

  /// Rules; unless told otherwise every bit of every frame counts.
  public init(
    metric: Metric = .exact, ignoring ignored: [IgnoredArea] = [],
    limits: DifferenceLimits = DifferenceLimits()
  ) {
    (self.metric, self.ignored, self.limits) = (metric, ignored, limits)
  }

  /// The rules for the frames that show at `time`; nil where nothing of them is looked at.
  func pixels(at time: Double) -> ComparisonRules? {
    let meant = ignored.filter { $0.covers(time) }
    let areas = meant.compactMap(\.area)
    return areas.count < meant.count ? nil : ComparisonRules(metric: metric, ignoring: areas)
  }

  /// The places that are not looked at in what shows at `time`.
  public func ignored(at time: Double) -> [PixelRect] {
    ignored.filter { $0.covers(time) }.compactMap(\.area)
  }

  /// All places that are not looked at some time or other.
  var areasOfAllTimes: [PixelRect] { ignored.compactMap(\.area) }
}
