/// The table "gvar": how the points of each glyph move with the axes.
struct GlyphDeltas: Sendable {
  private let bytes: [UInt8]
  /// Where the data of each glyph begins in the file; one more than there are glyphs.
  private let starts: [Int]
  private let axisCount: Int
  /// Peaks that many glyphs share, in 16384ths.
  private let sharedPeaks: [[Int]]

  /// The table of a font; nil if there is none for `axisCount` axes.
  init?(_ directory: FontDirectory, axisCount: Int) {
    guard let table = directory.reader("gvar") else { return nil }
    var header = table.skipping(4)
    guard header.word() == axisCount else { return nil }
    let sharedCount = header.word()
    var shared = table.skipping(header.long())
    let (count, flags) = (header.word(), header.word())
    let start = table.position + header.long()
    starts = header.list(count + 1) { start + (flags & 1 != 0 ? $0.long() : 2 * $0.word()) }
    sharedPeaks = shared.list(sharedCount) { $0.list(axisCount) { $0.signedWord() } }
    guard !header.isPastEnd, !shared.isPastEnd else { return nil }
    (bytes, self.axisCount) = (directory.bytes, axisCount)
  }

  /// The most points that all regions of a glyph touch, if it has `points` of its own.
  func steps(of glyph: Int, points: Int) -> Int {
    guard glyph + 1 < starts.count, starts[glyph] < starts[glyph + 1] else { return 0 }
    var header = TableReader(bytes, starts[glyph]..<starts[glyph + 1])
    let count = header.word()
    var data = TableReader(bytes, starts[glyph]..<starts[glyph + 1]).skipping(header.word())
    // A list of points that many regions share may be longer than the glyph.
    let named = count & 0x8000 != 0 ? data.pointNumbers()?.count ?? 0 : 0
    return (count & 0x0FFF) * max(points, named)
  }

  /// How far each of `points` moves at `coordinates`; nil where the table is damaged.
  ///
  /// The last point is the origin. Points between those that the table names follow these along the
  /// same one of `contours`; the parts of a glyph have no contours, and do not.
  func moves(
    of glyph: Int, at coordinates: [Int32], points: [ContourPoint], contours: [Range<Int>]
  ) -> [ContourPoint]? {
    var moves = [ContourPoint](repeating: ContourPoint(), count: points.count)
    guard glyph + 1 < starts.count, starts[glyph] < starts[glyph + 1] else { return moves }
    var header = TableReader(bytes, starts[glyph]..<starts[glyph + 1])
    let count = header.word()
    var data = TableReader(bytes, starts[glyph]..<starts[glyph + 1]).skipping(header.word())
    let all = Array(0..<points.count + 3)
    let shared = count & 0x8000 != 0 ? data.pointNumbers() ?? all : all
    for _ in 0..<count & 0x0FFF where !header.isPastEnd {
      let tuple = Tuple(&header, axisCount: axisCount, shared: sharedPeaks)
      // Regions whose data overlaps would be read in more time than the file has bytes.
      var own = TableReader(bytes, data.position..<data.position + tuple.byteCount)
      data = data.skipping(tuple.byteCount)
      let weight = tuple.weight(at: coordinates)
      guard weight != 0 else { continue }
      let numbers = tuple.hasOwnPoints ? own.pointNumbers() ?? all : shared
      var named = [Bool](repeating: numbers.count == all.count, count: points.count)
      var deltas = [ContourPoint](repeating: ContourPoint(), count: points.count)
      for (number, x) in zip(numbers, own.deltas(numbers.count)) where number < points.count {
        deltas[number].x = Double(x)
        named[number] = true
      }
      for (number, y) in zip(numbers, own.deltas(numbers.count)) where number < points.count {
        deltas[number].y = Double(y)
      }
      guard !own.isPastEnd else { return nil }
      for contour in contours { Self.interpolate(&deltas, named, points, contour) }
      for index in moves.indices {
        moves[index].x += weight * deltas[index].x
        moves[index].y += weight * deltas[index].y
      }
    }
    return header.isPastEnd ? nil : moves
  }

