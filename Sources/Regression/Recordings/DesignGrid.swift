import Geometry
import ImageDiff
import Motion
import Pixels
import RenderTransition
import SceneFormat
import Staging

/// The cells of a canvas that are not compared.
struct CellMask: Hashable, Sendable {
  private(set) var hidden: [Bool]
  let width, height: Int

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    hidden = Array(repeating: false, count: width * height)
  }

  /// How many cells are compared.
  var count: Int { hidden.count { !$0 } }

  /// Hides all that an area touches, in units of the whole canvas.
  mutating func hide(_ area: Rect) {
    let columns = Self.cells(area.x, area.maxX, of: width)
    for y in Self.cells(area.y, area.maxY, of: height) {
      for x in columns { hidden[y * width + x] = true }
    }
  }

  mutating func hide(where isHidden: (Int) -> Bool) {
    for index in hidden.indices where !hidden[index] && isHidden(index) { hidden[index] = true }
  }

  private static func cells(_ start: Double, _ end: Double, of count: Int) -> Range<Int> {
    guard start.isFinite, end.isFinite, end > start else { return 0..<0 }
    let edges = [start, end].map { min(1, max(0, $0)) * Double(count) }
    return Int(edges[0].rounded(.down))..<Int(edges[1].rounded(.up))
  }

  /// A picture without what is hidden.
  func callAsFunction(_ picture: Pixmap) -> Pixmap {
    var picture = picture
    picture.withMutableSpan { bytes in
      for index in hidden.indices where hidden[index] {
        bytes.setPixel(.clear, at: 4 * index)
      }
    }
    return picture
  }
}

/// The pictures of a design at even places of its way.
struct DesignGrid: Sendable {
  /// What is drawn.
  let drawing: RunDrawing
  /// Its run, of which some numbers may be changed.
  let run: Run
  /// Whether progress is a share of the time: where no one curve shapes all of the motion.
  let isShaped: Bool
  /// What is not compared.
  let mask: CellMask
  /// The cells at each place.
  let pictures: [Pixmap]
  private let scaling: CellScaling

  /// The places of the whole way, and those beyond it of springs that overshoot.
  static let (wholeWay, beyond) = (128, 20)
  /// A cell that changes by less than this, in levels, says nothing.
  private static let leastChange = 4

  init(
    _ drawing: RunDrawing, run: Run? = nil, isShaped: Bool, hiding mask: CellMask,
    _ scaling: CellScaling, jobs: Int?
  ) throws {
    (self.drawing, self.isShaped, self.scaling) = (drawing, isShaped, scaling)
    let run = run ?? drawing.run
    self.run = run
    let count = Self.wholeWay + 1 + (isShaped ? 0 : Self.beyond)
    let drawn = try parallelMap(count, jobs: jobs ?? Threads.defaultJobs) { place in
      scaling(
        try drawing.picture(of: run, at: Double(place) / Double(Self.wholeWay), isShaped: isShaped))
    }
    var mask = mask
    let changes = Self.changes(drawn)
    mask.hide { changes[$0] < Self.leastChange }
    self.mask = mask
    pictures = drawn.map { [mask] in mask($0) }
  }

  /// By how much each cell changes along the way, in levels of the channel that changes most.
  private static func changes(_ pictures: [Pixmap]) -> [Int] {
    var (least, most) = (pictures[0].bytes, pictures[0].bytes)
    for picture in pictures {
      let bytes = picture.bytes.span
      for at in least.indices {
        least[at] = min(least[at], bytes[at])
        most[at] = max(most[at], bytes[at])
      }
    }
    return stride(from: 0, to: least.count, by: 4).map { at in
      (at..<at + 3).reduce(0) { max($0, Int(most[$1]) - Int(least[$1])) }
    }
  }

  /// The cells at a share of the way of a run, which is the design's or a changed one.
  func picture(of run: Run, at share: Double) throws -> Pixmap {
    mask(scaling(try drawing.picture(of: run, at: share, isShaped: isShaped)))
  }

  /// How much the design changes between two shares of the way, in levels.
  func change(from: Double, to: Double) -> Double {
    func place(_ share: Double) -> Int {
      min(max(0, Int((share * Double(Self.wholeWay)).rounded())), pictures.count - 1)
    }
    return pictures[place(from)].squaredDistance(to: pictures[place(to)], over: mask.count)
      .squareRoot()
  }

  /// How far frames are from all places.
  func table(_ frames: [Pixmap], times: [Double], jobs: Int?) -> DistanceTable {
    let rows = parallelMap(frames.count, jobs: jobs ?? Threads.defaultJobs) { index in
      pictures.map { frames[index].squaredDistance(to: $0, over: mask.count) }
    }
    return DistanceTable(times: times, wholeWay: Self.wholeWay, rows: rows)
  }
}
