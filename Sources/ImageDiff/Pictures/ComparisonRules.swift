public import Pixels

/// What counts, and where.
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
    return comparison.densestWindow(side: window.side).count <= window.count
  }
}
