package import Formatting
package import Motion
package import SceneFormat
import Staging

/// What comes of the finger that drives a run.
package struct GestureAnswer: Recorded, Sendable {
  /// Its way, and how it ends.
  package let run: GestureRun
  /// What the scene says of it.
  package let gesture: Gesture

  package static let record = Record<GestureAnswer>(
    "What comes of a finger.",
    members: [
      .init(schema: "render-transition/gesture-1"),
      .init(
        "progress", .number("The share of the way at the release."), from: \.run.releaseProgress),
      .init(
        "velocity",
        .number("How fast the finger is then along its axis, in points or scales a second."),
        from: \.run.finger.releaseTranslationSpeed),
      .init("verdict", .choice("How it ends."), from: \.run.outcome),
      .init("tail", .number("How long the way on takes, in seconds."), from: \.run.tailSeconds),
      .init("gesture", .any("The value of the scene's key."), from: \.gesture.json),
    ])
}

extension Animation {
  /// What comes of the finger that drives the run at `index`; nil if there is none.
  ///
  /// For a recorded finger, this is asked of the scene that was read with
  /// `RecordedFinger.gesture(on:run:)` in it.
  package func gestureAnswer(run index: Int) -> GestureAnswer? {
    let runs = stage.runs
    guard runs.indices.contains(index), let run = runs[index].gesture?.run,
      let gesture = runs[index].transition.gesture
    else { return nil }
    return GestureAnswer(run: run, gesture: gesture)
  }
}
