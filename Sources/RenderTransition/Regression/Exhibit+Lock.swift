import ImageDiff
import Pixels

extension Exhibit {
  /// The same pictures, each at the time of the one of `other` at its place, if there are as many;
  /// a scene is left as it is.
  public func timed(like other: Exhibit) -> Exhibit {
    guard case .footage(let own) = kind else { return self }
    let model = other.sequence
    guard own.frames.count == model.frames.count else { return self }
    let frames = zip(own.frames, model.frames).map { frame, time in
      FrameSequence.Frame(
        startSeconds: time.startSeconds, endSeconds: time.endSeconds, hash: frame.hash)
    }
    let timed = FrameSequence(
      width: own.width, height: own.height, frames: frames, fetch: own.pixels)
    return timed.map { Exhibit(path: path, kind: .footage($0)) } ?? self
  }

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
