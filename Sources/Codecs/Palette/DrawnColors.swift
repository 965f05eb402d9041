internal import Pixels

/// The colours of a picture that was drawn rather than photographed: a few thousand at most, each
/// with what is to be known of it.
struct DrawnColors: Sendable {
  private static let most = 4096
  /// A quarter full at most; a power of two.
  private static let slots = 16_384
  /// So many equal pixels side by side are no edge.
  private static let shortestRun = 3
  /// The sum of the differences of a gradient's step, at most.
  private static let gentleStep: Int32 = 6

  /// Each colour once, RGBA with red in the lowest byte.
  private(set) var colors: [UInt32] = []
  /// For each colour the number of its pixels.
  private(set) var counts: [UInt32] = []
  /// For each colour the number of pixels in runs.
  private var flats: [UInt32] = []
  /// For each colour how many of its runs begin with a small step, less the other runs.
  private var gentleness: [Int32] = []
  private var keys = [UInt32](repeating: 0, count: slots)
  private var places = [UInt16](repeating: 0, count: slots)

  /// Counts what is to be painted; nil if there are too many colours.
  init?(of canvas: GIFCanvas) {
    var run = Run()
    let span = canvas.pixels.bytes.span
    let stride = canvas.pixels.stride
    let isTooMuch = (0..<canvas.area.height).contains { row in
      canvas.anyRun(inRow: row) { pixel, isSame, offset, length in
        let color = isSame ? 0 : GIFColor(pixel)?.opaque ?? 0
        if color == run.color {
          run.length &+= length
          return false
        }
        guard count(run, in: span, stride) else { return true }
        let above = offset >= stride ? span.word(at: offset &- stride) : 0
        let isSoft = Self.isGentle(color, run.color) || Self.isGentle(color, above)
        run = Run(color: color, length: length, offset: offset, isSoft: isSoft)
        return false
      }
    }
    if isTooMuch || !count(run, in: span, stride) { return nil }
  }

  /// Equal pixels side by side.
  private struct Run {
    /// 0 for pixels that are not painted.
    var color: UInt32 = 0
    var length = 0
    /// Where the first one is stored.
    var offset = 0
    /// Whether it differs a little from what is before it or above it.
    var isSoft = false
  }

  @inline(__always)
  private static func isGentle(_ color: UInt32, _ other: UInt32) -> Bool {
    color != other && other != 0 && ColorDistance.sum(color, other) <= gentleStep
  }

  /// Counts a run; answers false if its colour is one too many.
  private mutating func count(_ run: Run, in span: Span<UInt8>, _ stride: Int) -> Bool {
    guard run.color != 0 else { return true }
    var slot = Self.slot(of: run.color)
    while keys[slot] != run.color, keys[slot] != 0 { slot = (slot &+ 1) & (Self.slots &- 1) }
    if keys[slot] == 0 {
      guard colors.count < Self.most else { return false }
      (keys[slot], places[slot]) = (run.color, UInt16(colors.count))
      colors.append(run.color)
      counts.append(0)
      flats.append(0)
      gentleness.append(0)
    }
    let place = Int(places[slot])
    counts[place] &+= UInt32(truncatingIfNeeded: run.length)
    gentleness[place] &+= run.isSoft ? 1 : -1
    // An edge is as long as what it is the edge of, but only an area has more of it above.
    let above = run.offset &+ run.length / 2 &* 4 &- stride
    if run.length >= Self.shortestRun, above >= 0, span.word(at: above) == run.color {
      flats[place] &+= UInt32(truncatingIfNeeded: run.length)
    }
    return true
  }

  @inline(__always)
  private static func slot(of color: UInt32) -> Int {
    Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> 18)
  }

  /// Whether most runs of a colour are steps of a gradient.
  func isSoft(_ place: Int) -> Bool { gentleness[place] > 0 }

  /// Whether gradients fill more than a fiftieth of the picture.
  var hasGradients: Bool {
    var (soft, all): (UInt64, UInt64) = (0, 0)
    for place in colors.indices {
      all += UInt64(counts[place])
      if isSoft(place) { soft += UInt64(counts[place]) }
    }
    return soft * 50 > all
  }

  /// The places of colours that fill areas, the greatest first.
  func flatPlaces(fillingAtLeast least: UInt32, atMost limit: Int) -> [Int] {
    let found = flats.indices.filter { flats[$0] >= least }
    return Array(found.sorted { (flats[$0], $1) > (flats[$1], $0) }.prefix(limit))
  }
}

extension ColorCells {
  /// The cells of colours that were counted one by one.
  init(_ drawn: DrawnColors) {
    self.init()
    for (color, count) in zip(drawn.colors, drawn.counts) { add(color, count: count) }
  }
}
