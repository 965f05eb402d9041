import Geometry
import Kernels
public import Pixels

// The plain way convolves every pixel with the whole Gaussian: at 100 points on a 3x screen, 2,000
// products a pixel and pass. Three box blurs are the usual shortcut, and several levels off. Here
// a wide Gaussian is applied to a smaller copy: averaging and interpolating are themselves bells of a
// known width, and what they spread is taken from the sigma.

/// A Gaussian curve to blur with.
public struct Gaussian: Hashable, Sendable {
  /// Its standard deviation in pixels.
  let sigma: Double
  /// How often a picture is halved before the Gaussian is applied.
  private let halvings: Int

  /// A Gaussian; nil for one too narrow to be seen, or of no finite width.
  public init?(sigma: Double) {
    guard sigma > Self.narrowest, sigma.isFinite else { return nil }
    // What is wider than that has no shape left on any canvas.
    self.sigma = min(sigma, 512)
    var halvings = 0
    // At 4 small pixels or more, curves through them are as good as the Gaussian.
    while self.sigma >= Double(8 << halvings) { halvings += 1 }
    self.halvings = halvings
  }

  /// What is narrower shows as nothing but its own area.
  static let narrowest = 0.01

  /// How far a pixel is spread; farther away there is less than 1/16 of a level.
  public var reach: Int { Int((sigma * 4).rounded(.up)) + 2 << halvings }

  /// The blurred `plane` inside `region`, as far as it reaches; outside of it there was nothing.
  ///
  /// `spread` is by what variance it is spread already, along each axis. What is full-size and no longer
  /// needed is given back as soon as it can be: it is larger than a frame.
  public func blurred(
    _ plane: consuming Plane, in region: PixelRect, spread: SIMD2<Double> = .zero
  ) -> Plane {
    let result = plane.bounds.expanded(by: reach).intersection(region)
    guard !result.isEmpty else { return Plane(.empty, channels: plane.channels) }
    guard halvings > 0 else {
      let rest = sigma * sigma - spread
      let (across, down) = (
        Self.weights(max(0, rest.x).squareRoot()), Self.weights(max(0, rest.y).squareRoot())
      )
      let seen = (consume plane).cropped(to: region.expanded(by: reach))
      let wide = (consume seen).expanded(by: max(across.count, down.count))
      return wide.convolved(across: across, down: down, in: result.intersection(wide.bounds))
    }
    // Halving and doubling once spread by 3/4 of a square pixel each.
    let side = Double(1 << halvings)
    let variance = sigma * sigma - (side * side - 1) / 2
    let weights = Self.weights(variance.squareRoot() / side, places: 1)
    var regions = [result]
    var small = consume plane
    for _ in 0..<halvings {
      regions.append(Plane.half(of: regions[regions.count - 1]))
      small = small.halved()
    }
    small = small.expanded(by: weights.count + 1)
    small = small.convolved(weights, in: regions[halvings].intersection(small.bounds))
    for region in regions.dropLast().reversed() { small = small.doubled(in: region) }
    return small
  }

  /// What `contours` cover, blurred, everywhere inside `region`.
  ///
  /// A wide Gaussian needs no full-size picture of them: coverage is as exact on a coarse grid.
  public func blurred(_ contours: [Contour], in region: PixelRect) -> Plane {
    guard !region.isEmpty else { return Plane(.empty, channels: 1) }
    guard halvings > 0 else { return sampled(contours, in: region) }
    let side = Double(1 << halvings)
    // Doubling once spreads by 3/4 of a square pixel, as above.
    let variance = sigma * sigma - (side * side - 1) / 4 - side * side / 8
    let weights = Self.weights(variance.squareRoot() / side)
    var regions = [region]
    for _ in 0..<halvings { regions.append(Plane.half(of: regions[regions.count - 1])) }
    let seen = regions[halvings].expanded(by: weights.count + 1)
    let coarse = contours.map { contour in contour.map { $0 * (1 / side) } }
    var small = Plane(Coverage(coarse, in: seen), in: seen)
      .convolved(weights, in: regions[halvings])
    for region in regions.dropLast().reversed() { small = small.doubled(in: region) }
    return small
  }

  /// The same for a Gaussian of few pixels: coverage, which is exact for the area of a pixel, says too
  /// little of where in the pixel an edge is, so it is taken on a finer grid.
  ///
  /// A Gaussian of less than half a pixel shows the mean of the pixel, or of the middle of it.
  private func sampled(_ contours: [Contour], in region: PixelRect) -> Plane {
    let window = max(0, min(1, 2 - 4 * sigma))
    // So many fine pixels that the Gaussian is two of them wide; an odd number has a middle.
    let spread = (sigma * sigma + window * window / 12).squareRoot()
    let fineness = [1, 3, 5].first { spread * Double($0) >= 2 } ?? 7
    let fine = Double(fineness)
    // An edge inside of a fine pixel is spread by 0 to 1/4, by an eighth on average.
    let variance = max(0.01, fine * fine * sigma * sigma - 1.0 / 8)
    let weights = Self.weights(variance.squareRoot(), window: window * fine)
    let reach = (weights.count + fineness - 1) / fineness
    var result = Plane(unwritten: region, channels: 1)
    // In strips, so that the fine pixels are few at a time; around the origin, where no canvas ends.
    for top in stride(from: region.y, to: region.maxY, by: 64) {
      let strip = PixelRect(
        x: region.x, y: top, width: region.width, height: min(64, region.maxY - top))
      let seen = strip.expanded(by: reach)
      let corner = Point(x: Double(seen.x), y: Double(seen.y))
      let bounds = PixelRect(
        x: 0, y: 0, width: seen.width * fineness, height: seen.height * fineness)
      let near = contours.map { contour in contour.map { ($0 - corner) * fine } }
      let plane = Plane(Coverage(near, in: bounds), in: bounds)
      result.take(strip, from: plane, every: fineness, margin: reach, weights)
    }
    return result
  }

