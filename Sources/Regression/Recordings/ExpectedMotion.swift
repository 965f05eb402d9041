import Geometry
import ImageDiff
import Motion
import Pixels
import RenderTransition

/// The motion that a recording is held against: a design's, or that of another recording.
protocol ExpectedMotion: Sendable {
  /// What it is called.
  var name: String { get }
  /// The size of the canvas: points of a design, pixels of a recording.
  var size: Size { get }
  /// How long it moves, in seconds.
  var seconds: Double { get }
  /// How long after the finger came down it begins, in seconds.
  var delay: Double { get }
  /// Whether a finger drives it.
  var hasFinger: Bool { get }

  /// Its pictures, on the first and the last still of a recording where these can be moved.
  func grid(
    moving first: Pixmap, _ last: Pixmap, _ options: RecordingOptions, _ scaling: AreaScaling,
    hiding mask: CellMask
  ) throws -> DesignGrid

  /// The curve that it follows, which is `easing`, and the others that a recording may follow; no
  /// others where one curve does not shape all of it.
  func curves(of easing: Easing?) -> (own: TimingCurve, others: [TimingCurve])
}

/// The motion of another recording.
struct RecordedRun: ExpectedMotion {
  let name: String
  private let recording: ScreenRecording
  /// From the last still frame to the first one that has come to rest.
  private let frames: ClosedRange<Int>
  /// When it begins, in seconds of its recording: a frame before it is seen to move.
  private let start: Double

  /// The largest motion of the recording at `path`.
  init(at path: String, _ options: RecordingOptions) async throws {
    recording = try await ScreenRecording(at: path, of: nil, options)
    let whole = try recording.motions().whole
    let span = whole.dropFirst().reduce(whole[0]) { $1.peak > $0.peak ? $1 : $0 }
    frames = span.frames.lowerBound - 1...span.frames.upperBound - 1
    start = max(
      recording.times[frames.lowerBound],
      recording.times[span.frames.lowerBound] - recording.step)
    name = "the motion of \(path)"
  }

  var size: Size {
    Size(width: Double(recording.viewport.width), height: Double(recording.viewport.height))
  }
  var seconds: Double { recording.times[frames.upperBound] - start }
  var delay: Double { 0 }
  var hasFinger: Bool { false }

  func grid(
    moving first: Pixmap, _ last: Pixmap, _ options: RecordingOptions, _ scaling: AreaScaling,
    hiding mask: CellMask
  ) throws -> DesignGrid {
    try DesignGrid(
      of: nil, isShaped: true, showing: nil, hiding: mask, scaling, jobs: options.jobs,
      cells: cells
    ) { _, share in try recording.footage.pixels(at: place(share).frame) }
  }

  func curves(of easing: Easing?) -> (own: TimingCurve, others: [TimingCurve]) {
    (TimingCurve("as recorded") { $0 }, [])
  }

  /// The frame that shows at a share of the time, and the share of its own time that has passed.
  private func place(_ share: Double) -> (frame: Int, part: Double) {
    let times = recording.times
    let time = start + share * seconds
    let frame = frames.last { times[$0] <= time } ?? frames.lowerBound
    guard frame < frames.upperBound else { return (frame, 0) }
    let begin = max(start, times[frame])
    return (frame, max(0, (time - begin) / (times[frame + 1] - begin)))
  }

  /// What lies between two frames is their mixture: what moves by less than a cell looks so.
  private func cells(_ share: Double) -> Pixmap {
    let (frame, part) = place(share)
    guard part > 0 else { return recording.cells[frame] }
    return recording.cells[frame].mixed(with: recording.cells[frame + 1], by: part)
  }
}
