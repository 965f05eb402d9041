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
  private(set) var run: Run?
  /// Draws the whole canvas at a share of the way of a run.
  let draw: @Sendable (_ run: Run?, _ share: Double) throws -> Pixmap
  /// Whose screens move; nil for another recording.
  let screens: RecordingOptions.Pictures?
  /// The share of what changes that is hidden because stills cannot be taken apart.
  let parts: Double
  /// What is not compared.
  private(set) var mask: CellMask
  /// The cells at each place.
  private(set) var pictures: [Pixmap]
  private let scaling: AreaScaling

  /// The places of the whole way, and those beyond it of springs that overshoot.
  static let (wholeWay, beyond) = (128, 20)
  /// A cell that changes by less than this, in levels, says nothing.
  private static let leastChange = 4

  /// Of anything that is drawn by shares of its way, from its `cells` if given.
  ///
  /// The places are shares of the time where `isShaped`, so that tracks follow curves of their own; else,
  /// one curve shapes all of the motion, and the places are shares of the way.
  init(
    of run: Run?, isShaped: Bool, showing screens: RecordingOptions.Pictures?,
    hiding mask: CellMask, parts: Double = 0, _ scaling: AreaScaling, jobs: Int?,
    cells: (@Sendable (_ share: Double) -> Pixmap)? = nil,
    draw: @escaping @Sendable (_ run: Run?, _ share: Double) throws -> Pixmap
  ) throws {
    (self.run, self.screens, self.parts, self.mask) = (run, screens, parts, mask)
    (self.scaling, self.draw) = (scaling, draw)
    let count = Self.wholeWay + 1 + (isShaped ? 0 : Self.beyond)
    pictures = []
    try show(count, jobs: jobs) { try cells?($0) ?? scaling(draw(run, $0)) }
  }

  /// Takes the cells that `drawn` gives for `count` places, and hides those that never change.
  private mutating func show(
    _ count: Int, jobs: Int?, _ drawn: @Sendable (_ share: Double) throws -> Pixmap
  ) throws {
    let drawn = try parallelMap(count, jobs: jobs) {
      try drawn(Double($0) / Double(Self.wholeWay))
    }
    let changes = Self.changes(drawn)
    mask.hide { changes[$0] < Self.leastChange }
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
    var grid = self
    grid.run = run
    try grid.show(pictures.count, jobs: jobs) { try scaling(draw(run, $0)) }
    return grid
  }

  /// The cells at the place that is nearest to a share of the way.
  func nearest(_ share: Double) -> Pixmap {
    let place = Int((share * Double(Self.wholeWay)).rounded())
    return pictures[min(max(0, place), pictures.count - 1)]
  }

  /// How much the design changes between two shares of the way, in levels.
  func change(from: Double, to: Double) -> Double {
    nearest(from).squaredDistance(to: nearest(to), over: mask.count).squareRoot()
  }

  /// How far frames are from all places.
  func table(_ frames: [Pixmap], times: [Double], jobs: Int?) -> DistanceTable {
    let rows = parallelMap(frames.count, jobs: jobs) { index in
      pictures.map { frames[index].squaredDistance(to: $0, over: mask.count) }
    }
    return DistanceTable(times: times, wholeWay: Self.wholeWay, rows: rows)
  }
}
