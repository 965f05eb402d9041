internal import CRowTwins
internal import Pixels

/// The pixels of a row in runs: side by side, equal, and all of them as before or all not.
struct RowRuns: Sendable {
  /// Equal pixels side by side.
  struct Run: Hashable, Sendable {
    var pixel: UInt32
    /// Whether they are as before.
    var isSame: Bool
    /// Where the run ends in its row.
    var end: Int
  }

  private static let sameBit: UInt32 = 1 << 31
  /// The runs' pixels, then where they end.
  private var numbers: [UInt32]
  /// How many numbers there are of each.
  private let room: Int
  /// How many there are.
  private(set) var count = 0

  /// Room for the runs of a row of so many pixels.
  init(columns: Int) {
    room = columns
    numbers = [UInt32](repeating: 0, count: room * 2)
  }

  /// The run of this number.
  @inline(__always)
  subscript(number: Int) -> Run {
    let end = numbers[room &+ number]
    return Run(
      pixel: numbers[number], isSame: end & Self.sameBit != 0, end: Int(end & ~Self.sameBit))
  }

  /// Makes a run one of other pixels.
  mutating func replace(_ number: Int, by pixel: UInt32) { numbers[number] = pixel }

  /// Lends the runs from `first` on: their pixels, where they end, how many they are, and where they
  /// begin; at least one.
  func lend(
    from first: Int,
    _ body: (UnsafePointer<UInt32>, UnsafePointer<UInt32>, _ count: Int, _ start: UInt32) -> Int
  ) -> Int {
    let start = first == 0 ? 0 : UInt32(truncatingIfNeeded: self[first &- 1].end)
    let count = count - first
    return unsafe numbers.span.lend(first, count) { pixels in
      unsafe numbers.span.lend(room &+ first, count) { unsafe body(pixels, $0, count, start) }
    }
  }

  /// Finds the runs of a row of a canvas, which has as many columns as there is room for.
  mutating func find(inRow row: Int, of canvas: GIFCanvas, isWide: Bool = hasWideRows()) {
    precondition(canvas.area.width <= room, "a row of too many columns")
    count = 0
    let compared = isWide ? wideFind(inRow: row, of: canvas) : 0
    find(inRow: row, of: canvas, comparing: 1 + compared)
  }

  /// Goes on with the pixel `first` as the next one to be compared.
  private mutating func find(inRow row: Int, of canvas: GIFCanvas, comparing first: Int) {
    let columns = canvas.area.width
    guard first <= columns else { return }
    var (pixel, isSame): (UInt32, Bool) = (0, false)
    var hasBegun = false
    canvas.forEachPixel(inRow: row, first - 1..<columns) { next, isNextSame, x in
      if hasBegun, next != pixel || isNextSame != isSame { end(pixel, isSame, at: x) }
      (pixel, isSame, hasBegun) = (next, isNextSame, true)
    }
    end(pixel, isSame, at: columns)
  }

  private mutating func end(_ pixel: UInt32, _ isSame: Bool, at x: Int) {
    numbers[count] = pixel
    numbers[room &+ count] = UInt32(truncatingIfNeeded: x) | (isSame ? Self.sameBit : 0)
    count &+= 1
  }

  /// Finds the first runs; answers how many pixels have been compared with those on their left.
  private mutating func wideFind(inRow row: Int, of canvas: GIFCanvas) -> Int {
    let columns = canvas.area.width
    guard columns > 8 else { return 0 }
    let offset = canvas.offset(row: row)
    let base = canvas.base ?? canvas.pixels
    let hasBase = canvas.base != nil
    let (room, bytes) = (room, columns &* 4)
    var found = 0
    var target = numbers.mutableSpan
    let compared = unsafe canvas.pixels.bytes.span.lend(offset, bytes) { new in
      unsafe base.bytes.span.lend(offset, bytes) { before in
        unsafe target.lend(0, room &* 2) { numbers in
          unsafe rt_find_runs(
            new, hasBase ? before : nil, columns, numbers, numbers + room, &found)
        }
      }
    }
    count = found
    return compared
  }
}

/// The runs of all rows of a canvas, to be gone through a second time.
struct KeptRuns: Sendable {
  // As in `RowRuns`, but all rows one behind the other.
  private var pixels: [UInt32] = []
  private var ends: [UInt32] = []
  /// How many runs there are until the end of each row.
  private var counts: [Int] = [0]

  /// No rows yet, of so many in the end.
  init(rows: Int) { counts.reserveCapacity(rows + 1) }

  /// Appends a row.
  mutating func append(_ row: RowRuns) {
    row.append(to: &pixels, &ends)
    counts.append(pixels.count)
  }

  /// The runs of a row: their pixels, and where they end.
  fileprivate subscript(row: Int) -> (ArraySlice<UInt32>, ArraySlice<UInt32>) {
    let range = counts[row]..<counts[row + 1]
    return (pixels[range], ends[range])
  }
}

extension RowRuns {
  fileprivate func append(to pixels: inout [UInt32], _ ends: inout [UInt32]) {
    pixels += numbers[..<count]
    ends += numbers[room..<room + count]
  }

  /// Takes the runs of a row that were found before.
  mutating func take(row: Int, of kept: KeptRuns) {
    let (pixels, ends) = kept[row]
    count = pixels.count
    numbers.replaceSubrange(..<count, with: pixels)
    numbers.replaceSubrange(room..<room + count, with: ends)
  }
}
