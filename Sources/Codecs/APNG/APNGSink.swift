internal import Pixels

/// Writes frames as an animated PNG, with delays that are exact fractions.
///
/// Each frame stores the rectangle that changed, in the smallest format that holds all frames;
/// where pixels can be transparent, unchanged ones may be left clear. Frames without damage prolong
/// the one before them.
public struct APNGSink: FrameSink {
  /// A frame, compressed.
  public struct Part: Sendable {
    var patch: APNGPatch
    /// The first pixel, as straight RGBA.
    var corner: [UInt8] = []
    var start: Double
    var end: Double
    /// Whether it shows what the frame before shows.
    var isRepeated = false
  }

  private let width: Int
  private let height: Int
  private let imageCount: Int
  private let loop: Int
  private let encoder: APNGPatchEncoder
  private var sequenceNumber: UInt32 = 0
  private var pending: Part?

  /// A sink for frames of this size; `loop` is how often they play, 0 for ever.
  ///
  /// The number of images is at the head of the file: those of the first frame and of each frame
  /// with damage, as `images(showing:)` has it. `isOpaque` declares that all pixels are opaque, and
  /// `colors` that there are no others, so that they take less.
  public init(
    width: Int, height: Int, frameCount imageCount: Int, loop: Int = 0, isOpaque: Bool = false,
    colors: ColorSummary = ColorSummary(), compression: PNGCompression = .standard
  ) throws(PNGError) {
    guard width > 0, height > 0, imageCount > 0 else { throw .noPixels }
    (self.width, self.height, self.imageCount) = (width, height, imageCount)
    self.loop = max(0, loop)
    encoder = APNGPatchEncoder(
      format: PixelFormat(animationOf: colors) ?? (isOpaque ? .rgb : .rgba),
      compression: compression)
  }

  /// How many images show a picture for `seconds`: more than one where no delay is as long.
  public static func images(showing seconds: Double) -> Int {
    APNGDelay.delays(seconds: seconds).count
  }

  /// Compresses the rectangle that differs from the frame before.
  public func encode(_ frame: Frame) throws -> Part {
    guard frame.hasSize(width, height) else {
      throw PNGError.wrongSize(frame: frame.index)
    }
    guard !frame.isRepeated else {
      return Part(patch: APNGPatch(), start: frame.start, end: frame.end, isRepeated: true)
    }
    let previous = frame.index == 0 ? nil : frame.previous
    let area = previous.map { Self.dirtyRectangle(of: frame, $0) } ?? frame.pixels.bounds
    return Part(
      patch: try encoder.patch(of: frame, over: previous, in: area),
      corner: StraightImage(frame.pixels.cropped(to: Self.corner)).bytes, start: frame.start,
      end: frame.end)
  }

  /// The rectangle that changed; one pixel if none did, since an image has at least one.
  private static func dirtyRectangle(of frame: Frame, _ previous: Pixmap) -> PixelRect {
    let area = DirtyRegion.difference(
      frame.pixels, previous, in: frame.damage.intersection(frame.pixels.bounds))
    return area.isEmpty ? corner : area
  }

  private static let corner = PixelRect(x: 0, y: 0, width: 1, height: 1)

  /// Takes the next frame, and writes the one before it, whose end is known now.
  public mutating func append(_ part: Part) throws -> [SinkOutput] {
    guard !part.isRepeated else {
      pending?.end = part.end
      return []
    }
    let bytes = try pendingChunks()
    pending = part
    return bytes.isEmpty ? [] : [.bytes(bytes)]
  }

  /// Writes the last frame and the end of the file.
  public mutating func finish() throws -> [SinkOutput] {
    guard pending != nil else { throw PNGError.noFrames }
    var bytes = try pendingChunks()
    pending = nil
    PNGChunk("IEND").write(to: &bytes)
    return [.bytes(bytes)]
  }

