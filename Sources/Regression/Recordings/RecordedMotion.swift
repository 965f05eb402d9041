import ImageDiff
import Motion
import Pixels
import RenderTransition
import Staging

/// A motion of a recording, explained by a design.
struct RecordedMotion: Sendable {
  let recording: ScreenRecording
  /// What was designed, or recorded before.
  let expected: any ExpectedMotion
  let span: MovingSpan
  /// The frames that are compared, with a little of the stills at both ends.
  let frames: Range<Int>
  /// The design as it is.
  let design: DesignGrid
  /// How it explains the motion, with the values that were found.
  private(set) var fit: DesignFit
  /// Values that the app reaches otherwise.
  private(set) var values: [FoundValue] = []
  /// Values that cannot be seen in this recording.
  private(set) var unseen: [FoundValue] = []
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
    var mask = CellMask(width: scaling.width, height: scaling.height)
    for area in options.ignored { mask.hide(area.share(of: recording.viewport)) }
    design = try expected.grid(moving: first, last, options, scaling, hiding: mask)
    guard design.mask.count > 0,
      let fit = DesignFit(design, recording, frames, span, expected, jobs: options.jobs)
    else { return nil }
    self.fit = fit
  }

  /// Looks for values that explain what is left, the one that explains most first.
  mutating func findValues(_ options: RecordingOptions) throws {
    let tolerance = options.allowedShare ?? 0.05
    guard var run = fit.grid.run else { return }
    var open = run.reaches
    // Another transition can be made of this one by many values; an app that is off by one cannot.
    let most = fit.unexplained > RecordingComparison.mostUnexplained ? 1 : 4
    for round in 0..<most {
      let shown = frames.filter { !fit.held.frames.contains($0 - frames.lowerBound) }
      let search = ValueFit(
        fit.grid, run,
        shown.map { [fit] in
          (fit.choice.fit.share(at: recording.times[$0]), fit.grid.mask(recording.cells[$0]))
        }, jobs: options.jobs)
      let found = try open.map(search.value)
      if round == 0 { unseen = found.filter { $0.uncertainty > tolerance } }
      let best = found.filter {
        $0.gain >= Self.leastGain && ($0.factor - 1).magnitude > tolerance + $0.uncertainty
      }.max { $0.gain < $1.gain }
      guard let best else { break }
      guard !best.isFar else { return isOther = true }
      run = run.changing(best.reach, times: best.factor)
      let grid = try fit.grid.changing(run, jobs: options.jobs)
      guard
        let better = DesignFit(grid, recording, frames, span, expected, jobs: options.jobs),
        better.unexplained < fit.unexplained
      else { break }
      fit = better
      values.append(best)
      open.removeAll { $0 == best.reach }
    }
    let changed = Set(values.map(\.reach))
    unseen.removeAll { changed.contains($0.reach) }
  }
}
