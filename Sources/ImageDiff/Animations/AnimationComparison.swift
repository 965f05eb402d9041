public import Pixels

/// Two animations, compared: how much differs in each frame, where and when, and what happened in
/// time.
///
/// Hashes are compared first; where all agree no pixel is fetched. Frames are compared by the time
/// at which they show, so that other rates are no difference in themselves.
public struct AnimationComparison: Hashable, Sendable {
  /// The two sizes, if they are not the same.
  public let layout: LayoutChange?
  /// The change in time.
  public let change: TimeChange
  /// Whether the two run at different rates, but show the same.
  public let isResampled: Bool
  /// The comparison at every time at which a frame of either begins, in order.
  public let curve: [FrameComparison]
  /// How many pixels of all frames together still differ when each is compared with the frame
  /// that it shows after alignment.
  public let differentAfterAlignment: Int
  /// How many frames show none of the first animation's even after alignment.
  public let unalignedCount: Int
  /// Where and when there are differences.
  public let regions: [DifferentRegion]
  /// How many frames the first animation has.
  public let expectedCount: Int
  /// How many frames the second animation has.
  public let actualCount: Int

  /// The frames that differ by more than is let pass.
  public var different: [FrameComparison] { curve.filter(\.isOverLimit) }
  /// The first frame that differs.
  public var first: FrameComparison? { different.first }
  /// The frame in which most is seen of what differs.
  public var peak: FrameComparison? { different.peak }
  /// The last frame that differs.
  public var last: FrameComparison? { different.last }

  /// Whether both are the same, as far as the rules ask.
  public var isSame: Bool { layout == nil && different.isEmpty && change == .none }

  /// The name of what happened, of the design's list.
  public var className: String {
    if layout != nil { return "layout" }
    return change == .none && !different.isEmpty ? TimeChange.unaligned.name : change.name
  }

  /// Compares what was `expected` with what is there; bands of frames are given to `workers`.
  public init(
    _ expected: FrameSequence, _ actual: FrameSequence, rules: AnimationRules = AnimationRules(),
    by workers: Workers<[UInt8]> = inTurn
  ) throws {
    (expectedCount, actualCount) = (expected.frames.count, actual.frames.count)
    layout = LayoutChange(
      from: (expected.width, expected.height), to: (actual.width, actual.height))
    guard !expected.isSame(as: actual) else {
      curve = actual.frames.indices.map { .none(at: $0, actual.frames[$0].startSeconds) }
      (change, isResampled, regions) = (.none, false, [])
      (differentAfterAlignment, unalignedCount) = (0, 0)
      return
    }
    let pass = try ComparisonPass(expected, actual, rules, workers)
    let alignment = pass.alignment
    let inTime =
      pass.isWithinLimits && alignment.change.isSlight ? .none : alignment.change
    change = inTime == .none ? pass.ending : inTime
    isResampled = pass.isResampled(alignment)
    curve = isResampled ? pass.coincidingCurve : pass.curve
    regions = [DifferentRegion](following: curve.filter(\.isOverLimit))
    (differentAfterAlignment, unalignedCount) = try pass.rest(alignment, workers)
  }
}

extension AnimationComparison {
  /// Two still pictures, seen as animations of one frame.
  public init(of pictures: PixelComparison, limits: DifferenceLimits) {
    let frame = FrameComparison(
      expectedIndex: 0, actualIndex: 0, seconds: 0, differentCount: pictures.differentCount,
      ratio: pictures.ratio, isOverLimit: !limits.allow(pictures), regions: pictures.regions(),
      visible: pictures.visibleDifference)
    (layout, change, isResampled, curve) = (pictures.layout, .none, false, [frame])
    regions = [DifferentRegion](following: curve.filter(\.isOverLimit))
    (differentAfterAlignment, unalignedCount) = (pictures.differentCount, 0)
    (expectedCount, actualCount) = (1, 1)
  }
}

extension FrameComparison {
  /// Two frames that are the same.
  package static func none(at index: Int, _ seconds: Double) -> FrameComparison {
    none(expected: index, actual: index, seconds)
  }

  static func none(expected: Int, actual: Int, _ seconds: Double) -> FrameComparison {
    FrameComparison(
      expectedIndex: expected, actualIndex: actual, seconds: seconds, differentCount: 0, ratio: 0,
      isOverLimit: false, regions: [])
  }
}

extension TimeChange {
  /// Whether it is nothing that limits of pixels could not let pass.
  fileprivate var isSlight: Bool {
    switch self {
    case .none, .unaligned, .flash, .curve: true
    case .delayed, .stretched, .dropped, .duplicated, .inserted, .held: false
    }
  }
}

