import Formatting
import Inspection
public import Motion
import Staging

/// A changed outcome of a transition.
public struct OutcomeChange: Hashable, Sendable {
  /// An outcome, and the release that led to it.
  public struct Ending: Hashable, Sendable {
    /// How it comes out.
    public var outcome: GestureRun.Outcome
    /// The release that decided; nil where no finger drives it, or the gesture never began.
    public var release: Release?
  }

  /// What was decided when the finger was lifted.
  public struct Release: Hashable, Sendable {
    /// The share of the way that had been gone.
    public var progress: Double
    /// What was decided, and why.
    public var decision: GestureRules.Decision
  }

  /// The place of the step in the flow, from 1, as it is now; nil in a scene of two screens.
  public let step: Int?
  /// How it came out.
  public let expected: Ending
  /// How it comes out.
  public let actual: Ending

  /// Compares how two transitions come out; nil where both come out in the same way, or lead from or
  /// to screens of other names.
  init?(_ expected: Timeline, _ actual: Timeline) {
    guard expected.step.from == actual.step.from, expected.step.to == actual.step.to,
      expected.step.outcome != actual.step.outcome
    else { return nil }
    (step, self.expected, self.actual) = (actual.step.number, Ending(expected), Ending(actual))
  }
}

extension OutcomeChange.Ending {
  fileprivate init(_ timeline: Timeline) {
    outcome = timeline.step.outcome
    release =
      timeline.events.lazy.compactMap { event in
        event.decision.map {
          OutcomeChange.Release(progress: event.progress ?? 0, decision: $0)
        }
      }.first
  }
}

extension OutcomeChange {
  /// As in `step 2: outcome finished -> cancelled (released at 0.26 -> 0.24, threshold)`.
  public var summary: String {
    let place = step.map { "step \($0): " } ?? ""
    let change = "\(expected.outcome.rawValue) -> \(actual.outcome.rawValue)"
    return "\(place)outcome \(change)\(release.map { " (\($0))" } ?? "")"
  }

  /// The part of the summary about the release; nil without one.
  private var release: String? {
    func text(_ release: Release) -> String {
      NumberFormat.rounded(release.progress, decimals: 4)
    }
    switch (expected.release, actual.release) {
    case (nil, nil): return nil
    case (let old?, nil):
      return "was released at \(text(old)), \(old.decision.reason.rawValue)"
    case (nil, let new?): return "released at \(text(new)), \(new.decision.reason.rawValue)"
    case (let old?, let new?):
      let reasons = [old, new].map(\.decision.reason.rawValue)
      return "released at \(text(old)) -> \(text(new)), "
        + (reasons[0] == reasons[1] ? reasons[1] : "\(reasons[0]) -> \(reasons[1])")
    }
  }
}
