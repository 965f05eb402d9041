import Codecs
import Drawing
package import Pixels
public import SceneFormat

/// The frames of a recording, an animation or pictures, ready to be written.
///
/// They are decoded once, so that any output can be written from them, at any size. As many as the limit
/// of memory leaves room for stay there, the others in a temporary file.
public struct Footage: Sendable {
  /// A frame, and when it shows.
  struct TimedFrame: Hashable, Sendable {
    var frame: FrameStore.Frame
    var start, end: Double
  }

  private let store: FrameStore
  private let frames: [TimedFrame]
  /// Whether every pixel of every frame is opaque.
  let isOpaque: Bool
  /// Whether the source said how long frames show.
  public let hasTimes: Bool
  /// How much smaller it is than what was read.
  let scale: Double
  private let mostFPS: Double
  private let limits: Limits
  private let inputs: [String]

  /// The number of columns.
  public var width: Int { store.width }
  /// The number of rows.
  public var height: Int { store.height }
  /// The number of pictures that are not like the one before.
  public var frameCount: Int { frames.count }
  /// The length, in seconds.
  public var seconds: Double { frames.last?.end ?? 0 }

  /// Reads all frames of `source`; `onFrame` hears how many have been read.
  public init(
    reading source: consuming some FrameSource, options: FootageOptions = FootageOptions(),
    limits: Limits = Limits(), onFrame: (_ count: Int) -> Void = { _ in }
  ) async throws {
    try self.init(source, [], options, limits, onFrame)
  }

  init(
    _ source: consuming some FrameSource, _ inputs: [String], _ options: FootageOptions,
    _ limits: Limits, _ onFrame: (_ count: Int) -> Void
  ) throws {
    var reading = FootageReading(options, limits)
    mostFPS = source.mostFPS
    try reading.read(source, onFrame)
    guard let store = reading.store else {
      throw FootageError.empty(
        options.trim == nil
          ? "the input has no frames" : "no frame is left between the times of --trim")
    }
    self.store = store
    (self.inputs, self.limits, isOpaque, scale) = (inputs, limits, reading.isOpaque, 1)
    hasTimes = reading.hasTimes
    frames = Self.played(reading.frames, options)
  }

  private init(_ original: Footage, _ store: FrameStore, _ frames: [TimedFrame], scale: Double) {
    (self.store, self.frames, self.scale) = (store, frames, scale)
    (isOpaque, hasTimes) = (original.isOpaque, original.hasTimes)
    (limits, inputs, mostFPS) = (original.limits, original.inputs, original.mostFPS)
  }

  /// Cuts in the time in which they play.
  private static func played(_ frames: [TimedFrame], _ options: FootageOptions) -> [TimedFrame] {
    func turned(_ frames: [TimedFrame]) -> [TimedFrame] {
      let end = frames.last?.end ?? 0
      return frames.reversed().map {
        TimedFrame(frame: $0.frame, start: end - $0.end, end: end - $0.start)
      }
    }
    func moved(_ frames: some Sequence<TimedFrame>, by seconds: Double) -> [TimedFrame] {
      frames.map { TimedFrame(frame: $0.frame, start: $0.start + seconds, end: $0.end + seconds) }
    }
    let speed = options.speed > 0 ? options.speed : 1
    var frames = frames.map {
      TimedFrame(frame: $0.frame, start: $0.start / speed, end: $0.end / speed)
    }
    if options.isReversed { frames = turned(frames) }
    // The ends are not shown twice.
    if options.bounces, frames.count > 2, let last = frames.last {
      let back = turned(frames).dropFirst().dropLast()
      frames += moved(back, by: last.end - (back.first?.start ?? 0))
    }
    return frames
  }

  /// When each of its frames shows, in seconds.
  package var times: [Range<Double>] { frames.map { $0.start..<max($0.start, $0.end) } }

  /// The pixels of the frame at `index`.
  package func pixels(at index: Int) throws -> Pixmap {
    try store.pixels(of: frames[index].frame, over: Pixmap(width: 0, height: 0))
  }

  /// The frame that shows at a time.
  private func frame(at seconds: Double) -> TimedFrame {
    var (low, high) = (0, frames.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if frames[middle].start <= seconds { low = middle } else { high = middle - 1 }
    }
    return frames[low]
  }
}

extension Footage {
  /// Writes every output; `onFrame` hears of each frame in order.
  ///
  /// An output is whole or not there. With `limit`, quality, colours, scale and frames are lowered until
  /// each output has at most so many bytes.
  @discardableResult
  public func write(
    _ requests: [OutputRequest], atMost limit: Int? = nil, options: RenderOptions = RenderOptions(),
    onFrame: (_ done: Int, _ inAll: Int) -> Void = { _, _ in }
  ) async throws -> [WrittenOutput] {
    guard let limit else { return try await writeOutputs(requests, options, onFrame: onFrame) }
    return try await SizeFitting(source: self, options: options, limit: limit)
      .write(requests, onFrame: onFrame)
  }
}

extension Footage: OutputSource {
  var pixelSize: (width: Int, height: Int) { (width, height) }

