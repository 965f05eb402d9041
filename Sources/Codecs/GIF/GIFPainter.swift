internal import Pixels

/// Turns the changed part of a frame into an image of at most 256 colours.
struct GIFPainter: Sendable {
  /// The file's own palette; empty if it has none.
  var shared: ColorTable
  var options: GIFOptions

  /// The image of `area`; what is the same in `base`, or not visible, becomes transparent.
  func picture(of pixels: Pixmap, over base: Pixmap?, in area: PixelRect) -> GIFPicture {
    let canvas = GIFCanvas(pixels: pixels, base: base, area: area)
    let hasTransparency = canvas.hasTransparency()
    let count = options.colors - (hasTransparency ? 1 : 0)
    guard let table = canvas.colors(atMost: count) else {
      return quantized(canvas, count: count, hasTransparency)
    }
    let isShared =
      !shared.colors.isEmpty && table.colors.allSatisfy { shared.index(of: $0) != nil }
    let palette = isShared ? shared : table
    let transparent = UInt8(truncatingIfNeeded: palette.colors.count)
    let indices = canvas.indices(in: palette, transparent: transparent)
    let others = hasTransparency ? canvas.alternatives(
      to: indices, transparent: transparent, exact: palette.index) : nil
    return packed(area, indices, others, palette.colors, isShared: isShared, hasTransparency)
  }

  private func quantized(
    _ canvas: GIFCanvas, count: Int, _ hasTransparency: Bool
  ) -> GIFPicture {
    let cells = canvas.cells()
    let design = PaletteDesign(cells, count: count)
    let quantizer = Quantizer(design, cells, dither: options.dither)
    let transparent = UInt8(truncatingIfNeeded: design.colors.count)
    let indices = canvas.indices(through: quantizer, transparent: transparent)
    let others = hasTransparency ? canvas.alternatives(
      to: indices, transparent: transparent, exact: quantizer.flat) : nil
    return packed(
      canvas.area, indices, others, design.colors, isShared: false, hasTransparency)
  }

  private func packed(
    _ area: PixelRect, _ indices: [UInt8], _ others: [UInt8]?, _ colors: [UInt32], isShared: Bool,
    _ hasTransparency: Bool
  ) -> GIFPicture {
    let entries = colors.count + (hasTransparency ? 1 : 0)
    return GIFPicture(
      area: area, colors: isShared ? nil : hasTransparency ? colors + [0] : colors,
      colorCount: colors.count,
      transparent: hasTransparency ? UInt8(truncatingIfNeeded: colors.count) : nil,
      data: LZWEncoder(colors: entries).imageData(of: indices, or: others))
  }
}
