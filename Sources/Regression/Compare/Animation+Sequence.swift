import Compositing
public import ImageDiff
import Pixels
public import RenderTransition
import SceneFormat
import Staging

extension Animation {
  /// The frames as outputs show them, holds included unless told otherwise, at the scene's own rate
  /// unless given.
  public func sequence(
    fps: Double? = nil, holds: Bool = true, jobs: Int? = nil
  ) async throws -> FrameSequence {
    let rate = fps ?? scene.output.fps
    let shots = shots(
      fps: rate, holdFirst: holds ? scene.output.holdFirst : 0,
      holdLast: holds ? scene.output.holdLast : 0)
    let jobs = try self.jobs(jobs, fps: rate)
    let (renderer, grid) = (try renderer(jobs: jobs), try stage.grid)
    // The first frames stay: most animations that are compared are short.
    let kept = Self.keptBytes / max(1, 4 * grid.pixelWidth * grid.pixelHeight)
    let rendered = try parallelMap(shots.count, jobs: jobs) { index in
      try Task.checkCancellation()
      let pixels = try renderer.frame(at: shots[index].moment)
      return (hash: FrameHash(pixels), pixels: index < kept ? pixels : nil)
    }
    let frames = zip(shots, rendered).map { shot, frame in
      FrameSequence.Frame(startSeconds: shot.start, endSeconds: shot.end, hash: frame.hash)
    }
    let sequence = FrameSequence(
      width: grid.pixelWidth, height: grid.pixelHeight, frames: frames
    ) { index in try rendered[index].pixels ?? renderer.frame(at: shots[index].moment) }
    return try sequence ?? FrameSequence(still: renderer.frame(at: 0))
  }

  private static let keptBytes = 192 << 20
}
