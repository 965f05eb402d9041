internal import CRowTwins
internal import Pixels

/// Pixels in runs: side by side, equal, and all of them as before or all not.
struct RunList: Sendable {
  /// Equal pixels side by side.
  struct Run: Hashable, Sendable {
    var pixel: UInt32
    /// Whether they are as before.
    var isSame: Bool
    /// Where the run ends in its row.
    var end: Int
  }

  fileprivate static let sameBit: UInt32 = 1 << 31
  fileprivate var pixels: [UInt32]
  /// Where they end, and in the highest bit whether they are as before.
  fileprivate var ends: [UInt32]

  /// The run of this number.
  @inline(__always)
  subscript(number: Int) -> Run {
    let end = ends[number]
    return Run(
      pixel: pixels[number], isSame: end & Self.sameBit != 0, end: Int(end & ~Self.sameBit))
  }

  /// Lends some of a row's runs, the first of which is number `row`: their pixels, where they end, how
  /// many they are, and where they begin; at least one.
  func lend(
    _ part: Range<Int>, ofRow row: Int,
    _ body: (UnsafePointer<UInt32>, UnsafePointer<UInt32>, _ count: Int, _ start: UInt32) -> Int
  ) -> Int {
    let first = part.lowerBound
    let start = first == row ? 0 : UInt32(truncatingIfNeeded: self[first &- 1].end)
    return unsafe pixels.span.lend(first, part.count) { pixels in
      unsafe ends.span.lend(first, part.count) { unsafe body(pixels, $0, part.count, start) }
    }
  }
}

/// The runs of one row at a time.
struct RowRuns: Sendable {
  /// The runs, and room for more.
  private(set) var list: RunList
  /// How many there are.
  private(set) var count = 0

  /// Room for the runs of a row of so many pixels.
  init(columns: Int) {
    let none = [UInt32](repeating: 0, count: columns)
    list = RunList(pixels: none, ends: none)
  }

  private var room: Int { list.pixels.count }

  /// The run of this number.
  @inline(__always)
  subscript(number: Int) -> RunList.Run { list[number] }

  /// Makes a run one of other pixels.
  mutating func replace(_ number: Int, by pixel: UInt32) { list.pixels[number] = pixel }

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
    list.pixels[count] = pixel
    list.ends[count] = UInt32(truncatingIfNeeded: x) | (isSame ? RunList.sameBit : 0)
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
    // A span of one array and one of its neighbour are no two accesses: one array is taken out.
    var taken: [UInt32] = []
    swap(&taken, &list.ends)
    var pixels = list.pixels.mutableSpan
    var ends = taken.mutableSpan
    let compared = unsafe canvas.pixels.bytes.span.lend(offset, bytes) { new in
      unsafe base.bytes.span.lend(offset, bytes) { before in
        unsafe pixels.lend(0, room) { pixels in
          unsafe ends.lend(0, room) { ends in
            unsafe rt_find_runs(new, hasBase ? before : nil, columns, pixels, ends, &found)
          }
        }
      }
    }
    swap(&taken, &list.ends)
    count = found
    return compared
  }
}

/// The runs of all rows of a canvas, to be gone through a second time.
struct KeptRuns: Sendable {
  /// The runs, one row behind the other.
  private(set) var list = RunList(pixels: [], ends: [])
  /// How many runs there are until the end of each row.
  private var counts: [Int] = [0]

  /// No rows yet, of so many in the end; runs are not moved until there are more than `runs`.
  init(rows: Int, runs: Int = 0) {
    counts.reserveCapacity(rows + 1)
    list.pixels.reserveCapacity(runs)
    list.ends.reserveCapacity(runs)
  }

  /// How many runs there are.
  var count: Int { list.pixels.count }

  /// Which runs are in each row.
  var rows: some Sequence<Range<Int>> { zip(counts, counts.dropFirst()).lazy.map { $0..<$1 } }

  /// Appends a row.
  mutating func append(_ row: RowRuns) {
    list.pixels += row.list.pixels[..<row.count]
    list.ends += row.list.ends[..<row.count]
    counts.append(count)
  }
}
