internal import Pixels

/// Finds pixels that only smooth an edge.
///
/// After Vysniauskas, "Anti-aliased Pixel and Intensity Slope Detector" (2009): such a pixel lies
/// on a slope between a darker and a brighter neighbour, one of which belongs to an even area in
/// both pictures.
struct IntensitySlopes: AntialiasingDetector {
  private let width: Int
  private let height: Int
  /// Three rows of `Evenness`, with a column more at either side, and which rows they are.
  private var evenness: [UInt8] = []
  private var rows = [-2, -2, -2]

  /// Bits that tell in which picture a pixel is in an even area.
  private enum Evenness {
    static let first: UInt8 = 1
    static let second: UInt8 = 2
    static let both: UInt8 = 4
  }

  init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

  mutating func explain(
    _ marks: inout MutableSpan<UInt8>, _ columns: ClosedRange<Int>, _ y: Int,
    _ first: Span<UInt8>, _ second: Span<UInt8>
  ) {
    for row in y - 1...y + 1 where rows[(row + 3) % 3] != row { fill(row, first, second) }
    let even = evenness.span
    let (above, own, below) = (start(of: y - 1), start(of: y), start(of: y + 1))
    for x in columns where marks[x] != Mark.same {
      // Few pixels have an even neighbour: the brightness of the others is not asked for.
      let around =
        even[above &+ x] | even[above &+ x &+ 1] | even[above &+ x &+ 2] | even[own &+ x]
        | even[own &+ x &+ 2] | even[below &+ x] | even[below &+ x &+ 1] | even[below &+ x &+ 2]
      guard around & Evenness.both != 0 else { continue }
      let center = even[own &+ x &+ 1]
      let isSmooth =
        center & Evenness.first == 0 && isOnSlope(first, x, y)
        || center & Evenness.second == 0 && isOnSlope(second, x, y)
      if isSmooth { marks[x] = Mark.antialiased }
    }
  }

  /// Where the left margin of a row is.
  private func start(of row: Int) -> Int { (row + 3) % 3 * (width + 2) }

  /// Whether the darkest or the brightest neighbour is in an even area of both pictures, if there
  /// are both, and not too many equal ones.
  private func isOnSlope(_ picture: Span<UInt8>, _ x: Int, _ y: Int) -> Bool {
    let around = Neighborhood(x: x, y: y, width: width, height: height)
    let center = (y &* width &+ x) &* 4
    let color = picture.pixel(at: center).channels
    var equal = around.isAtEdge ? 1 : 0
    var (least, most) = (0.0, 0.0)
    var (darkest, brightest) = (0, 0)
    // By columns: of neighbours with the same brightness the first one counts, as in pixelmatch.
    for column in around.left...around.right {
      for row in around.top...around.bottom where column != x || row != y {
        let neighbor = picture.pixel(at: (row &* width &+ column) &* 4).channels
        let delta = brightnessDifference(color, neighbor, at: center)
        if delta == 0 {
          equal &+= 1
          if equal > 2 { return false }
        } else if delta < least {
          (least, darkest) = (delta, start(of: row) &+ column &+ 1)
        } else if delta > most {
          (most, brightest) = (delta, start(of: row) &+ column &+ 1)
        }
      }
    }
    guard least != 0, most != 0 else { return false }
    return (evenness[darkest] | evenness[brightest]) & Evenness.both != 0
  }

  /// Finds the even areas of a row; outside of the pictures there are none.
  private mutating func fill(_ row: Int, _ first: Span<UInt8>, _ second: Span<UInt8>) {
    if evenness.isEmpty { evenness = [UInt8](repeating: 0, count: 3 * (width + 2)) }
    rows[(row + 3) % 3] = row
    let (start, end) = (start(of: row) + 1, start(of: row) + 1 + width)
    for x in start..<end { evenness[x] = 0 }
    guard (0..<height).contains(row) else { return }
    let areas = EvenAreas(width: width, height: height)
    var even = evenness.mutableSpan
    areas.find(first, row, Evenness.first, in: &even, from: start)
    areas.find(second, row, Evenness.second, in: &even, from: start)
    for x in start..<end where even[x] == Evenness.first | Evenness.second {
      even[x] |= Evenness.both
    }
  }
}

/// Finds pixels of which more than two neighbours have the very same colour; the picture's edge
/// counts as one.
private struct EvenAreas {
  let width: Int
  let height: Int

  /// Sets `bit` for all such pixels of a row, whose first is at `start`.
  func find(
    _ picture: Span<UInt8>, _ row: Int, _ bit: UInt8, in even: inout MutableSpan<UInt8>,
    from start: Int
  ) {
    let stride = width &* 4
    var x = 0
    while x < width {
      let at = row &* stride &+ x &* 4
      guard x > 0, x &+ 8 < width, row > 0, row &+ 1 < height else {
        if isEven(picture, x, row) { even[start &+ x] |= bit }
        x &+= 1
        continue
      }
      let color = picture.eightWords(at: at)
      var equal = SIMD8<UInt32>(repeating: 0)
      for neighbor in [
        at &- stride &- 4, at &- stride, at &- stride &+ 4, at &- 4, at &+ 4,
        at &+ stride &- 4, at &+ stride, at &+ stride &+ 4,
      ] {
        equal.replace(with: equal &+ 1, where: picture.eightWords(at: neighbor) .== color)
      }
      for lane in 0..<8 where equal[lane] > 2 { even[start &+ x &+ lane] |= bit }
      x &+= 8
    }
  }

  private func isEven(_ picture: Span<UInt8>, _ x: Int, _ y: Int) -> Bool {
    let around = Neighborhood(x: x, y: y, width: width, height: height)
    let color = picture.pixelWord(at: (y &* width &+ x) &* 4)
    // The pixel itself is met as well.
    var equal = around.isAtEdge ? 0 : -1
    for row in around.top...around.bottom {
      for column in around.left...around.right {
        if picture.pixelWord(at: (row &* width &+ column) &* 4) == color { equal &+= 1 }
      }
    }
    return equal > 2
  }
}

/// The pixels about one, as far as they are inside.
private struct Neighborhood {
  let left, right, top, bottom: Int
  let isAtEdge: Bool

  @inline(__always)
  init(x: Int, y: Int, width: Int, height: Int) {
    (left, top) = (max(x &- 1, 0), max(y &- 1, 0))
    (right, bottom) = (min(x &+ 1, width &- 1), min(y &+ 1, height &- 1))
    isAtEdge = left == x || right == x || top == y || bottom == y
  }
}
