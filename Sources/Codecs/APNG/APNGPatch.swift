internal import Pixels

/// A rectangle of an APNG's canvas, compressed.
struct APNGPatch: Hashable, Sendable {
  var area = PixelRect.empty
  /// A zlib stream.
  var stream: [UInt8] = []
  /// Whether clear pixels leave the canvas as it is.
  var isBlended = false
}

/// Compresses patches of the frames of an APNG.
struct APNGPatchEncoder: Sendable {
  let format: PixelFormat
  let compression: PNGCompression

  /// The part of a frame in `area`: as it is, or blended, with clear pixels where it equals `previous`,
  /// if a sample takes fewer bytes so.
  func patch(
    of frame: Frame, over previous: Pixmap?, in area: PixelRect
  ) throws(PNGError) -> APNGPatch {
    let part = frame.pixels.cropped(to: area)
    let isOpaque = part.isOpaque
    let straight = isOpaque ? part.bytes : StraightAlpha.straight(part.bytes)
    try check(straight, isOpaque: isOpaque, of: frame)
    let lines = scanlines(straight, area)
    let (kind, sampledBytes) = try lines.kind()
    // Translucent pixels cannot replace those below by blending.
    if format.hasClear, isOpaque, let below = previous?.cropped(to: area) {
      let blended = scanlines(Self.clearing(straight, where: part, equals: below), area)
      let (blendedKind, blendedBytes) = try blended.kind()
      if blendedBytes < sampledBytes {
        return try patch(of: blended, blendedKind, in: area, isBlended: true)
      }
    }
    return try patch(of: lines, kind, in: area)
  }

  /// A single pixel of straight RGBA.
  func patch(ofPixel straight: [UInt8], in area: PixelRect) throws(PNGError) -> APNGPatch {
    try patch(of: scanlines(straight, area), .drawing, in: area)
  }

  private func patch(
    of lines: Scanlines, _ kind: PictureKind, in area: PixelRect, isBlended: Bool = false
  ) throws(PNGError) -> APNGPatch {
    let stream = try compression.stream(of: lines, kind, isPatch: true)
    return APNGPatch(area: area, stream: stream, isBlended: isBlended)
  }

  private func scanlines(_ straight: [UInt8], _ area: PixelRect) -> Scanlines {
    Scanlines(width: area.width, height: area.height, rgba: straight, format: format)
  }

  /// Makes sure that the format holds the frame.
  private func check(_ straight: [UInt8], isOpaque: Bool, of frame: Frame) throws(PNGError) {
    switch format.colorType {
    case .rgba: break
    case .rgb: guard isOpaque else { throw .notOpaque(frame: frame.index) }
    default:
      guard format.holds(SharedColors(straight: straight)) else {
        throw .unexpectedColors(frame: frame.index)
      }
    }
  }

  /// The pixels of `straight`, those being clear that are the same in both pictures.
  private static func clearing(
    _ straight: [UInt8], where new: Pixmap, equals old: Pixmap
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
