internal import Pixels

/// Finds pixels about which both pictures have the same structure, as Playwright's comparator
/// "ssim-cie94" does.
///
/// After Wang, Bovik, Sheikh and Simoncelli, "Image quality assessment: from error visibility to
/// structural similarity" (2004), in squares of 31 pixels, on the mean of three channels. Pixels in a
/// flat area of either picture are never explained. Instead of tables of sums over the whole
/// picture, sums of columns slide down its rows.
struct StructuralSimilarity: AntialiasingDetector {
  private static let radius = 15
  private static let side = 31

  private let width: Int
  private let height: Int
  /// The sums of each column, margins included, over the rows about `center`.
  private var columns: [ChannelSums] = []
  private var center = Int.min

  init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

  mutating func explain(
    _ marks: inout MutableSpan<UInt8>, _ range: ClosedRange<Int>, _ y: Int,
    _ first: Span<UInt8>, _ second: Span<UInt8>
  ) {
    var (window, next) = (ChannelSums(), -1)
    for x in range where marks[x] != Mark.same && !isFlat(first, x, y) && !isFlat(second, x, y) {
      if center != y { slide(to: y, first, second) }
      // Column x is x + radius with the left margin: the window begins at x.
      if x - next > Self.side || next < 0 {
        window = columns[x..<x + Self.side].reduce(into: ChannelSums()) { $0.add($1) }
      } else {
        for start in next..<x {
          window.add(columns[start + Self.side])
          window.subtract(columns[start])
        }
      }
      next = x
      if window.isSimilar { marks[x] = Mark.antialiased }
    }
  }

  /// Whether a pixel has the colour of all of its neighbours; the margin is never flat.
  private func isFlat(_ picture: Span<UInt8>, _ x: Int, _ y: Int) -> Bool {
    guard x > 0, y > 0, x + 1 < width, y + 1 < height else { return false }
    let at = (y &* width &+ x) &* 4
    let word = picture.pixelWord(at: at)
    let color = onWhite(picture.pixel(at: at).channels)
    for row in [at &- width &* 4, at, at &+ width &* 4] {
      for neighbor in [row &- 4, row, row &+ 4] where picture.pixelWord(at: neighbor) != word {
        if onWhite(picture.pixel(at: neighbor).channels) != color { return false }
      }
    }
    return true
  }

  private mutating func slide(to y: Int, _ first: Span<UInt8>, _ second: Span<UInt8>) {
    if center == Int.min || y - center >= Self.side {
      columns = [ChannelSums](repeating: ChannelSums(), count: width + 2 * Self.radius)
      for row in y - Self.radius...y + Self.radius { add(row, first, second, isGone: false) }
    } else {
      for center in center..<y {
        add(center - Self.radius, first, second, isGone: true)
        add(center + Self.radius + 1, first, second, isGone: false)
      }
    }
    center = y
  }

  private mutating func add(
    _ y: Int, _ first: Span<UInt8>, _ second: Span<UInt8>, isGone: Bool
  ) {
    for place in columns.indices {
      let x = place &- Self.radius
      let sums: ChannelSums
      if x >= 0, x < width, y >= 0, y < height {
        let at = (y &* width &+ x) &* 4
        sums = ChannelSums(
          onWhite(first.pixel(at: at).channels), onWhite(second.pixel(at: at).channels))
      } else {
        // A chequered margin.
        let isEven = (x &+ y) & 1 == 0
        let color = isEven ? SIMD4<Int32>(255, 0, 255, 0) : SIMD4(0, 255, 0, 0)
        sums = ChannelSums(color, color)
      }
      if isGone { columns[place].subtract(sums) } else { columns[place].add(sums) }
    }
  }
}

/// Sums over an area by channel: of both pictures, of their squares, and of their products.
///
/// Of 31 x 31 pixels, none exceeds 62,490,000.
private struct ChannelSums: Sendable {
  private var one = SIMD4<Int32>()
  private var two = SIMD4<Int32>()
  private var oneSquared = SIMD4<Int32>()
  private var twoSquared = SIMD4<Int32>()
  private var product = SIMD4<Int32>()

  init() {}

  @inline(__always)
  init(_ one: SIMD4<Int32>, _ two: SIMD4<Int32>) {
    (self.one, self.two) = (one, two)
    (oneSquared, twoSquared, product) = (one &* one, two &* two, one &* two)
  }

  @inline(__always)
  mutating func add(_ other: ChannelSums) {
    one &+= other.one
    two &+= other.two
    oneSquared &+= other.oneSquared
    twoSquared &+= other.twoSquared
    product &+= other.product
  }

  @inline(__always)
  mutating func subtract(_ other: ChannelSums) {
    one &-= other.one
    two &-= other.two
    oneSquared &-= other.oneSquared
    twoSquared &-= other.twoSquared
    product &-= other.product
  }

  /// Whether the structural similarity of 31 x 31 pixels, the mean of three channels, is 0.99 or more.
  ///
  /// One division a channel nearly always tells: all terms are multiplied by the squared number of
  /// pixels.
  @inline(__always)
  var isSimilar: Bool {
    let (s1, s2) = (SIMD4<Double>(one), SIMD4<Double>(two))
    let (count, means) = (961.0, s1 * s2)
    let (c1, c2) = (2.55 * 2.55 * count * count, 7.65 * 7.65 * count * count)
    let squares = s1 * s1 + s2 * s2
    let contrast = SIMD4<Double>(oneSquared &+ twoSquared) * count - squares + c2
    let covariance = SIMD4<Double>(product) * count - means
    let rough = (2 * means + c1) * (2 * covariance + c2) / ((squares + c1) * contrast)
    let excess = rough.x + rough.y + rough.z - 3 * 0.99
    return excess.magnitude > 1e-6 ? excess > 0 : similarity >= 0.99
  }

  /// The similarity as Playwright computes it.
  var similarity: Double {
    let count = 961.0
    let (s1, s2) = (SIMD4<Double>(one), SIMD4<Double>(two))
    let (mean1, mean2) = (s1 / count, s2 / count)
    let variance1 = (SIMD4<Double>(oneSquared) - s1 * s1 / count) / count
    let variance2 = (SIMD4<Double>(twoSquared) - s2 * s2 / count) / count
    let covariance = (SIMD4<Double>(product) - s1 * s2 / count) / count
    let (c1, c2) = (2.55 * 2.55, 7.65 * 7.65)
    let (brightness, contrast) = (mean1 * mean1 + mean2 * mean2 + c1, variance1 + variance2 + c2)
    let likeness = (2 * mean1 * mean2 + c1) * (2 * covariance + c2)
    let similarity = likeness / brightness / contrast
    return (similarity.x + similarity.y + similarity.z) / 3
  }
}
