import Geometry

/// The parallelogram of a picture that one pixel of the canvas sees.
struct Footprint {
  /// Its middle.
  let center: Point
  /// From one side to the other, for a step of one pixel to the right.
  let across: Point
  /// The same for a step of one pixel down.
  let down: Point

  /// What the pixel whose middle is `place` sees through `inverse`.
  init(of place: Point, _ inverse: Transform) {
    guard !inverse.isAffine else {
      center = inverse.apply(place)
      across = Point(x: inverse.a, y: inverse.b)
      down = Point(x: inverse.c, y: inverse.d)
      return
    }
    // Behind the eye nothing is covered: the least divisor only keeps the numbers finite.
    let w = inverse.px * place.x + inverse.py * place.y + inverse.pw
    let one = 1 / (abs(w) > 1e-9 ? w : 1e-9)
    center = Point(
      x: (inverse.a * place.x + inverse.c * place.y + inverse.tx) * one,
      y: (inverse.b * place.x + inverse.d * place.y + inverse.ty) * one)
    across = Point(
      x: (inverse.a - inverse.px * center.x) * one, y: (inverse.b - inverse.px * center.y) * one)
    down = Point(
      x: (inverse.c - inverse.py * center.x) * one, y: (inverse.d - inverse.py * center.y) * one)
  }

  /// How many samples a side needs; a bilinear sample is one source pixel wide by itself.
  static func samples(_ step: Point) -> Int {
    let square = step.x * step.x + step.y * step.y
    // Up to an eighth too wide, a second sample would be 1/8 pixel away: nobody sees it.
    guard square > 1.125 * 1.125 else { return 1 }
    return square < 256 ? Int(square.squareRoot().rounded(.up)) : 16
  }

  /// Where `columns` by `rows` samples lie around the centre, in 1/256 pixels.
  func offsets(_ columns: Int, _ rows: Int) -> [SIMD2<Int>] {
    (0..<rows).flatMap { row in
      let v = Self.offset(row, of: rows, down)
      return (0..<columns).map { column in
        let u = Self.offset(column, of: columns, across)
        return SIMD2(Self.steps(u.x + v.x), Self.steps(u.y + v.y))
      }
    }
  }

  /// Where sample `index` of `count` lies along a side that is longer than one.
  ///
  /// All samples together are as wide as the side: were it of length 1, they would be one.
  private static func offset(_ index: Int, of count: Int, _ side: Point) -> Point {
    guard count > 1 else { return .zero }
    let length = (side.x * side.x + side.y * side.y).squareRoot()
    guard length.isFinite else { return .zero }
    return side * ((length - 1) / length * (Double(index) / Double(count - 1) - 0.5))
  }

  private static func steps(_ distance: Double) -> Int {
    distance.isNaN ? 0 : Int(max(-1e9, min(1e9, distance * 256)).rounded())
  }
}
