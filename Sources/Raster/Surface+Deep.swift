public import Pixels

extension Surface {
  /// From now on keeps the pixels inside `region` in 16 bits, until `flatten`.
  public mutating func deepen(_ region: PixelRect) {
    flatten()
    let region = region.intersection(bounds)
    guard !region.isEmpty else { return }
    layGround()
    deep = DeepPixels(self, in: region)
  }

  /// A clear surface with these bounds that keeps all of its pixels in 16 bits.
  public init(deep bounds: PixelRect) {
    self.init(bounds)
    if !bounds.isEmpty { deep = DeepPixels(clear: bounds) }
  }

  /// Rounds what was kept in 16 bits to pixels.
  public mutating func flatten() {
    guard let deep else { return }
    self.deep = nil
    deep.write(to: &self)
  }

  /// Takes over the pixels of `piece`, rounded; none of those here are kept in 16 bits.
  public mutating func take(_ piece: Surface) {
    var piece = piece
    piece.flatten()
    piece.layGround()
    layGround()
    let common = bounds.intersection(piece.bounds)
    for y in common.y..<common.maxY {
      let (from, to) = (piece.offset(common.x, y), offset(common.x, y))
      let pixels = piece.pixmap.bytes.span
      pixmap.withMutableSpan { rows in
        for at in stride(from: 0, to: common.width * 4, by: 4) {
          rows.setPixel(pixels.pixel(at: from &+ at), at: to &+ at)
        }
      }
    }
  }

  /// Whether some pixels are kept in 16 bits.
  public var hasDepth: Bool { deep != nil }

  /// Whether every pixel is kept in 16 bits.
  public var isDeep: Bool { deep?.bounds == bounds && !bounds.isEmpty }

  /// The levels of `plane`, which has four channels, kept in 16 bits.
  public init(deep plane: Plane) {
    self.init(plane.bounds)
    guard plane.channels == 4, !plane.bounds.isEmpty else { return }
    deep = DeepPixels(plane)
  }

  /// The parts of `region` that are kept in 8 bits.
  func plainParts(of region: PixelRect) -> [PixelRect] {
    guard let hole = deep?.bounds.intersection(region), !hole.isEmpty else { return [region] }
    return [
      PixelRect(x: region.x, y: region.y, width: region.width, height: hole.y - region.y),
      PixelRect(x: region.x, y: hole.y, width: hole.x - region.x, height: hole.height),
      PixelRect(x: hole.maxX, y: hole.y, width: region.maxX - hole.maxX, height: hole.height),
      PixelRect(x: region.x, y: hole.maxY, width: region.width, height: region.maxY - hole.maxY),
    ].filter { !$0.isEmpty }
  }

  /// The levels of `width` pixels from column `x` of row `y` on, in 1/256.
  public func deepLevels(x: Int, y: Int, width: Int) -> [UInt16] {
    guard ground == nil else { return laid.deepLevels(x: x, y: y, width: width) }
    var levels = [UInt16](repeating: 0, count: width * 4)
    let start = offset(x, y)
    for i in levels.indices { levels[i] = UInt16(pixmap.bytes[start + i]) << 8 }
    guard let deep, y >= deep.bounds.y, y < deep.bounds.maxY else { return levels }
    for column in (x..<x + width).clamped(to: deep.bounds.x..<deep.bounds.maxX) {
      let from = deep.offset(column, y)
      for i in 0..<4 { levels[(column - x) * 4 + i] = deep.levels[from + i] }
    }
    return levels
  }

  /// Gives row `y` from column `x` on back what it was `before`, as far as `levels` leave it out.
  ///
  /// `levels` are in 1/65,280.
  public mutating func restore(_ before: [UInt16], x: Int, y: Int, outside levels: [UInt16]) {
    layGround()
    let deepColumns =
      deep.map { $0.bounds.y <= y && y < $0.bounds.maxY ? $0.bounds.x..<$0.bounds.maxX : 0..<0 }
      ?? 0..<0
    for i in levels.indices {
      let old = SIMD4(
        before[i * 4], before[i * 4 + 1], before[i * 4 + 2], before[i * 4 + 3])
      if deepColumns.contains(x + i) {
        deep?.restore(old, x: x + i, y: y, outside: levels[i])
      } else {
        let at = offset(x + i, y)
        pixmap.withMutableSpan { rows in
          let mixed = DeepPixels.mixed(old, with: rows.pixel(at: at).deep, by: levels[i])
          rows.setPixel(Pixel(deep: mixed), at: at)
        }
      }
    }
  }

  /// Asks `paint` for every run of `coverage` on the pixels inside `region` that are kept in 16 bits.
  mutating func paintDeep(
    _ coverage: Coverage, in region: PixelRect,
    _ paint: (_ y: Int, _ run: Coverage.Run, _ pixels: inout DeepPixels) -> Void
  ) {
    guard var own = deep else { return }
    deep = nil
    let region = region.intersection(own.bounds)
    for y in region.y..<region.maxY {
      for index in coverage.row(y) {
        if let run = coverage.runs[index].clipped(from: region.x, to: region.maxX) {
          paint(y, run, &own)
        }
      }
    }
    deep = own
  }

  /// Paints `source`, faded to `opacity`, but only inside `scissor`.
  ///
  /// What it keeps in 16 bits is rounded only after it has met what is here.
  public mutating func lay(
    _ source: Surface, opacity: Weight, blend: BlendMode, in scissor: PixelRect
  ) {
    let region = scissor.intersection(bounds).intersection(source.bounds)
    guard !region.isEmpty, opacity != .zero else { return }
    layGround()
    guard source.isDeep, let from = source.deep else {
      var source = source
      source.flatten()
      source.layGround()
      return paint(
        CopiedRows(source, dx: 0, dy: 0, isOpaque: false), through: Coverage(all: region),
        opacity: opacity, blend: blend, in: region)
    }
    layDeep(from, opacity, blend, in: region)
    for part in plainParts(of: region) { layPlain(from, opacity, blend, in: part) }
  }

  private mutating func layDeep(
    _ source: DeepPixels, _ opacity: Weight, _ blend: BlendMode, in region: PixelRect
  ) {
    guard var own = deep else { return }
    deep = nil
    let region = region.intersection(own.bounds)
    let all = Coverage(all: region)
    let run = Coverage.Run(x: region.x, width: region.width, level: 255, start: 0)
    for y in region.y..<region.maxY {
      own.paint(
        source.levels.span, from: source.offset(region.x, y), run, of: all, y: y, opacity: opacity,
        blend: blend)
    }
    deep = own
  }

  private mutating func layPlain(
    _ source: DeepPixels, _ opacity: Weight, _ blend: BlendMode, in region: PixelRect
  ) {
    let (levels, count) = (source.levels.span, region.width * 4)
    var row = [UInt16](repeating: 0, count: count)
    var line = row.mutableSpan
    for y in region.y..<region.maxY {
      let (from, to) = (source.offset(region.x, y), offset(region.x, y))
      pixmap.withMutableSpan { rows in
        widen(rows.span, from: to, to: &line, at: 0, count: count)
        blend.paint(levels, from: from, by: opacity, onto: &line, at: 0, width: region.width)
        narrow(line.span, from: 0, to: &rows, at: to, count: count)
      }
    }
  }
}
