/// Where in rows a repetition may begin and end: at the number of a filter, and at pixels.
///
/// What lies between is hardly ever worth its place. But of RGBA every byte is, for in a shadow over
/// nothing all but the alpha comes again.
struct RowStops {
  /// The bytes of a row, the number of its filter included.
  let rowBytes: Int
  /// How many a row has.
  let count: Int
  /// The columns at which they are, and at the end that of the next row.
  private let columns: [Int32]
  /// For each column the last stop that is not behind it.
  private let stops: [Int32]

  /// Those of rows in which pixels take `step` bytes.
  init(rowBytes: Int, step: Int) {
    var columns: [Int32] = [0]
    var column = 1
    while column < rowBytes {
      columns.append(Int32(column))
      column += step == 4 ? 1 : step
    }
    count = columns.count
    columns.append(Int32(rowBytes))
    var stops = [Int32](repeating: 0, count: rowBytes)
    for stop in 0..<count {
      for column in Int(columns[stop])..<Int(columns[stop + 1]) { stops[column] = Int32(stop) }
    }
    (self.rowBytes, self.columns, self.stops) = (rowBytes, columns, stops)
  }

  /// The last stop that is not behind a column.
  @inline(__always)
  func stop(at column: Int) -> Int { Int(stops[column]) }

  /// The column of a stop; that of the next row for the one behind the last.
  @inline(__always)
  func column(of stop: Int) -> Int { Int(columns[stop]) }

  /// How many stops and bytes there are in `length` bytes, those behind the last stop left out.
  @inline(__always)
  func reach(of length: Int, from column: Int, _ stop: Int) -> (stops: Int, bytes: Int) {
    var (end, passed) = (column &+ length, 0)
    while end >= rowBytes {
      end &-= rowBytes
      passed &+= 1
    }
    let last = self.stop(at: end)
    return (
      passed &* count &+ last &- stop,
      passed &* rowBytes &+ self.column(of: last) &- column
    )
  }
}
