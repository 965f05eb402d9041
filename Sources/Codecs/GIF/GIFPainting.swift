internal import Pixels

/// An image in colours of a palette, before it is packed.
struct GIFPainting: Hashable, Sendable {
  // Fewer pixels than this are packed in all ways without a trial.
  private static let fewest = 65_536

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

  /// The smallest image of this painting or of others of the same, in whichever way it is packed.
  ///
  /// Nobody can tell beforehand which that is, so they are tried: in a large image on an eighth of
  /// it, and of the ways to pack only those of the best painting.
  func smallest(
    _ area: PixelRect, besides others: ArraySlice<GIFPainting> = [], quantizingSeconds: Double
  ) -> GIFPicture {
    let size = area.width * area.height
    let isLarge = size >= Self.fewest
    var best = (painting: self, patience: LZWPatience.usual, picture: GIFPicture?.none)
    func attempt(_ painting: GIFPainting, _ patience: LZWPatience) {
      let part = isLarge ? painting.cut(to: size * 7 / 16..<size * 9 / 16) : painting
      let picture = part.packed(area, patience, quantizingSeconds: quantizingSeconds)
      guard picture.byteCount < best.picture?.byteCount ?? .max else { return }
      best = (painting, patience, picture)
    }
    for painting in [self] + others { attempt(painting, .usual) }
    let painting = best.painting
    for patience in LZWPatience.allCases where patience != .usual { attempt(painting, patience) }
    guard !isLarge, let picture = best.picture else {
      return best.painting.packed(area, best.patience, quantizingSeconds: quantizingSeconds)
    }
    return picture
  }

  /// A part of the pixels alone.
  private func cut(to range: Range<Int>) -> GIFPainting {
    var part = self
    part.indices = Array(indices[range])
    part.others = others.map { Array($0[range]) }
    return part
  }
}