  private mutating func pendingChunks() throws(PNGError) -> [UInt8] {
    guard var part = pending else { return [] }
    let isFirst = sequenceNumber == 0
    var bytes = isFirst ? opening() : []
    for (place, delay) in APNGDelay.delays(seconds: part.end - part.start).enumerated() {
      // While a pixel is painted as it is, the picture goes on showing.
      if place > 0 { part.patch = try encoder.patch(ofPixel: part.corner, in: Self.corner) }
      frameControl(part.patch, delay).write(to: &bytes)
      if isFirst, place == 0 {
        PNGChunk("IDAT", part.patch.stream).write(to: &bytes)
      } else {
        PNGChunk("fdAT", nextSequenceNumber() + part.patch.stream).write(to: &bytes)
      }
    }
    return bytes
  }

  private func opening() -> [UInt8] {
    var bytes = PNGWriter.opening(encoder.format, width: width, height: height)
    var body: [UInt8] = []
    body.append(bigEndian: UInt32(clamping: imageCount))
    body.append(bigEndian: UInt32(clamping: loop))
    PNGChunk("acTL", body).write(to: &bytes)
    return bytes
  }

  private mutating func frameControl(_ patch: APNGPatch, _ delay: APNGDelay) -> PNGChunk {
    var body = nextSequenceNumber()
    for side in [patch.area.width, patch.area.height, patch.area.x, patch.area.y] {
      body.append(bigEndian: UInt32(truncatingIfNeeded: side))
    }
    body.append(bigEndian: delay.numerator)
    body.append(bigEndian: delay.denominator)
    return PNGChunk("fcTL", body + [Disposal.none.rawValue, patch.isBlended ? 1 : 0])
  }

  private mutating func nextSequenceNumber() -> [UInt8] {
    defer { sequenceNumber += 1 }
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sequenceNumber >> $0) }
  }
}

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

  /// The part of a frame in `area`: as it is, or blended, with clear pixels where it equals
  /// `previous`, if a sample takes fewer bytes so.
  func patch(
    of frame: Frame, over previous: Pixmap?, in area: PixelRect
  ) throws(PNGError) -> APNGPatch {
    let part = frame.pixels.cropped(to: area)
    let image = StraightImage(part)
    let (straight, isOpaque) = (image.bytes, image.isOpaque)
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
    case .grey, .greyAlpha, .palette:
      guard format.holds(ColorSummary(straight: straight)) else {
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

/// How long a frame of an APNG shows: a fraction of a second, of two 16-bit numbers.
struct APNGDelay: Hashable, Sendable {
  var numerator: UInt16
  var denominator: UInt16

  /// The fraction as a number; a denominator of 0 means hundredths.
  var seconds: Double { Double(numerator) / Double(denominator == 0 ? 100 : denominator) }

  init(numerator: UInt16, denominator: UInt16) {
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// The simplest fraction within a nanosecond of `seconds`, or the nearest that 16 bits hold.
  init(seconds: Double) {
    let seconds = seconds.isFinite ? min(max(seconds, 0), 65_535) : 0
    // The convergents of the continued fraction: each is the best with its denominator or a
    // smaller.
    var (before, now) = ((over: 0.0, under: 1.0), (over: 1.0, under: 0.0))
    var rest = seconds
    for _ in 0..<24 {
      let whole = Double(Int(rest))
      let next = (over: whole * now.over + before.over, under: whole * now.under + before.under)
      guard next.over <= 65_535, next.under <= 65_535 else { break }
      (before, now) = (now, next)
      guard abs(now.over / now.under - seconds) > 1e-9, rest > whole else { break }
      rest = 1 / (rest - whole)
      guard rest < 1e9 else { break }
    }
    (numerator, denominator) = (UInt16(now.over), UInt16(max(now.under, 1)))
  }

  /// The delays of the frames that show a picture for `seconds`, at most a year.
  ///
  /// Where 16 bits do not hold the seconds and their fraction, whole seconds and the rest are two
  /// frames.
  static func delays(seconds: Double) -> [APNGDelay] {
    var rest = seconds.isFinite ? min(max(seconds, 0), 31_536_000) : 0
    var delays: [APNGDelay] = []
    while true {
      let delay = APNGDelay(seconds: rest)
      let whole = min(rest, 65_535).rounded(.down)
      // Fractions of 16 bits come as near as this to most times of a few seconds.
      guard whole > 0, abs(delay.seconds - rest) > 1e-7 else { return delays + [delay] }
      delays.append(APNGDelay(seconds: whole))
      rest -= whole
    }
  }
}
