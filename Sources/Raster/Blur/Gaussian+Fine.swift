import Geometry
public import Pixels

// Between whole pixels, an edge is spread by as much as a quarter of a square pixel: beside a bell
// of one pixel, that is seven levels. So a narrow bell looks at finer pixels, wherever there is
// anything but one level all around.

extension Gaussian {
  /// How many fine pixels in a row stand for one: so many that the bell is five of them wide, and
  /// an odd number, so that one lies in the middle.
  public var fineness: Int {
    // A window's variance is a twelfth of its square.
    let spread = (sigma * sigma + window * window / 12).squareRoot()
    var fineness = 1
    while spread * Double(fineness) < 5 { fineness += 2 }
    return fineness
  }

  /// What `picture` shows, blurred, everywhere inside `region`.
  ///
  /// `even` answers the levels that all pixels of an area have, as far as that is known, and
  /// `picture` shows an area in pixels `fineness` times as fine, placed on a canvas of such pixels.
  public func blurred<Failure: Error>(
    in region: PixelRect, channels: Int, even: (PixelRect) -> SIMD4<UInt16>?,
    _ picture: (PixelRect) throws(Failure) -> Plane
  ) throws(Failure) -> Plane {
    var result = Plane(region, channels: channels)
    let bell = FineBell(sigma: sigma, window: window, fineness: fineness)
    for row in Self.blocks(region.y, region.maxY) {
      let lines = row.clamped(to: region.y..<region.maxY)
      var rest = PixelRect(x: region.x, y: lines.lowerBound, width: 0, height: lines.count)
      for column in Self.blocks(region.x, region.maxX) {
        let whole = PixelRect(
          x: column.lowerBound, y: row.lowerBound, width: column.count, height: row.count)
        let block = whole.intersection(region)
        // All of it is asked about: what is seen must not depend on how much of it is drawn.
        if let levels = even(whole.expanded(by: bell.reach)) {
          result.fill(block, with: levels)
          result.take(try rest.isEmpty ? nil : picture(rest.expanded(by: bell.reach)), bell, rest)
          rest = PixelRect(x: block.maxX, y: block.y, width: 0, height: block.height)
        } else if rest.width + block.width > Self.side * 8 {
          result.take(try picture(rest.expanded(by: bell.reach)), bell, rest)
          rest = block
        } else {
          rest.width += block.width
        }
      }
      result.take(try rest.isEmpty ? nil : picture(rest.expanded(by: bell.reach)), bell, rest)
    }
    return result
  }

  /// The side of the areas that are looked at one by one.
  private static let side = 32

  /// The stretches that hold all from `start` to before `end`, whose borders are the same for all.
  private static func blocks(_ start: Int, _ end: Int) -> [Range<Int>] {
    guard start < end else { return [] }
    return (floorDivide(start, side)...floorDivide(end - 1, side)).map {
      $0 * side..<($0 + 1) * side
    }
  }

  /// What `contours` cover, blurred by a bell of few pixels.
  func blurredFinely(_ contours: [Contour], in region: PixelRect) -> Plane {
    let coverage = Coverage(contours, in: region.expanded(by: reach + Self.side))
    let fineness = fineness
    func even(_ area: PixelRect) -> SIMD4<UInt16>? {
      if coverage.isEmpty(in: area) { return .zero }
      return coverage.isFull(in: area) ? SIMD4(repeating: Plane.full) : nil
    }
    return blurred(in: region, channels: 1, even: even) { area in
      // Around the origin, where no canvas ends.
      let corner = Point(x: Double(area.x), y: Double(area.y))
      let near = contours.map { contour in contour.map { ($0 - corner) * Double(fineness) } }
      let fine = area.finer(by: fineness)
      let own = PixelRect(x: 0, y: 0, width: fine.width, height: fine.height)
      var plane = Plane(Coverage(near, in: own), in: own)
      plane.bounds = fine
      return plane
    }
  }
}

/// A bell over fine pixels, which is looked at once for each whole one.
private struct FineBell {
  let weights: [UInt32]
  let fineness: Int

  init(sigma: Double, window: Double, fineness: Int) {
    let fine = sigma * Double(fineness)
    // Among fine pixels, too, an edge is spread: by an eighth, give or take another.
    let bell = Gaussian.weights(max(0, fine * fine - 1.0 / 8).squareRoot())
    weights = Self.mean(of: bell, over: window * Double(fineness))
    self.fineness = fineness
  }

