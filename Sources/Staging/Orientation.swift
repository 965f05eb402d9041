import Geometry
import Pixels
import SceneFormat

/// How a recipe that is written for one direction is turned or mirrored to play in another.
///
/// Everything is worked out in the recipe's own space, whose axes are swapped after an odd number
/// of turns, and only then turned: so "100%" and `W` follow the axis by themselves.
struct Orientation: Hashable, Sendable {
  /// Clockwise on screen, from 0 to 3.
  var quarterTurns: Int
  /// Whether x is mirrored after the turn.
  var isMirrored: Bool

  static let upright = Orientation(quarterTurns: 0, isMirrored: false)

  init(quarterTurns: Int, isMirrored: Bool) {
    self.quarterTurns = ((quarterTurns % 4) + 4) % 4
    self.isMirrored = isMirrored
  }

  /// From the recipe's direction to the wanted one; opposite directions mirror, others turn.
  init(from written: Direction?, to wanted: Direction?, isRightToLeft: Bool) {
    let written = written ?? .left
    let turns = (wanted ?? written).quarterTurnsFromUp - written.quarterTurnsFromUp
    switch ((turns % 4) + 4) % 4 {
    case 2 where written.isHorizontal: self.init(quarterTurns: 0, isMirrored: true)
    case 2: self.init(quarterTurns: 2, isMirrored: true)
    case let other: self.init(quarterTurns: other, isMirrored: false)
    }
    // Mirroring is its own opposite: a mirrored transition in a mirrored scene runs as written.
    if isRightToLeft { isMirrored.toggle() }
  }

  /// Whether what was width is height.
  var swapsAxes: Bool { quarterTurns % 2 == 1 }

  /// Where what the recipe writes as `direction` leads on the screen.
  func direction(_ direction: Direction) -> Direction {
    let clockwise: [Direction] = [.up, .right, .down, .left]
    let turned = clockwise[(direction.quarterTurnsFromUp + quarterTurns) % 4]
    return isMirrored && turned.isHorizontal ? turned.opposite : turned
  }

  /// A size as the recipe sees it, or back: it is its own inverse.
  func size(_ size: Size) -> Size {
    swapsAxes ? Size(width: size.height, height: size.width) : size
  }

  /// A displacement.
  func vector(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    var (x, y) = (x, y)
    for _ in 0..<quarterTurns { (x, y) = (0 - y, x) }
    return isMirrored ? (0 - x, y) : (x, y)
  }

  /// A place in unit coordinates.
  func unitPoint(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    var (x, y) = (x, y)
    for _ in 0..<quarterTurns { (x, y) = (1 - y, x) }
    return isMirrored ? (1 - x, y) : (x, y)
  }

  /// A rectangle inside a parent of the given size in the recipe's space.
  func rect(_ rect: Rect, inside parent: Size) -> Rect {
    var (rect, parent) = (rect, parent)
    for _ in 0..<quarterTurns {
      rect = Rect(
        x: parent.height - rect.y - rect.height, y: rect.x, width: rect.height, height: rect.width)
      parent = Size(width: parent.height, height: parent.width)
    }
    guard isMirrored else { return rect }
    return Rect(
      x: parent.width - rect.x - rect.width, y: rect.y, width: rect.width, height: rect.height)
  }

  /// Four values at the corners, clockwise from the top left.
  func corners(_ values: [Double]) -> [Double] {
    guard values.count == 4 else { return values }
    var values = values
    for _ in 0..<quarterTurns { values = [values[3], values[0], values[1], values[2]] }
    return isMirrored ? [values[1], values[0], values[3], values[2]] : values
  }

  /// Four values at the edges: left, top, right, bottom.
  func edges(_ values: [Double]) -> [Double] {
    guard values.count == 4 else { return values }
    var values = values
    for _ in 0..<quarterTurns { values = [values[3], values[0], values[1], values[2]] }
    return isMirrored ? [values[2], values[1], values[0], values[3]] : values
  }

  /// A gradient's line, centre or angle.
  func paint(_ paint: Paint) -> Paint {
    guard case .gradient(var gradient) = paint else { return paint }
    func point(_ point: SIMD2<Double>) -> SIMD2<Double> {
      let turned = unitPoint(point.x, point.y)
      return SIMD2(turned.x, turned.y)
    }
    switch gradient.kind {
    case .linear(let from, let to): gradient.kind = .linear(from: point(from), to: point(to))
    case .radial(let center, let radius):
      gradient.kind = .radial(center: point(center), radius: radius)
    case .conic(let center, let degrees):
      let turned = degrees + 90 * Double(quarterTurns)
      gradient.kind = .conic(center: point(center), degrees: isMirrored ? 180 - turned : turned)
    }
    return .gradient(gradient)
  }
}

extension Direction {
  /// Clockwise turns that lead from up to it.
  var quarterTurnsFromUp: Int {
    switch self {
    case .up: 0
    case .right: 1
    case .down: 2
    case .left: 3
    }
  }
}
