public import Pixels

/// Something that knows a colour for every pixel of the canvas, and tells them row by row.
public protocol RowSource {
  /// Whether nothing ever shows through.
  var isOpaque: Bool { get }

  /// Pixels of the canvas through which nothing shows, as far as that is known.
  var solid: PixelRect { get }

  /// Whether it knows its pixels more finely than in 8 bits.
  var isDeep: Bool { get }

  /// Whether what it knows more finely is dithered where it is rounded.
  var isDithered: Bool { get }

  /// Writes the levels of the same pixels in 1/256 to the beginning of `row`; only asked of what is
  /// deep.
  mutating func writeDeep(y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt16>)

  /// Writes the pixels of row `y` from column `x` on, `width` of them, to `row` from `offset`.
  mutating func write(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt8>, at offset: Int)

  /// Paints the same pixels, faded to `weight`, over `row`; only asked where all are opaque.
  ///
  /// `scratch` has room for `width` pixels.
  mutating func fade(
    y: Int, x: Int, width: Int, by weight: Weight, onto row: inout MutableSpan<UInt8>,
    at offset: Int, scratch: inout [UInt8])

  /// Writes what the same comes to over pixels that are all `ground`, which need not be there.
  mutating func fade(
    y: Int, x: Int, width: Int, by weight: Weight, over ground: Pixel,
    to row: inout MutableSpan<UInt8>, at offset: Int, scratch: inout [UInt8])
}

extension RowSource {
  /// Of most it is only known what holds for all of them.
  public var solid: PixelRect { isOpaque ? .everywhere : .empty }
  /// Most know bytes only.
  public var isDeep: Bool { false }
  /// Most are rounded to nearest.
  public var isDithered: Bool { false }

  /// Takes the bytes for what they are.
  public mutating func writeDeep(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt16>
  ) {
    var scratch = [UInt8](repeating: 0, count: max(0, width) * 4)
    var line = scratch.mutableSpan
    write(y: y, x: x, width: width, to: &line, at: 0)
    widen(line.span, from: 0, to: &row, at: 0, count: line.count)
  }

  /// Writes the pixels to `scratch`, and fades them from there.
  public mutating func fade(
    y: Int, x: Int, width: Int, by weight: Weight, onto row: inout MutableSpan<UInt8>,
    at offset: Int, scratch: inout [UInt8]
  ) {
    var line = scratch.mutableSpan
    write(y: y, x: x, width: width, to: &line, at: 0)
    sourceOver(scratch.span, from: 0, fadedBy: weight, onto: &row, at: offset, width: width)
  }

  /// Writes the ground, and fades the pixels over it.
  public mutating func fade(
    y: Int, x: Int, width: Int, by weight: Weight, over ground: Pixel,
    to row: inout MutableSpan<UInt8>, at offset: Int, scratch: inout [UInt8]
  ) {
    fill(ground, onto: &row, at: offset, width: width)
    fade(y: y, x: x, width: width, by: weight, onto: &row, at: offset, scratch: &scratch)
  }
}

extension Surface {
  /// Paints `source`, faded to `opacity`, wherever `coverage` is, but only inside `scissor`.
  public mutating func paint(
    _ source: consuming some RowSource, through coverage: Coverage, opacity: Weight = .one,
    blend: BlendMode = .normal, in scissor: PixelRect
  ) {
    let region = scissor.intersection(bounds).intersection(coverage.bounds)
    guard !region.isEmpty, opacity != .zero else { return }
    var source = source
    if source.isOpaque, !source.isDeep, blend == .normal,
      let ground = takeGround(around: region)
    {
      return paint(&source, through: coverage, opacity: opacity, over: ground, in: region)
    }
    layGround()
    if deep != nil {
      if source.isDeep && (!source.isDithered || keepsGradients) {
        paintExactly(&source, through: coverage, opacity: opacity, blend: blend, in: region)
      } else {
        paintBytes(&source, through: coverage, opacity: opacity, blend: blend, in: region)
      }
    }
    for part in plainParts(of: region) {
      paintPlain(&source, through: coverage, opacity: opacity, blend: blend, in: part)
    }
  }

  /// Paints what `source` knows more finely than in 8 bits where that many are kept.
  private mutating func paintExactly(
    _ source: inout some RowSource, through coverage: Coverage, opacity: Weight,
    blend: BlendMode, in region: PixelRect
  ) {
    var scratch = [UInt16](repeating: 0, count: region.width * 4)
    paintDeep(coverage, in: region) { y, run, pixels in
      var line = scratch.mutableSpan
      source.writeDeep(y: y, x: run.x, width: run.width, to: &line)
      pixels.paint(
        scratch.span, from: 0, run, of: coverage, y: y, opacity: opacity, blend: blend)
    }
  }

