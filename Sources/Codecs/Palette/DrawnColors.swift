internal import Pixels

/// The colours of a picture that was drawn rather than photographed: a few thousand at most, each
/// with what is to be known of it.
struct DrawnColors: Sendable {
  private static let most = 4096
  /// One row of so many is looked at before all are.
  private static let scoutedRows = 12
  /// So many equal pixels side by side are no edge.
  private static let shortestRun = 3
  /// The sum of the differences of a gradient's step, at most.
  private static let gentleStep: Int32 = 6

  /// What is known of a colour.
  private struct Tally {
    /// The number of its pixels.
    var count: UInt32 = 0
    /// The number of pixels in runs.
    var flats: UInt32 = 0
    /// How many of its runs begin with a small step, less the other runs.
    var gentleness: Int32 = 0
  }

  /// Each colour once, RGBA with red in the lowest byte.
  private(set) var colors: [UInt32] = []
  private var tallies: [Tally] = []
  /// One more than the place of each.
  private var places = ColorMap(most: most)

  /// For each colour the number of its pixels.
  func counts() -> [UInt32] { tallies.map(\.count) }

  /// No colours yet.
  private init() {}

  /// Counts what is to be painted; nil if there are too many colours.
  init?(of canvas: GIFCanvas) {
    guard !Self.hasTooMany(canvas) else { return nil }
    var run = Run()
    let span = canvas.pixels.bytes.span
    let stride = canvas.pixels.stride
    let hasTooMany = canvas.anyRun { found, pixels, row in
      let color = found.isSame ? 0 : GIFColor(found.pixel)?.opaque ?? 0
      let isFirst = pixels.count == found.end
      guard isFirst || color != run.color else {
        run.length &+= pixels.count
        return false
      }
      guard count(run, in: span, stride) else { return true }
      let offset = canvas.offset(row: row) &+ (found.end &- pixels.count) &* 4
      let above = offset >= stride ? span.word(at: offset &- stride) : 0
      let isSoft = Self.isGentle(color, isFirst ? 0 : run.color) || Self.isGentle(color, above)
      run = Run(color: color, length: pixels.count, offset: offset, isSoft: isSoft)
      return false
    }
    guard !hasTooMany, count(run, in: span, stride) else { return nil }
  }

  /// Whether a few rows from all over a canvas have too many colours, which is seen soon.
  private static func hasTooMany(_ canvas: GIFCanvas) -> Bool {
    var scout = DrawnColors()
    return canvas.anyColor(everyRow: scoutedRows) { color, _ in scout.place(of: color) == nil }
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
    guard let place = place(of: run.color) else { return false }
    // An edge is as long as what it is the edge of, but only an area has more of it above.
    let above = run.offset &+ run.length / 2 &* 4 &- stride
    let isFlat = run.length >= Self.shortestRun && above >= 0 && span.word(at: above) == run.color
    let length = UInt32(truncatingIfNeeded: run.length)
    tallies[place].count &+= length
    tallies[place].gentleness &+= run.isSoft ? 1 : -1
    tallies[place].flats &+= isFlat ? length : 0
    return true
  }

  /// The place of a colour, which is added if need be; nil if it is one too many.
  @inline(__always)
  private mutating func place(of color: UInt32) -> Int? {
    let place = places[color]
    guard place == 0 else { return Int(place) &- 1 }
    guard colors.count < Self.most else { return nil }
    colors.append(color)
    tallies.append(Tally())
    places.set(UInt32(colors.count), of: color)
    return colors.count - 1
  }

  /// Whether most runs of a colour are steps of a gradient.
  func isSoft(_ place: Int) -> Bool { tallies[place].gentleness > 0 }

  /// Whether gradients fill more than a fiftieth of the picture.
  var hasGradients: Bool {
    var (soft, all): (UInt64, UInt64) = (0, 0)
    for place in colors.indices {
      all += UInt64(tallies[place].count)
      if isSoft(place) { soft += UInt64(tallies[place].count) }
    }
    return soft * 50 > all
  }

  /// The places of colours that fill areas, the greatest first.
  func flatPlaces(fillingAtLeast least: UInt32, atMost limit: Int) -> [Int] {
    let found = tallies.indices.filter { tallies[$0].flats >= least }
    return Array(
      found.sorted { (tallies[$0].flats, $1) > (tallies[$1].flats, $0) }.prefix(limit))
  }
}

extension ColorCells {
  /// The cells of colours that were counted one by one.
  init(_ drawn: DrawnColors) {
    self.init()
    for (color, count) in zip(drawn.colors, drawn.counts()) { add(color, count: count) }
  }
}
