import Drawing
public import Motion
import SceneFormat
package import Staging

// App events.
extension Timeline {
  /// An event of an app's transition delegate, or of one of its screens.
  public struct Event: Hashable, Sendable {
    /// In seconds.
    public var time: Double
    /// Its name.
    public var name: String
    /// The screen that appears or disappears; nil for other events.
    public var screen: String?
    /// The share of the way; nil for all but a catch, an update and a release.
    public var progress: Double?
    /// How fast the finger moves along its axis, in points a second, or in scales a second for a
    /// pinch; nil for all but an update and a release.
    public var velocity: Double?
    /// What was decided at a release; nil for other events.
    public var decision: GestureRules.Decision?
  }
}

extension Segment {
  /// The events of its transition, in order, with times from its own start; none where nothing plays
  /// or the gesture never began.
  package var events: [Timeline.Event] {
    guard case .run(let run) = kind else { return [] }
    let motion = run.motionEvents
    let tapped =
      run.tap == nil ? [] : [Timeline.Event(time: run.delay, name: "tapped")]
    guard let first = motion.first, let last = motion.last, run.transition.adjusted == nil else {
      return tapped + motion
    }
    let change = Appearance(in: run, of: origin?.step)
    // A cancelled transition is reversed: its screens appear and disappear the other way round.
    let end =
      run.isFinished
      ? change.events("did", at: last.time)
      : change.undone.events("will", at: last.time) + change.undone.events("did", at: last.time)
    let done = Timeline.Event(time: last.time, name: run.transition.operation.pastTense)
    return tapped + change.events("will", at: first.time) + motion + end
      + (run.isFinished ? [done] : [])
  }
}

extension Run {
  /// The events of the motion and of the finger that drives it.
  fileprivate var motionEvents: [Timeline.Event] {
    guard let gesture else {
      return [
        Timeline.Event(time: delay, name: GestureRun.Event.Name.began.rawValue),
        Timeline.Event(time: seconds, name: GestureRun.Event.Name.finished.rawValue),
      ]
    }
    return gesture.run.events.map {
      Timeline.Event(
        time: delay + $0.seconds, name: $0.name.rawValue, progress: $0.progress,
        velocity: $0.velocity, decision: $0.decision)
    }
  }
}

extension Operation {
  fileprivate var pastTense: String {
    switch self {
    case .push: "pushed"
    case .pop: "popped"
    case .present: "presented"
    case .dismiss: "dismissed"
    case .replace: "replaced"
    }
  }
}

/// The screens that a transition takes out of sight and brings into it, by name, the ones on top first.
private struct Appearance {
  var disappearing: [String] = []
  var appearing: [String] = []

  init(in run: Run, of step: Flow.Step?) {
    guard let step else {
      if !run.rest.isLast { disappearing = [run.from.path.name] }
      if !run.rest.isFirst { appearing = [run.to.path.name] }
      return
    }
    let replaces = step.transition?.operation == .replace
    disappearing = step.before.screens(unseenIn: step.goal, isReplaced: replaces)
    appearing = step.goal.screens(unseenIn: step.before, isReplaced: replaces)
  }

  /// The same reversed.
  var undone: Appearance {
    var undone = self
    (undone.disappearing, undone.appearing) = (appearing, disappearing)
    return undone
  }

  /// The events of all screens, with `will` or `did` before what happens.
  func events(_ tense: String, at time: Double) -> [Timeline.Event] {
    [("Disappear", disappearing), ("Appear", appearing)].flatMap { word, screens in
      screens.map { Timeline.Event(time: time, name: tense + word, screen: $0) }
    }
  }
}

extension NavigationState {
  /// The screens that are seen here and not in `other`, by name.
  fileprivate func screens(unseenIn other: NavigationState, isReplaced: Bool) -> [String] {
    let seen = other.screensInSight
    return screensInSight.filter { screen in
      // What is replaced is another instance, even where it has the same name and place.
      isReplaced || !seen.contains { $0 == screen }
    }.map(\.name)
  }

  /// The screens that are seen: the one on top, and those over which sheets came.
  private var screensInSight: [(index: Index, name: String)] {
    var screens: [(index: Index, name: String)] = []
    var next = topIndex
    while var index = next {
      screens.append((index, self[index].name))
      // Pushed screens replace the sheet's first screen.
      while index.entry > 0, !self[index].rests { index.entry -= 1 }
      next = self[index].rests ? beneath(index) : nil
    }
    return screens
  }
}
