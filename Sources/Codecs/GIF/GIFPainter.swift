internal import Pixels

/// Turns the changed part of a frame into an image of at most 256 colours.
struct GIFPainter: Sendable {
  /// The file's own palette; empty if it has none.
  var shared: ColorTable
  var options: GIFOptions
  /// Colours that are exact in every frame, so that painting them again changes nothing.
  var steady: [UInt32] = []
  /// Colours that fill areas, of which only a strip may be painted at a time.
  var areas: [UInt32] = []
  /// How near colours have to be to those of what was drawn.
  var fineness = DrawnTolerance.Fineness.usual
  /// What becomes of colours that are too many, if it is the same in all frames.
  var constant: Quantizer?

  /// Tells the time in seconds, if somebody wants to know how long the work takes.
  var clock: (@Sendable () -> Double)?

  /// Whether all that was painted before is exact, so that painting it again changes nothing.
  var isPastExact = true

  /// The image of `area`; what is the same in `base`, or not visible, becomes transparent.
  func picture(of pixels: Pixmap, over base: Pixmap?, in area: PixelRect) -> GIFPicture {
    let start = clock?() ?? 0
    let canvas = GIFCanvas(pixels: pixels, base: base, area: area)
    let paintings = exact(canvas)
    let seconds = (clock?() ?? 0) - start
    return paintings.first?.smallest(
      area, besides: paintings.dropFirst(), quantizingSeconds: seconds)
      ?? quantized(canvas, since: start)
  }

  /// The ways of painting all pixels exactly; none if there are too many colours.
  private func exact(_ canvas: GIFCanvas) -> [GIFPainting] {
    guard isPastExact || canvas.base == nil else { return leaving(canvas) }
    // Where there is no index left for what stays, every frame's colours get their own numbers.
    let own = OwnColors(
      of: canvas, preferring: shared.colors.count < 256 ? shared : ColorTable(),
      atMost: options.colors)
    guard own.isComplete else {
      return own.changedCount > options.colors ? [] : leaving(canvas)
    }
    // Which way is shorter is plain in a large image of which nearly nothing stays, or nearly all.
    let isLarge = own.pixelCount >= GIFPainting.fewest
    let leavesMuch = own.sameCount > (isLarge ? own.pixelCount / 4 : 0)
    let leavesMost = isLarge && own.sameCount > own.pixelCount / 8 * 7
    var paintings: [GIFPainting] = []
    if own.hasInvisible || leavesMuch {
      let hasRoom =
        own.table.colors.count < 256
        && own.changedCount <= options.colors(besidesTransparency: true)
      paintings = hasRoom ? leaving(own) : leaving(canvas)
    }
    guard !own.hasInvisible, !leavesMost || paintings.isEmpty else { return paintings }
    return paintings + painting(own)
  }

  /// Paintings of a canvas whose colours are not numbered yet; none if those of what is not as before
  /// are too many.
  private func leaving(_ canvas: GIFCanvas) -> [GIFPainting] {
    let hasTransparency = canvas.hasTransparency()
    let count = options.colors(besidesTransparency: hasTransparency)
    return canvas.colors(atMost: count).map { paintings(of: canvas, $0, hasTransparency) } ?? []
  }

  /// Paintings that leave what is as before where that is shorter.
  private func leaving(_ own: OwnColors) -> [GIFPainting] {
    let all = GIFPainting(holes: own, kind(of: own))
    let needed = LZWEncoder.codeSize(for: own.changedCount + 1)
    guard needed < LZWEncoder.codeSize(for: own.table.colors.count + 1) else { return [all] }
    return [all, GIFPainting(holes: own.reducedToChanged(), .exact)]
  }

  /// Paintings of every pixel.
  private func painting(_ own: OwnColors) -> [GIFPainting] {
    let all =
      GIFPainting(all: own, in: shared) ?? GIFPainting(all: own, kind(of: own))
    let needed = LZWEncoder.codeSize(for: own.usedCount)
    guard needed < LZWEncoder.codeSize(for: all.entries) else { return [all] }
    return [all, GIFPainting(all: own.reducedToUsed(), .exact)]
  }

  private func kind(of own: OwnColors) -> FrameFacts.Palette {
    !shared.colors.isEmpty && own.table.colors == shared.colors ? .global : .exact
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
    let always = ColorTable(steady)
    painting.runs = canvas.runs(in: palette, transparent: painting.transparent) {
      isPastExact || always.index(of: $0) != nil
    }
    return painting
  }

  private func quantized(_ canvas: GIFCanvas, since start: Double) -> GIFPicture {
    var canvas = canvas
    if options.areFew { canvas.base = nil }
    let hasTransparency = canvas.hasTransparency()
    if let constant { return picture(of: canvas, hasTransparency, through: constant, since: start) }
    let count = options.colors(besidesTransparency: hasTransparency)
    let always = ColorTable(steady)
    let repaints = canvas.favorsRepainting { always.index(of: $0) != nil }
    let design = canvas.design(count: count, steady: steady, areas: areas, fineness: fineness)
    var painting = GIFPainting(
      colors: design.colors, kind: .local, hasTransparency: hasTransparency)
    if !design.hasGradients {
      painting.runs = canvas.runs(
        in: design, transparent: painting.transparent, repaints: repaints)
      painting.kin = design.kin
      // The strings of a page of text never come again.
      return painting.packed(
        canvas.area, fineness == .usual ? .usual : .none, foresees: fineness != .usual,
        quantizingSeconds: (clock?() ?? 0) - start)
    }
    let quantizer = Quantizer(
      design, dither: options.dither, restraint: canvas.restraint(losing: design.meanError))
    guard options.dither == .auto else {
      return picture(of: canvas, hasTransparency, through: quantizer, since: start)
    }
    var rows = RowQuantizer(
      canvas, through: quantizer, transparent: painting.transparent, repaints: repaints)
    var seconds = (clock?() ?? 0) - start
    let data = LZWEncoder(colors: painting.entries).imageData(
      of: &rows, clock: clock, quantizingSeconds: &seconds)
    return painting.picture(canvas.area, data, quantizingSeconds: seconds)
  }

  /// The image of a canvas of which every pixel becomes what its colour and its place say.
  private func picture(
    of canvas: GIFCanvas, _ hasTransparency: Bool, through quantizer: Quantizer,
    since start: Double
  ) -> GIFPicture {
    var painting = GIFPainting(
      colors: quantizer.colors, kind: .local, hasTransparency: hasTransparency)
    painting.runs = IndexRuns(
      canvas.indices(through: quantizer, transparent: painting.transparent))
    return painting.packed(canvas.area, quantizingSeconds: (clock?() ?? 0) - start)
  }
}