  /// The Gaussian's right half in 1/65,536, the middle first; both halves make exactly one.
  ///
  /// Each is the Gaussian's mean over a pixel, as `places` tell it; one place is the pixel's middle. Where
  /// more than the middle of a pixel is shown, it is also the mean over that `window`.
  static func weights(_ sigma: Double, places: Int = 16, window: Double = 0) -> [UInt32] {
    guard sigma > 0.05 else { return [65_536] }
    let count = Int((sigma * 4 + window / 2).rounded(.up))
    let shifts = window > 0 ? (0..<32).map { ((Double($0) + 0.5) / 32 - 0.5) * window } : [0]
    let heights = (0...count).map { distance in
      shifts.reduce(0) { $0 + area(Double(distance) + $1, sigma, places) }
    }
    let sum = heights[0] + 2 * heights.dropFirst().reduce(0, +)
    var weights = heights.map { UInt32(($0 / sum * 65_536).rounded()) }
    weights[0] = 65_536 - 2 * weights.dropFirst().reduce(0, +)
    return weights
  }

  /// The Gaussian's mean height, up to a factor, over the pixel at `distance`.
  private static func area(_ distance: Double, _ sigma: Double, _ places: Int) -> Double {
    // A narrow Gaussian bends inside a pixel: sixteen places tell enough.
    (0..<places).reduce(0.0) { sum, i in
      let x = distance + (Double(i) + 0.5) / Double(places) - 0.5
      return sum + Elementary.exp(-x * x / (2 * sigma * sigma))
    }
  }
}

extension PixelRect {
  func expanded(by margin: Int) -> PixelRect {
    guard !isEmpty else { return self }
    return PixelRect(
      x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}

extension Plane {
  /// The same levels with `margin` empty pixels on every side.
  func expanded(by margin: Int) -> Plane {
    cut(to: bounds.expanded(by: margin))
  }

  /// The part inside `region`.
  func cropped(to region: PixelRect) -> Plane {
    cut(to: region.intersection(bounds))
  }

  func cut(to region: PixelRect) -> Plane {
    guard region != bounds else { return self }
    var result = Plane(region, channels: channels)
    let common = region.intersection(bounds)
    for y in common.y..<common.maxY {
      let from = ((y - bounds.y) * bounds.width + common.x - bounds.x) * channels
      let to = ((y - region.y) * region.width + common.x - region.x) * channels
      let length = common.width * channels
      result.levels.replaceSubrange(to..<to + length, with: levels[from..<from + length])
    }
    return result
  }

  /// Every pixel of `part`, which it holds, the weighted sum of its neighbours along both axes; there
  /// is nothing outside.
  func convolved(_ weights: [UInt32], in part: PixelRect) -> Plane {
    convolved(across: weights, down: weights, in: part)
  }

  /// The same with weights of its own for each axis.
  func convolved(across: [UInt32], down: [UInt32], in part: PixelRect) -> Plane {
    var result = Plane(unwritten: part, channels: channels)
    let (width, length) = (bounds.width * channels, part.width * channels)
    let most = across.count - 1
    let margin = most * channels
    var line = [UInt16](repeating: 0, count: width + 2 * margin)
    for y in part.y..<part.maxY {
      let row = y - bounds.y
      let reach = (
        before: min(down.count - 1, row), after: min(down.count - 1, bounds.maxY - 1 - y)
      )
      line.take(
        width, at: margin, of: levels, from: row * width, step: width, reach, down)
      let start = margin + (part.x - bounds.x) * channels
      result.levels.take(
        length, at: (y - part.y) * length, of: line, from: start, step: channels, (most, most),
        across)
    }
    return result
  }
}

extension Plane {
  /// Takes the rows of `strip` from a plane of pixels `fineness` times as fine, which has `margin` more
  /// whole pixels on every side: the weighted sums around the middle one of those of each pixel.
  fileprivate mutating func take(
    _ strip: PixelRect, from fine: Plane, every fineness: Int, margin: Int, _ weights: [UInt32]
  ) {
    let (width, most) = (fine.bounds.width, weights.count - 1)
    let first = margin * fineness + fineness / 2
    var (line, row) = ([UInt16](repeating: 0, count: width), [UInt16](repeating: 0, count: width))
    for y in 0..<strip.height {
      line.take(
        width, at: 0, of: fine.levels, from: (y * fineness + first) * width, step: width,
        (most, most), weights)
      row.take(
        width - 2 * most, at: most, of: line, from: most, step: 1, (most, most), weights)
      let start = (strip.y + y - bounds.y) * bounds.width
      for x in 0..<strip.width { levels[start + x] = row[x * fineness + first] }
    }
  }
}

extension [UInt16] {
  /// Takes `count` levels from `place` on, each the sum of neighbours in `source`, `step` apart.
  mutating func take(
    _ count: Int, at place: Int, of source: [UInt16], from start: Int, step: Int,
    _ reach: (before: Int, after: Int), _ weights: [UInt32]
  ) {
    guard count > 0 else { return }
    let (before, after) = (reach.before &* step, reach.after &* step)
    precondition(
      Swift.max(reach.before, reach.after) < weights.count, "as many weights as neighbours")
    var levels = mutableSpan
    unsafe source.span.lend(start &- before, before &+ count &+ after) { source in
      unsafe weights.span.lend(0, weights.count) { weights in
        var neighbors = unsafe rt_neighbors(
          middle: source + before, stride: step, before: reach.before, after: reach.after,
          weights: weights)
        unsafe levels.lend(place, count) { unsafe rt_convolve(&neighbors, $0, count) }
      }
    }
  }
}
