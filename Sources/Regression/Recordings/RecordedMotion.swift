import ImageDiff
import Motion
import Pixels
import RenderTransition
import Staging

/// A motion of a recording, explained by a design.
struct RecordedMotion: Sendable {
  let span: MovingSpan
  /// The frames that are compared, with a little of the stills at both ends.
  let frames: Range<Int>
  private let expected: any ExpectedMotion
  private let recording: ScreenRecording
  /// The design, and the same with the values that were found.
  let design: DesignGrid
  private(set) var grid: DesignGrid
  /// The cheapest way, for plots.
  private(set) var path: ProgressPath
  /// The curve, the start and the duration.
  private(set) var choice: CurveChoice
  /// Where pictures are missing.
  private(set) var held: HeldFrameSearch
  /// The share of what moves that the fit does not explain.
  private(set) var unexplained: Double
  /// Whether it is another transition.
  var isOther = false

  /// Stills at both ends that are fitted, too, in seconds.
  private static let margin = 0.25
  /// What explains less of what is left is no other value.
  private static let leastGain = 0.05

  /// Explains a part of a recording that moves; nil where it does not get from one end to the other.
  init?(
    _ recording: ScreenRecording, _ span: MovingSpan, _ expected: any ExpectedMotion,
    _ options: RecordingOptions
  ) throws {
    (self.span, self.expected, self.recording) = (span, expected, recording)
    let (first, last) = (try recording.still(span.before), try recording.still(span.behind))
    let times = recording.times
    let start = times[span.frames.lowerBound] - Self.margin
    let end = times[span.frames.upperBound - 1] + Self.margin
    let near = (span.before.lowerBound..<span.behind.upperBound)
      .filter { (start...end).contains(times[$0]) }
    frames = (near.first ?? 0)..<(near.last ?? 0) + 1
    let scaling = recording.scaling
    var mask = CellMask(width: scaling.size.width, height: scaling.size.height)
    for area in options.ignored { mask.hide(area.share(of: recording.viewport)) }
    design = try expected.grid(moving: first, last, options, scaling, hiding: mask)
    grid = design
    guard grid.mask.count > 0,
      let fit = Self.fit(grid, recording, frames, span, expected, jobs: options.jobs)
    else { return nil }
    (path, choice, held, unexplained) = (fit.path, fit.choice, fit.held, fit.unexplained)
  }

  private typealias Fit = (
    path: ProgressPath, choice: CurveChoice, held: HeldFrameSearch, unexplained: Double
  )

  /// Fits the timing, again without the frames that repeat an old picture.
  private static func fit(
    _ grid: DesignGrid, _ recording: ScreenRecording, _ frames: Range<Int>, _ span: MovingSpan,
    _ expected: any ExpectedMotion, jobs: Int?
  ) -> Fit? {
    let times = Array(recording.times[frames])
    let cells = recording.cells[frames].map { grid.mask($0) }
    let table = grid.table(cells, times: times, jobs: jobs)
    let changes = cells.indices.map { index in
      index == 0
        ? 0
        : cells[index].squaredDistance(to: cells[index - 1], over: grid.mask.count).squareRoot()
    }
    func choice(_ table: DistanceTable) -> CurveChoice? {
      let curves = expected.curves(of: grid.run?.easing)
      return CurveChoice(of: table, own: curves.own, others: curves.others, free: bezier)
    }
    guard var found = choice(table) else { return nil }
    var held = search(found.fit, times, changes, grid)
    for _ in 0..<2 where !held.frames.isEmpty {
      guard let better = choice(table.without(held.frames)) else { break }
      let before = held.frames
      (found, held) = (better, search(better.fit, times, changes, grid))
      if held.frames == before { break }
    }
    let moving = cells.indices.filter {
      span.frames.contains(frames.lowerBound + $0) && !held.frames.contains($0)
    }
    let unexplained = unexplained(found.fit, table, moving)
    return (ProgressPath(table), found, held, unexplained)
  }

  private static let bezier: (start: [Double], make: @Sendable ([Double]) -> TimingCurve?) = (
    [0.3, 0.3, 0.6, 0.9],
    { numbers in
      CurveCandidates.bezier(numbers).map { candidate in
        let easing = Easing(candidate.curve, seconds: 1)
        return TimingCurve(candidate.name) { easing.value(at: $0) }
      }
    }
  )

  private static func search(
    _ fit: TimingFit, _ times: [Double], _ changes: [Double], _ grid: DesignGrid
  ) -> HeldFrameSearch {
    HeldFrameSearch(
      times: times, shares: times.map(fit.share), changes: changes, wholeWay: DesignGrid.wholeWay,
      start: fit.start, end: fit.start + fit.duration, expected: grid.change)
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

  /// Looks for values that explain what is left, the one that explains most first.
  mutating func findValues(
    _ options: RecordingOptions
  ) throws -> (values: [FoundValue], unseen: [FoundValue]) {
    let tolerance = options.allowedShare ?? 0.05
    guard let run = grid.run else { return ([], []) }
    var open = run.reaches
    var (values, unseen): ([FoundValue], [FoundValue]) = ([], [])
    // Another transition can be made of this one by many values; an app that is off by one cannot.
    let most = unexplained > RecordingComparison.mostUnexplained ? 1 : 4
    for round in 0..<most {
      let times = recording.times[frames].enumerated().filter { !held.frames.contains($0.offset) }
      let cells = times.map { [grid] in grid.mask(recording.cells[frames.lowerBound + $0.offset]) }
      let fit = ValueFit(
        grid, grid.run ?? run, cells, shares: times.map { choice.fit.share(at: $0.element) },
        jobs: options.jobs)
      let found = try open.map(fit.value)
      if round == 0 {
        unseen = found.filter { $0.slack > tolerance }
      }
      let best = found.filter {
        $0.gain >= Self.leastGain && ($0.factor - 1).magnitude > tolerance + $0.slack
      }.max { $0.gain < $1.gain }
      guard let best else { break }
      let better = try grid.changing(
        fit.run.changing(best.reach, times: best.factor), jobs: options.jobs)
      guard let fitted = Self.fit(better, recording, frames, span, expected, jobs: options.jobs),
        fitted.unexplained < unexplained
      else { break }
      values.append(best)
      open.removeAll { $0 == best.reach }
      (grid, path, choice, held, unexplained) = (
        better, fitted.path, fitted.choice, fitted.held, fitted.unexplained
      )
    }
    let changed = Set(values.map(\.reach))
    return (values, unseen.filter { !changed.contains($0.reach) })
  }
}
