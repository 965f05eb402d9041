import SceneFormat
public import Staging

/// The delay and duration of one transition, with samples of its values.
public struct TransitionTiming: Hashable, Sendable {
  /// How long what was there before stands still, in seconds.
  public var delay: Double
  /// How long it moves, in seconds; nil where a finger says it.
  public var seconds: Double?
  /// Its values at even shares of its way, from the start to the end; none where a finger says how
  /// far it is.
  public var samples: [Timeline.Sample]
}

extension Stage {
  /// When each transition moves; with no samples where they are not asked for.
  public func timings(samples count: Int = 0) -> [TransitionTiming] {
    var end = 0.0
    return segments.compactMap { segment in
      guard case .run(let run) = segment.kind else { return nil }
      // Screens that are looked at between two transitions are a part of the wait.
      defer { end = segment.end }
      return run.timing(after: segment.start - end, samples: count)
    }
  }
}

extension Run {
  fileprivate func timing(after wait: Double, samples count: Int) -> TransitionTiming {
    guard gesture == nil else {
      return TransitionTiming(delay: wait + delay, seconds: nil, samples: [])
    }
    let samples = (0..<count).map { index in
      let fraction = Double(index) / Double(max(1, count - 1))
      return Timeline.Sample(
        index: index, time: delay + fraction * (seconds - delay), progress: fraction,
        targets: targetValues(at: Progress(fraction: fraction)))
    }
    return TransitionTiming(delay: wait + delay, seconds: max(0, seconds - delay), samples: samples)
  }
}
