import ImageDiff
import Pixels
import RenderTransition
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

  /// The mean distance of the frames from a run.
  func cost(_ run: Run) throws -> Double {
    let costs = try parallelMap(frames.count, jobs: jobs ?? Threads.defaultJobs) { index in
      let (share, picture) = frames[index]
      return picture.squaredDistance(
        to: try grid.picture(of: run, at: share), over: grid.mask.count)
    }
    return costs.reduce(0, +) / Double(max(1, costs.count))
  }

  /// How many times as far a property goes, and how much that explains.
  func value(of reach: Reach) throws -> FoundValue {
    func cost(_ factor: Double) throws -> Double {
      try self.cost(grid.run.changing(reach, times: factor))
    }
    let step = 0.12
    let near = (try cost(1 - step), try cost(1), try cost(1 + step))
    let bend = (near.0 - 2 * near.1 + near.2) / (step * step)
    var slack = Double.infinity
    if bend > 0 { slack = (2 * near.1 / Double(max(1, frames.count)) / bend).squareRoot() }
    let lowest = bend > 0 ? 1 + step / 2 * (near.0 - near.2) / (near.0 - 2 * near.1 + near.2) : 1
    // About a least value costs are a parabola: where it is at the design's value, that is it.
    let isNear = bend > 0 && (lowest - 1).magnitude < step / 4
    guard !isNear, slack < 1 else {
      return FoundValue(reach: reach, factor: 1, slack: slack, gain: 0)
    }
    let wide = try [0, 0.3, 0.6, 1.5, 2, 3].map { (place: $0, cost: try cost($0)) }
    let known = (wide + [(1 - step, near.0), (1, near.1), (1 + step, near.2)])
      .sorted { $0.place < $1.place }
    let best = known.indices.min { known[$0].cost < known[$1].cost } ?? 0
    let low = known[max(0, best - 1)].place
    let high = known[min(known.count - 1, best + 1)].place
    let found = try Minimum.goldenSection(low, high, steps: 12, cost)
    let gain = near.1 > 0 ? (near.1 - found.cost) / near.1 : 0
    return FoundValue(reach: reach, factor: found.place, slack: slack, gain: gain)
  }
}