  /// The right half of the means of a bell, whose right half is `bell`, over `width` fine pixels.
  private static func mean(of bell: [UInt32], over width: Double) -> [UInt32] {
    guard width > 1 else { return bell }
    let half = width / 2
    // How much of the window is on the fine pixel at each distance.
    let shares = (0...Int((half + 0.5).rounded(.up))).map { distance in
      max(0, min(half, Double(distance) + 0.5) - max(-half, Double(distance) - 0.5)) / width
    }
    var weights = [UInt32](repeating: 0, count: bell.count + shares.count - 1)
    for distance in 1..<max(1, weights.count) {
      var sum = 0.0
      for step in 1 - shares.count..<shares.count where abs(distance - step) < bell.count {
        sum += shares[abs(step)] * Double(bell[abs(distance - step)])
      }
      weights[distance] = UInt32(sum.rounded())
    }
    // Both halves make exactly one.
    weights[0] = 65_536 - 2 * weights.dropFirst().reduce(0, +)
    return weights
  }

  /// How many whole pixels it sees to each side.
  var reach: Int { (weights.count + fineness - 1) / fineness }
}

extension Coverage {
  /// Whether no pixel of `region` is covered at all.
  func isEmpty(in region: PixelRect) -> Bool {
    let common = bounds.intersection(region)
    return (common.y..<common.maxY).allSatisfy { y in
      row(y).allSatisfy { runs[$0].clipped(from: region.x, to: region.maxX) == nil }
    }
  }
}

extension PixelRect {
  /// The same area in pixels `fineness` times as fine.
  public func finer(by fineness: Int) -> PixelRect {
    PixelRect(
      x: x * fineness, y: y * fineness, width: width * fineness, height: height * fineness)
  }
}

extension Plane {
  /// The same levels on another place of the canvas.
  public func placed(x: Int, y: Int) -> Plane {
    var copy = self
    (copy.bounds.x, copy.bounds.y) = (x, y)
    return copy
  }

  /// The levels that all pixels of `region` have, nothing being outside; nil if they differ.
  public func evenLevels(in region: PixelRect) -> SIMD4<UInt16>? {
    let common = bounds.intersection(region)
    guard !common.isEmpty else { return .zero }
    let first = levels((common.x, common.y))
    guard common == region || first == .zero else { return nil }
    let isEven = (common.y..<common.maxY).allSatisfy { y in
      let start = ((y - bounds.y) * bounds.width + common.x - bounds.x) * channels
      return (0..<common.width * channels).allSatisfy {
        levels[start + $0] == first[$0 % channels]
      }
    }
    return isEven ? first : nil
  }

  private func levels(_ place: (x: Int, y: Int)) -> SIMD4<UInt16> {
    let at = ((place.y - bounds.y) * bounds.width + place.x - bounds.x) * channels
    var result = SIMD4<UInt16>(repeating: levels[at])
    for i in 0..<channels { result[i] = levels[at + i] }
    return result
  }

  fileprivate mutating func fill(_ region: PixelRect, with value: SIMD4<UInt16>) {
    guard value != .zero else { return }
    for y in region.y..<region.maxY {
      let start = ((y - bounds.y) * bounds.width + region.x - bounds.x) * channels
      for i in 0..<region.width * channels { levels[start + i] = value[i % channels] }
    }
  }

  /// Takes the pixels of `region` from the finer ones around their middles.
  fileprivate mutating func take(_ fine: Plane?, _ bell: FineBell, _ region: PixelRect) {
    guard let fine else { return }
    let (width, fineness) = (fine.bounds.width * channels, bell.fineness)
    let most = bell.weights.count - 1
    var line = [UInt16](repeating: 0, count: width)
    for y in region.y..<region.maxY {
      let row = y * fineness + fineness / 2 - fine.bounds.y
      line.take(
        width, at: 0, of: fine.levels, from: row * width, step: width, (most, most), bell.weights)
      let first = (region.x * fineness + fineness / 2 - fine.bounds.x) * channels
      takeRow(y, from: region.x, count: region.width, line.span, first: first, bell)
    }
  }

  private mutating func takeRow(
    _ y: Int, from x: Int, count: Int, _ line: Span<UInt16>, first: Int, _ bell: FineBell
  ) {
    let weights = bell.weights.span
    let start = ((y - bounds.y) * bounds.width + x - bounds.x) * channels
    for i in 0..<count * channels {
      let (column, channel) = (i / channels, i % channels)
      let middle = first &+ column &* bell.fineness &* channels &+ channel
      var sum = 32_768 &+ UInt32(line[middle]) &* weights[0]
      for distance in 1..<max(1, weights.count) {
        let step = distance &* channels
        sum =
          sum &+ (UInt32(line[middle &- step]) &+ UInt32(line[middle &+ step]))
          &* weights[distance]
      }
      levels[start + i] = UInt16(truncatingIfNeeded: sum >> 16)
    }
  }
}
