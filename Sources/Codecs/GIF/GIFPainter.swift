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
    let seconds = (clock?() ?? 0) - start
    return paintings.first?.smallest(
      area, besides: paintings.dropFirst(), quantizingSeconds: seconds)
      ?? quantized(canvas, count: count, hasTransparency, since: start)
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
    guard isShared else { return [painting(of: canvas, table, .exact, hasTransparency)] }
    let global = painting(of: canvas, shared, .global, hasTransparency)
    // Other numbers for the same colours make the same strings, unless there are fewer bits of them.
    let count = table.colors.count + (hasTransparency ? 1 : 0)
    guard LZWEncoder.codeSize(for: count) < LZWEncoder.codeSize(for: global.entries) else {
      return [global]
    }
    return [global, painting(of: canvas, table, .exact, hasTransparency)]
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
    var painting = GIFPainting(
      colors: design.colors, kind: .local, hasTransparency: hasTransparency)
    if !design.hasGradients {
      (painting.indices, painting.others) = canvas.indices(
        in: design, transparent: painting.transparent)
      return painting.packed(canvas.area, quantizingSeconds: (clock?() ?? 0) - start)
    }
    let quantizer = Quantizer(design, dither: options.dither)
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
