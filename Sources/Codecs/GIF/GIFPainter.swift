internal import Pixels

/// Turns the changed part of a frame into an image of at most 256 colours.
struct GIFPainter: Sendable {
  /// The file's own palette; empty if it has none.
  var shared: ColorTable
  var options: GIFOptions
  /// Colours that are exact in every frame, so that painting them again changes nothing.
  var steady: [UInt32] = []

  /// Tells the time in seconds, if somebody wants to know how long the work takes.
  var clock: (@Sendable () -> Double)?

  /// Whether all that was painted before is exact, so that painting it again changes nothing.
  var isPastExact = true

  /// The image of `area`; what is the same in `base`, or not visible, becomes transparent.
  func picture(of pixels: Pixmap, over base: Pixmap?, in area: PixelRect) -> GIFPicture {
    let start = clock?() ?? 0
    let canvas = GIFCanvas(pixels: pixels, base: base, area: area)
    let hasTransparency = canvas.hasTransparency()
    let count = options.colors - (hasTransparency ? 1 : 0)
    let paintings = exact(canvas, count: count, hasTransparency)
    guard !paintings.isEmpty else {
      return quantized(canvas, count: count, hasTransparency, since: start)
    }
    let seconds = (clock?() ?? 0) - start
    // Nobody can tell beforehand which way of painting is the smallest, and all are quick.
    let pictures = paintings.map { $0.packed(area, quantizingSeconds: seconds) }
    var best = pictures[0]
    for picture in pictures where picture.byteCount < best.byteCount { best = picture }
    let bearable = best.byteCount + best.byteCount / 50
    for (painting, picture) in zip(paintings, pictures) where picture.byteCount <= bearable {
      for patience in [LZWPatience.long, .none] {
        let other = painting.packed(area, patience, quantizingSeconds: seconds)
        if other.byteCount < best.byteCount { best = other }
      }
    }
    return best
  }

  /// The ways of painting all pixels exactly; none if there are too many colours.
  private func exact(
    _ canvas: GIFCanvas, count: Int, _ hasTransparency: Bool
  ) -> [GIFPainting] {
    let whole = GIFCanvas(pixels: canvas.pixels, base: nil, area: canvas.area)
    let canPaintAll = isPastExact && canvas.base != nil && hasTransparency
    guard let table = canvas.colors(atMost: count) else {
      // The place of what is transparent may be all that was missing.
      return canPaintAll ? painting(whole, count: count + 1) : []
    }
    let paintings = self.paintings(of: canvas, table, hasTransparency)
    return canPaintAll ? paintings + painting(whole, count: count) : paintings
  }

  /// The paintings of a canvas that leaves nothing as it is; none if it does, or has too many
  /// colours.
  private func painting(_ canvas: GIFCanvas, count: Int) -> [GIFPainting] {
    // Too many colours are found sooner than that nothing is clear.
    guard let table = canvas.colors(atMost: count), !canvas.hasTransparency() else { return [] }
    return paintings(of: canvas, table, false)
  }

  /// Paintings in the file's colours, if these do, and in the canvas's own.
  private func paintings(
    of canvas: GIFCanvas, _ table: ColorTable, _ hasTransparency: Bool
  ) -> [GIFPainting] {
    let isShared =
      !shared.colors.isEmpty && shared.colors.count + (hasTransparency ? 1 : 0) <= 256
      && table.colors.allSatisfy { shared.index(of: $0) != nil }
    let own = painting(of: canvas, table, .exact, hasTransparency)
    return isShared ? [painting(of: canvas, shared, .global, hasTransparency), own] : [own]
  }

  private func painting(
    of canvas: GIFCanvas, _ palette: ColorTable, _ kind: FrameFacts.Palette,
    _ hasTransparency: Bool
  ) -> GIFPainting {
    var painting = GIFPainting(
      colors: palette.colors, kind: kind, hasTransparency: hasTransparency)
    painting.indices = canvas.indices(in: palette, transparent: painting.transparent)
    guard hasTransparency else { return painting }
    let always = ColorTable(steady)
    painting.others = canvas.alternatives(
      to: painting.indices, transparent: painting.transparent
    ) { isPastExact || always.index(of: $0) != nil ? palette.index(of: $0) : nil }
    return painting
  }

  private func quantized(
    _ canvas: GIFCanvas, count: Int, _ hasTransparency: Bool, since start: Double
  ) -> GIFPicture {
    let design = canvas.design(count: count, steady: steady)
    let quantizer = Quantizer(design, dither: options.dither)
    var painting = GIFPainting(
      colors: design.colors, kind: .local, hasTransparency: hasTransparency)
    if !design.hasGradients {
      (painting.indices, painting.others) = canvas.indices(
        in: design, transparent: painting.transparent)
      return painting.packed(canvas.area, quantizingSeconds: (clock?() ?? 0) - start)
    }
    guard options.dither == .auto else {
      painting.indices = canvas.indices(through: quantizer, transparent: painting.transparent)
      return painting.packed(canvas.area, quantizingSeconds: (clock?() ?? 0) - start)
    }
    var rows = RowQuantizer(canvas, through: quantizer, transparent: painting.transparent)
    var seconds = (clock?() ?? 0) - start
    let data = LZWEncoder(colors: painting.entries).imageData(
      of: &rows, clock: clock, quantizingSeconds: &seconds)
    return painting.picture(canvas.area, data, quantizingSeconds: seconds)
  }
}

/// An image in colours of a palette, before it is packed.
struct GIFPainting: Hashable, Sendable {
  var colors: [UInt32]
  var kind: FrameFacts.Palette
  var hasTransparency: Bool
  /// One for each pixel.
  var indices: [UInt8] = []
  /// For each pixel one that shows the same; nil if there is no choice.
  var others: [UInt8]?

  /// The index that leaves what is there, where there is one.
  var transparent: UInt8 { UInt8(truncatingIfNeeded: colors.count) }

  /// The colours, and the place that leaves what is there.
  var entries: Int { colors.count + (hasTransparency ? 1 : 0) }

  func packed(
    _ area: PixelRect, _ patience: LZWPatience = .usual, quantizingSeconds: Double
  ) -> GIFPicture {
    let data = LZWEncoder(colors: entries, patience: patience).imageData(of: indices, or: others)
    return picture(area, data, quantizingSeconds: quantizingSeconds)
  }

  /// The image whose indices are packed already.
  func picture(_ area: PixelRect, _ data: [UInt8], quantizingSeconds: Double) -> GIFPicture {
    var picture = GIFPicture(
      area: area, colors: kind == .global ? nil : hasTransparency ? colors + [0] : colors,
      colorCount: colors.count, transparent: hasTransparency ? transparent : nil, data: data)
    (picture.facts.colors, picture.facts.palette) = (colors.count, kind)
    picture.facts.quantizingSeconds = quantizingSeconds
    return picture
  }
}
