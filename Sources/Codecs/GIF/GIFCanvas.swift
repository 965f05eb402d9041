internal import Pixels

/// The part of a frame that is to be painted, and what it is painted over.
struct GIFCanvas: Sendable {
  var pixels: Pixmap
  /// What is there before, pixels that are equal being left out.
  var base: Pixmap?
  var area: PixelRect

  /// Whether something stays as it was.
  func hasTransparency() -> Bool {
    anyRun { color, _, _ in color == nil }
  }

  /// All colours; nil if there are more than `limit`.
  func colors(atMost limit: Int) -> ColorTable? {
    var table = ColorTable()
    var runs = RowRuns(columns: area.width)
    for row in 0..<area.height {
      runs.find(inRow: row, of: self)
      for number in 0..<runs.count {
        let run = runs[number]
        guard !run.isSame, let color = GIFColor(run.pixel)?.opaque else { continue }
        guard table.insert(color) != nil else { return nil }
      }
      guard table.colors.count <= limit else { return nil }
    }
    return table
  }

  /// For each pixel its index in `table`, which has all colours.
  func indices(in table: ColorTable, transparent: UInt8) -> [UInt8] {
    var indices = [UInt8](repeating: transparent, count: area.width * area.height)
    var target = indices.mutableSpan
    _ = anyRun { color, place, length in
      guard let color else { return false }
      let index = table.index(of: color) ?? 0
      for pixel in place..<place &+ length { target[pixel] = index }
      return false
    }
    return indices
  }

  /// For each pixel an index that shows the same as the one in `indices`: where it is transparent
  /// because nothing changed, the index that `exact` knows for its colour.
  ///
  /// Answers nil if there is no such pixel.
  func alternatives(
    to indices: [UInt8], transparent: UInt8, exact: (UInt32) -> UInt8?
  ) -> [UInt8]? {
    guard base != nil else { return nil }
    let span = pixels.bytes.span
    var others = indices
    var target = others.mutableSpan
    var (last, index): (UInt32, UInt8) = (0, transparent)
    var hasChoice = false
    for row in 0..<area.height {
      let first = offset(row: row)
      _ = anyRun(inRow: row) { _, isSame, start, length in
        guard isSame else { return false }
        var place = row &* area.width &+ (start &- first) / 4
        for offset in stride(from: start, to: start &+ length &* 4, by: 4) {
          let color = span.word(at: offset)
          if color != last {
            (last, index) = (color, color >> 24 == 255 ? exact(color) ?? transparent : transparent)
          }
          target[place] = index
          hasChoice = hasChoice || index != transparent
          place &+= 1
        }
        return false
      }
    }
    return hasChoice ? others : nil
  }

  /// At most `count` colours for what is to be painted.
  func design(count: Int, steady: [UInt32]) -> PaletteDesign {
    if let drawn = DrawnColors(of: self) {
      return PaletteDesign(drawn, count: count, steady: steady)
    }
    return PaletteDesign(cells(), count: count, steady: steady)
  }

  /// The colours of all rows, or in a large area of so many that a quarter of a million pixels count.
  func cells() -> ColorCells {
    var cells = ColorCells()
    let step = 1 + area.width * area.height / 262_144
    for row in stride(from: 0, to: area.height, by: step) {
      forEachChangedRun(inRow: row) { pixel, length in
        if let color = GIFColor(pixel)?.opaque { cells.count(color, times: length) }
      }
    }
    cells.endRun()
    return cells
  }

  /// Calls `body` with a row's pixels that are not as before; equal ones side by side come at once.
  @inline(__always)
  private func forEachChangedRun(inRow row: Int, _ body: (_ pixel: UInt32, _ length: Int) -> Void) {
    _ = anyRun(inRow: row) { pixel, isSame, _, length in
      if !isSame { body(pixel, length) }
      return false
    }
  }

  /// Whether `isFound` holds for a run of the area: pixels side by side that become one colour, or
  /// transparent, which is nil; the first one's place is counted row by row.
  @inline(__always)
  private func anyRun(_ isFound: (_ color: UInt32?, _ place: Int, _ length: Int) -> Bool) -> Bool {
    for row in 0..<area.height {
      let first = offset(row: row)
      let isIn = anyRun(inRow: row) { pixel, isSame, start, length in
        isFound(
          isSame ? nil : GIFColor(pixel)?.opaque, row &* area.width &+ (start &- first) / 4, length)
      }
      if isIn { return true }
    }
    return false
  }

  /// Whether `isFound` holds for a run of a row: pixels side by side that are as before, of which it
  /// sees the first, or equal ones that are not.
  @inline(__always)
  func anyRun(
    inRow row: Int,
    _ isFound: (_ pixel: UInt32, _ isSame: Bool, _ offset: Int, _ length: Int) -> Bool
  ) -> Bool {
    let new = pixels.bytes.span
    let before = base ?? pixels
    let old = before.bytes.span
    let hasBase = base != nil
    var offset = offset(row: row)
    let end = offset &+ area.width &* 4
    while offset < end {
      let pixel = new.word(at: offset)
      let start = offset
      let isSame = hasBase && pixel == old.word(at: offset)
      offset &+= 4
      if isSame {
        while offset &+ 16 <= end, new.hasSameSixteen(at: offset, as: old, at: offset) {
          offset &+= 16
        }
        while offset < end, new.word(at: offset) == old.word(at: offset) { offset &+= 4 }
      } else {
        let four = SIMD4(repeating: pixel)
        while offset &+ 16 <= end, new.fourWords(at: offset) == four,
          !hasBase || !any(old.fourWords(at: offset) .== four)
        {
          offset &+= 16
        }
        while offset < end, new.word(at: offset) == pixel,
          !(hasBase && old.word(at: offset) == pixel)
        {
          offset &+= 4
        }
      }
      if isFound(pixel, isSame, start, (offset &- start) / 4) { return true }
    }
    return false
  }

  /// Where a row of the area begins in the bytes of the pixels.
  func offset(row: Int) -> Int { (area.y &+ row) &* pixels.stride &+ area.x &* 4 }

  /// Calls `body` with pixels of a row of the area, and whether each is the same as before.
  @inline(__always)
  func forEachPixel(
    inRow row: Int, _ columns: Range<Int>,
    _ body: (_ pixel: UInt32, _ isSame: Bool, _ x: Int) -> Void
  ) {
    let new = pixels.bytes.span
    let before = base ?? pixels
    let old = before.bytes.span
    let hasBase = base != nil
    var offset = offset(row: row) &+ columns.lowerBound &* 4
    for x in columns {
      let pixel = new.word(at: offset)
      body(pixel, hasBase && pixel == old.word(at: offset), x)
      offset &+= 4
    }
  }
}
