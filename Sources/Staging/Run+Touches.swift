import Drawing
import Geometry
import Pixels

extension Run {
  /// The fingers that touch the screen at `time`, as translucent discs over everything.
  func touches(at time: Double) -> [DrawCommand] {
    (gesture?.touches(at: time - delay) ?? []).flatMap { disc(at: $0) }
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
