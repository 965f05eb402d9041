public import Pixels

extension Surface {
  /// Paints one colour, faded to `opacity`, wherever `coverage` is, but only inside `scissor`.
  public mutating func fill(
    _ coverage: Coverage, with pixel: Pixel, opacity: Weight = .one, blend: BlendMode = .normal,
    in scissor: PixelRect
  ) {
    let region = scissor.intersection(bounds).intersection(coverage.bounds)
    layGround()
    if deep != nil {
      let bytes = Pixmap(width: region.width, height: 1, filledWith: pixel).bytes
      let line = bytes.map { UInt16($0) << 8 }
      paintDeep(coverage, in: region) { y, run, pixels in
        pixels.paint(
          line.span, from: 0, run, of: coverage, y: y, opacity: opacity, blend: blend)
      }
    }
    for part in plainParts(of: region) {
      fillPlain(coverage, with: pixel, opacity: opacity, blend: blend, in: part)
    }
  }

  private mutating func fillPlain(
    _ coverage: Coverage, with pixel: Pixel, opacity: Weight, blend: BlendMode,
    in region: PixelRect
  ) {
    let line =
      blend == .normal ? [] : Pixmap(width: region.width, height: 1, filledWith: pixel).bytes
    let surface = (x: x, y: y, width: pixmap.width)
    pixmap.withMutableSpan { rows in
      for y in region.y..<region.maxY {
        for index in coverage.row(y) {
          let run = coverage.runs[index].clipped(from: region.x, to: region.maxX)
          guard let run else { continue }
          let at = ((y - surface.y) * surface.width + run.x - surface.x) * 4
          if blend == .normal {
            paintRun(pixel, run, of: coverage, opacity: opacity, onto: &rows, at: at)
          } else {
            blendRun(
              line.span, run, of: coverage, opacity: opacity, mode: blend, onto: &rows, at: at)
          }
        }
      }
    }
  }
}

/// Paints one colour along `run`, which begins at `offset` of `rows`.
private func paintRun(
  _ pixel: Pixel, _ run: Coverage.Run, of coverage: Coverage, opacity: Weight,
  onto rows: inout MutableSpan<UInt8>, at offset: Int
) {
  guard run.level != nil else {
    return sourceOver(
      pixel, covered: coverage.fine.span, from: run.start, fadedBy: opacity, onto: &rows,
      at: offset, width: run.width)
  }
  let weight = opacity.covered(byFine: run.fine)
  if weight == .one && pixel.isOpaque {
    fill(pixel, onto: &rows, at: offset, width: run.width)
  } else {
    sourceOver(pixel, fadedBy: weight, onto: &rows, at: offset, width: run.width)
  }
}
