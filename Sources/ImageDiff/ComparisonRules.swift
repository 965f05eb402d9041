public import Pixels

/// The metric of a comparison, and the areas that it ignores.
public struct ComparisonRules: Hashable, Sendable {
  /// When two pixels count as different.
  public var metric: Metric
  /// The places that are not looked at.
  public var ignored: [PixelRect]

  /// Rules; unless told otherwise every bit of every pixel counts.
  public init(metric: Metric = .exact, ignoring ignored: [PixelRect] = []) {
    (self.metric, self.ignored) = (metric, ignored)
  }
}

/// How much difference is let pass.
public struct DifferenceLimits: Hashable, Sendable {
  /// The densest square of a side may hold no more than a count of differing pixels.
  public struct Window: Hashable, Sendable {
    /// The side of the square, in pixels.
    public var side: Int
    /// How many pixels in it may differ.
    public var count: Int

    /// A square of `side` pixels with at most `count` that differ.
    public init(side: Int, count: Int) {
      (self.side, self.count) = (side, count)
    }
  }

  /// The most pixels that may differ.
  public var pixels: Int?
  /// The largest share of the compared pixels that may differ.
  public var ratio: Double?
  /// How dense they may be.
  public var window: Window?

  /// Limits; without any, nothing may differ.
  public init(pixels: Int? = nil, ratio: Double? = nil, window: Window? = nil) {
    (self.pixels, self.ratio, self.window) = (pixels, ratio, window)
  }

  /// Whether nothing may differ.
  public var isNone: Bool { self == DifferenceLimits() }

  /// Whether what differs is within all limits that are given; another size never is.
  public func allow(_ comparison: PixelComparison) -> Bool {
    guard comparison.layout == nil else { return false }
    guard comparison.differentCount > 0 else { return true }
    guard !isNone else { return false }
    if let pixels, comparison.differentCount > pixels { return false }
    if let ratio, comparison.ratio > ratio { return false }
    guard let window else { return true }
    return comparison.mostDifferent(inSquareOf: window.side) <= window.count
  }
}

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

/// The metric of a comparison of animations, ignored areas and times, and limits.
public struct AnimationRules: Hashable, Sendable {
  /// When two pixels count as different.
  public var metric: Metric
  /// The areas and times to ignore.
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
