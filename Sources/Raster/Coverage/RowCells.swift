/// One row's exact areas, collected edge by edge in integers, so that order cannot matter.
///
/// Each cell keeps by how much the covered area of its pixel differs from that of the pixel on
/// its left: an edge changes only the cells that it touches.
struct RowCells {
  /// The area of a whole pixel: twice its sides' product, so that trapezoids need no halves.
  static let pixelArea = 2 * Edge.unit * Edge.unit

  /// The column of the first cell.
  private let firstColumn: Int
  /// The column of the last cell that matters.
  private let lastColumn: Int
  private var differences: [Int]
  /// A bit for each cell that an edge has touched: sorting ranges takes longer than all the rest.
  private var touched: [UInt64]

  /// Cells for `width` columns from `firstColumn`.
  init(firstColumn: Int, width: Int) {
    self.firstColumn = firstColumn
    lastColumn = firstColumn + width
    // An edge on the right border touches the cell behind it, and that one's neighbour.
    differences = [Int](repeating: 0, count: width + 2)
    touched = [UInt64](repeating: 0, count: (width + 2 + 63) / 64)
  }

  /// Takes the line from (`x0`, `y0`) down to (`x1`, `y1`), within this row.
  ///
  /// All to its right becomes covered where `sign` is 1, and uncovered where it is -1.
  mutating func add(x0: Int, y0: Int, x1: Int, y1: Int, sign: Int) {
    let left = min(x0, x1)
    let right = max(x0, x1)
    let first = left >> 16
    let last = max(first, (right - 1) >> 16)
    guard last >= firstColumn else {
      return add(column: firstColumn, height: (y1 - y0) * sign, inside: 0)
    }
    guard first <= lastColumn else { return }
    guard first < last else {
      let inside = left - first * Edge.unit + right - first * Edge.unit
      return add(column: first, height: (y1 - y0) * sign, inside: inside)
    }
    var (x, y) = (left, 0)
    if first < firstColumn {
      x = firstColumn * Edge.unit
      y = (y1 - y0) * (x - left) / (right - left)
      add(column: firstColumn, height: y * sign, inside: 0)
    }
    for column in max(first, firstColumn)..<min(last, lastColumn) + 1 {
      let nextX = min(right, (column + 1) * Edge.unit)
      let nextY = (y1 - y0) * (nextX - left) / (right - left)
      let inside = x + nextX - 2 * column * Edge.unit
      add(column: column, height: (nextY - y) * sign, inside: inside)
      (x, y) = (nextX, nextY)
    }
  }

  /// `inside` is the sum of both ends' distances from the column's left side.
  private mutating func add(column: Int, height: Int, inside: Int) {
    let cell = column - firstColumn
    differences[cell] += height * (2 * Edge.unit - inside)
    differences[cell + 1] += height * inside
    touched[cell >> 6] |= 1 << UInt64(cell & 63)
    touched[(cell + 1) >> 6] |= 1 << UInt64((cell + 1) & 63)
  }

  /// Turns the areas into runs behind those of `coverage`, and forgets them.
  mutating func empty(into coverage: inout Coverage, maxX: Int) {
    var area = 0
    var next = 0
    for word in touched.indices {
      var bits = touched[word]
      touched[word] = 0
      while bits != 0 {
        let cell = word << 6 + bits.trailingZeroBitCount
        bits &= bits - 1
        if cell > next {
          append(area, from: next, to: cell, into: &coverage, maxX: maxX)
        }
        area += differences[cell]
        differences[cell] = 0
        append(area, at: cell, into: &coverage, maxX: maxX)
        next = cell + 1
      }
    }
    append(area, from: next, to: maxX - firstColumn, into: &coverage, maxX: maxX)
  }

  private static func level(_ area: Int) -> UInt8 {
    UInt8(max(0, min(255, (area * 255 + pixelArea / 2) / pixelArea)))
  }

  /// Cells that are all covered alike.
  private func append(
    _ area: Int, from start: Int, to end: Int, into coverage: inout Coverage, maxX: Int
  ) {
    let x = start + firstColumn
    let width = min(maxX, end + firstColumn) - x
    let level = Self.level(area)
    guard level > 0, width > 0 else { return }
    coverage.append(
      alike: Coverage.Run(x: x, width: width, level: level, start: 0),
      behind: coverage.rows.last?.upperBound ?? 0)
  }

  /// One cell with a level of its own.
  private func append(_ area: Int, at cell: Int, into coverage: inout Coverage, maxX: Int) {
    let level = Self.level(area)
    guard level < 255 else {
      return append(area, from: cell, to: cell + 1, into: &coverage, maxX: maxX)
    }
    let x = cell + firstColumn
    guard level > 0, x < maxX else { return }
    coverage.makeRoom(x: x, width: 1, behind: coverage.rows.last?.upperBound ?? 0)
    coverage.levels.append(level)
  }
}
