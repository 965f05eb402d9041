internal import Pixels

/// An image in colours of a palette, before it is packed.
struct GIFPainting: Hashable, Sendable {
  // Fewer pixels or runs than this are packed in all ways without a trial.
  static let fewest = 65_536
  // So many runs tell which way is the shortest: a table is filled with their strings.
  private static let trialRuns = 4096

  var colors: [UInt32]
  var kind: FrameFacts.Palette
  var hasTransparency: Bool
  /// The indices of all pixels, and for each one that shows the same.
  var runs = IndexRuns()
  /// What becomes of them before they are packed, one thing after the other.
  var naming: [IndexNaming] = []
  /// Which colours may stand in for others where no pixel beside has the same.
  var kin = ColorKin()

  /// The index that leaves what is there, where there is one.
  var transparent: UInt8 { UInt8(truncatingIfNeeded: colors.count) }

  /// The colours, and the place that leaves what is there.
  var entries: Int { colors.count + (hasTransparency ? 1 : 0) }

  func packed(
    _ area: PixelRect, _ patience: LZWPatience = .usual, foresees: Bool = false,
    quantizingSeconds: Double
  ) -> GIFPicture {
    let data = LZWEncoder(colors: entries, patience: patience).imageData(
      of: runs, foresees: foresees, kin: kin)
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
  /// Nobody can tell beforehand which that is, so they are tried: in a large image on some of its
  /// runs, and of the ways to pack only those of the best painting.
  func smallest(
    _ area: PixelRect, besides others: ArraySlice<GIFPainting> = [], quantizingSeconds: Double
  ) -> GIFPicture {
    let isLarge = runs.runs.count > Self.fewest
    let all = [self] + others
    let tried = all.map { $0.named(isLarge ? $0.trialPart : $0.runs.runs.indices) }
    var best = (place: 0, patience: LZWPatience.usual, foresees: false, picture: GIFPicture?.none)
    func attempt(_ place: Int, _ patience: LZWPatience, foresees: Bool = false) {
      let picture = tried[place].packed(
        area, patience, foresees: foresees, quantizingSeconds: quantizingSeconds)
      // In some runs of a large image there are too few strings to tell what a table is worth, unless
      // it is worth much.
      let margin = isLarge && patience != best.patience ? 50 : Int.max
      let limit = best.picture?.byteCount ?? .max
      guard picture.byteCount < limit - limit / margin else { return }
      best = (place, patience, foresees, picture)
    }
    for place in tried.indices { attempt(place, .usual) }
    for patience in LZWPatience.allCases where patience == .long || patience == .none && !isLarge {
      attempt(best.place, patience)
    }
    attempt(best.place, best.patience, foresees: true)
    guard !isLarge, let picture = best.picture else {
      return all[best.place].named().packed(
        area, best.patience, foresees: best.foresees, quantizingSeconds: quantizingSeconds)
    }
    return picture
  }

  /// The same, or a part of it, in runs that need no other names.
  private func named(_ part: Range<Int>? = nil) -> GIFPainting {
    var painting = self
    painting.runs = runs.named(part ?? runs.runs.indices, naming)
    painting.naming = []
    return painting
  }

  /// As many runs of the middle as it takes to compare two ways.
  private var trialPart: Range<Int> {
    let start = (runs.runs.count - Self.trialRuns) / 2
    return start..<start + Self.trialRuns
  }
}

extension GIFPainting {
  /// What is as before is left, or painted again where that is shorter; what is not visible is left.
  init(holes own: OwnColors, _ kind: FrameFacts.Palette) {
    self.init(
      colors: own.table.colors, kind: kind, hasTransparency: true, runs: own.runs,
      naming: [.holes(UInt8(truncatingIfNeeded: own.table.colors.count))])
  }

  /// All pixels are painted, in other colours' numbers; nil if these have them already, or lack one.
  init?(all own: OwnColors, in shared: ColorTable) {
    guard !shared.colors.isEmpty, own.table.colors != shared.colors,
      let names = own.names(in: shared)
    else { return nil }
    self.init(
      colors: shared.colors, kind: .global, hasTransparency: false, runs: own.runs,
      naming: [.settled, .both(names)])
  }

  /// All pixels are painted.
  init(all own: OwnColors, _ kind: FrameFacts.Palette) {
    self.init(
      colors: own.table.colors, kind: kind, hasTransparency: false, runs: own.runs,
      naming: [.settled])
  }
}
