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

/// The screens that a transition takes out of sight and brings into it, by name.
private struct Appearance {
  /// Nil where the outgoing screen stays in sight.
  var disappearing: String?
  /// Nil where the incoming screen has been in sight.
  var appearing: String?

  init(in run: Run, of step: Flow.Step?) {
    let staysInSight = step?.leavesInSight ?? run.rest.isLast
    let wasInSight = step?.findsInSight ?? run.rest.isFirst
    disappearing = staysInSight ? nil : run.from.path.name
    appearing = wasInSight ? nil : run.to.path.name
  }

  /// The same reversed.
  var undone: Appearance {
    var undone = self
    (undone.disappearing, undone.appearing) = (appearing, disappearing)
    return undone
  }

  /// The events of both screens, with `will` or `did` before what happens.
  func events(_ tense: String, at time: Double) -> [Timeline.Event] {
    [("Disappear", disappearing), ("Appear", appearing)].compactMap { word, screen in
      screen.map { Timeline.Event(time: time, name: tense + word, screen: $0) }
    }
  }
}

extension Flow.Step {
  /// Whether the outgoing screen is visible after it, below a sheet.
  fileprivate var leavesInSight: Bool { goal.showsTop(of: before, after: transition) }

  /// Whether the incoming screen is visible before it, below a sheet.
  fileprivate var findsInSight: Bool { before.showsTop(of: goal, after: transition) }
}

extension NavigationState {
  /// Whether the screen on top of `other`, from which or to which `transition` leads, is in sight here.
  fileprivate func showsTop(of other: NavigationState, after transition: Transition?) -> Bool {
    // What is replaced is another instance, even where it has the same name and place.
    guard let index = other.topIndex, transition?.operation != .replace else { return false }
    return screensInSight[index] == other[index].name
  }

  /// The screens that are seen, by place: the one on top, and the one over which each sheet came.
  private var screensInSight: [Index: String] {
    var screens: [Index: String] = [:]
    var next = topIndex
    while var index = next {
      screens[index] = self[index].name
      // Pushed screens replace the sheet's first screen.
      while index.entry > 0, !self[index].rests { index.entry -= 1 }
      next = self[index].rests ? beneath(index) : nil
    }
    return screens
  }
}
