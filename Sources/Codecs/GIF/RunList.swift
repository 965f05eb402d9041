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

  private static let sameBit: UInt32 = 1 << 31
  private var pixels: [UInt32] = []
  /// Where they end, and in the highest bit whether they are as before.
  private var ends: [UInt32] = []

  /// No runs yet; they are not moved until there are more than `count`.
  init(reserving count: Int = 0) {
    pixels.reserveCapacity(count)
    ends.reserveCapacity(count)
  }

  /// How many runs there are.
  var count: Int { pixels.count }

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

extension RunList {
  /// Makes a run one of other pixels.
  mutating func replace(_ number: Int, by pixel: UInt32) { pixels[number] = pixel }

  /// Forgets all runs, but not the room for them, and finds those of a row of a canvas.
  mutating func find(row: Int, of canvas: GIFCanvas) {
    pixels.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    append(row: row, of: canvas)
  }

  /// Appends the runs of a row of a canvas.
  mutating func append(row: Int, of canvas: GIFCanvas, isWide: Bool = hasWideRows()) {
    let columns = canvas.area.width
    let first = isWide ? appendWidely(row: row, of: canvas) : 0
    guard first < columns else { return }
    var (pixel, isSame): (UInt32, Bool) = (0, false)
    var hasBegun = false
    canvas.forEachPixel(inRow: row, first..<columns) { next, isNextSame, x in
      if hasBegun, next != pixel || isNextSame != isSame { append(pixel, isSame, end: x) }
      (pixel, isSame, hasBegun) = (next, isNextSame, true)
    }
    append(pixel, isSame, end: columns)
  }

  private mutating func append(_ pixel: UInt32, _ isSame: Bool, end: Int) {
    pixels.append(pixel)
    ends.append(UInt32(truncatingIfNeeded: end) | (isSame ? Self.sameBit : 0))
  }

  /// Appends the first runs; answers how many pixels have been compared with those on their left: with
  /// that number the next one begins to be compared.
  private mutating func appendWidely(row: Int, of canvas: GIFCanvas) -> Int {
    let columns = canvas.area.width
    guard columns > 8 else { return 0 }
    let (offset, bytes) = (canvas.offset(row: row), columns &* 4)
    let base = canvas.base ?? canvas.pixels
    let hasBase = canvas.base != nil
    var compared = 0
    // An array is no access of its own beside its neighbour: one is taken out.
    var taken: [UInt32] = []
    swap(&taken, &ends)
    pixels.append(addingCapacity: columns) { pixels in
      unsafe pixels.withUnsafeMutableBufferPointer { pixels, found in
        guard let pixels = pixels.baseAddress else { preconditionFailure("no row is empty") }
        taken.append(addingCapacity: columns) { ends in
          unsafe ends.withUnsafeMutableBufferPointer { ends, count in
            guard let ends = ends.baseAddress else { preconditionFailure("no row is empty") }
            compared = unsafe canvas.pixels.bytes.span.lend(offset, bytes) { new in
              unsafe base.bytes.span.lend(offset, bytes) { before in
                unsafe rt_find_runs(new, hasBase ? before : nil, columns, pixels, ends, &found)
              }
            }
            count = found
          }
        }
      }
    }
    swap(&taken, &ends)
    return compared
  }
}

/// The runs of all rows of a canvas, to be gone through a second time.
struct KeptRuns: Sendable {
  /// The runs, one row behind the other.
  var list: RunList
  /// How many runs there are until the end of each row.
  private var counts: [Int] = [0]

  /// No rows yet, of so many in the end; runs are not moved until there are more than `runs`.
  init(rows: Int, runs: Int = 0) {
    list = RunList(reserving: runs)
    counts.reserveCapacity(rows + 1)
  }

  /// Which runs are in each row.
  var rows: some Sequence<Range<Int>> { zip(counts, counts.dropFirst()).lazy.map { $0..<$1 } }

  /// Appends the runs of the next row; answers which they are.
  mutating func append(row: Int, of canvas: GIFCanvas) -> Range<Int> {
    let start = list.count
    list.append(row: row, of: canvas)
    counts.append(list.count)
    return start..<list.count
  }
}
