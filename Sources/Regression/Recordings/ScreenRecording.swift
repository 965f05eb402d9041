import Codecs
import Geometry
import ImageDiff
package import Pixels
import RenderTransition
package import SceneFormat

/// How a recording is compared with its design.
package struct RecordingOptions: Hashable, Sendable {
  /// Where the screens come from that the transition moves.
  package enum Pictures: String, Hashable, Sendable, CaseIterable { case recording, design }

  /// The part of the recording that is looked at, in seconds.
  package var trim: ClosedRange<Double>?
  /// The part of every frame that shows the canvas, in pixels.
  package var crop: PixelRect?
  /// When the finger came down, in seconds of the recording.
  package var tap: Double?
  /// Where the screens come from; the recording unless given.
  package var pictures: Pictures?
  /// Which transition of a flow it is, from 1.
  package var step: Int?
  /// How much earlier, later, shorter or longer is as designed, in seconds.
  package var allowedSeconds: Double?
  /// How far a value may be off, as a share of its way.
  package var allowedShare: Double?
  /// How many pictures may be missing.
  package var allowedDrops: Int?
  /// What is not looked at, in pixels of the recording.
  package var ignored: [PixelRect] = []
  /// Layers of the scene that are not looked at.
  package var ignoredLayers: [String] = []
  /// Whether parts are not looked at.
  var ignoresParts: Bool { !ignored.isEmpty || !ignoredLayers.isEmpty }
  /// Frames a second of an input that does not say.
  package var fps: Double?
  /// What files may ask for.
  package var limits = Limits()
  /// Frames that are worked on side by side.
  package var jobs: Int?

  /// The defaults.
  package init() {}
}

/// A recording in small pictures of the canvas.
struct ScreenRecording: Sendable {
  /// The frames in the size in which the design is drawn.
  let footage: Footage
  /// When each frame begins to show, and when the last one ceases to, in seconds of the recording.
  let times: [Double]
  let end: Double
  /// The usual time from one frame to the next, in seconds.
  let step: Double
  /// The frames, coarse enough to average out what the codec adds.
  let cells: [Pixmap]
  /// How much each frame differs from the most similar of those before it, in levels: where nothing
  /// moves, codecs go on changing between two or three ways to show the same.
  let changes: [Double]
  /// The part of the recording's frames that shows the canvas, in its pixels.
  let viewport: PixelRect
  /// From whole frames to cells.
  let scaling: AreaScaling
  private let path: String

  /// Codecs show what stands still in up to so many ways, by turns.
  private static let mostKinds = 5

  /// Reads the recording at `path` of a canvas that has the shape of `canvas`, or any.
  init(at path: String, of canvas: Size?, _ options: RecordingOptions) async throws {
    viewport = try Self.area(path, canvas, options)
    let shape = canvas ?? Size(width: Double(viewport.width), height: Double(viewport.height))
    let pixels = Canvas.pixels(of: shape, at: AreaScaling.drawnScale(of: shape))
    let size = (width: Int(pixels.width), height: Int(pixels.height))
    var (input, reading) = (FootageInput([path]), FootageOptions())
    (reading.trim, reading.fps, reading.jobs) = (options.trim, options.fps, options.jobs)
    if Footage.isVideo(path) {
      input.window = VideoWindow(viewport, width: size.width, height: size.height)
    } else {
      (reading.crop, reading.width, reading.height) = (viewport, size.width, size.height)
    }
    footage = try await Footage(at: input, options: reading, limits: options.limits)
    let origin = options.trim?.lowerBound ?? 0
    times = footage.times.map { $0.lowerBound + origin }
    end = footage.seconds + origin
    step = zip(times.dropFirst(), times).map { $0 - $1 }.median ?? 0
    self.path = path
    scaling = AreaScaling(toCellsFrom: size)
    cells = try parallelMap(times.count, jobs: options.jobs) {
      [footage, scaling] index in scaling(try footage.pixels(at: index))
    }
    changes = parallelMap(cells.count, jobs: options.jobs) { [cells] index in
      let (cell, count) = (cells[index], cells[index].width * cells[index].height)
      let before = max(0, index - Self.mostKinds)..<index
      return before.map { cell.squaredDistance(to: cells[$0], over: count).squareRoot() }.min() ?? 0
    }
  }

