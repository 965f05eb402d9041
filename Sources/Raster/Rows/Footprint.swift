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

  /// Only the middle of what the pixel whose middle is `place` sees through `inverse`.
  @inline(__always)
  static func center(of place: Point, _ inverse: Transform) -> Point {
    let w = inverse.px * place.x + inverse.py * place.y + inverse.pw
    let one = 1 / (abs(w) > 1e-9 ? w : 1e-9)
    return Point(
      x: (inverse.a * place.x + inverse.c * place.y + inverse.tx) * one,
      y: (inverse.b * place.x + inverse.d * place.y + inverse.ty) * one)
  }

  /// The same on a picture whose lengths are `share` of what they are.
  func scaled(by share: Double) -> Footprint {
    Footprint(center: center * share, across: across * share, down: down * share)
  }

  /// The part of it that is looked at of a picture which is blurred by a Gaussian of `sigma` pixels.
  ///
  /// Only the middle where the Gaussian is half as wide as the footprint or more, and all of it where the
  /// Gaussian is a quarter as wide or less, as of what has sharp edges.
  func narrowed(byBlur sigma: Double) -> Footprint {
    func part(_ side: Point) -> Point {
      let length = (side.x * side.x + side.y * side.y).squareRoot()
      return length > 0 ? side * max(0, min(1, 2 - 4 * sigma / length)) : side
    }
    return Footprint(center: center, across: part(across), down: part(down))
  }

  private init(center: Point, across: Point, down: Point) {
    (self.center, self.across, self.down) = (center, across, down)
  }

  /// How many samples a side needs; a bilinear sample is one source pixel wide by itself.
  static func samples(_ step: Point) -> Int {
    let square = step.x * step.x + step.y * step.y
    // Up to an eighth too wide, a second sample would be 1/8 pixel away, which cannot be seen.
    guard square > 1.125 * 1.125 else { return 1 }
    return square < 256 ? Int(square.squareRoot().rounded(.up)) : 16
  }

  /// Where `columns` by `rows` samples lie around the centre, in 1/256 pixels.
  func offsets(_ columns: Int, _ rows: Int) -> [SIMD2<Int>] {
    var offsets: [SIMD2<Int>] = []
    forEachOffset(columns, rows) { offsets.append(SIMD2($0, $1)) }
    return offsets
  }

  /// Calls `body` with the same, one by one.
  @inline(__always)
  func forEachOffset(_ columns: Int, _ rows: Int, _ body: (_ x: Int, _ y: Int) -> Void) {
    let (wide, high) = (Self.spread(across, columns), Self.spread(down, rows))
    for row in 0..<rows {
      let v = high * Self.share(row, of: rows)
      for column in 0..<columns {
        let u = wide * Self.share(column, of: columns)
        body(Self.steps(u.x + v.x), Self.steps(u.y + v.y))
      }
    }
  }

  /// The way from the first of `count` samples to the last along a side that is longer than one.
  ///
  /// All samples together are as wide as the side: were it of length 1, they would be one.
  static func spread(_ side: Point, _ count: Int) -> Point {
    let length = (side.x * side.x + side.y * side.y).squareRoot()
    guard count > 1, length.isFinite else { return .zero }
    return side * ((length - 1) / length)
  }

  /// How far along that way from its middle sample `index` of `count` is.
  @inline(__always)
  private static func share(_ index: Int, of count: Int) -> Double {
    count > 1 ? Double(index) / Double(count - 1) - 0.5 : 0
  }

  /// How much of a sample, which is one source pixel wide, is on the pixels `range`, in 1/256; `place`
  /// is its middle, in 1/256 from the first pixel's.
  @inline(__always)
  static func share(of place: Int, in range: ClosedRange<Int>) -> UInt32 {
    let (first, last) = (range.lowerBound &<< 8, range.upperBound &<< 8)
    return UInt32(max(0, min(256, place &- first &+ 256, last &+ 256 &- place)))
  }

  /// The nearest 1/256; what is no number, or far from any picture, is bounded.
  @inline(__always)
  static func steps(_ distance: Double) -> Int {
    guard !distance.isNaN else { return 0 }
    return nearest(max(-1e9, min(1e9, distance * 256)))
  }

  /// The whole number nearest to `steps`, which is no large number.
  @inline(__always)
  static func nearest(_ steps: Double) -> Int { Int(steps + (steps < 0 ? -0.5 : 0.5)) }
}

/// Where the samples of a footprint lie around its centre, in 1/65,536 of 1/256 pixels: a row of them
/// takes whole numbers only.
struct SampleGrid {
  /// What rounds a step.
  static let half = SIMD2(repeating: 32_768)
  /// The first sample, and the ways to the next one of its row and of its column.
  let first, across, down: SIMD2<Int>

  /// `columns` by `rows` samples of `footprint`.
  init(_ footprint: Footprint, _ columns: Int, _ rows: Int) {
    let (wide, high) = (
      Footprint.spread(footprint.across, columns), Footprint.spread(footprint.down, rows)
    )
    (across, down) = (Self.step(wide, columns), Self.step(high, rows))
    first = Self.steps((wide + high) * -0.5)
  }

  private static func step(_ side: Point, _ count: Int) -> SIMD2<Int> {
    count > 1 ? steps(side * (1 / Double(count - 1))) : .zero
  }

  /// The nearest steps; what is no number, or far from any picture, is bounded.
  private static func steps(_ place: Point) -> SIMD2<Int> {
    func bounded(_ distance: Double) -> Int {
      distance.isNaN ? 0 : Int(max(-1e13, min(1e13, distance * 16_777_216)).rounded())
    }
    return SIMD2(bounded(place.x), bounded(place.y))
  }
}
