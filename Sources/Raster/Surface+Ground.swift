public import Pixels

// The plain way fills the background, and paints over it. But nearly all of it is painted over at
// once: then what is below a pixel is known without a look at it, and need not have been written.

/// Pixels that are all to be seen as one, whatever is in memory.
struct Ground: Hashable, Sendable {
  /// What is to be seen.
  let pixel: Pixel
  /// Where.
  let region: PixelRect
}

extension Surface {
  /// From now on every pixel inside `region` is `pixel`; it is written as soon as somebody needs it.
  ///
  /// Who looks at `pixmap` itself calls `layGround` first.
  public mutating func setGround(_ region: PixelRect, to pixel: Pixel) {
    flatten()
    layGround()
    let region = region.intersection(bounds)
    ground = region.isEmpty ? nil : Ground(pixel: pixel, region: region)
  }

  /// Writes what is not written yet.
  public mutating func layGround() {
    guard let ground else { return }
    self.ground = nil
    var region = ground.region
    (region.x, region.y) = (region.x - x, region.y - y)
    pixmap.fill(region, with: ground.pixel)
  }

  /// The same pixels, all of them written.
  var laid: Surface {
    var surface = self
    surface.layGround()
    return surface
  }

  /// Takes the ground for somebody who paints no more than `region`, and then has written all of it;
  /// nil, and the ground is written, where something else is below.
  mutating func takeGround(around region: PixelRect) -> Ground? {
    guard let ground, deep == nil, ground.region.intersection(region) == region else {
      layGround()
      return nil
    }
    self.ground = nil
    return ground
  }
}

extension Surface {
  /// Paints the opaque pixels of `source`, faded to `opacity`, wherever `coverage` is inside `region`,
  /// over `ground`, which is around it and not written yet.
  mutating func paint(
    _ source: inout some RowSource, through coverage: Coverage, opacity: Weight,
    over ground: Ground, in region: PixelRect
  ) {
    var scratch = [UInt8](repeating: 0, count: region.width * 4)
    let place = (x: x, y: y, width: pixmap.width)
    pixmap.withMutableSpan { rows in
      for y in ground.region.y..<ground.region.maxY {
        let start = ((y - place.y) * place.width - place.x) * 4
        let indices = y >= region.y && y < region.maxY ? coverage.row(y) : 0..<0
        // What is covered in full is written at once, and the ground in between.
        var end = ground.region.x
        for index in indices where coverage.runs[index].level == 255 {
          let run = coverage.runs[index].clipped(from: region.x, to: region.maxX)
          guard let run else { continue }
          Raster.fill(ground.pixel, onto: &rows, at: start + end * 4, width: run.x - end)
          write(
            &source, run, y: y, opacity, over: ground.pixel, to: &rows, at: start + run.x * 4,
            &scratch)
          end = run.maxX
        }
        Raster.fill(
          ground.pixel, onto: &rows, at: start + end * 4, width: ground.region.maxX - end)
        for index in indices where coverage.runs[index].level != 255 {
          let run = coverage.runs[index].clipped(from: region.x, to: region.maxX)
          guard let run else { continue }
          var line = scratch.mutableSpan
          source.write(y: y, x: run.x, width: run.width, to: &line, at: 0)
          paintRun(
            scratch.span, run, of: coverage, opacity: opacity, blend: .normal, onto: &rows,
            at: start + run.x * 4)
        }
      }
    }
  }
}

/// Writes the pixels of `source` along `run`, faded over a ground that need not be there.
private func write(
  _ source: inout some RowSource, _ run: Coverage.Run, y: Int, _ opacity: Weight,
  over ground: Pixel, to rows: inout MutableSpan<UInt8>, at offset: Int, _ scratch: inout [UInt8]
) {
  if opacity == .one {
    source.write(y: y, x: run.x, width: run.width, to: &rows, at: offset)
  } else {
    source.fade(
      y: y, x: run.x, width: run.width, by: opacity, over: ground, to: &rows, at: offset,
      scratch: &scratch)
  }
}