  /// Whether frames are seen for as long as two of the usual ones.
  func isStill(_ frames: Range<Int>) -> Bool {
    guard let first = frames.first else { return false }
    let end = frames.upperBound < times.count ? times[frames.upperBound] : end
    return end - times[first] > 1.9 * step
  }

  /// The mean of some frames, whole.
  func still(_ frames: Range<Int>) throws -> Pixmap {
    try Pixmap.mean(frames.map { try footage.pixels(at: $0) }) ?? footage.pixels(at: 0)
  }

  /// The motions, and those of them between two stills that are not over at `tap`; throws where there
  /// are none.
  func motions(after tap: Double? = nil) throws -> (all: [MovingSpan], whole: [MovingSpan]) {
    let spans = StillSearch(times: times, end: end, changes: changes).spans
    guard !spans.isEmpty else {
      throw FootageError.content(path, reason: "nothing moves in it that can be seen")
    }
    let whole = spans.filter { isStill($0.before) && isStill($0.behind) }
    guard !whole.isEmpty else {
      throw FootageError.content(
        path,
        reason: "there is no motion in it between two stills: record a little before it begins "
          + "and after it ends")
    }
    let late = whole.filter { times[$0.frames.upperBound - 1] > tap ?? 0 }
    guard !late.isEmpty else {
      throw FootageError.content(path, reason: "no motion in it comes after the time of --tap")
    }
    return (spans, late)
  }

  /// The part of the frames that has the shape of the canvas.
  private static func area(
    _ path: String, _ canvas: Size?, _ options: RecordingOptions
  ) throws -> PixelRect {
    guard case .file = SceneAddress(path) else {
      throw FootageError.content(path, reason: "a recording is read twice: name a file")
    }
    return try Footage.reading(options.limits) { sizes in
      var source = try Footage.source(FootageInput([path]), sizes)
      guard let frame = try source.next() else {
        throw FootageError.content(path, reason: "it has no frames")
      }
      let first = try frame.pixels()
      guard let canvas else { return first.bounds }
      if let crop = options.crop {
        if let reason = first.refusal(of: crop) {
          throw FootageError.content(path, reason: reason)
        }
        guard has(canvas, crop) else { throw misfit(path, canvas, crop, "the crop") }
        return crop
      }
      if has(canvas, first.bounds) { return first.bounds }
      // A recorder's borders: they have one colour and never change.
      var (viewport, time, next) = (Viewport(), 0.0, Optional(frame))
      while let frame = next {
        let end = frame.shownSeconds(fps: options.fps).map { time + $0 } ?? .infinity
        if options.trim.map({ time < $0.upperBound && end > $0.lowerBound }) ?? true {
          viewport.add(try frame.pixels())
        }
        (time, next) = (end, try source.next())
      }
      guard let area = viewport.area, has(canvas, area) else {
        throw misfit(path, canvas, first.bounds, "it")
      }
      return area
    }
  }

  /// Whether an area has the shape of the canvas, within half a percent.
  private static func has(_ canvas: Size, _ area: PixelRect) -> Bool {
    guard !area.isEmpty else { return false }
    let shape = Double(area.width) / Double(area.height) * canvas.height / canvas.width
    return (shape - 1).magnitude <= 0.005
  }

  private static func misfit(
    _ path: String, _ canvas: Size, _ area: PixelRect, _ what: String
  ) -> FootageError {
    let (width, height) = (Int(canvas.width.rounded()), Int(canvas.height.rounded()))
    return .content(
      path,
      reason: "\(what) is \(area.width) x \(area.height), which is not the shape of the expected "
        + "\(width) x \(height): name the part that shows the screen with --crop X,Y,W,H")
  }
}
