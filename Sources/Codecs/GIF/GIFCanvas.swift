internal import Pixels

/// The part of a frame that is to be painted, and what it is painted over.
struct GIFCanvas: Sendable {
  var pixels: Pixmap
  /// What is there before, pixels that are equal being left out.
  var base: Pixmap?
  var area: PixelRect

  /// Whether something stays as it was.
  func hasTransparency() -> Bool {
    anyPixel { pixel, _, _ in pixel == nil }
  }

  /// All colours; nil if there are more than `limit`.
  func colors(atMost limit: Int) -> ColorTable? {
    var table = ColorTable()
    var last: UInt32 = 0
    let isTooMuch = anyPixel { pixel, _, _ in
      guard let color = pixel, color != last else { return false }
      last = color
      return table.insert(color) == nil || table.colors.count > limit
    }
    return isTooMuch ? nil : table
  }

  /// For each pixel its index in `table`, which has all colours.
  func indices(in table: ColorTable, transparent: UInt8) -> [UInt8] {
    var last: UInt32 = 0
    var index: UInt8 = 0
    var indices: [UInt8] = []
    indices.reserveCapacity(area.width * area.height)
    forEachPixel { pixel, _, _ in
      if let color = pixel, color != last {
        (last, index) = (color, table.index(of: color) ?? 0)
      }
      indices.append(pixel == nil ? transparent : index)
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
    var place = 0
    for y in area.y..<area.maxY {
      var offset = y &* pixels.stride &+ area.x &* 4
      for _ in 0..<area.width {
        if target[place] == transparent {
          let color = span.word(at: offset)
          if color != last {
            (last, index) = (color, color >> 24 == 255 ? exact(color) ?? transparent : transparent)
          }
          target[place] = index
          hasChoice = hasChoice || index != transparent
        }
        place &+= 1
        offset &+= 4
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
    let new = pixels.bytes.span
    let before = base ?? pixels
    let old = before.bytes.span
    let hasBase = base != nil
    var offset = offset(row: row)
    let end = offset &+ area.width &* 4
    while offset < end {
      let pixel = new.word(at: offset)
      if hasBase, pixel == old.word(at: offset) {
        offset &+= 4
        while offset &+ 16 <= end, new.sixteen(at: offset) == old.sixteen(at: offset) {
          offset &+= 16
        }
        continue
      }
      let start = offset
      repeat {
        offset &+= 4
      } while offset < end && new.word(at: offset) == pixel
        && !(hasBase && old.word(at: offset) == pixel)
      body(pixel, (offset &- start) / 4)
    }
  }

  /// Calls `body` row by row with each pixel's colour, nil for what is to be transparent.
  @inline(__always)
  func forEachPixel(
    everyRow step: Int = 1, _ body: (_ color: UInt32?, _ x: Int, _ y: Int) -> Void
  ) {
    _ = anyPixel(everyRow: step) { color, x, y in
      body(color, x, y)
      return false
    }
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

  /// Whether `isFound` holds for a pixel; it is asked row by row until it does.
  @inline(__always)
  func anyPixel(
    everyRow step: Int = 1, _ isFound: (_ color: UInt32?, _ x: Int, _ y: Int) -> Bool
  ) -> Bool {
    let new = pixels.bytes.span
    let before = base ?? pixels
    let old = before.bytes.span
    let hasBase = base != nil
    for y in stride(from: area.y, to: area.maxY, by: step) {
      var offset = y &* pixels.stride &+ area.x &* 4
      for x in area.x..<area.maxX {
        let pixel = new.word(at: offset)
        let isSame = hasBase && pixel == old.word(at: offset)
        if isFound(isSame ? nil : GIFColor(pixel)?.opaque, x, y) { return true }
        offset &+= 4
      }
    }
    return false
  }
}
