public import Pixels

/// How one frame of an animation differs from what was expected at its time.
public struct FrameComparison: Hashable, Sendable {
  /// The frame of the first animation.
  public let expectedIndex: Int
  /// The frame of the second animation.
  public let actualIndex: Int
  /// When both show, in seconds.
  public let seconds: Double
  /// How many pixels differ.
  public let differentCount: Int
  /// Their share of the pixels that were compared.
  public let ratio: Double
  /// Whether it is more than the limits let pass.
  public let isOverLimit: Bool
  /// Rectangles around what differs.
  public let regions: [PixelRect]
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
  /// What differs in each frame, followed through time: rectangles of frames in a row that
  /// overlap are one region.
  init(following curve: [FrameComparison]) {
    self = []
    for difference in curve {
      for area in difference.regions { follow(area, difference) }
    }
    sort {
      ($0.frames.lowerBound, $0.area.y, $0.area.x) < ($1.frames.lowerBound, $1.area.y, $1.area.x)
    }
  }

  private mutating func follow(_ area: PixelRect, _ difference: FrameComparison) {
    let frame = difference.actualIndex
    let reach = 24  // About a finger's width: what moves fast leaves gaps.
    let wide = PixelRect(
      x: area.x - reach, y: area.y - reach, width: area.width + 2 * reach,
      height: area.height + 2 * reach)
    let place = firstIndex {
      $0.frames.upperBound >= frame - 1 && !$0.area.intersection(wide).isEmpty
    }
    guard let place else {
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
