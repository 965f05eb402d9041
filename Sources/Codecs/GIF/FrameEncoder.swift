internal import Kernels
internal import Pixels

// The way of a frame: a histogram of the region's colours decides. If they fit into a palette, each pixel
// gets its own colour (`exactImage`, `repaintedImage`); if not, a `Palette` is built and each pixel gets a
// near colour (`quantizedImage`). `RowIndexing` turns the rows into choices of indices, and
// `LZWEncoder` packs those.

/// Turns a region of a frame into an image of at most 256 colours.
struct FrameEncoder: Sendable {
  var options: GIFOptions
  /// The file's own palette; empty if it has none.
  var global = ColorTable()
  /// Colours that every image has exactly, so that painting an unchanged pixel again shows the same.
  var steady: [UInt32] = []
  /// The palette of all images with too many colours; nil where each has its own.
  var common: Palette?
  /// Returns the time in seconds; nil if the duration of the work is not measured.
  var clock: (@Sendable () -> Double)?

  // As a mean square over the three channels together, about 42 dB: a coarser palette shows bands. Fitted to
  // the gate's table: below, error diffusion lowers even the PSNR of the blurred pictures.
  private static let visibleError: Float = 12

  /// The image of a region.
  func image(of region: FrameRegion) -> ImageBlock {
    let start = clock?() ?? 0
    let histogram = Histogram(of: region)
    var (image, rows) =
      exactImage(of: region, histogram) ?? repaintedImage(of: region, histogram)
      ?? quantizedImage(of: region, histogram)
    image.facts.quantizingSeconds = (clock?() ?? 0) - start
    var encoder = LZWEncoder(colors: image.entryCount)
    rows.encode(into: &encoder)
    image.data = encoder.finish()
    return image
  }

  /// An image in which every pixel has its own colour; nil if there are too many.
  private func exactImage(
    of region: FrameRegion, _ histogram: Histogram
  ) -> (ImageBlock, RowIndexing)? {
    // Repainted areas must use the shared palette in every frame, or they flicker.
    guard histogram.isExact, common == nil || !options.leavesRoom else { return nil }
    let isWhole = histogram.pixelCount == region.area.width * region.area.height
    let hasTransparency = !isWhole || options.leavesRoom
    guard histogram.colors.count <= options.colors(besidesTransparency: hasTransparency) else {
      return nil
    }
    var image = ImageBlock(area: region.area)
    if isGlobal(histogram.colors, hasTransparency) {
      image.setColors(global.colors, .global, hasTransparency)
    } else {
      image.setColors(histogram.colors, .exact, hasTransparency)
    }
    let choices = choices(image.colors, image.transparent)
    let rows = RowIndexing(
      region, exact: choices, transparent: image.transparent, Substitutes())
    return (image, rows)
  }

  /// An exact image that paints unchanged pixels as well, because no index is left for transparency; nil if
  /// they may show other colours than their own.
  private func repaintedImage(
    of region: FrameRegion, _ histogram: Histogram
  ) -> (ImageBlock, RowIndexing)? {
    guard region.previous != nil, histogram.isExact, histogram.colors.count == global.colors.count
    else { return nil }
    let whole = region.withoutPrevious
    let all = Histogram(of: whole)
    guard all.isExact, all.colors.allSatisfy({ global.index(of: $0) != nil }) else { return nil }
    return exactImage(of: whole, all)
  }

  /// An image in at most 256 colours that are near to the pixels' own.
  private func quantizedImage(
    of region: FrameRegion, _ histogram: Histogram
  ) -> (ImageBlock, RowIndexing) {
    var (region, histogram) = (region, histogram)
    if options.areFew, region.previous != nil {
      region = region.withoutPrevious
      histogram = Histogram(of: region)
    }
    let hasTransparency = region.previous != nil || options.leavesRoom
    let room = options.colors(besidesTransparency: hasTransparency)
    let palette = common ?? Palette(for: histogram, count: room, steady: steady)
    var image = ImageBlock(area: region.area)
    image.setColors(palette.colors, .local, hasTransparency)
    return (image, indexing(region, histogram, palette, image.transparent))
  }

  /// Whether the file's palette has all colours, and an index for transparency if need be.
  private func isGlobal(_ colors: [UInt32], _ hasTransparency: Bool) -> Bool {
    !global.colors.isEmpty && global.colors.count + (hasTransparency ? 1 : 0) <= 256
      && colors.allSatisfy { global.index(of: $0) != nil }
  }

  private func indexing(
    _ region: FrameRegion, _ histogram: Histogram, _ palette: Palette, _ transparent: UInt8?
  ) -> RowIndexing {
    let exact = choices(Array(palette.exact), from: palette.meanCount, transparent)
    let dither: RowIndexing.Dither =
      switch options.dither {
      case .none: .none
      case .ordered: .ordered
      // What stands still must not change with the rows above it.
      case .auto: common == nil && palette.meanError > Self.visibleError ? .diffused : .none
      }
    // Substitutes break the pattern of ordered dither, and with a shared palette repainted areas would
    // flicker.
    let hasSubstitutes = dither != .ordered && common == nil
    let substitutes = hasSubstitutes ? Substitutes(of: palette) : Substitutes()
    guard histogram.isExact, dither == .none, common == nil else {
      return RowIndexing(
        region, ColorGrid(palette, exact: exact), transparent: transparent, dither: dither,
        substitutes)
    }
    var choices = ColorMap(most: histogram.colors.count)
    let nearest = PaletteChannels(palette.colors).nearest(to: histogram.colors)
    for (color, index) in zip(histogram.colors, nearest) {
      let known = exact[color]
      let clear = UInt32(transparent ?? 0) * 257
      choices.set(known != 0 ? known : UInt32(index) * 257 << 16 | clear, of: color)
    }
    return RowIndexing(region, exact: choices, transparent: transparent, substitutes)
  }

  /// The choices of colours whose indices begin at `first`.
  private func choices(
    _ colors: [UInt32], from first: Int = 0, _ transparent: UInt8?
  ) -> ColorMap {
    var choices = ColorMap(most: colors.count)
    let steady = ColorMap(steady)
    for (place, color) in colors.enumerated() {
      let index = UInt32(first + place)
      let left = UInt32(transparent ?? 0)
      let other = steady[color] != 0 ? index : left
      choices.set(index * 257 << 16 | other << 8 | left, of: color)
    }
    return choices
  }
}
