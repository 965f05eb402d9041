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
  /// The colours from position 0 to 1, in 1/65,536 of a level.
  private let ramp: [SIMD4<UInt32>]
  private static let steps = 4096

  /// Whether nothing ever shows through.
  public let isOpaque: Bool

  /// `gradient` over `bounds`, from whose coordinates `inverse` is the way back.
  public init(_ gradient: Gradient, in bounds: Rect, inverse: Transform) {
    (kind, self.bounds, self.inverse) = (gradient.kind, bounds, inverse)
    isOpaque = gradient.stops.allSatisfy(\.color.isOpaque)
    ramp = (0...Self.steps).map { gradient.color(at: Double($0) / Double(Self.steps)) }
  }

  /// Evaluates a row.
  public mutating func write(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    for i in 0..<max(0, width) {
      let place = inverse.apply(Point(x: Double(x + i) + 0.5, y: Double(y) + 0.5))
      let color = ramp[step(at: position(of: place))]
      let sum = color &+ Dither.threshold(x: x + i, y: y)
      row.setPixel(Pixel(SIMD4<UInt8>(truncatingIfNeeded: sum &>> 16)), at: offset + i * 4)
    }
  }

  private func step(at position: Double) -> Int {
    guard position > 0 else { return 0 }
    return Int(min(1, position) * Double(Self.steps) + 0.5)
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

extension Gradient {
  /// The premultiplied colour at `position`, in 1/65,536 of a level.
  fileprivate func color(at position: Double) -> SIMD4<UInt32> {
    let next = stops.firstIndex { $0.position > position } ?? stops.count
    guard next > 0, let last = stops.last else {
      return stops.first.map { Self.steps($0.premultiplied) } ?? SIMD4(repeating: 0)
    }
    guard next < stops.count else { return Self.steps(last.premultiplied) }
    let (before, after) = (stops[next - 1], stops[next])
    let share = (position - before.position) / (after.position - before.position)
    let (start, end) = (before.premultiplied, after.premultiplied)
    return Self.steps(start + (end - start) * share)
  }

  private static func steps(_ levels: SIMD4<Double>) -> SIMD4<UInt32> {
    var result = SIMD4<UInt32>()
    for i in 0..<4 { result[i] = UInt32(max(0, min(255, levels[i])) * 65_536 + 0.5) }
    return result
  }
}

extension Gradient.Stop {
  fileprivate var premultiplied: SIMD4<Double> {
    let share = Double(color.alpha) / 255
    return SIMD4(
      Double(color.red) * share, Double(color.green) * share, Double(color.blue) * share,
      Double(color.alpha))
  }
}
