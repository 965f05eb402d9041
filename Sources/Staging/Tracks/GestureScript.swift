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
  /// Lets a finger tap on `screen` before the motion, if the transition says so and the screen has
  /// what is tapped.
  mutating func tap(on screen: Element) {
    switch transition.tap {
    case nil: return
    case .point(let point): tap = Point(x: point.x, y: point.y)
    case .layer(let id):
      let seen = tracks.applyToAll(in: screen, at: Progress(fraction: 0))
      let role: Role = transition.adjusted == nil ? .from : .to
      guard let (element, context) = LayerIndex([seen]).found[.layer(role, id)] else { return }
      let matrix = element.matrix(seenFrom: context.eye).flattened.then(context.parent)
      tap = matrix.then(slot.transform).apply(element.bounds.point(atUnit: 0.5, 0.5))
    }
    (delay, seconds) = (delay + Tap.seconds, seconds + Tap.seconds)
  }

  /// Whether the finger taps beside the screens.
  package var tapsOutside: Bool {
    let area = slot.transform.bounds(of: container.bounds)
    return tap.map { $0.x < area.x || $0.y < area.y || $0.x > area.maxX || $0.y > area.maxY }
      ?? false
  }

  /// The finger that taps, at a time before the motion: it grows, and fades as it goes up.
  func tapping(at time: Double) -> [DrawCommand] {
    let fraction = (time - delay + Tap.seconds) / Tap.seconds
    guard let tap, fraction > 0, fraction < 1 else { return [] }
    return disc(
      at: tap, radius: 14 + 12 * fraction, opacity: min(1, 5 * fraction, 2 - 2 * fraction))
  }

  /// The fingers that touch the screen at `time`, as translucent discs over everything.
  func touches(at time: Double) -> [DrawCommand] {
    (gesture?.touches(at: time - delay) ?? []).flatMap {
      disc(at: slot.transform.apply($0), radius: 22, opacity: 1)
    }
  }

  private func disc(at point: Point, radius: Double, opacity: Double) -> [DrawCommand] {
    let bounds = Rect(
      x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius)
    let circle = RoundedRect(bounds, radii: RoundedRect.Radii(all: radius))
    let inner = RoundedRect(
      bounds.inset(by: 2), radii: RoundedRect.Radii(all: radius - 2))
    func disc(_ outline: Outline, _ color: Color) -> DrawCommand {
      var color = color
      color.alpha = UInt8((Double(color.alpha) * opacity).rounded())
      return .fill(
        Fill(
          outline, with: .color(color), in: bounds, transform: .identity, layer: LayerPath("touch"))
      )
    }
    return [
      disc(.rect(inner), Color(red: 110, green: 110, blue: 115, alpha: 120)),
      disc(
        .ring(outer: circle, inner: inner), Color(red: 255, green: 255, blue: 255, alpha: 200)),
    ]
  }
}
