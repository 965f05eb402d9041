import Codecs
import Compositing
import Pixels
import SceneFormat
import Staging

extension Animation {
  /// Renders the run once and writes every output; `onFrame` hears of each frame in order.
  ///
  /// An output is whole or not there: a failure or a cancelled task leaves what was there before.
  @discardableResult
  public func write(
    _ requests: [OutputRequest], options: RenderOptions = RenderOptions(),
    onFrame: (_ done: Int, _ inAll: Int) -> Void = { _, _ in }
  ) async throws -> [WrittenOutput] {
    let start = ContinuousClock.now
    let clips = requests.map { clip(for: $0.format, options) }
    let jobs = try jobs(options.jobs ?? FramePump.usualJobs, fps: clips.map(\.fps))
    let renderer = try renderer()
    let schedule = Schedule(clips, of: stage)
    var outputs: [OpenOutput] = []
    do {
      for (request, clip) in zip(requests, clips) {
        outputs.append(try open(request, clip, options, renderer))
      }
      let pump = FramePump(jobs: jobs)
      let count = schedule.shots.count
      try await pump.pump(
        schedule.shots, drawnBy: renderer, into: &outputs
      ) { onFrame($0, count) }
      for index in outputs.indices { try outputs[index].finish() }
    } catch {
      for index in outputs.indices { outputs[index].abandon() }
      throw error
    }
    let grid = try stage.grid
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return zip(requests, zip(outputs, clips)).map { request, written in
      WrittenOutput(
        request: request, frames: stage.frameTimes(fps: written.1.fps).count,
        widthPixels: grid.pixelWidth, heightPixels: grid.pixelHeight,
        bytes: written.0.byteCount, seconds: seconds)
    }
  }

  private func clip(for format: OutputRequest.Format, _ options: RenderOptions) -> Schedule.Clip {
    let fps = options.fps ?? scene.output.fps
    return Schedule.Clip(
      // Players show a delay of 1 cs as 10: no GIF runs faster than 50 frames a second.
      fps: format == .gif ? min(fps, 50) : fps,
      holdFirst: options.holdFirst ?? scene.output.holdFirst,
      holdLast: options.holdLast ?? scene.output.holdLast)
  }

  private func open(
    _ request: OutputRequest, _ clip: Schedule.Clip, _ options: RenderOptions, _ renderer: Renderer
  ) throws -> OpenOutput {
    if case .path(let path) = request.destination { try checkIsNoInput(path) }
    let place: any OutputPlace =
      switch request.destination {
      case .standardOutput: OutputFile.standardOutput
      case .path(let path) where request.format == .frames: try OutputFolder(path)
      case .path(let path): try OutputFile(path)
      }
    return try open(request.format, at: place, clip, options, renderer)
  }

  private func open(
    _ format: OutputRequest.Format, at place: any OutputPlace, _ clip: Schedule.Clip,
    _ options: RenderOptions, _ renderer: Renderer
  ) throws -> OpenOutput {
    let grid = try stage.grid
    let (width, height) = (grid.pixelWidth, grid.pixelHeight)
    switch format {
    case .gif:
      let samples = try samples(clip, renderer)
      let sink = try GIFSink(
        width: width, height: height, options: gifOptions(options), samples: samples)
      return OpenOutput(sink, to: place)
    case .frames:
      let sink = PNGSequenceSink(
        width: width, height: height, compression: options.compression ?? .standard)
      return OpenOutput(sink, to: place)
    case .apng:
      let sink = try APNGSink(
        width: width, height: height, frameCount: stage.frameTimes(fps: clip.fps).count,
        loop: options.loop ?? scene.output.loop,
        compression: options.compression ?? .standard)
      return OpenOutput(sink, to: place)
    case .y4m:
      let sink = Y4MSink(width: width, height: height, framesPerSecond: steady(clip.fps))
      return OpenOutput(sink, to: place)
    case .rgba:
      return OpenOutput(RGBASink(framesPerSecond: steady(clip.fps)), to: place)
    case .png: throw UnsupportedFormat(format: format)
    }
  }

  // Streams of a constant rate know whole numbers of frames a second only.
  private func steady(_ fps: Double) -> Int { max(1, Int(fps.rounded())) }

  private func gifOptions(_ options: RenderOptions) -> GIFOptions {
    GIFOptions(
      loop: options.loop ?? scene.output.loop, colors: options.colors ?? scene.output.colors,
      dither: options.dither ?? GIFOptions.Dither(rawValue: scene.output.dither.rawValue) ?? .auto)
  }

  // A few frames from all over the run, from which a palette is made.
  private func samples(_ clip: Schedule.Clip, _ renderer: Renderer) throws -> [Pixmap] {
    let times = stage.frameTimes(fps: clip.fps)
    let last = times.count - 1
    let picked = Set((0...4).map { last * $0 / 4 }).sorted()
    return try picked.map { try renderer.frame(at: times[$0]) }
  }
}

/// A format that cannot be written yet.
public struct UnsupportedFormat: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which one.
  public let format: OutputRequest.Format

  /// One sentence.
  public var description: String { "the format \"\(format.rawValue)\" is not there yet" }
}
