internal import Pixels

/// Turns the changed part of a frame into an image of at most 256 colours.
struct GIFPainter: Sendable {
  /// The file's own palette; empty if it has none.
  var shared: ColorTable
  var options: GIFOptions

  /// The image of `area`; what is the same in `base`, or not visible, becomes transparent.
  func picture(of pixels: Pixmap, over base: Pixmap?, in area: PixelRect) -> GIFPicture {
    let canvas = GIFCanvas(pixels: pixels, base: base, area: area)
    let census = canvas.census(atMost: options.colors)
    guard let colors = census.colors else { return quantized(canvas, census) }
    if !shared.colors.isEmpty, colors.colors.allSatisfy({ shared.index(of: $0) != nil }) {
      let indices = canvas.indices(in: shared, transparent: UInt8(shared.colors.count))
      return packed(area, indices, shared.colors, isShared: true, census.hasTransparency)
    }
    let indices = canvas.indices(
      in: colors, transparent: UInt8(truncatingIfNeeded: colors.colors.count))
    return packed(area, indices, colors.colors, isShared: false, census.hasTransparency)
  }

  private func quantized(_ canvas: GIFCanvas, _ census: GIFCanvas.Census) -> GIFPicture {
    let count = options.colors - (census.hasTransparency ? 1 : 0)
    let cells = canvas.cells()
    let design = PaletteDesign(cells, count: count)
    let palette = design.colors
    var quantizer = Quantizer(design, cells, dither: options.dither)
    let indices = canvas.indices(
      through: &quantizer, transparent: UInt8(truncatingIfNeeded: palette.count))
    return packed(canvas.area, indices, palette, isShared: false, census.hasTransparency)
  }

  private func packed(
    _ area: PixelRect, _ indices: [UInt8], _ colors: [UInt32], isShared: Bool,
    _ hasTransparency: Bool
  ) -> GIFPicture {
    let entries = colors.count + (hasTransparency ? 1 : 0)
    return GIFPicture(
      area: area, colors: isShared ? nil : hasTransparency ? colors + [0] : colors,
      colorCount: colors.count,
      transparent: hasTransparency ? UInt8(truncatingIfNeeded: colors.count) : nil,
      data: LZWEncoder(colors: entries).imageData(of: indices))
  }
}
