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

  /// For each pixel the index that `quantizer` gives it.
  func indices(through quantizer: Quantizer, transparent: UInt8) -> [UInt8] {
    let (span, stride) = (pixels.bytes.span, pixels.stride)
    let (places, choices) = (quantizer.places.span, quantizer.choices.span)
    var indices = [UInt8](repeating: transparent, count: area.width * area.height)
    var target = indices.mutableSpan
    var next = 0
    var flat: (color: UInt32, index: UInt8) = (0, 0)
    forEachPixel { pixel, x, y in
      let here = next
      next &+= 1
      guard let color = pixel else { return }
      guard color != flat.color else {
        target[here] = flat.index
        return
      }
      let place = Int(places[ColorCells.cell(of: color)])
      let choice = place > 0 ? choices[place &- 1] : quantizer.choice(for: color)
      if choice.hasFlat, let index = quantizer.flat(color) {
        flat = (color, index)
        target[here] = index
        return
      }
      target[here] = quantizer.index(of: color, choice, x: x, y: y) {
        Self.steepness(span, stride, x, y)
      }
    }
    return indices
  }

  /// How much colours change up to two pixels to the left and two up.
  ///
  /// Nearer ones say more of noise than of shape.
  @inline(__always)
  private static func steepness(_ span: Span<UInt8>, _ stride: Int, _ x: Int, _ y: Int) -> Int32 {
    let offset = y &* stride &+ x &* 4
    let left = span.word(at: x >= 2 ? offset &- 8 : offset)
    let above = span.word(at: y >= 2 ? offset &- 2 &* stride : offset)
    let here = span.word(at: offset)
    return ColorDistance.sum(here, left) &+ ColorDistance.sum(here, above)
  }

  /// The colours of all rows, or in a large area of so many that half a million pixels count.
  func cells() -> ColorCells {
    var cells = ColorCells()
    forEachPixel(everyRow: 1 + area.width * area.height / 524_288) { pixel, _, _ in
      if let color = pixel { cells.count(color) }
    }
    return cells
  }

  /// Calls `body` row by row with each pixel's colour, nil for what is to be transparent.
  @inline(__always)
  private func forEachPixel(
    everyRow step: Int = 1, _ body: (_ color: UInt32?, _ x: Int, _ y: Int) -> Void
  ) {
    _ = anyPixel(everyRow: step) { color, x, y in
      body(color, x, y)
      return false
    }
  }

  /// Whether `isFound` holds for a pixel; it is asked row by row until it does.
  @inline(__always)
  private func anyPixel(
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
