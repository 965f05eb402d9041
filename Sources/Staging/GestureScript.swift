import Geometry
package import Motion
import SceneFormat

/// A scripted finger that drives a run, and how it is drawn.
package struct GestureScript: Hashable, Sendable {
  private let finger: ScriptedFinger
  /// Whether the finger is drawn.
  let drawsTouch: Bool

  /// The finger of `transition` on a canvas; nil where there is none.
  init?(_ transition: Transition, in scenery: Scenery) {
    guard
      let finger = transition.finger(on: scenery.size, isRightToLeft: scenery.isRightToLeft)
    else { return nil }
    self.finger = finger
    drawsTouch = scenery.drawsTouch || finger.gesture.drawsTouch == true
  }

  /// The finger's way and what comes of it.
  package var run: GestureRun { finger.run }

  /// Whether progress goes through the curves, as time does.
  var isShaped: Bool { finger.gesture.scrub == .time }

  /// The places of the fingers at a time since the gesture began; none while they do not touch.
  func touches(at seconds: Double) -> [Point] {
    guard drawsTouch, run.outcome != .neverBegan, run.finger.isTouching(at: seconds) else {
      return []
    }
    let translation = run.finger.translation(at: seconds)
    guard finger.gesture.kind == .pinch else {
      return [finger.start + finger.forward * translation]
    }
    // Two fingers a hand's width apart, along a diagonal.
    let reach = Point(x: 60, y: -60) * translation
    return [finger.start + reach, finger.start - reach]
  }
}
