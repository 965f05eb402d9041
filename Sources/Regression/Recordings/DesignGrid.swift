import Geometry
import ImageDiff
import Motion
import Pixels
import RenderTransition
import SceneFormat
import Staging

/// The pictures of a design at even places of its way.
struct DesignGrid: Sendable {
  /// The transition, of which some numbers may be changed; nil for another recording.
  let run: Run?
  /// Draws the whole canvas at a share of the way of a run.
  let draw: @Sendable (_ run: Run?, _ share: Double) throws -> Pixmap
  /// Whether the places are shares of the time, so that tracks follow curves of their own; else, one curve
  /// shapes all of the motion, and the places are shares of the way.
  let isShaped: Bool
  /// Whose screens move; nil for another recording.
  let screens: RecordingOptions.Pictures?
  /// The share of what changes that is hidden because stills cannot be taken apart.
  var parts = 0.0
  /// What is not compared.
  let mask: CellMask
  /// The cells at each place.
  let pictures: [Pixmap]
  private let scaling: CellScaling

  /// The places of the whole way, and those beyond it of springs that overshoot.
  static let (wholeWay, beyond) = (128, 20)
  /// A cell that changes by less than this, in levels, says nothing.
  private static let leastChange = 4

  /// Of a transition as `drawing` draws it.
  init(
    _ drawing: RunDrawing, showing screens: RecordingOptions.Pictures, hiding mask: CellMask,
    _ scaling: CellScaling, jobs: Int?
  ) throws {
    let isShaped = drawing.run.easing == nil
    try self.init(
      of: drawing.run, isShaped: isShaped, showing: screens, hiding: mask, scaling, jobs: jobs
    ) { run, share in
      try drawing.picture(of: run ?? drawing.run, at: share, isShaped: isShaped)
    }
  }

  /// Of anything that is drawn by shares of its way, from its `cells` if given.
  init(
    of run: Run?, isShaped: Bool, showing screens: RecordingOptions.Pictures?,
    hiding mask: CellMask, _ scaling: CellScaling, jobs: Int?,
    cells: (@Sendable (_ share: Double) -> Pixmap)? = nil,
    draw: @escaping @Sendable (_ run: Run?, _ share: Double) throws -> Pixmap
  ) throws {
    (self.run, self.isShaped, self.scaling, self.draw) = (run, isShaped, scaling, draw)
    self.screens = screens
    let count = Self.wholeWay + 1 + (isShaped ? 0 : Self.beyond)
    let drawn = try parallelMap(count, jobs: jobs) { place in
      let share = Double(place) / Double(Self.wholeWay)
      return try cells?(share) ?? scaling(draw(run, share))
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
    mask(scaling(try draw(run, share)))
  }

  /// The same design with another run.
  func changing(_ run: Run, jobs: Int?) throws -> DesignGrid {
    var grid = try DesignGrid(
      of: run, isShaped: isShaped, showing: screens, hiding: mask, scaling, jobs: jobs, draw: draw)
    grid.parts = parts
    return grid
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
    let rows = parallelMap(frames.count, jobs: jobs) { index in
      pictures.map { frames[index].squaredDistance(to: $0, over: mask.count) }
    }
    return DistanceTable(times: times, wholeWay: Self.wholeWay, rows: rows)
  }
}