  /// Gives the points of a contour between two that are named what these move.
  private static func interpolate(
    _ deltas: inout [ContourPoint], _ named: [Bool], _ points: [ContourPoint],
    _ contour: Range<Int>
  ) {
    let anchors = contour.filter { named[$0] }
    guard let last = anchors.last, anchors.count < contour.count else { return }
    var before = last
    for (turn, after) in anchors.enumerated() {
      // The first stretch goes over the end of the contour.
      let between =
        turn == 0
        ? Array(last + 1..<contour.upperBound) + Array(contour.lowerBound..<after)
        : Array(before + 1..<after)
      for index in between {
        deltas[index].x = delta(
          at: points[index].x, between: (points[before].x, deltas[before].x),
          (points[after].x, deltas[after].x))
        deltas[index].y = delta(
          at: points[index].y, between: (points[before].y, deltas[before].y),
          (points[after].y, deltas[after].y))
      }
      before = after
    }
  }

  /// The move of a coordinate between two others: theirs where it is outside of both.
  private static func delta(
    at place: Double, between one: (place: Double, delta: Double),
    _ other: (place: Double, delta: Double)
  ) -> Double {
    guard one.place != other.place else { return one.delta == other.delta ? one.delta : 0 }
    let (low, high) = one.place < other.place ? (one, other) : (other, one)
    if place <= low.place { return low.delta }
    if place >= high.place { return high.delta }
    // One rounding: all else are whole numbers.
    return (low.delta * (high.place - place) + high.delta * (place - low.place))
      / (high.place - low.place)
  }
}

extension GlyphDeltas {
  /// A region of the design space, and how many bytes of data it has.
  private struct Tuple {
    let byteCount: Int
    let hasOwnPoints: Bool
    /// Where it begins, is full, and ends, in 16384ths; a number an axis.
    private var starts, peaks, ends: [Int]

    init(_ header: inout TableReader, axisCount: Int, shared: [[Int]]) {
      byteCount = header.word()
      let index = header.word()
      hasOwnPoints = index & 0x2000 != 0
      if index & 0x8000 != 0 {
        peaks = header.list(axisCount) { $0.signedWord() }
      } else {
        let number = index & 0x0FFF
        peaks = number < shared.count ? shared[number] : []
      }
      (starts, ends) = (peaks.map { min($0, 0) }, peaks.map { max($0, 0) })
      guard index & 0x4000 != 0 else { return }
      starts = header.list(axisCount) { $0.signedWord() }
      ends = header.list(axisCount) { $0.signedWord() }
    }

    /// How much of the tuple counts at `coordinates`, 0 to 1.
    func weight(at coordinates: [Int32]) -> Double {
      guard peaks.count == coordinates.count, starts.count == peaks.count,
        ends.count == peaks.count
      else { return 0 }
      return coordinates.indices.reduce(1) { weight, axis in
        weight
          * Self.weight(Int(coordinates[axis]), starts[axis], peaks[axis], ends[axis])
      }
    }

    private static func weight(_ place: Int, _ start: Int, _ peak: Int, _ end: Int) -> Double {
      if peak == 0 || start > peak || peak > end || (start < 0 && end > 0) || place == peak {
        return 1
      }
      guard start < place, place < end else { return 0 }
      return place < peak
        ? Double(place - start) / Double(peak - start) : Double(end - place) / Double(end - peak)
    }
  }
}

extension TableReader {
  /// A packed list of points; nil for all of them.
  fileprivate mutating func pointNumbers() -> [Int]? {
    var count = byte()
    if count & 0x80 != 0 { count = (count & 0x7F) << 8 | byte() }
    guard count > 0 else { return nil }
    var (numbers, number): ([Int], Int) = ([], 0)
    while numbers.count < count, !isPastEnd {
      let control = byte()
      for _ in 0..<min(control & 0x7F + 1, count - numbers.count) {
        number += control & 0x80 != 0 ? word() : byte()
        numbers.append(number)
      }
    }
    return numbers
  }

  /// A packed list of `count` differences.
  fileprivate mutating func deltas(_ count: Int) -> [Int] {
    var deltas: [Int] = []
    deltas.reserveCapacity(count)
    while deltas.count < count, !isPastEnd {
      let control = byte()
      for _ in 0..<min(control & 0x3F + 1, count - deltas.count) {
        switch control & 0xC0 {
        case 0: deltas.append(signedByte())
        case 0x40: deltas.append(signedWord())
        case 0x80: deltas.append(0)
        default: deltas.append(signedLong())
        }
      }
    }
    return deltas
  }
}
