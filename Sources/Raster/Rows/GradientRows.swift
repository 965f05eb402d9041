public import Geometry
public import Pixels

/// A gradient over the canvas, dithered so that no steps can be seen.
///
/// Colours are mixed premultiplied. The dither is an ordered pattern fixed to the canvas, so that
/// it holds still while time goes on; where a colour needs no more than 8 bits it changes nothing.
public struct GradientRows: RowSource {
  /// From canvas pixels to the gradient's coordinates: those of the area, before its transform.
  private let inverse: Transform
  private let bounds: Rect
  private let kind: Gradient.Kind
  private let spread: Gradient.Spread
  /// The colours from position 0 to 1.
  private let ramp: ColorRamp
  /// In which direction nothing changes.
  private let evenness: Evenness
  /// Where between the stops a pixel of the canvas lies, if only its place along a line matters.
  private let line: AlongLine?
  /// The levels of these columns, where every row has the same ones.
  private var levels: [SIMD4<UInt32>] = []
  private var columns = 0..<0

  private enum Evenness {
    case none, alongRows, fromRowToRow

    init(_ kind: Gradient.Kind, through inverse: Transform) {
      self = .none
      guard case .linear(let from, let to) = kind, inverse.isAffine, inverse.b == 0, inverse.c == 0
      else { return }
      if from.x == to.x { self = .alongRows } else if from.y == to.y { self = .fromRowToRow }
    }
  }

  /// Whether nothing ever shows through.
  public let isOpaque: Bool

  /// `gradient` over `bounds`, from whose coordinates `inverse` is the way back.
  public init(_ gradient: Gradient, in bounds: Rect, inverse: Transform) {
    var (kind, inverse) = (gradient.kind.withFocusInside(bounds), inverse)
    if gradient.transform != .identity, let back = gradient.transform.inverse {
      let unit = Rect(x: 0, y: 0, width: 1, height: 1)
      inverse = inverse.then(.mapping(bounds, to: unit)).then(back).then(.mapping(unit, to: bounds))
    } else if gradient.transform != .identity {
      // No line at all: behind the last stop.
      kind = .linear(from: .zero, to: .zero)
    }
    (self.kind, self.bounds, self.inverse, spread) = (kind, bounds, inverse, gradient.spread)
    isOpaque = gradient.stops.allSatisfy(\.color.isOpaque)
    ramp = ColorRamp(gradient.stops)
    evenness = Evenness(kind, through: inverse)
    line = AlongLine(kind, in: bounds, inverse: inverse)
  }

  /// Evaluates a row.
  public mutating func write(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    forEachPixel(y: y, x: x, width: width) { color, i in
      let sum = color &+ OrderedDither.threshold(x: x &+ i, y: y)
      row.setPixel(Pixel(SIMD4<UInt8>(truncatingIfNeeded: sum &>> 16)), at: offset &+ i &* 4)
    }
  }

  /// Always: dithered before it is faded, or shone through, a colour would be rounded twice.
  public var isFine: Bool { true }

  /// Evaluates a row, fades it over what is there, and dithers the result.
  public mutating func fade(
    y: Int, x: Int, width: Int, by weight: Weight, onto row: inout MutableSpan<UInt8>,
    at offset: Int, scratch: inout [UInt8]
  ) {
    let share = Double(weight.parts) / 65_536
    var at = offset
    forEachPixel(y: y, x: x, width: width) { color, i in
      let top = SIMD4<Double>(color) * share
      let below = SIMD4<Double>(row.pixel(at: at).channels) * (65_536 - top.w / 255)
      let sum = SIMD4<UInt32>(top + below) &+ OrderedDither.threshold(x: x &+ i, y: y)
      row.setPixel(Pixel(SIMD4<UInt8>(truncatingIfNeeded: sum &>> 16)), at: at)
      at &+= 4
    }
  }

  /// Calls `body` with the levels of each pixel of a row in 1/65,536, from left to right.
  @inline(__always)
  private mutating func forEachPixel(
    y: Int, x: Int, width: Int, _ body: (_ color: SIMD4<UInt32>, _ place: Int) -> Void
  ) {
    let places = 0..<max(0, width)
    switch evenness {
    case .none:
      for i in places { body(color(x &+ i, y), i) }
    case .alongRows:
      let color = color(x, y)
      for i in places { body(color, i) }
    case .fromRowToRow:
      let end = x + places.count
      if x < columns.lowerBound || end > columns.upperBound {
        // A row comes in parts: the next one shall find them all.
        columns =
          columns.isEmpty
          ? x..<end : min(x, columns.lowerBound)..<max(end, columns.upperBound)
        levels = columns.map { color($0, y) }
      }
      let start = x - columns.lowerBound
      for i in places { body(levels[start &+ i], i) }
    }
  }

  /// The levels of a pixel in 1/65,536.
  @inline(__always)
  private func color(_ x: Int, _ y: Int) -> SIMD4<UInt32> {
    let middle = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
    if let line { return ramp.color(at: spread.position(line.position(of: middle))) }
    return ramp.color(at: position(of: inverse.apply(middle)))
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
      return spread.position(((x - from.x) * along.x + (y - from.y) * along.y) / square)
    case .radial(let center, let radius, let focus):
      let reach = radius * bounds.width
      guard reach > 0 else { return 1 }
      let (dx, dy) = ((x - focus.x) * bounds.width, (y - focus.y) * bounds.height)
      let away = dx * dx + dy * dy
      guard focus != center else { return spread.position(away.squareRoot() / reach) }
      // The circle at t is about focus + t (center - focus) and has the radius t reach.
      let (cx, cy) = (
        (center.x - focus.x) * bounds.width, (center.y - focus.y) * bounds.height
      )
      let along = dx * cx + dy * cy
      let room = max(0, reach * reach - cx * cx - cy * cy)
      return spread.position(away / (along + (along * along + away * room).squareRoot()))
    case .conic(let center, let degrees):
      let (dx, dy) = ((x - center.x) * bounds.width, (y - center.y) * bounds.height)
      let turns = (Elementary.atan2(dy, dx) * (180 / .pi) - degrees) / 360
      return turns - turns.rounded(.down)
    }
  }
}

