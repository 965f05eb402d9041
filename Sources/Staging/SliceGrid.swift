import Geometry
import Motion
import SceneFormat

/// The cells of a target that is cut, and when each of them starts to move.
struct SliceGrid: Hashable, Sendable {
  /// How many there are, as the recipe sees them.
  let rows, columns: Int
  /// The size of a cell, as the recipe sees it.
  let cell: Size
  /// The share of a track's window over which the starts of the cells are spread.
  let spread: Double
  /// For each cell, when it starts: from 0 for the first ones to 1 for the last.
  private let starts: [Double]

  /// Cells of something as large as `size`.
  init(
    rows: Int, columns: Int, of size: Size, spread: Double, from start: Slices.Start,
    isReversed: Bool, seed: UInt64
  ) {
    (self.rows, self.columns) = (max(1, rows), max(1, columns))
    self.spread = min(1, max(0, spread))
    cell = Size(
      width: size.width / Double(self.columns), height: size.height / Double(self.rows))
    var places: [Double] = []
    for index in 0..<self.rows * self.columns {
      let slice = ExpressionEnvironment.Slice(
        row: index / self.columns, column: index % self.columns, rows: self.rows,
        columns: self.columns)
      places.append(slice.lateness(from: start, cell: cell, seed: seed))
    }
    starts = places.spreadOut.map { isReversed ? 1 - $0 : $0 }
  }

  /// The number of cells.
  var count: Int { rows * columns }

  /// The place of a cell; they are counted row by row.
  func slice(_ index: Int) -> ExpressionEnvironment.Slice {
    ExpressionEnvironment.Slice(
      row: index / columns, column: index % columns, rows: rows, columns: columns)
  }

  /// A cell in the coordinates of what is cut, as the recipe sees it.
  func rect(_ index: Int) -> Rect {
    Rect(
      x: Double(index % columns) * cell.width, y: Double(index / columns) * cell.height,
      width: cell.width, height: cell.height)
  }

  /// The window of a cell inside that of its track: with a spread, a part of it.
  func window(of index: Int, in whole: Window) -> Window {
    guard spread > 0 else { return whole }
    let length = whole.end - whole.start
    let start = whole.start + length * spread * starts[index]
    return Window(start, starts[index] == 1 ? whole.end : start + length * (1 - spread))
  }
}

extension ExpressionEnvironment.Slice {
  /// A number that is larger for the cells that start later.
  fileprivate func lateness(from start: Slices.Start, cell: Size, seed: UInt64) -> Double {
    let across = (Double(column) + 0.5 - Double(columns) / 2) * cell.width
    let down = (Double(row) + 0.5 - Double(rows) / 2) * cell.height
    return switch start {
    case .start: Double(row + column)
    case .end: -Double(row + column)
    case .center: (across * across + down * down).squareRoot()
    case .edges: -(across * across + down * down).squareRoot()
    case .random: Expression.chance(seed: seed, owner: "stagger", slice: self)
    }
  }
}

extension [Double] {
  /// The same order from 0 for the least to 1 for the greatest; 0 where all are alike.
  fileprivate var spreadOut: [Double] {
    guard let least = self.min(), let greatest = self.max(), greatest > least else {
      return map { _ in 0 }
    }
    return map { $0 == greatest ? 1 : ($0 - least) / (greatest - least) }
  }
}
