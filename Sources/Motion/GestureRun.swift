import Geometry

/// A transition that a finger drives: progress as a function of time, and how it comes out.
///
/// All times but those of the finger count from where the run begins.
public struct GestureRun: Hashable, Sendable {
  /// How it comes out; its raw value is the word of the timeline.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// Progress ends at 1.
    case finished
    /// Progress ends at 0.
    case cancelled
    /// The first movement was backward: the finger moves nothing.
    case neverBegan
  }

  /// Something that happens at one moment.
  public struct Event: Hashable, Sendable {
    /// What happens; its raw value is the word of the timeline.
    public enum Name: String, Hashable, Sendable, CaseIterable {
      /// The run begins.
      case began
      /// The finger comes down on a run that is on its way.
      case caught
      /// The finger is at its next place.
      case updated
      /// The finger is lifted, or the system takes the gesture away.
      case released
      /// The tail has come to the end.
      case finished
      /// The tail has come back to the start.
      case cancelled
    }

    /// When.
    public let seconds: Double
    /// What.
    public let name: Name
    /// The share of the way; nil for all but a catch, an update and the release.
    public var progress: Double?
    /// How fast the finger moves, in points or scales a second; nil for all but an update and the
    /// release.
    public var velocity: Double?
    /// What was decided; nil for all but the release.
    public var decision: GestureRules.Decision?
  }

  /// When and how a motion goes that a finger takes over.
  public struct Timing: Hashable, Sendable {
    /// How long it takes by itself.
    public var seconds: Double
    /// How its progress is shaped.
    public var easing: Easing
    /// When the finger comes down; 0 for a finger that begins the motion.
    public var catchSeconds: Double

    /// A motion of `seconds` that a finger begins, or catches later.
    public init(seconds: Double, easing: Easing = .linear, catchSeconds: Double = 0) {
      (self.seconds, self.easing, self.catchSeconds) = (seconds, easing, catchSeconds)
    }

    fileprivate var isValid: Bool {
      seconds > 0 && seconds < 1e6 && catchSeconds >= 0 && catchSeconds < seconds
    }
  }

  /// What the finger does; its times count from where it comes down.
  public let finger: Finger
  /// How it comes out.
  public let outcome: Outcome
  /// What was decided at the release; meaningless for a gesture that never began.
  public let decision: GestureRules.Decision
  /// The share of the way at the release.
  public let releaseProgress: Double
  /// When the tail comes to its end; 0 for a gesture that never began.
  public let endSeconds: Double
  /// When the finger comes down on a run that is on its way; 0 where it begins it.
  public var catchSeconds: Double { timing.catchSeconds }
  private let timing: Timing
  private let caught: Catch?
  private let rules: GestureRules
  private let tail: GestureTail

  /// A run of `finger` by `rules`, which takes over a motion of that `timing`.
  ///
  /// `mayBegin` is false for a finger that goes down where the gesture cannot begin. Nil if the
  /// rules are not valid, the motion takes no time, or its end is not after the catch.
  public init?(
    _ finger: Finger, rules: GestureRules, timing: Timing, mayBegin: Bool = true
  ) {
    guard rules.isValid, timing.isValid else { return nil }
    (self.finger, self.timing, self.rules) = (finger, timing, rules)
    let caught = timing.catchSeconds > 0 ? Catch(timing, scrub: rules.scrub) : nil
    self.caught = caught
    let share = (caught?.progress ?? 0) + finger.share(at: finger.releaseSeconds)
    let progress = Self.inside(share, caught)
    decision = rules.decision(on: finger, at: progress)
    let finishes = decision.verdict == .finish
    // What has stopped at an end of its way has no speed, however fast the finger goes on.
    var start = GestureTail.Start(
      progress: progress, speed: share == progress ? finger.releaseSpeed : 0)
    if rules.carriesTarget, case .points(let extent) = finger.measure {
      (start.offset, start.extent) = (finger.offset(at: finger.releaseSeconds), extent)
      start.velocity = finger.releaseVelocity
    }
    tail = GestureTail(
      from: start, to: finishes ? 1 : 0, rules: rules, duration: timing.seconds)
    guard mayBegin, !(rules.mustBeginForward && finger.startsBackward) else {
      (outcome, releaseProgress, endSeconds) = (.neverBegan, 0, 0)
      return
    }
    outcome = finishes ? .finished : .cancelled
    releaseProgress = progress
    endSeconds = timing.catchSeconds + finger.releaseSeconds + tail.seconds
  }

  /// How long the tail takes; 0 for a gesture that never began.
  public var tailSeconds: Double { outcome == .neverBegan ? 0 : tail.seconds }

  /// The spring of the tail that is cut before it has settled: what it needs and what it has.
  public var truncatedTail: (neededSeconds: Double, givenSeconds: Double)? {
    guard let needed = tail.settlingSeconds, needed > tail.seconds + 1e-6, outcome != .neverBegan
    else { return nil }
    return (needed, tail.seconds)
  }

  /// How far the run is at a time: by itself until it is caught, then with the finger, then on the
  /// tail.
  ///
  /// Exactly at 0 or 1 from `endSeconds` on; on the tail a spring may go beyond them.
  public func progress(at seconds: Double) -> Progress {
    if caught != nil, seconds < catchSeconds, outcome != .neverBegan {
      return Progress(fraction: max(0, seconds / timing.seconds))
    }
    var progress = Progress(fraction: share(at: seconds), isShaped: rules.scrub == .time)
    progress.caught = progress.isShaped ? nil : caught
    progress.offset = offset(at: seconds)
    return progress
  }

  /// The share of the way at a time, in one measure from the start to the end.
  public func share(at seconds: Double) -> Double {
    guard outcome != .neverBegan else { return 0 }
    guard seconds < endSeconds else { return outcome == .finished ? 1 : 0 }
    let since = seconds - catchSeconds
    guard since >= 0 || caught == nil else {
      return rules.scrub.share(of: timing, at: max(0, seconds))
    }
    guard since <= finger.releaseSeconds else {
      return tail.progress(after: since - finger.releaseSeconds)
    }
    return held(finger.share(at: since))
  }

  /// The progress of the run for a finger that has gone `share` of its distance.
  private func held(_ share: Double) -> Double {
    Self.inside((caught?.progress ?? 0) + share, caught)
  }

  /// How far the finger has carried what follows it, in points.
  private func offset(at seconds: Double) -> Point {
    guard rules.carriesTarget, outcome != .neverBegan, seconds < endSeconds else { return .zero }
    let since = seconds - catchSeconds
    return since <= finger.releaseSeconds
      ? finger.offset(at: since) : tail.offset(after: since - finger.releaseSeconds)
  }

  /// The share of the way that a finger can hold: from the start to the end, and where it was caught
  /// beyond them, up to there.
  private static func inside(_ share: Double, _ caught: Catch?) -> Double {
    min(max(share, min(0, caught?.progress ?? 0)), max(1, caught?.progress ?? 0))
  }

  /// What happens, in the order of time; nothing for a gesture that never began.
  public var events: [Event] {
    guard outcome != .neverBegan else { return [] }
    let begin = caught == nil ? finger.beginSeconds : 0
    let end: Event.Name = outcome == .finished ? .finished : .cancelled
    return [Event(seconds: begin, name: .began)] + fingerEvents
      + [Event(seconds: endSeconds, name: end)]
  }

  /// What the finger does, from where it comes down on a run to its release.
  private var fingerEvents: [Event] {
    let release = finger.releaseSeconds
    let catches = caught.map {
      [Event(seconds: catchSeconds, name: .caught, progress: $0.progress)]
    }
    let updates = finger.samples.indices.dropFirst().compactMap { index -> Event? in
      let seconds = finger.samples[index].seconds
      guard seconds <= release else { return nil }
      return Event(
        seconds: catchSeconds + seconds, name: .updated,
        progress: held(finger.share(atSample: index)),
        velocity: finger.translationSpeed(atSample: index))
    }
    let released = Event(
      seconds: catchSeconds + release, name: .released, progress: releaseProgress,
      velocity: finger.releaseTranslationSpeed, decision: decision)
    return (catches ?? []) + updates + [released]
  }
}

extension Catch {
  fileprivate init(_ timing: GestureRun.Timing, scrub: GestureRules.Scrub) {
    self.init(
      fraction: timing.catchSeconds / timing.seconds,
      progress: scrub.share(of: timing, at: timing.catchSeconds))
  }
}

extension GestureRules.Scrub {
  /// The share of the way of a motion that goes by itself.
  fileprivate func share(of timing: GestureRun.Timing, at seconds: Double) -> Double {
    let fraction = min(1, seconds / timing.seconds)
    return self == .time ? fraction : timing.easing.value(at: fraction)
  }
}
