public import Pixels

extension Surface {
  /// Paints `source`, faded to `opacity`, wherever `coverage` is, but only inside `scissor`.
  public mutating func paint(
    _ source: consuming some RowSource, through coverage: Coverage, opacity: Weight = .one,
    blend: BlendMode = .normal, in scissor: PixelRect
  ) {
    let region = scissor.intersection(bounds).intersection(coverage.bounds)
    guard !region.isEmpty, opacity != .zero else { return }
    var source = source
    // Read once: every read copies the source with all that it holds.
    let isPlain = (source.isOpaque || source.isFine) && blend == .normal
    let solid = blend == .normal && opacity == .one ? source.solid : .empty
    var scratch = [UInt8](repeating: 0, count: region.width * 4)
    let place = (x: x, y: y, width: pixmap.width)
    let pending = takeClear(from: region.y, to: region.maxY)
    pixmap.withMutableSpan { rows in
      for y in region.y..<region.maxY {
        pending?.clear(y - place.y, of: &rows, width: place.width)
        let start = ((y - place.y) * place.width - place.x) * 4
        for index in coverage.row(y) {
          var rest = coverage.runs[index].clipped(from: region.x, to: region.maxX)
          var behind: Coverage.Run?
          if let run = rest, let inside = run.inside(solid, y: y) {
            source.write(
              y: y, x: inside.x, width: inside.width, to: &rows, at: start + inside.x * 4)
            rest = run.clipped(from: run.x, to: inside.x)
            behind = run.clipped(from: inside.maxX, to: run.maxX)
          }
          while let run = rest ?? behind {
            if rest == nil { behind = nil }
            rest = nil
            let at = start + run.x * 4
            if isPlain && run.level == 255 {
              source.fade(
                y: y, x: run.x, width: run.width, by: opacity, onto: &rows, at: at,
                scratch: &scratch)
            } else {
              var line = scratch.mutableSpan
              source.write(y: y, x: run.x, width: run.width, to: &line, at: 0)
              paintRun(
                scratch.span, run, of: coverage, opacity: opacity, blend: blend, onto: &rows,
                at: at)
            }
          }
        }
      }
    }
  }

  /// Paints `source`, faded to `opacity`, but only inside `scissor`.
  public mutating func paint(
    _ source: Surface, opacity: Weight = .one, blend: BlendMode = .normal, in scissor: PixelRect
  ) {
    paint(
      CopiedRows(source, dx: 0, dy: 0, isOpaque: false),
      through: Coverage(all: scissor.intersection(bounds).intersection(source.bounds)),
      opacity: opacity, blend: blend, in: scissor)
  }

  /// Paints one colour, faded to `opacity`, wherever `coverage` is, but only inside `scissor`.
  public mutating func fill(
    _ coverage: Coverage, with pixel: Pixel, opacity: Weight = .one, blend: BlendMode = .normal,
    in scissor: PixelRect
  ) {
    let region = scissor.intersection(bounds).intersection(coverage.bounds)
    guard !region.isEmpty else { return }
    let line =
      blend == .normal ? [] : Pixmap(width: region.width, height: 1, filledWith: pixel).bytes
    let place = (x: x, y: y, width: pixmap.width)
    let pending = takeClear(from: region.y, to: region.maxY)
    pixmap.withMutableSpan { rows in
      for y in region.y..<region.maxY {
        pending?.clear(y - place.y, of: &rows, width: place.width)
        for index in coverage.row(y) {
          let run = coverage.runs[index].clipped(from: region.x, to: region.maxX)
          guard let run else { continue }
          let at = ((y - place.y) * place.width + run.x - place.x) * 4
          if blend == .normal {
            fillRun(pixel, run, of: coverage, opacity: opacity, onto: &rows, at: at)
          } else {
            blendRun(
              line.span, run, of: coverage, opacity: opacity, mode: blend, onto: &rows, at: at)
          }
        }
      }
    }
  }
}

extension Coverage.Run {
  /// The part in row `y` that is covered in full and inside `area`; nil if there is none.
  @inline(__always)
  fileprivate func inside(_ area: PixelRect, y: Int) -> Coverage.Run? {
    guard level == 255, y >= area.y, y < area.maxY else { return nil }
    return clipped(from: area.x, to: area.maxX)
  }
}

/// Paints the first pixels of `line` along `run`, which begins at `offset` of `rows`.
private func paintRun(
  _ line: Span<UInt8>, _ run: Coverage.Run, of coverage: Coverage, opacity: Weight,
  blend: BlendMode, onto rows: inout MutableSpan<UInt8>, at offset: Int
) {
  guard blend == .normal else {
    return blendRun(line, run, of: coverage, opacity: opacity, mode: blend, onto: &rows, at: offset)
  }
  guard let level = run.level else {
    return sourceOver(
      line, from: 0, covered: coverage.levels.span, from: run.start, fadedBy: opacity,
      onto: &rows, at: offset, width: run.width)
  }
  let weight = opacity.covered(by: level)
  sourceOver(line, from: 0, fadedBy: weight, onto: &rows, at: offset, width: run.width)
}

/// Paints one colour along `run`, which begins at `offset` of `rows`.
private func fillRun(
  _ pixel: Pixel, _ run: Coverage.Run, of coverage: Coverage, opacity: Weight,
  onto rows: inout MutableSpan<UInt8>, at offset: Int
) {
  guard let level = run.level else {
    return sourceOver(
      pixel, covered: coverage.levels.span, from: run.start, fadedBy: opacity, onto: &rows,
      at: offset, width: run.width)
  }
  let weight = opacity.covered(by: level)
  if weight == .one && pixel.isOpaque {
    fill(pixel, onto: &rows, at: offset, width: run.width)
  } else {
    sourceOver(pixel, fadedBy: weight, onto: &rows, at: offset, width: run.width)
  }
}
