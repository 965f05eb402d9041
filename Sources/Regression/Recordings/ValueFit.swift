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
  /// How far the factor may be off.
  var uncertainty: Double
  /// The share of what was left that it explains.
  var gain: Double

  /// What the app reaches.
  var actual: Double { reach.value(times: factor) }
  /// Whether it is no opacity and goes so far that it is of another transition.
  var isFar: Bool { reach.properties != [.opacity] && factor > 2.5 }
  /// How far that may be off, in the value's own unit.
  var error: Double { (uncertainty * (reach.value - reach.rest)).magnitude }
}

/// Searches values of a run that explain a recording better than the design's.
struct ValueFit: Sendable {
  typealias Frame = (share: Double, picture: Pixmap)

  let grid: DesignGrid
  /// Whose values are changed.
  let run: Run
  /// Frames of the recording without what is hidden, each with the share of the way that it shows.
  let frames: [Frame]
  let jobs: Int?

  /// As many frames tell a value well enough.
  private static let mostFrames = 14
  /// From this share of the way on, codecs have caught up with a slow change of brightness.
  private static let lateShare = 0.8

  init(_ grid: DesignGrid, _ run: Run, _ frames: [Frame], jobs: Int?) {
    self.frames = frames.filter { $0.share > 0.04 && $0.share < 0.99 }
    (self.grid, self.run, self.jobs) = (grid, run, jobs)
  }

  /// The frames that tell a value.
  private func frames(for reach: Reach) -> [Frame] {
    let late = frames.filter { $0.share > Self.lateShare }
    let chosen = reach.properties == [.opacity] && late.count > 3 ? late : frames
    let stride = max(1, (chosen.count + Self.mostFrames - 1) / Self.mostFrames)
    return chosen.enumerated().filter { $0.offset % stride == stride / 2 }.map(\.element)
  }

  /// Codecs follow a slow change of brightness late, by this many levels.
  private static let codecLag = 5.0
  /// What explains less of what is left is looked for no further.
  private static let leastGain = 0.03
  /// The properties that move a layer.
  private static let moves: Set<Property> = [.x, .y, .scaleX, .scaleY, .rotate]
  /// A layer whose move changes less than this, in levels, cannot be seen to move.
  private static let leastChange = 2.0
  /// How far the place of a layer that is seen may be off, as a share of its way.
  private static let mostMoveUncertainty = 0.05
  /// A value that may be off by more than this share of its way is not told.
  private static let mostUncertainty = 0.5
  /// How far values are changed to see what that does, as a share of their way.
  private static let step = 0.12

  /// How many times as far a property goes, and how much that explains.
  func value(of reach: Reach) throws -> FoundValue {
    let frames = frames(for: reach)
    func drawn(_ factor: Double) throws -> [Pixmap] {
      let run = run.changing(reach, times: factor)
      return try parallelMap(frames.count, jobs: jobs) { index in
        try grid.picture(of: run, at: frames[index].share)
      }
    }
    // The mean distance of the frames from pictures of them.
    func cost(of pictures: [Pixmap]) -> Double {
      let costs = zip(frames, pictures).map {
        $0.picture.squaredDistance(to: $1, over: grid.mask.count)
      }
      return costs.reduce(0, +) / Double(max(1, costs.count))
    }
    func cost(_ factor: Double) throws -> Double { cost(of: try drawn(factor)) }
    let step = Self.step
    let designed = try drawn(1)
    let near = (try cost(1 - step), cost(of: designed), try cost(1 + step))
    let change = Self.change(try drawn(0), designed)
    var found = FoundValue(reach: reach, factor: 1, uncertainty: Self.codecLag / change, gain: 0)
    // About a least value costs are a parabola, which says how much there is to gain.
    let (slope, bend) = (
      (near.2 - near.0) / (2 * step), (near.0 - 2 * near.1 + near.2) / (step * step)
    )
    // What moves is found by its edges, which a codec keeps in their places.
    if reach.properties.allSatisfy(Self.moves.contains) {
      let one = 2 * near.1 / Double(max(1, frames.count))
      let uncertainty = bend > 0 ? (one / bend).squareRoot() : Self.mostMoveUncertainty
      found.uncertainty = change < Self.leastChange ? 1 : min(uncertainty, Self.mostMoveUncertainty)
    }
    guard found.uncertainty < Self.mostUncertainty,
      slope * slope > 2 * Self.leastGain * near.1 * max(0, bend)
    else {
      return found
    }
    let factors = [0, 0.3, 0.6, 1 + step, 1.5, 2, 3, 4, 6, 10].filter { $0 < reach.most }
    var known = try (factors + [reach.most]).map { (factor: $0, cost: try cost($0)) }
    known = (known + [(1, near.1)]).sorted { $0.factor < $1.factor }
    let best = known.indices.min { known[$0].cost < known[$1].cost } ?? 0
    let low = known[max(0, best - 1)].factor
    let high = known[min(known.count - 1, best + 1)].factor
    let least = try Minimum.goldenSection(low, high, steps: 11, cost)
    found.factor = least.place
    found.gain = near.1 > 0 ? (near.1 - least.cost) / near.1 : 0
    return found
  }

  /// The mean change of what changes, in levels.
  private static func change(_ ones: [Pixmap], _ others: [Pixmap]) -> Double {
    var (sum, count) = (0, 0)
    for (one, other) in zip(ones, others) {
      let (one, other) = (one.bytes.span, other.bytes.span)
      for at in one.indices where one[at] != other[at] {
        sum += abs(Int(one[at]) - Int(other[at]))
        count += 1
      }
    }
    return count > 0 ? Double(sum) / Double(count) : 1e-9
  }
}

extension Reach {
  /// The largest factor that is tried: opacities end at 0 and 1.
  fileprivate var most: Double {
    guard properties == [.opacity] else { return 10 }
    return min(100, (value > rest ? 1 - rest : rest) / (value - rest).magnitude)
  }
}
