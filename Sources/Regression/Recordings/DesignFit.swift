import ImageDiff
import Motion
import Pixels
import Staging

/// How a design explains the frames of a motion.
struct DesignFit: Sendable {
  let grid: DesignGrid
  /// The cheapest way, for plots.
  let path: ProgressPath
  /// The curve, the start and the duration.
  let choice: CurveChoice
  /// Where pictures are missing.
  let held: HeldFrameSearch
  /// The share of what moves that the fit does not explain.
  let unexplained: Double

  /// Fits the timing, again without the frames that repeat an old picture; nil where the motion does
  /// not get from one end to the other.
  init?(
    _ grid: DesignGrid, _ recording: ScreenRecording, _ frames: Range<Int>, _ span: MovingSpan,
    _ expected: any ExpectedMotion, jobs: Int?
  ) {
    let times = Array(recording.times[frames])
    let cells = recording.cells[frames].map { grid.mask($0) }
    let table = grid.table(cells, times: times, jobs: jobs)
    let changes = cells.indices.map { index in
      index == 0
        ? 0
        : cells[index].squaredDistance(to: cells[index - 1], over: grid.mask.count).squareRoot()
    }
    let curves = expected.curves(of: grid.run?.easing)
    func choice(_ table: DistanceTable) -> CurveChoice? {
      CurveChoice(
        of: table, own: curves.own, others: curves.others,
        free: ([0.3, 0.3, 0.6, 0.9], { CurveCandidates.bezier($0).map { TimingCurve($0) } }))
    }
    func held(_ fit: TimingFit) -> HeldFrameSearch {
      HeldFrameSearch(
        times: times, shares: times.map(fit.share), changes: changes,
        wholeWay: DesignGrid.wholeWay, start: fit.start, end: fit.start + fit.duration,
        expected: grid.change)
    }
    guard var found = choice(table) else { return nil }
    var missing = held(found.fit)
    for _ in 0..<2 where !missing.frames.isEmpty {
      guard let better = choice(table.without(missing.frames)) else { break }
      let before = missing.frames
      (found, missing) = (better, held(better.fit))
      if missing.frames == before { break }
    }
    let moving = cells.indices.filter {
      span.frames.contains(frames.lowerBound + $0) && !missing.frames.contains($0)
    }
    unexplained = Self.unexplained(found.fit, table, moving)
    (self.grid, path, self.choice, self.held) = (grid, ProgressPath(table), found, missing)
  }

  /// How far the frames that move are from the fit, as a share of how far they are from the nearer still.
  private static func unexplained(
    _ fit: TimingFit, _ table: DistanceTable, _ moving: [Int]
  ) -> Double {
    var (left, moved) = (0.0, 0.0)
    for index in moving {
      left += table.distance(index, at: fit.share(at: table.times[index]))
      moved += min(table[index, 0], table[index, DesignGrid.wholeWay])
    }
    return moved > 0 ? left / moved : 1
  }
}

extension TimingCurve {
  /// A curve over a run of some length, which matters to springs that are cut there.
  init(_ curve: Curve, seconds: Double = 1) {
    let easing = Easing(curve, seconds: seconds)
    self.init(curve.label) { easing.value(at: $0) }
  }
}
