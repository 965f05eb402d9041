internal import Pixels

/// The part of a frame that is to be painted, and what it is painted over.
struct GIFCanvas: Sendable {
  /// What colours there are.
  struct Census: Hashable, Sendable {
    /// All colours; nil if there are too many.
    var colors: ColorTable?
    /// Whether something stays as it was.
    var hasTransparency: Bool
  }

  var pixels: Pixmap
  /// What is there before, pixels that are equal being left out.
  var base: Pixmap?
  var area: PixelRect

  /// Counts colours up to a limit, one being left for transparency if there is any.
  func census(atMost limit: Int) -> Census {
    var table: ColorTable? = ColorTable()
    var hasTransparency = false
    var last: UInt32 = 0
    forEachPixel { pixel, _, _ in
      guard let color = pixel else {
        hasTransparency = true
        return
      }
      guard color != last else { return }
      last = color
      if table?.insert(color) == nil { table = nil }
    }
    let count = (table?.colors.count ?? 0) + (hasTransparency ? 1 : 0)
    return Census(colors: count <= limit ? table : nil, hasTransparency: hasTransparency)
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
  func indices(through quantizer: inout Quantizer, transparent: UInt8) -> [UInt8] {
    var indices: [UInt8] = []
    indices.reserveCapacity(area.width * area.height)
    forEachPixel { pixel, x, y in
      indices.append(pixel.map { quantizer.index(of: $0, x: x, y: y) } ?? transparent)
    }
    return indices
  }

  /// The colours of every second row, or of all rows where there are few.
  func cells() -> ColorCells {
    var cells = ColorCells()
    forEachPixel(everyRow: area.width * area.height < 65_536 ? 1 : 2) { pixel, _, _ in
      if let color = pixel { cells.count(color) }
    }
    return cells
  }

  /// Calls `body` row by row with each pixel's colour, nil for what is to be transparent.
  @inline(__always)
  private func forEachPixel(
    everyRow step: Int = 1, _ body: (_ color: UInt32?, _ x: Int, _ y: Int) -> Void
  ) {
    let new = pixels.bytes.span
    let before = base ?? pixels
    let old = before.bytes.span
    let hasBase = base != nil
    for y in stride(from: area.y, to: area.maxY, by: step) {
      var offset = y &* pixels.stride &+ area.x &* 4
      for x in area.x..<area.maxX {
        let pixel = new.word(at: offset)
        let isSame = hasBase && pixel == old.word(at: offset)
        body(isSame ? nil : GIFColor(pixel)?.opaque, x, y)
        offset &+= 4
      }
    }
  }
}