extension Gradient.Kind {
  /// The same with a focus that is not outside of the last circle, as it is in `bounds`.
  fileprivate func withFocusInside(_ bounds: Rect) -> Self {
    guard case .radial(let center, let radius, let focus) = self, focus != center else {
      return self
    }
    let away = focus - center
    let (dx, dy) = (away.x * bounds.width, away.y * bounds.height)
    let share = radius * bounds.width / (dx * dx + dy * dy).squareRoot()
    return .radial(center: center, radius: radius, focus: center + away * min(1, share))
  }
}

extension Gradient.Spread {
  /// The position between the stops that is seen at one anywhere.
  @inline(__always)
  fileprivate func position(_ position: Double) -> Double {
    switch self {
    case .pad: position
    case .repeat: position - position.rounded(.down)
    case .reflect: abs(position - 2 * (position / 2).rounded())
    }
  }
}

/// A linear gradient seen in perspective: the quotient of two sums says where between its stops a
/// pixel lies.
private struct AlongLine {
  /// What a pixel to the right, one down, and the first place add to what is divided.
  let right, down, origin: Double
  let inverse: Transform

  /// Nil if `kind` is not linear, or nothing is seen in perspective.
  init?(_ kind: Gradient.Kind, in bounds: Rect, inverse: Transform) {
    guard case .linear(let from, let to) = kind, !inverse.isAffine else { return nil }
    let along = to - from
    let square = along.x * along.x + along.y * along.y
    guard square > 0, bounds.width > 0, bounds.height > 0 else { return nil }
    let (x, y) = (along.x / square / bounds.width, along.y / square / bounds.height)
    let start =
      x * (bounds.x + from.x * bounds.width) + y * (bounds.y + from.y * bounds.height)
    right = x * inverse.a + y * inverse.b - start * inverse.px
    down = x * inverse.c + y * inverse.d - start * inverse.py
    origin = x * inverse.tx + y * inverse.ty - start * inverse.pw
    self.inverse = inverse
  }

  @inline(__always)
  func position(of place: Point) -> Double {
    (right * place.x + down * place.y + origin)
      / (inverse.px * place.x + inverse.py * place.y + inverse.pw)
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

/// The colours between the stops of a gradient, premultiplied and exact at every position.
struct ColorRamp: Hashable, Sendable {
  /// The way from one stop to the next.
  private struct Stretch: Hashable, Sendable {
    /// Where the next one begins.
    var end: Double
    /// The colour at position 0, if it went on so far, and what a whole position adds, in 1/65,536
    /// of a level.
    var color: SIMD4<Double>
    var slope: SIMD4<Double>
  }

  private var stretches: [Stretch] = []
  /// For each 1/256 of the way, the first stretch that is met there.
  private var first: [Int] = []

  /// The ramp through `stops`, whose positions do not fall.
  init(_ stops: [Gradient.Stop]) {
    var last = stops.first
    stretches = [Stretch(end: last?.position ?? 2, color: Self.steps(last), slope: .zero)]
    for stop in stops.dropFirst() {
      guard let before = last else { break }
      let length = stop.position - before.position
      if length > 0 {
        let slope = (Self.steps(stop) - Self.steps(before)) / length
        stretches.append(
          Stretch(
            end: stop.position, color: Self.steps(before) - slope * before.position, slope: slope))
      }
      last = stop
    }
    stretches.append(Stretch(end: .infinity, color: Self.steps(last), slope: .zero))
    first = (0...256).map { part in
      stretches.firstIndex { $0.end > Double(part) / 256 } ?? stretches.count - 1
    }
  }

  private static func steps(_ stop: Gradient.Stop?) -> SIMD4<Double> {
    (stop?.premultiplied ?? .zero) * 65_536
  }

  /// The colour at `position`, in 1/65,536 of a level; before 0 and behind 1 the last ones go on.
  @inline(__always)
  func color(at position: Double) -> SIMD4<UInt32> {
    let place = position > 0 ? min(1, position) : 0
    var index = first[Int(place * 256)]
    while stretches[index].end <= place { index &+= 1 }
    let color = stretches[index].color + stretches[index].slope * place + 0.5
    let levels = bounded(color, to: 16_711_680)
    return SIMD4(
      UInt32(levels.x), UInt32(levels.y), UInt32(levels.z), UInt32(levels.w))
  }
}

/// An ordered pattern of 8 by 8 thresholds, the same at every place of the canvas for ever.
enum OrderedDither {
  /// What is added to a level in 1/65,536 before its fraction is cut off: never 0, never 1.
  static func threshold(x: Int, y: Int) -> UInt32 {
    // Bayer's matrix: the bits of x ^ y and y, interleaved from the finest.
    let (a, b) = (UInt32(truncatingIfNeeded: x ^ y) & 7, UInt32(truncatingIfNeeded: y) & 7)
    let fine = (a & 1) << 5 | (b & 1) << 4
    let middle = (a & 2) << 2 | (b & 2) << 1
    let coarse = (a & 4) >> 1 | (b & 4) >> 2
    return (fine | middle | coarse) << 10 + 512
  }
}