/// How one frame of an animation differs from what was expected at its time.
public struct FrameComparison: Hashable, Sendable {
  /// The frame of the first animation.
  public package(set) var expectedIndex: Int
  /// The frame of the second animation.
  public package(set) var actualIndex: Int
  /// When both show, in seconds.
  public package(set) var seconds: Double
  /// How many pixels differ.
  public package(set) var differentCount: Int
  /// Their share of the pixels that were compared.
  public package(set) var ratio: Double
  /// Whether it is more than the limits let pass.
  public package(set) var isOverLimit: Bool
  /// Rectangles around what differs.
  public package(set) var regions: [PixelRect]
  /// How much is seen of it, 0 to 1: many pixels that differ by a hair are less than a few that
  /// differ clearly.
  public package(set) var visible: Double

  /// A comparison of two frames, as it was recorded.
  package init(
    expectedIndex: Int, actualIndex: Int, seconds: Double, differentCount: Int, ratio: Double,
    isOverLimit: Bool, regions: [PixelRect], visible: Double = 0
  ) {
    (self.expectedIndex, self.actualIndex, self.seconds) = (expectedIndex, actualIndex, seconds)
    (self.differentCount, self.ratio, self.isOverLimit) = (differentCount, ratio, isOverLimit)
    (self.regions, self.visible) = (regions, visible)
  }
}

extension [FrameComparison] {
  /// The frame in which most is seen of what differs; where nothing is, the one in which most
  /// pixels do.
  package var peak: FrameComparison? {
    self.max {
      ($0.visible, $0.differentCount, $1.actualIndex)
        < ($1.visible, $1.differentCount, $0.actualIndex)
    }
  }
}

/// A place that differs for a while.
public struct DifferentRegion: Hashable, Sendable {
  /// Where.
  public var area: PixelRect
  /// In which frames of the second animation.
  public var frames: ClosedRange<Int>
  /// When, in seconds: the start of the first of these frames and of the last.
  public var seconds: ClosedRange<Double>
}

extension [DifferentRegion] {
  /// Differing areas, tracked through time: rectangles of consecutive frames that
  /// overlap are one region.
  init(following curve: [FrameComparison]) {
    self = []
    // Those that can go on: frames of the curve are in order.
    var open: [Int] = []
    for difference in curve {
      open.removeAll { self[$0].frames.upperBound < difference.actualIndex - 1 }
      for area in difference.regions { follow(area, difference, &open) }
    }
    sort {
      ($0.frames.lowerBound, $0.area.y, $0.area.x) < ($1.frames.lowerBound, $1.area.y, $1.area.x)
    }
  }

  private mutating func follow(
    _ area: PixelRect, _ difference: FrameComparison, _ open: inout [Int]
  ) {
    let frame = difference.actualIndex
    let reach = 24  // About a finger's width: what moves fast leaves gaps.
    let wide = PixelRect(
      x: area.x - reach, y: area.y - reach, width: area.width + 2 * reach,
      height: area.height + 2 * reach)
    guard let place = open.first(where: { !self[$0].area.intersection(wide).isEmpty }) else {
      open.append(count)
      let seconds = difference.seconds...difference.seconds
      append(DifferentRegion(area: area, frames: frame...frame, seconds: seconds))
      return
    }
    let known = self[place]
    self[place] = DifferentRegion(
      area: known.area.union(area),
      frames: known.frames.lowerBound...Swift.max(known.frames.upperBound, frame),
      seconds: known.seconds.lowerBound...Swift.max(known.seconds.upperBound, difference.seconds))
  }
}

/// A change in time from one animation to another.
public enum TimeChange: Hashable, Sendable {
  /// Nothing: every moment shows what it showed.
  case none
  /// All that moves begins later, or earlier where the numbers are negative.
  case delayed(frames: Double, seconds: Double)
  /// All that moves takes `factor` times as long.
  case stretched(factor: Double)
  /// It goes the same way from the same start to the same end, but otherwise in between.
  case curve
  /// Frames of the first animation are missing in the second; `expected` says which.
  case dropped(expected: Range<Int>, count: Int)
  /// Frames show twice; `actual` says which of the second animation.
  case duplicated(actual: Range<Int>, count: Int)
  /// The second animation has frames that are not in the first; `actual` says which.
  case inserted(actual: Range<Int>, count: Int)
  /// Something else shows for a moment; `actual` says in which frames.
  case flash(actual: Range<Int>)
  /// All is the same, but the last frame shows so many seconds longer, or shorter if they are
  /// negative.
  case held(seconds: Double)
  /// No order in time brings the two together.
  case unaligned

  /// The name of the class.
  public var name: String {
    switch self {
    case .none: "same"
    case .delayed: "delayed"
    case .stretched: "stretched"
    case .curve: "curve changed"
    case .dropped: "dropped"
    case .duplicated: "duplicated"
    case .inserted: "inserted"
    case .flash: "flash"
    case .held: "held"
    case .unaligned: "changed"
    }
  }
}
