import ImageDiff
import Pixels

extension Exhibit {
  /// A baseline of what is shown, for a scene that renders to `actual`: frame beside frame, for
  /// pictures say when they show in other ways than scenes do.
  public func lock(beside actual: SceneLock) -> SceneLock {
    let times = actual.frames.map(\.time)
    let frames = sequence.frames.enumerated().map { index, frame in
      SceneLock.Frame(
        time: index < times.count ? times[index] : Double(index) / actual.fps, hash: frame.hash)
    }
    return SceneLock(
      scene: actual.scene, widthPixels: width, heightPixels: height, scale: actual.scale,
      fps: actual.fps, environment: actual.environment, frames: frames)
  }
}
