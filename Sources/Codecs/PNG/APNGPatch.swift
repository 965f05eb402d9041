internal import Pixels

/// A rectangle of an APNG's canvas, packed.
struct APNGPatch: Hashable, Sendable {
  var area = PixelRect.empty
  var packed: [UInt8] = []
  /// Whether clear pixels leave what is there.
  var isOver = false
}

extension APNGPatch {
  /// What makes patches of frames.
  struct Packer: Sendable {
    /// What the file stores of each pixel.
    let form: PNGRaster.Form
    let writer: PNGWriter

    /// A part of a frame, with clear pixels where nothing changed if that takes less.
    func patch(
      of frame: Frame, over previous: Pixmap?, in area: PixelRect
    ) throws(PNGError) -> APNGPatch {
      let part = frame.pixels.cropped(to: area)
      let isOpaque = part.isOpaque
      let straight = isOpaque ? part.bytes : StraightAlpha.straight(part.bytes)
      try check(straight, isOpaque: isOpaque, of: frame)
      // A pixel that lets something through would let through what is there.
      if form.hasHole, isOpaque, let old = previous?.cropped(to: area) {
        let holed = Self.holed(straight, where: part, is: old)
        if try estimate(holed, in: area) < estimate(straight, in: area) {
          return try patch(holed, in: area, isOver: true)
        }
      }
      return try patch(straight, in: area)
    }

    /// Straight RGBA as a patch.
    func patch(
      _ straight: [UInt8], in area: PixelRect, isOver: Bool = false
    ) throws(PNGError) -> APNGPatch {
      // What a patch leaves out is not there to be repeated, so that bytes are harder to save.
      let packed = try writer.packed(
        raster(straight, in: area), isPatient: writer.compression != .fast)
      return APNGPatch(area: area, packed: packed, isOver: isOver)
    }

    private func raster(_ straight: [UInt8], in area: PixelRect) -> PNGRaster {
      PNGRaster(width: area.width, height: area.height, straight: straight, as: form)
    }

    /// What a quick look says that pixels take.
    private func estimate(_ straight: [UInt8], in area: PixelRect) throws(PNGError) -> Int {
      var filtering = PNGFiltering(raster(straight, in: area), .unfiltered)
      return try Deflate.zlib(filtering.bytes(), level: 1).count
    }

    /// Makes sure that the file's form holds a frame.
    private func check(
      _ straight: [UInt8], isOpaque: Bool, of frame: Frame
    ) throws(PNGError) {
      switch form {
      case .rgba: break
      case .rgb: if !isOpaque { throw .notOpaque(frame: frame.index) }
      default:
        guard form.holds(ColorCensus(of: straight, isBrief: form == .grey)) else {
          throw .strangeColors(frame: frame.index)
        }
      }
    }

    /// The same pixels, those being clear that are in both pictures.
    private static func holed(
      _ straight: [UInt8], where new: Pixmap, is old: Pixmap
    ) -> [UInt8] {
      var bytes = straight
      var target = bytes.mutableSpan
      let (new, old) = (new.bytes.span, old.bytes.span)
      for offset in stride(from: 0, to: target.count, by: 4)
      where new.word(at: offset) == old.word(at: offset) {
        target.setWord(0, at: offset)
      }
      return bytes
    }
  }
}

extension PNGRaster.Form {
  /// Whether a pixel can be clear.
  var hasHole: Bool {
    switch self {
    case .rgba, .greyAlpha: true
    case .grey, .rgb: false
    case .palette(let table, _): table.index(of: 0) != nil
    }
  }

  /// The same for patches of an animation: a palette has a clear colour, where there is room for it, and
  /// indices take a byte, for of smaller ones ffmpeg puts patches in the wrong place.
  var ofPatches: PNGRaster.Form {
    guard case .palette(var table, _) = self else { return self }
    _ = table.insert(0)
    return .palette(table, inBytes: true)
  }
}
