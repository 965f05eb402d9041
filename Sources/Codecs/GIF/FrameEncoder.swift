internal import Kernels
internal import Pixels

// A histogram of the region's colours decides how a frame is encoded. If they fit into a palette,
// each pixel gets its own colour (`exactImage`, `repaintedImage`); if not, a `Palette` is built and
// each pixel gets a near colour (`quantizedImage`). `PixelIndexing` finds the indices, `LZWEncoder`
// packs them.

/// Turns a region of a frame into an image of at most 256 colours.
struct FrameEncoder: Sendable {
  var options: GIFOptions
  /// The file's global color table; empty if it has none.
  var globalTable = ColorTable()
  /// Colours that every image has exactly, so that painting an unchanged pixel again shows the
  /// same.
  var reservedColors: [UInt32] = []
  /// The palette of all images with too many colours; nil where each has its own.
  var sharedPalette: Palette?
  /// Returns the time in seconds; nil if the duration of the work is not measured.
  var clock: (@Sendable () -> Double)?

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
  ) -> (ImageBlock, PixelIndexing)? {
    // Repainted areas must use the shared palette in every frame, or they flicker.
    guard histogram.isExact, sharedPalette == nil || !options.leavesRoom else { return nil }
    let isWhole = histogram.pixelCount == region.area.width * region.area.height
    let hasTransparency = !isWhole || options.leavesRoom
    guard histogram.colors.count <= options.colors(besidesTransparency: hasTransparency) else {
      return nil
    }
    var image = ImageBlock(area: region.area)
    if isGlobal(histogram.colors, hasTransparency) {
      image.setColors(globalTable.colors, .global, hasTransparency)
    } else {
      image.setColors(histogram.colors, .exact, hasTransparency)
    }
    let candidates = candidates(image.colors, image.transparent)
    let rows = PixelIndexing(
      region, exact: candidates, transparent: image.transparent,
      exactSubstitutes(image.colors))
    return (image, rows)
  }

  /// Colours for those that are not reserved, none where unchanged pixels are painted again: in
  /// reserved colours, in a shared palette, and when a transparent canvas is cleared.
  private func exactSubstitutes(_ colors: [UInt32]) -> Substitutes {
    guard sharedPalette == nil, !options.leavesRoom else { return Substitutes() }
    let reserved = Set(reservedColors)
    return Substitutes(
      ofExact: colors, movable: colors.map { !reserved.contains($0) },
      slack: options.exactSlack)
  }

  /// An exact image that paints unchanged pixels as well, because no index is left for
  /// transparency; nil if they may show other colours than their own.
  private func repaintedImage(
    of region: FrameRegion, _ histogram: Histogram
  ) -> (ImageBlock, PixelIndexing)? {
    // With substitutes, an unchanged pixel may show another colour than its own.
    guard region.previous != nil, options.exactSlack == 0, histogram.isExact,
      histogram.colors.count == globalTable.colors.count
    else { return nil }
    let whole = region.withoutPrevious
    let all = Histogram(of: whole)
    guard all.isExact, all.colors.allSatisfy({ globalTable.index(of: $0) != nil }) else {
      return nil
    }
    return exactImage(of: whole, all)
  }

  /// An image in at most 256 colours that are near to the pixels' own.
  private func quantizedImage(
    of region: FrameRegion, _ histogram: Histogram
  ) -> (ImageBlock, PixelIndexing) {
    var (region, histogram) = (region, histogram)
    if options.areFew, region.previous != nil {
      region = region.withoutPrevious
      histogram = Histogram(of: region)
    }
    let hasTransparency = region.previous != nil || options.leavesRoom
    let room = options.colors(besidesTransparency: hasTransparency)
    let palette = sharedPalette ?? Palette(for: histogram, count: room, reserved: reservedColors)
    var image = ImageBlock(area: region.area)
    image.setColors(palette.colors, .local, hasTransparency)
    return (image, indexing(region, histogram, palette, image.transparent))
  }

  /// Whether the file's palette has all colours, and an index for transparency if need be.
  private func isGlobal(_ colors: [UInt32], _ hasTransparency: Bool) -> Bool {
    !globalTable.colors.isEmpty && globalTable.colors.count + (hasTransparency ? 1 : 0) <= 256
      && colors.allSatisfy { globalTable.index(of: $0) != nil }
  }

  private func indexing(
    _ region: FrameRegion, _ histogram: Histogram, _ palette: Palette, _ transparent: UInt8?
  ) -> PixelIndexing {
    let exact = candidates(Array(palette.exact), from: palette.meanCount, transparent)
    let dither: PixelIndexing.Dither =
      switch options.dither {
      case .none: .none
      case .ordered: .ordered
      // Still areas must not depend on the rows above them.
      case .auto where sharedPalette != nil || !palette.isRough: .none
      // Narrow diffusion is finer, and takes more bytes.
      case .auto: .diffused(columns: options.quality == 100 ? 1 : Int(rt_loss_reach))
      }
    // Substitutes break the pattern of ordered dither, and with a shared palette repainted areas
    // would flicker.
    let hasSubstitutes = dither != .ordered && sharedPalette == nil
    let substitutes =
      hasSubstitutes
      ? Substitutes(of: palette, options) : Substitutes()
    guard histogram.isExact, dither == .none, sharedPalette == nil else {
      return PixelIndexing(
        region, ColorLookup(palette, exact: exact), transparent: transparent, dither: dither,
        substitutes)
    }
    var candidates = ColorMap(most: histogram.colors.count)
    let nearest = PaletteChannels(palette.colors).nearest(to: histogram.colors)
    for (color, index) in zip(histogram.colors, nearest) {
      let own = exact[color]
      let transparentPair = UInt32(transparent ?? 0) * 257
      candidates.set(own != 0 ? own : UInt32(index) * 257 << 16 | transparentPair, of: color)
    }
    return PixelIndexing(region, exact: candidates, transparent: transparent, substitutes)
  }

  /// The candidates of colours whose indices begin at `first`.
  private func candidates(
    _ colors: [UInt32], from first: Int = 0, _ transparent: UInt8?
  ) -> ColorMap {
    var candidates = ColorMap(most: colors.count)
    let reserved = ColorMap(reservedColors)
    for (place, color) in colors.enumerated() {
      let index = UInt32(first + place)
      let transparent = UInt32(transparent ?? 0)
      // An unchanged pixel may be painted again only if every image has its colour exactly.
      let other = reserved[color] != 0 ? index : transparent
      // Two pairs of candidates for LZW: for pixels that changed, above those for pixels that did not.
      candidates.set(index * 257 << 16 | other << 8 | transparent, of: color)
    }
    return candidates
  }
}
