extension Transform3D {
  /// The way back; nil where there is none.
  public var inverse: Transform3D? {
    var (rows, answer) = ([x, y, z, origin], Self.unitRows)
    for column in 0..<4 {
      // The largest pivot keeps the others from growing.
      let best = (column..<4).max { rows[$0][column].magnitude < rows[$1][column].magnitude }
      guard let best, rows[best][column] != 0, rows[best][column].isFinite else { return nil }
      rows.swapAt(column, best)
      answer.swapAt(column, best)
      let pivot = rows[column][column]
      rows[column] /= pivot
      answer[column] /= pivot
      for row in 0..<4 where row != column {
        let share = rows[row][column]
        rows[row] -= rows[column] * share
        answer[row] -= answer[column] * share
      }
    }
    return Transform3D(x: answer[0], y: answer[1], z: answer[2], origin: answer[3])
  }

  private static let unitRows: [SIMD4<Double>] = [
    [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1],
  ]
}
