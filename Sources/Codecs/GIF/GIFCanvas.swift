internal import Pixels

/// The part of a frame that is to be painted, and what it is painted over.
struct GIFCanvas: Sendable {
  var pixels: Pixmap
  /// What is there before, pixels that are equal being left out.
  var base: Pixmap?
  var area: PixelRect

  /// Whether something stays as it was, or is not visible.
  func hasTransparency() -> Bool {
    anyRun { run, _, _ in run.isSame || GIFColor(run.pixel) == nil }
  }

  /// All colours; nil if there are more than `limit`.
  func colors(atMost limit: Int) -> ColorTable? {
    var table = ColorTable()
    return table.insert(from: self, atMost: limit) ? table : nil
  }

  /// At most `count` colours for what is to be painted, of which those of `areas` are known to fill areas.
  ///
  func design(
    count: Int, steady: [UInt32], areas: [UInt32] = [], fineness: DrawnTolerance.Fineness = .usual
  ) -> PaletteDesign {
    if let drawn = DrawnColors(of: self), !(drawn.areCrowded && drawn.hasGradients) {
      return PaletteDesign(drawn, count: count, steady: steady, fineness: fineness)
    }
    return PaletteDesign(cells(knowing: areas), count: count, steady: steady)
  }

  // Over the three channels together: about 48 dB.
  private static let smoothLoss: Float = 3

  /// How little is made good of what a palette loses, `meanError` being its mean square.
  func restraint(losing meanError: Float) -> ColorLoss.Restraint {
    guard isSmooth else { return .none }
    return meanError > Self.smoothLoss ? .most : .some
  }

  /// Whether most steps from pixel to pixel are those of a gradient.
  var isSmooth: Bool {
    let steps = steps
    return steps.gentle * 4 > steps.all * 3
  }

  /// How many steps there are from pixel to pixel in a few rows, and how many of them are by one level,
  /// as those of a gradient.
  var steps: (all: Int, gentle: Int) {
    var (steps, last) = ((all: 0, gentle: 0), UInt32(0))
    _ = anyRun(everyRow: 16) { run, pixels, row in
      let color = run.isSame ? 0 : GIFColor(run.pixel)?.opaque ?? 0
      defer { last = color }
      // Where nothing is to be painted, and at the beginning of a row, there is no step.
      guard color != 0, last != 0, pixels.lowerBound > row &* area.width else { return false }
      steps.all += 1
      steps.gentle += Self.isGentle(color, last) ? 1 : 0
      return false
    }
    return steps
  }

  /// Whether what stays is better painted again than left, where that shows the same because its colour
  /// `isExact` everywhere; a few rows tell.
  ///
  /// Of what is seen between what moves, all pixels are the same then, and so are their strings. But where
  /// nearly nothing moves, or other colours stay as well, strings are longest that leave what is there.
  func favorsRepainting(_ isExact: (_ color: UInt32) -> Bool) -> Bool {
    var (same, all) = (0, 0)
    // Runs of other colours.
    var (still, moving) = (0, 0)
    _ = anyRun(everyRow: 16) { run, pixels, _ in
      all += pixels.count
      same += run.isSame ? pixels.count : 0
      if isExact(run.pixel) { return false }
      still += run.isSame ? 1 : 0
      moving += run.isSame ? 0 : 1
      return false
    }
    return same * 50 <= all * 47 && still * 4 <= moving
  }

  private static func isGentle(_ one: UInt32, _ other: UInt32) -> Bool {
    [UInt32(0), 8, 16].allSatisfy { shift in
      abs(Int32(one &>> shift & 0xFF) - Int32(other &>> shift & 0xFF)) <= 1
    }
  }

  /// The colours of all rows, or in a large area of so many that a quarter of a million pixels count.
  func cells(knowing areas: [UInt32] = []) -> ColorCells {
    var cells = ColorCells(knowing: areas)
    forEachColor(everyRow: 1 + area.width * area.height / 262_144) { color, length in
      cells.count(color, times: length)
    }
    cells.endRun()
    return cells
  }

  /// Calls `body` with the colours of what is visible and not as before, row by row; equal ones side
  /// by side come at once.
  @inline(__always)
  private func forEachColor(everyRow step: Int, _ body: (_ color: UInt32, _ length: Int) -> Void) {
    _ = anyColor(everyRow: step) { color, length in
      body(color, length)
      return false
    }
  }

  /// Whether `isFound` holds for a colour of what is visible and not as before.
  @inline(__always)
  func anyColor(
    everyRow step: Int = 1, _ isFound: (_ color: UInt32, _ length: Int) -> Bool
  ) -> Bool {
    anyRun(everyRow: step) { run, pixels, _ in
      guard !run.isSame, let color = GIFColor(run.pixel)?.opaque else { return false }
      return isFound(color, pixels.count)
    }
  }

  /// Calls `body` with the runs of all rows, and the places of their pixels, counted row by row.
  @inline(__always)
  func forEachRun(_ body: (_ run: RunList.Run, _ pixels: Range<Int>) -> Void) {
    _ = anyRun { run, pixels, _ in
      body(run, pixels)
      return false
    }
  }

  /// Whether `isFound` holds for a run, which is the last one that it is asked of.
  @inline(__always)
  func anyRun(
    everyRow step: Int = 1,
    _ isFound: (_ run: RunList.Run, _ pixels: Range<Int>, _ row: Int) -> Bool
  ) -> Bool {
    var runs = RunList(reserving: area.width)
    for row in stride(from: 0, to: area.height, by: step) {
      runs.find(row: row, of: self)
      let start = row &* area.width
      var place = start
      for number in 0..<runs.count {
        let run = runs[number]
        let end = start &+ run.end
        if isFound(run, place..<end, row) { return true }
        place = end
      }
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
