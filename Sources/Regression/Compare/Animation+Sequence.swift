import Compositing
import ImageDiff
import Pixels
import RenderTransition
import SceneFormat
import Staging

extension Animation {
  /// The frames with these holds, at the scene's own rate unless given; the pixels of those in `known`
  /// are at hand elsewhere and are not kept.
  func sequence(
    fps: Double? = nil, holds: (first: Double, last: Double), except known: Set<FrameHash> = [],
    jobs: Int?
  ) async throws -> FrameSequence {
    let rate = fps ?? scene.output.fps
    let shots = shots(fps: rate, holdFirst: holds.first, holdLast: holds.last)
    let jobs = try self.jobs(jobs, fps: rate)
    let (renderer, grid) = (try renderer(jobs: jobs), try stage.grid)
    // The first frames stay: most animations that are compared are short.
    let kept = Self.keptBytes / max(1, 4 * grid.pixelWidth * grid.pixelHeight)
    let rendered = try parallelMap(shots.count, jobs: jobs) { index in
      try Task.checkCancellation()
      let pixels = try renderer.frame(at: shots[index].moment)
      let hash = FrameHash(pixels)
      return (hash: hash, pixels: index < kept && !known.contains(hash) ? pixels : nil)
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

extension FrameSequence {
  /// The same; frames that `other` shows, too, have their pixels from there.
  func borrowing(from other: FrameSequence) -> FrameSequence {
    let places = Dictionary(
      other.frames.enumerated().map { ($1.hash, $0) }, uniquingKeysWith: { first, _ in first })
    return FrameSequence(width: width, height: height, frames: frames) { [self] index in
      try places[frames[index].hash].map(other.pixels) ?? pixels(of: index)
    } ?? self
  }
}
