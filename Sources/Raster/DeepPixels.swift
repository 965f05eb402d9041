public import Pixels

// Eight bits are exact for one layer over another, but every layer rounds once: where ten pile up,
// what is left of their errors can be two levels. So a pile is made in 16 bits, and rounded once.

/// A part of a surface in 1/256 of a level.
struct DeepPixels: Hashable, Sendable {
  /// Where it is on the canvas.
  let bounds: PixelRect
  /// Four levels for each pixel.
  private var levels: [UInt16]

  /// The pixels of `surface` inside `region`, which it holds.
  init(_ surface: Surface, in region: PixelRect) {
    bounds = region
    levels = [UInt16](repeating: 0, count: region.width * region.height * 4)
    let bytes = surface.pixmap.bytes.span
    for y in region.y..<region.maxY {
      let from = surface.offset(region.x, y)
      let to = (y - region.y) * region.width * 4
      for i in 0..<region.width * 4 { levels[to + i] = UInt16(bytes[from + i]) << 8 }
    }
  }

  /// Rounds all levels into `surface`.
  func write(to surface: inout Surface) {
    let levels = levels.span
    for y in bounds.y..<bounds.maxY {
      let (from, to) = ((y - bounds.y) * bounds.width * 4, surface.offset(bounds.x, y))
      surface.pixmap.withMutableSpan { rows in
        for i in 0..<bounds.width * 4 {
          rows[to + i] = UInt8(truncatingIfNeeded: (UInt32(levels[from + i]) + 128) >> 8)
        }
      }
    }
  }

  /// Paints `width` pixels over those from column `x` of row `y` on, each faded by its own weight.
  mutating func paint(
    x: Int, y: Int, width: Int, blend: BlendMode = .normal, _ source: (Int) -> (Pixel, Weight)
  ) {
    let start = ((y - bounds.y) * bounds.width + x - bounds.x) * 4
    var levels = levels.mutableSpan
    for i in 0..<width {
      let (pixel, weight) = source(i)
      let at = start + i * 4
      guard blend == .normal else {
        var below = SIMD4<UInt8>()
        for c in 0..<4 { below[c] = UInt8((UInt32(levels[at + c]) + 128) >> 8) }
        let mixed = blend.blended(pixel, fadedBy: weight, over: Pixel(below))
        for c in 0..<4 { levels[at + c] = UInt16(mixed.channels[c]) << 8 }
        continue
      }
      let share = UInt64(weight.parts)
      let rest = 16_711_680 - UInt64(pixel.alpha) * share
      for c in 0..<4 {
        let top = UInt64(pixel.channels[c]) * 65_280 * share
        let sum = top + UInt64(levels[at + c]) * rest + 8_355_840
        levels[at + c] = UInt16(truncatingIfNeeded: sum / 16_711_680)
      }
    }
  }
}

extension Surface {
  /// From now on keeps the pixels inside `region` in 16 bits, until `flatten`.
  public mutating func deepen(_ region: PixelRect) {
    flatten()
    let region = region.intersection(bounds)
    guard !region.isEmpty else { return }
    deep = DeepPixels(self, in: region)
  }

  /// Rounds what was kept in 16 bits to pixels.
  public mutating func flatten() {
    guard let deep else { return }
    self.deep = nil
    deep.write(to: &self)
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

  /// Paints every run of `coverage` on the pixels inside `region` that are kept in 16 bits.
  ///
  /// `line` answers the pixels of a run, by their places in it.
  mutating func paintDeep(
    _ coverage: Coverage, opacity: Weight, blend: BlendMode, in region: PixelRect,
    _ line: (_ y: Int, _ run: Coverage.Run) -> (Int) -> Pixel
  ) {
    guard var own = deep else { return }
    deep = nil
    let region = region.intersection(own.bounds)
    for y in region.y..<region.maxY {
      for index in coverage.row(y) {
        guard let run = coverage.runs[index].clipped(from: region.x, to: region.maxX) else {
          continue
        }
        let pixel = line(y, run)
        own.paint(x: run.x, y: y, width: run.width, blend: blend) { i in
          (pixel(i), opacity.covered(by: run.level ?? coverage.levels[run.start + i]))
        }
      }
    }
    deep = own
  }
}
