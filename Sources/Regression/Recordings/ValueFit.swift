import ImageDiff
import Pixels
import RenderTransition
import SceneFormat
import Staging

/// A value that an app reaches instead of its design's.
struct FoundValue: Hashable, Sendable {
  /// Whose value it is.
  var reach: Reach
  /// How many times as far it goes.
  var factor: Double
  /// How far that may be off, in the same unit.
  var slack: Double
  /// The share of what was left that it explains.
  var gain: Double

  /// What the app reaches.
  var actual: Double { reach.value(times: factor) }
}

/// Searches values of a run that explain a recording better than the design's.
struct ValueFit: Sendable {
  let grid: DesignGrid
  /// Frames of the recording without what is hidden, each with the share of the way that it shows.
  let frames: [(share: Double, picture: Pixmap)]
  let jobs: Int?

  /// As many frames tell a value well enough.
  private static let mostFrames = 14

  /// A fit to frames of which `shares` say how far each is.
  init(_ grid: DesignGrid, _ pictures: [Pixmap], shares: [Double], jobs: Int?) {
    let moving = shares.indices.filter { shares[$0] > 0.04 && shares[$0] < 0.999 }
    let stride = max(1, (moving.count + Self.mostFrames - 1) / Self.mostFrames)
    frames = moving.enumerated().filter { $0.offset % stride == stride / 2 }.map {
      (shares[$0.element], pictures[$0.element])
    }
    (self.grid, self.jobs) = (grid, jobs)
  }

  /// Codecs follow a slow change of brightness late, by this many levels.
  private static let codecLag = 1.5
  /// What explains less of what is left is looked for no further.
  private static let leastGain = 0.03
  /// How far values are changed to see what that does, as a share of their way.
  private static let step = 0.12

  /// The frames as a run draws them.
  private func pictures(_ run: Run) throws -> [Pixmap] {
    try parallelMap(frames.count, jobs: jobs ?? Threads.defaultJobs) { index in
      try grid.picture(of: run, at: frames[index].share)
    }
  }

  /// The mean distance of the frames from pictures of them.
  private func cost(_ pictures: [Pixmap]) -> Double {
    let costs = zip(frames, pictures).map {
      $0.picture.squaredDistance(to: $1, over: grid.mask.count)
    }
    return costs.reduce(0, +) / Double(max(1, costs.count))
  }

  /// How many times as far a property goes, and how much that explains.
  func value(of reach: Reach) throws -> FoundValue {
    func drawn(_ factor: Double) throws -> [Pixmap] {
      try pictures(grid.run.changing(reach, times: factor))
    }
    let step = Self.step
    let (less, more) = (try drawn(1 - step), try drawn(1 + step))
    let near = (cost(less), cost(try drawn(1)), cost(more))
    var found = FoundValue(
      reach: reach, factor: 1, slack: Self.codecLag / Self.change(less, more), gain: 0)
    // About a least value costs are a parabola, which says how much there is to gain.
    let (slope, bend) = (
      (near.2 - near.0) / (2 * step), (near.0 - 2 * near.1 + near.2) / (step * step)
    )
    guard found.slack < 1, slope * slope > 2 * Self.leastGain * near.1 * max(0, bend) else {
      return found
    }
    let most = reach.properties == [.opacity] ? min(4, 1 / max(0.01, reach.value.magnitude)) : 2
    let places = [0, 0.3, 0.6, 1 + step, 1.5, 2, 3, 4].filter { $0 <= most }
    var known = try places.map { (place: $0, cost: cost(try drawn($0))) }
    known = (known + [(1, near.1)]).sorted { $0.place < $1.place }
    let best = known.indices.min { known[$0].cost < known[$1].cost } ?? 0
    let low = known[max(0, best - 1)].place
    let high = known[min(known.count - 1, best + 1)].place
    let least = try Minimum.goldenSection(low, high, steps: 11) { cost(try drawn($0)) }
    found.factor = least.place
    found.gain = near.1 > 0 ? (near.1 - least.cost) / near.1 : 0
    return found
  }

  /// How much cells change where they do, in levels for all of the value's way.
  private static func change(_ less: [Pixmap], _ more: [Pixmap]) -> Double {
    var (sum, count) = (0, 0)
    for (one, other) in zip(less, more) {
      let (one, other) = (one.bytes.span, other.bytes.span)
      for at in one.indices where one[at] != other[at] {
        let apart = Int(one[at]) - Int(other[at])
        (sum, count) = (sum + apart * apart, count + 1)
      }
    }
    guard count > 0 else { return 1e-9 }
    return (Double(sum) / Double(count)).squareRoot() / (2 * step)
  }
}
