internal import CRowTwins
internal import Pixels

/// The colours of a picture that was drawn rather than photographed: a few thousand at most, each
/// with what is to be known of it.
struct DrawnColors: Sendable {
  private static let most = 8192
  /// One row of so many is looked at before all are.
  private static let scoutedRows = 12
  /// With so many colours in these, there are too many in all: twice as many at least, measured on lists
  /// and pages.
  private static let mostInScouted = 5200
  /// The same where many of them are of gradients, which is crowded.
  private static let mostOfGradients = 2600
  /// How many pixels a run has in most drawings, or more.
  private static let pixelsOfRun = 8

  /// Each colour once, RGBA with red in the lowest byte.
  private(set) var colors: [UInt32] = []
  /// What is known of each, and room for more.
  private var tallies = [rt_tally](repeating: rt_tally(), count: most)
  /// One more than the place of each.
  private var places = ColorMap(most: most)
  /// The runs of the picture.
  private(set) var runs = KeptRuns(rows: 0)

  /// For each colour the number of its pixels.
  func counts() -> [UInt32] { colors.indices.map { tallies[$0].count } }

  /// No colours yet.
  private init() {}

  /// Counts what is to be painted; nil if there are too many colours.
  init?(of canvas: GIFCanvas) {
    guard !Self.hasTooMany(canvas) else { return nil }
    runs = KeptRuns(
      rows: canvas.area.height,
      runs: canvas.area.width * canvas.area.height / Self.pixelsOfRun)
    for row in 0..<canvas.area.height {
      let found = runs.append(row: row, of: canvas)
      var next = count(found, from: 0, inRow: row, of: canvas)
      while next < found.count {
        let number = found.lowerBound + next
        let pixel = runs.list[number].pixel
        if pixel >> 24 < 255 {
          runs.list.replace(number, by: GIFColor(pixel)?.opaque ?? 0)
        } else {
          guard place(of: pixel) != nil else { return nil }
        }
        next = count(found, from: next, inRow: row, of: canvas)
      }
    }
  }

  /// Counts some of a row's runs, from one of them on, as long as their colours have places; answers how
  /// many of them are before the first that is not counted.
  private mutating func count(
    _ found: Range<Int>, from first: Int, inRow row: Int, of canvas: GIFCanvas
  ) -> Int {
    let (list, pixels, places) = (runs.list, canvas.pixels, places)
    let offset = canvas.offset(row: row)
    var target = tallies.mutableSpan
    return unsafe places.lend { places in
      unsafe pixels.bytes.span.lend(0, pixels.bytes.count) { bytes in
        unsafe target.lend(0, Self.most) { tallies in
          unsafe list.lend(found, ofRow: found.lowerBound) { colors, ends, count, _ in
            unsafe rt_tally_runs(
              colors, ends, first, count, bytes, offset, pixels.stride, places, tallies)
          }
        }
      }
    }
  }

  /// Whether a few rows from all over a canvas have too many colours, which is seen soon.
  private static func hasTooMany(_ canvas: GIFCanvas) -> Bool {
    var scout = DrawnColors()
    let areTooMany = canvas.anyColor(everyRow: scoutedRows) { color, _ in
      scout.place(of: color, atMost: mostInScouted) == nil
    }
    guard !areTooMany, scout.colors.count > mostOfGradients else { return areTooMany }
    let steps = canvas.steps
    return steps.gentle * 4 > steps.all
  }

  /// The place of a colour, which is added if need be; nil if it is one too many.
  @inline(__always)
  private mutating func place(of color: UInt32, atMost limit: Int = most) -> Int? {
    let place = places[color]
    guard place == 0 else { return Int(place) &- 1 }
    guard colors.count < limit else { return nil }
    colors.append(color)
    places.set(UInt32(colors.count), of: color)
    return colors.count - 1
  }

  /// Whether there are as many as text has in many colours.
  var areMany: Bool { colors.count > 2500 }
  /// Whether there are so many that gradients of them are as good as those of a photograph.
  var areCrowded: Bool { colors.count > 4096 }

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
    let found = colors.indices.filter { tallies[$0].flats >= least }
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
