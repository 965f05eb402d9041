public import SceneFormat
public import Staging

/// Every value of every frame, in points and degrees.
public struct Timeline: Hashable, Sendable {
  /// The values of one target.
  public struct Entry: Hashable, Sendable {
    /// Whose values they are.
    public var target: Target
    /// Its properties, in the order in which the recipe names them.
    public var values: [(name: Property, value: PropertyValue)] {
      zip(properties, numbers).map { ($0, $1) }
    }
    var properties: [Property]
    var numbers: [PropertyValue]
  }

  /// One frame.
  public struct Frame: Hashable, Sendable {
    /// Its place in the run, from 0.
    public var index: Int
    /// In seconds.
    public var time: Double
    /// From 0 to 1.
    public var progress: Double
    /// All targets that a track or a setting names.
    public var entries: [Entry]
  }

  /// Something that an app would be told.
  public struct Event: Hashable, Sendable {
    /// In seconds.
    public var time: Double
    /// Its name.
    public var name: String
  }

  /// The length in seconds.
  public var seconds: Double
  /// Frames per second.
  public var fps: Double
  /// The frames, in order.
  public var frames: [Frame]
  /// The events, in order.
  public var events: [Event]
}

extension Stage {
  /// The values of all frames at `fps`; of a flow, one timeline for each transition.
  public func timelines(fps: Double) -> [Timeline] {
    acts.compactMap { act in
      guard case .run(let run) = act.kind else { return nil }
      return run.timeline(fps: fps)
    }
  }
}

extension Stage {
  /// The values of all frames of the first transition at `fps`.
  public func timeline(fps: Double) -> Timeline {
    runs.first?.timeline(fps: fps) ?? Timeline(seconds: 0, fps: fps, frames: [], events: [])
  }
}

extension Run {
  /// The values of all its frames at `fps`.
  func timeline(fps: Double) -> Timeline {
    let frames = Stage.frameTimes(seconds, fps: fps).enumerated().map { index, time in
      Timeline.Frame(
        index: index, time: time, progress: shownProgress(at: time),
        entries: entries(at: progress(at: time)))
    }
    return Timeline(seconds: seconds, fps: fps, frames: frames, events: events)
  }
}