  var defaults: OutputDefaults { OutputDefaults(comment: "render-transition \(Release.version)") }

  /// One over the shortest time of a frame, at most 100.
  private var fps: Double {
    // Sums of times are not exact.
    let shortest = frames.map { $0.end - $0.start }.min() ?? 1
    return ((1 / max(shortest, 0.01)) * 1e6).rounded() / 1e6
  }

  func clip(for format: OutputFormat, _ options: RenderOptions) -> Schedule.Clip {
    let wanted = options.fps ?? fps
    // Times that jitter by a twentieth are no other rate.
    let most = options.fps == nil && fps > 1.05 * mostFPS ? mostFPS : .infinity
    var clip = Schedule.Clip(
      fps: min(wanted, most, format.row.mostFPS), holdFirst: options.holdFirst ?? 0,
      holdLast: options.holdLast ?? 0)
    clip.isSampled = options.fps != nil || clip.fps < wanted
    return clip
  }

  func uses(of clip: Schedule.Clip, output: Int) -> [(time: Double, use: ScheduledFrame.Use)] {
    var shown: [(time: Double, end: Double)] = []
    if clip.isSampled {
      let count = Int(max(1, (seconds * clip.fps - 1e-6).rounded(.up)))
      for index in 0..<count {
        let time = frame(at: (Double(index) + 1e-6) / clip.fps).start
        let end = index == count - 1 ? seconds : Double(index + 1) / clip.fps
        if shown.last?.time == time { shown.removeLast() }
        shown.append((time, end))
      }
    } else {
      shown = frames.map { ($0.start, $0.end) }
    }
    return shown.indices.map { index in
      let isLast = index == shown.count - 1
      let use = ScheduledFrame.Use(
        output: output, index: index,
        start: index == 0 ? 0 : shown[index - 1].end + clip.holdFirst,
        end: shown[index].end + clip.holdFirst + (isLast ? clip.holdLast : 0))
      return (shown[index].time, use)
    }
  }

  func jobs(_ wanted: Int?, for outputs: [SampledOutput]) throws -> Int {
    let plan = Plan(width, height, frames: frames.count, seconds: seconds, outputs: outputs)
    let jobs = try FootageReading.jobs(wanted, plan, limits)
    // The work comes first: frames leave the memory that it takes.
    try store.keepInMemory(atMost: plan.memoryLeft(jobs: jobs, within: limits))
    return jobs
  }

  func painter(jobs: Int) throws -> FootagePainter {
    FootagePainter(store: store) { frame(at: $0).frame }
  }

  func scaled(to scale: Double) async throws -> Footage {
    var options = FootageOptions()
    options.width = max(1, Int((Double(width) * scale / self.scale).rounded()))
    // Only one of the two is in memory.
    try store.keepInMemory(atMost: 0)
    var limits = limits
    limits[.temporaryBytes] = store.rawBytesLeft
    var reading = FootageReading(options, limits)
    try reading.read(FootageFrames(store: store, frames: frames[...])) { _ in }
    return reading.store.map { Footage(self, $0, reading.frames, scale: scale) } ?? self
  }

  func checkIsNoInput(_ path: String) throws(FileError) {
    guard let real = Folder.realPath(path) else { return }
    if inputs.contains(where: { $0 == real || $0.hasPrefix(real + "/") }) {
      throw FileError(.write, path, .input)
    }
  }
}

/// Footage as a source, to be read again.
private struct FootageFrames: FrameSource {
  let store: FrameStore
  var frames: ArraySlice<Footage.TimedFrame>

  mutating func next() -> SourceFrame? {
    guard let frame = frames.popFirst() else { return nil }
    let store = store
    return SourceFrame(seconds: frame.end - frame.start) {
      try store.pixels(of: frame.frame, over: Pixmap(width: 0, height: 0))
    }
  }
}

/// Reads the frames of footage from its store.
struct FootagePainter: FramePainter {
  let store: FrameStore
  let frame: @Sendable (Double) -> FrameStore.Frame

  func frame(at seconds: Double) throws -> Pixmap {
    try store.pixels(of: frame(seconds), over: Pixmap(width: 0, height: 0))
  }

  func drawnFrame(
    at seconds: Double, bands: Int, over spare: consuming Pixmap
  ) throws -> DrawnFrame {
    let start = Stopwatch.seconds()
    let pixels = try store.pixels(of: frame(seconds), over: spare)
    return DrawnFrame(
      list: DisplayList(background: .clear, commands: []), pixels: pixels,
      seconds: Stopwatch.seconds() - start)
  }

  func damage(of shot: RenderedFrame, since previous: RenderedFrame) -> PixelRect {
    store.damage(frame(shot.time), frame(previous.time))
  }

  func seconds(ofPicturesAt times: [Double], start: Double, ends: [Double]) -> [Double] {
    var (seconds, begin): ([Double], Double) = ([], start)
    for index in times.indices {
      let isShown = index + 1 < times.count && frame(times[index]) == frame(times[index + 1])
      if isShown { continue }
      seconds.append(ends[index] - begin)
      begin = ends[index]
    }
    return seconds
  }
}
