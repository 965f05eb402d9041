import Drawing
import Geometry
package import Motion
import Pixels
package import SceneFormat

/// A scripted finger that drives a run, and how it is drawn.
package struct GestureScript: Hashable, Sendable {
  private let finger: ScriptedFinger
  /// Whether the finger is drawn.
  let drawsTouch: Bool

  /// The way of `finger`, which is drawn if the scene asks for it.
  init(_ finger: ScriptedFinger, in layout: ScreenLayout) {
    self.finger = finger
    drawsTouch = layout.drawsTouch || finger.gesture.drawsTouch == true
  }

  /// The finger's way and what comes of it.
  package var run: GestureRun { finger.run }

  /// What moves with the finger.
  package var followingTarget: Target? { finger.gesture.follow }

  /// The places of the fingers at a time since the motion began; none while they do not touch.
  func touches(at seconds: Double) -> [Point] {
    let seconds = seconds - run.catchSeconds
    guard drawsTouch, run.outcome != .neverBegan, run.finger.isTouching(at: seconds) else {
      return []
    }
    guard finger.gesture.kind == .pinch else {
      return [finger.start + run.finger.offset(at: seconds)]
    }
    // Two fingers a hand's width apart, along a diagonal.
    let reach = Point(x: 60, y: -60) * run.finger.translation(at: seconds)
    return [finger.start + reach, finger.start - reach]
  }
}

extension Run {
  /// The fingers that touch the screen at `time`, as translucent discs over everything.
  func touches(at time: Double) -> [DrawCommand] {
    (gesture?.touches(at: time - delay) ?? []).flatMap { disc(at: slot.transform.apply($0)) }
  }

  private func disc(at point: Point) -> [DrawCommand] {
    let radius = 22.0
    let bounds = Rect(
      x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius)
    let circle = RoundedRect(bounds, radii: RoundedRect.Radii(all: radius))
    let inner = RoundedRect(
      bounds.inset(by: 2), radii: RoundedRect.Radii(all: radius - 2))
    return [
      disc(.rect(inner), Color(red: 110, green: 110, blue: 115, alpha: 120), bounds),
      disc(
        .ring(outer: circle, inner: inner), Color(red: 255, green: 255, blue: 255, alpha: 200),
        bounds),
    ]
  }

  private func disc(_ outline: Outline, _ color: Color, _ bounds: Rect) -> DrawCommand {
    .fill(
      Fill(
        outline, with: .color(color), in: bounds, transform: .identity, layer: LayerPath("touch")))
  }
}
