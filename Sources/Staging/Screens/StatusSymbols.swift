import Drawing
import Geometry
import Pixels
import SceneFormat

/// The signs at the end of a status bar: signal, network and battery, drawn as shapes.
struct StatusSymbols {
  var color: Color
  /// 1 for the bar of 20 points.
  var unit: Double
  var isMirrored: Bool
  /// The free room at the bar's end.
  var inset: Double

  /// The three signs, in the bar's coordinates.
  func elements(in bar: Rect, place: Place, screen: String) -> [Element] {
    let signs = [("battery", battery, 24.0), ("network", network, 15.0), ("signal", signal, 17.0)]
    var x = bar.width - inset
    return signs.flatMap { name, draw, width in
      x -= width * unit
      let origin = Point(
        x: isMirrored ? bar.width - x - width * unit : x, y: (bar.height - 11 * unit) / 2)
      x -= 5 * unit
      return draw().map { shape in
        element(shape, at: origin, name: "\(screen).statusBar.\(name)", place)
      }
    }
  }

  private struct Shape {
    var path: Path
    var alpha: UInt8 = 255
    var line: Double?
  }

  private func element(
    _ shape: Shape, at origin: Point, name: String, _ place: Place
  ) -> Element {
    var ink = color
    ink.alpha = shape.alpha
    let scaled = shape.path.applying(.scaling(x: unit, y: unit))
    var layer = Layer.box(
      Rect(x: origin.x, y: origin.y, width: 24 * unit, height: 11 * unit), place: place)
    let stroke = shape.line.map {
      ShapeContent.Stroke(color: ink, width: $0 * unit, cap: .round, join: .round)
    }
    if stroke == nil { layer.fill = .color(ink) }
    return Element(
      path: LayerPath(name), target: nil, layer: layer,
      mark: .shape(ShapeContent(.path(scaled), stroke: stroke)))
  }

  private func signal() -> [Shape] {
    (0..<4).map { bar in
      let height = 4 + 7 * Double(bar) / 3
      return Shape(
        path: box(x: Double(bar) * 4.6, y: 11 - height, width: 3, height: height, radius: 0.8))
    }
  }

  private func network() -> [Shape] {
    // Two arcs and a dot that share a centre at the bottom; quarter turns either side of up.
    [(9.2, 1.7), (5.6, 1.7)].map { radius, line in
      Shape(path: arc(center: Point(x: 7.5, y: 10), radius: radius), line: line)
    } + [Shape(path: .ellipse(in: Rect(x: 6, y: 8, width: 3, height: 3)))]
  }

  private func battery() -> [Shape] {
    [
      Shape(
        path: box(x: 0.5, y: 0.5, width: 20.5, height: 10, radius: 3), alpha: 110, line: 1),
      Shape(path: box(x: 2, y: 2, width: 17.5, height: 7, radius: 1.7)),
      Shape(path: box(x: 22, y: 3.6, width: 1.4, height: 3.8, radius: 0.7), alpha: 110),
    ]
  }

  private func box(
    x: Double, y: Double, width: Double, height: Double, radius: Double
  ) -> Path {
    RoundedRect(
      Rect(x: x, y: y, width: width, height: height), radii: RoundedRect.Radii(all: radius)
    ).path
  }

  private func arc(center: Point, radius: Double) -> Path {
    // A cubic spans a quarter circle within 0.03 % when its arms are this long.
    let arm = 0.5522847498 * radius
    let half = 0.5.squareRoot()
    func turned(_ x: Double, _ y: Double) -> Point {
      Point(x: center.x + (x - y) * half, y: center.y - (x + y) * half)
    }
    return Path([
      .move(turned(0, radius)),
      .cubic(turned(arm, radius), turned(radius, arm), turned(radius, 0)),
    ])
  }
}
