public import Geometry
public import Pixels

/// A gradient over the canvas, dithered so that no steps can be seen.
///
/// Colours are mixed premultiplied. The dither is an ordered pattern fixed to the canvas, so that
/// it holds still while time goes on; where a colour needs no more than 8 bits it changes nothing.
public struct GradientRows: RowSource {
  /// From canvas pixels to the area's own coordinates.
  private let inverse: Transform
  private let bounds: Rect
  private let kind: Gradient.Kind
  /// The colours from position 0 to 1.
  private let ramp: ColorRamp
  /// Whether a column has one colour, so that one row is all rows but for their dither.
  private let isTheSameInAllRows: Bool
  /// The last row, if it is all rows, and where it begins.
  private var column: (x: Int, levels: [SIMD4<UInt32>]) = (0, [])

  /// Whether nothing ever shows through.
  public let isOpaque: Bool

  /// `gradient` over `bounds`, from whose coordinates `inverse` is the way back.
  public init(_ gradient: Gradient, in bounds: Rect, inverse: Transform) {
    (kind, self.bounds, self.inverse) = (gradient.kind, bounds, inverse)
    isOpaque = gradient.stops.allSatisfy(\.color.isOpaque)
    ramp = ColorRamp(gradient.stops)
    isTheSameInAllRows = inverse.isUpright && gradient.kind.isHorizontal
  }

  /// Always: dithered before it is faded, or shone through, a colour would be rounded twice.
  public var isDeep: Bool { true }
  /// Always.
  public var isDithered: Bool { true }

  /// Evaluates a row without rounding it.
  public mutating func writeDeep(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt16>
  ) {
    let first = lookUp(y, x, width)
    for i in 0..<max(0, width) {
      let levels = (color(x + i, y, known: first + i) &+ 128) &>> 8
      row.setDeep(SIMD4<UInt16>(truncatingIfNeeded: levels), at: i * 4)
    }
  }

  /// Evaluates a row.
  public mutating func write(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    let first = lookUp(y, x, width)
    for i in 0..<max(0, width) {
      let sum = color(x + i, y, known: first + i) &+ Dither.threshold(x: x + i, y: y)
      row.setPixel(Pixel(SIMD4<UInt8>(truncatingIfNeeded: sum &>> 16)), at: offset + i * 4)
    }
  }

  /// Where the colours of a row that is all rows begin in `column`; far outside for another.
  private mutating func lookUp(_ y: Int, _ x: Int, _ width: Int) -> Int {
    guard isTheSameInAllRows, width > 0 else { return .min / 2 }
    if x < column.x || x + width > column.x + column.levels.count {
      column = (x, (x..<x + width).map { color($0, y) })
    }
    return x - column.x
  }

  /// The levels of a pixel in 1/65,536, which may be known.
  @inline(__always)
  private func color(_ x: Int, _ y: Int, known place: Int) -> SIMD4<UInt32> {
    place >= 0 ? column.levels[place] : color(x, y)
  }

  /// The levels of a pixel in 1/65,536.
  @inline(__always)
  private func color(_ x: Int, _ y: Int) -> SIMD4<UInt32> {
    ramp.color(at: position(of: inverse.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))))
  }

  /// Where between the stops a place lies.
  private func position(of place: Point) -> Double {
    let x = (place.x - bounds.x) / bounds.width
    let y = (place.y - bounds.y) / bounds.height
    switch kind {
    case .linear(let from, let to):
      let along = to - from
      let square = along.x * along.x + along.y * along.y
      guard square > 0 else { return 1 }
      return ((x - from.x) * along.x + (y - from.y) * along.y) / square
    case .radial(let center, let radius):
      let reach = radius * bounds.width
      guard reach > 0 else { return 1 }
      let (dx, dy) = ((x - center.x) * bounds.width, (y - center.y) * bounds.height)
      return (dx * dx + dy * dy).squareRoot() / reach
    case .conic(let center, let degrees):
      let (dx, dy) = ((x - center.x) * bounds.width, (y - center.y) * bounds.height)
      let turns = (Elementary.atan2(dy, dx) * (180 / .pi) - degrees) / 360
      return turns - turns.rounded(.down)
    }
  }
}

extension Gradient.Kind {
  /// Whether it goes from side to side, and neither up nor down.
  fileprivate var isHorizontal: Bool {
    if case .linear(let from, let to) = self { return from.y == to.y && from.x != to.x }
    return false
  }
}

extension Gradient.Stop {
  var premultiplied: SIMD4<Double> {
    let share = Double(color.alpha) / 255
    return SIMD4(
      Double(color.red) * share, Double(color.green) * share, Double(color.blue) * share,
      Double(color.alpha))
  }
}
