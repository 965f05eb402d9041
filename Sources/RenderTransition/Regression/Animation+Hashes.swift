import Codecs
import Compositing
import Formatting
public import Pixels
import SceneFormat
import Staging

extension Animation {
  /// What was rendered, as a baseline: a hash for every frame at the scene's own rate.
  public func lock(
    jobs: Int? = nil, onFrame: (_ done: Int, _ inAll: Int) -> Void = { _, _ in }
  ) async throws -> SceneLock {
    let frames = try await hashes(jobs: jobs, onFrame: onFrame)
    let grid = try stage.grid
    return SceneLock(
      scene: contentHash, widthPixels: grid.pixelWidth, heightPixels: grid.pixelHeight,
      scale: stage.canvas.scale, fps: scene.output.fps, environment: environment, frames: frames)
  }

  /// The hash of every frame at the scene's own rate, made while they are rendered.
  public func hashes(
    jobs: Int? = nil, onFrame: (_ done: Int, _ inAll: Int) -> Void = { _, _ in }
  ) async throws -> [SceneLock.Frame] {
    let bytes = try await rendered(HashSink(), jobs: jobs, onFrame: onFrame)
    return zip(frameTimes, HashSink.hashes(in: bytes)).map { SceneLock.Frame(time: $0, hash: $1) }
  }

  /// The moments of the frames at the scene's own rate, in seconds.
  public var frameTimes: [Double] { stage.frameTimes(fps: scene.output.fps) }

  /// The hash of all that the scene is made of but its fonts: texts, and pictures' pixels.
  public var contentHash: FrameHash {
    let texts = sources.map { FrameHash(ofBytes: $0.bytes) }
    let hashes = texts + images.map { FrameHash($0.pixels) }
    return FrameHash(ofBytes: hashes.flatMap { Array("\($0)".utf8) })
  }

  /// What else the frames depend on.
  public var environment: RenderEnvironment { RenderEnvironment(fontFiles) }

  /// What `sink` makes of the frames at the scene's own rate.
  private func rendered(
    _ sink: some FrameSink, jobs: Int?, onFrame: (_ done: Int, _ inAll: Int) -> Void
  ) async throws -> [UInt8] {
    let clip = Schedule.Clip(fps: scene.output.fps, holdFirst: 0, holdLast: 0)
    return try await rendered(
      sink, shots: Schedule([clip], of: stage).shots, jobs: jobs, onFrame: onFrame)
  }

  /// What `sink` makes of `shots`.
  func rendered(
    _ sink: some FrameSink, shots: [Shot], jobs: Int?,
    onFrame: (_ done: Int, _ inAll: Int) -> Void = { _, _ in }
  ) async throws -> [UInt8] {
    let jobs = try self.jobs(jobs, for: [SampledOutput(fps: scene.output.fps)])
    var outputs = [OpenOutput(sink, to: OutputMemory())]
    try await FramePump(jobs: jobs).pump(shots, drawnBy: try renderer(jobs: jobs), into: &outputs) {
      onFrame($0, shots.count)
    }
    try outputs[0].finish()
    return (outputs[0].place as? OutputMemory)?.bytes ?? []
  }
}

extension SceneLock {
  /// One hash for all frames, their times and their size.
  public var pictureHash: FrameHash {
    let lines = frames.map { "\(NumberFormat.shortest($0.time)) \($0.hash)" }
    let text = (["\(widthPixels) x \(heightPixels)"] + lines).joined(separator: "\n")
    return FrameHash(ofBytes: Array(text.utf8))
  }
}
