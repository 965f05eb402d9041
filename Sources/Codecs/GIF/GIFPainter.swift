internal import Pixels

/// Turns the changed part of a frame into an image of at most 256 colours.
struct GIFPainter: Sendable {
  /// The file's own palette; empty if it has none.
  var shared: ColorTable
  var options: GIFOptions

  /// Tells the time in seconds, if somebody wants to know how long the work takes.
  var clock: (@Sendable () -> Double)?

  /// The image of `area`; what is the same in `base`, or not visible, becomes transparent.
  func picture(of pixels: Pixmap, over base: Pixmap?, in area: PixelRect) -> GIFPicture {
    let start = clock?() ?? 0
    let canvas = GIFCanvas(pixels: pixels, base: base, area: area)
    let painting = painting(of: canvas)
    let quantizingSeconds = (clock?() ?? 0) - start
    var picture = painting.packed(area)
    picture.facts.quantizingSeconds = quantizingSeconds
    return picture
  }

  private func painting(of canvas: GIFCanvas) -> GIFPainting {
    let hasTransparency = canvas.hasTransparency()
    let count = options.colors - (hasTransparency ? 1 : 0)
    guard let table = canvas.colors(atMost: count) else {
      return quantized(canvas, count: count, hasTransparency)
    }
    let isShared =
      !shared.colors.isEmpty && table.colors.allSatisfy { shared.index(of: $0) != nil }
    let palette = isShared ? shared : table
    var painting = GIFPainting(
      colors: palette.colors, kind: isShared ? .global : .exact, hasTransparency: hasTransparency)
    painting.indices = canvas.indices(in: palette, transparent: painting.transparent)
    if hasTransparency {
      painting.others = canvas.alternatives(
        to: painting.indices, transparent: painting.transparent, exact: palette.index)
    }
    return painting
  }

  private func quantized(
    _ canvas: GIFCanvas, count: Int, _ hasTransparency: Bool
  ) -> GIFPainting {
    let cells = canvas.cells()
    let design = PaletteDesign(cells, count: count)
    let quantizer = Quantizer(design, cells, dither: options.dither)
    var painting = GIFPainting(
      colors: design.colors, kind: .local, hasTransparency: hasTransparency)
    painting.indices = canvas.indices(through: quantizer, transparent: painting.transparent)
    if hasTransparency {
      painting.others = canvas.alternatives(
        to: painting.indices, transparent: painting.transparent, exact: quantizer.flat)
    }
    return painting
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

  func packed(_ area: PixelRect) -> GIFPicture {
    let entries = colors.count + (hasTransparency ? 1 : 0)
    var picture = GIFPicture(
      area: area, colors: kind == .global ? nil : hasTransparency ? colors + [0] : colors,
      colorCount: colors.count, transparent: hasTransparency ? transparent : nil,
      data: LZWEncoder(colors: entries).imageData(of: indices, or: others))
    (picture.facts.colors, picture.facts.palette) = (colors.count, kind)
    return picture
  }
}