  /// Paints the bytes of `source` where 16 bits are kept.
  private mutating func paintBytes(
    _ source: inout some RowSource, through coverage: Coverage, opacity: Weight,
    blend: BlendMode, in region: PixelRect
  ) {
    var scratch = [UInt8](repeating: 0, count: region.width * 4)
    var levels = [UInt16](repeating: 0, count: region.width * 4)
    paintDeep(coverage, in: region) { y, run, pixels in
      var bytes = scratch.mutableSpan
      var line = levels.mutableSpan
      source.write(y: y, x: run.x, width: run.width, to: &bytes, at: 0)
      widen(bytes.span, from: 0, to: &line, at: 0, count: run.width * 4)
      pixels.paint(
        line.span, from: 0, run, of: coverage, y: y, opacity: opacity, blend: blend)
    }
  }

  private mutating func paintPlain(
    _ source: inout some RowSource, through coverage: Coverage, opacity: Weight,
    blend: BlendMode, in region: PixelRect
  ) {
    // Asked once: a row that is asked is copied, with all that it holds.
    let (isDeep, isDithered) = (source.isDeep, source.isDithered)
    let isPlain = source.isOpaque && blend == .normal
    let solid = blend == .normal && opacity == .one ? source.solid : .empty
    var scratch = [UInt8](repeating: 0, count: region.width * 4)
    var deepScratch = [UInt16](repeating: 0, count: isDeep ? region.width * 4 : 0)
    let place = (x: x, y: y, width: pixmap.width)
    pixmap.withMutableSpan { rows in
      for y in region.y..<region.maxY {
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
            if isDeep {
              var line = deepScratch.mutableSpan
              source.writeDeep(y: y, x: run.x, width: run.width, to: &line)
              paintRun(
                deepScratch.span, run, of: coverage, y: isDithered ? y : nil, opacity: opacity,
                blend: blend, onto: &rows, at: at)
            } else if isPlain && run.level == 255 {
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
}

extension Coverage.Run {
  /// The part in row `y` that is covered in full and inside `area`; nil if there is none.
  @inline(__always)
  fileprivate func inside(_ area: PixelRect, y: Int) -> Coverage.Run? {
    guard level == 255, y >= area.y, y < area.maxY else { return nil }
    return clipped(from: area.x, to: area.maxX)
  }
}

/// Paints the first levels of `line`, in 1/256, along `run`, which begins at `offset` of `rows`.
///
/// `y` is its row, where the result is dithered: but not along edges, where nobody sees steps, and
/// what is covered is rounded already.
private func paintRun(
  _ line: Span<UInt16>, _ run: Coverage.Run, of coverage: Coverage, y: Int?, opacity: Weight,
  blend: BlendMode, onto rows: inout MutableSpan<UInt8>, at offset: Int
) {
  for i in 0..<run.width {
    let top = line.deep(at: i &* 4)
    guard top != .zero else { continue }
    let level = coverage.fineLevel(of: run, at: i)
    let at = offset &+ i &* 4
    let both = blend.mixed(
      top, by: opacity.covered(byFine: level), over: rows.pixel(at: at).deep)
    if let y, level == Plane.full {
      rows.setPixel(Pixel(deep: both, ditheredAt: run.x &+ i, y), at: at)
    } else {
      rows.setPixel(Pixel(deep: both), at: at)
    }
  }
}

/// Paints the first pixels of `line` along `run`, which begins at `offset` of `rows`.
func paintRun(
  _ line: Span<UInt8>, _ run: Coverage.Run, of coverage: Coverage, opacity: Weight,
  blend: BlendMode, onto rows: inout MutableSpan<UInt8>, at offset: Int
) {
  guard blend == .normal else {
    return blendRun(line, run, of: coverage, opacity: opacity, mode: blend, onto: &rows, at: offset)
  }
  guard run.level != nil else {
    return sourceOver(
      line, from: 0, covered: coverage.fine.span, from: run.start, fadedBy: opacity,
      onto: &rows, at: offset, width: run.width)
  }
  let weight = opacity.covered(byFine: run.fine)
  sourceOver(line, from: 0, fadedBy: weight, onto: &rows, at: offset, width: run.width)
}
