/// A piece of an ellipse, as SVG describes it: by its ends, the radii and two choices.
struct EllipticalArc {
  let from, to: Point
  /// The lengths of the half axes; their signs do not count.
  let radii: Size
  /// How far the ellipse is turned, clockwise on screen.
  let tiltDegrees: Double
  /// Whether it is the longer way around.
  let isLarge: Bool
  /// Whether it is drawn clockwise on screen.
  let isClockwise: Bool

  init(
    from: Point, to: Point, radii: Size, tiltDegrees: Double, isLarge: Bool, isClockwise: Bool
  ) {
    (self.from, self.to, self.tiltDegrees) = (from, to, tiltDegrees)
    self.radii = Size(width: radii.width.magnitude, height: radii.height.magnitude)
    (self.isLarge, self.isClockwise) = (isLarge, isClockwise)
  }

  /// Cubics, one for each eighth of a turn or less; a line where a radius is 0.
  var elements: [Path.Element] {
    guard from != to else { return [] }
    guard let circle = unitCircle else { return [.line(to)] }
    let count = max(1, Int((circle.sweep.magnitude / 0.7854).rounded(.up)))
    let step = circle.sweep / Double(count)
    let bow = 4 / 3 * Elementary.tan(step / 4)
    return (0..<count).map { index in
      let angle = circle.start + step * Double(index)
      let (first, last) = (direction(angle), direction(angle + step))
      let before = Point(x: first.x - bow * first.y, y: first.y + bow * first.x)
      let after = Point(x: last.x + bow * last.y, y: last.y - bow * last.x)
      let end = index == count - 1 ? to : circle.map.apply(last)
      return .cubic(circle.map.apply(before), circle.map.apply(after), end)
    }
  }

  /// The unit circle's map to this ellipse, and the angles of the piece in radians.
  private var unitCircle: (map: Transform, start: Double, sweep: Double)? {
    let turn = Transform3D.rotation(degrees: tiltDegrees).flattened
    let shape = Transform.scaling(x: radii.width, y: radii.height).then(turn)
    guard radii.width > 1e-9, radii.height > 1e-9, let back = shape.inverse else { return nil }
    // Seen in the circle's own coordinates, the ends are a chord; too long a one enlarges it.
    let (a, b) = (back.apply(from), back.apply(to))
    let half = (b - a) * 0.5
    guard half.length > 0 else { return nil }
    let growth = max(1, half.length)
    let height = max(0, growth * growth - half.length * half.length).squareRoot()
    let side = isLarge == isClockwise ? -1.0 : 1
    let normal = Point(x: -half.y, y: half.x) * (side * height / half.length)
    let center = (a + b) * 0.5 + normal
    let start = Elementary.atan2(a.y - center.y, a.x - center.x)
    var sweep = Elementary.atan2(b.y - center.y, b.x - center.x) - start
    if isClockwise, sweep < 0 { sweep += 2 * .pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
    let map = Transform.scaling(x: growth, y: growth).then(
      .translation(x: center.x, y: center.y)
    ).then(shape)
    return (map, start, sweep)
  }

  private func direction(_ radians: Double) -> Point {
    Point(x: Elementary.cos(radians), y: Elementary.sin(radians))
  }
}
