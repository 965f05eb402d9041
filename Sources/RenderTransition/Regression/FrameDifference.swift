public import Pixels
import SceneFormat

/// How much a frame differs from the one that was expected, and where.
public struct FrameDifference: Hashable, Sendable {
  /// Its place in the run.
  public var frame: Int
  /// How many pixels are not equal.
  public var pixels: Int
  /// That, as a share of all of them.
  public var share: Double
  /// The least rectangle that holds them all.
  public var bounds: PixelRect
}

extension FrameDifference {
  /// The difference of two pictures; where their sizes differ, all of the larger one.
  init(frame: Int, expected: Pixmap, actual: Pixmap) {
    self.frame = frame
    guard expected.width == actual.width, expected.height == actual.height else {
      bounds = PixelRect(
        x: 0, y: 0, width: max(expected.width, actual.width),
        height: max(expected.height, actual.height))
      (pixels, share) = (bounds.width * bounds.height, 1)
      return
    }
    var (left, right, top, bottom, count) = (Int.max, 0, Int.max, 0, 0)
    let (old, new) = (expected.bytes.span, actual.bytes.span)
    for y in 0..<expected.height {
      for x in 0..<expected.width {
        let at = y * expected.stride + x * 4
        if old.pixel(at: at) == new.pixel(at: at) { continue }
        (left, right) = (min(left, x), max(right, x + 1))
        (top, bottom) = (min(top, y), y + 1)
        count += 1
      }
    }
    pixels = count
    share = Double(count) / Double(max(1, expected.width * expected.height))
    bounds =
      count == 0
      ? PixelRect(x: 0, y: 0, width: 0, height: 0)
      : PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension Animation {
  /// How some frames at the scene's own rate differ from those of `expected` at the same places;
  /// places that only one of the two has are left out.
  public func differences(
    from expected: Animation, at frames: [Int], jobs: Int? = nil
  ) async throws -> [FrameDifference] {
    let (times, oldTimes) = (frameTimes, expected.frameTimes)
    let shared = frames.filter { times.indices.contains($0) && oldTimes.indices.contains($0) }
    let (renderer, oldRenderer) = (try renderer(), try expected.renderer())
    let count = try self.jobs(jobs ?? FramePump.usualJobs, fps: [scene.output.fps])
    return try await FramePump(jobs: count).inOrder(shared.count) { index in
      let frame = shared[index]
      return FrameDifference(
        frame: frame, expected: try oldRenderer.frame(at: oldTimes[frame]),
        actual: try renderer.frame(at: times[frame]))
    }
  }
}
