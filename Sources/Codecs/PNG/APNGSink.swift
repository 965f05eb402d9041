internal import Pixels

/// Writes frames as an animated PNG, with delays that are exact fractions.
///
/// Each frame stores the rectangle that changed, in the smallest form that holds all frames: grey or
/// a palette where it is known that they have no other colours, or else RGB or RGBA. Unchanged pixels
/// are left clear where that can be and takes less. A frame that shows what the one before the last
/// did brings that back; and one on a clear canvas can let the one before be wiped away.
/// The number of images stands at the head of the file, so it is asked for beforehand: those of all
/// frames whose damage is not empty, and of the first. The others only prolong the one before.
public struct APNGSink: FrameSink {
  /// A frame, packed.
  public struct Part: Sendable {
    var patch: APNGPatch
    /// The same for a canvas on which nothing is, where that could take less.
    var alone: APNGPatch?
    /// Where anything shows; nil where that is everywhere.
    var shown: PixelRect?
    /// What is shown.
    var hash: FrameHash?
    /// The first pixel, as straight RGBA.
    var corner: [UInt8] = []
    var start: Double
    var end: Double
    /// What becomes of the patch when its time is over.
    var disposal = APNGDisposal.stay
    /// Whether it shows what the frame before shows.
    var isRepeated = false

    fileprivate var delays: [APNGDelay] { APNGDelay.delays(seconds: end - start) }

    /// Whether it takes more than one image.
    fileprivate var isLong: Bool { delays.count > 1 }

    /// What it takes in a file at most, to a few bytes.
    public var byteCount: Int { isRepeated ? 0 : patch.packed.count + 54 }
  }

  private let width: Int
  private let height: Int
  private let frameCount: Int
  private let loop: Int
  private let form: PNGRaster.Form
  private let writer: PNGWriter
  private let onlyPaints: Bool
  private var sequence: UInt32 = 0
  private var pending: Part?
  /// What was to be seen before `pending` was painted; nil for the first, and behind what is wiped.
  private var ground: FrameHash?

  /// A sink for so many frames of this size; `loop` is how often they play, 0 for ever.
  ///
  /// Nothing may show through any of the frames where `isOpaque` says so, and none may have other
  /// colours than `colors`, if that is given. With `onlyPaints`, frames are painted one over the
  /// other, and none is ever wiped away or brings back what was there before it.
  public init(
    width: Int, height: Int, frameCount: Int, loop: Int = 0, isOpaque: Bool = false,
    colors: SharedColors = SharedColors(), compression: PNGCompression = .standard,
    onlyPaints: Bool = false
  ) throws(PNGError) {
    guard width > 0, height > 0, frameCount > 0 else { throw .noPixels }
    (self.width, self.height, self.frameCount) = (width, height, frameCount)
    (self.loop, form) = (max(0, loop), colors.form ?? (isOpaque ? .rgb : .rgba))
    writer = PNGWriter(compression: compression)
    self.onlyPaints = onlyPaints
  }

  /// How many images a picture takes that shows for so long: more than one where its delay does not fit.
  public static func images(showing seconds: Double) -> Int {
    APNGDelay.delays(seconds: seconds).count
  }

  /// Packs what differs from the frame before.
  public func encode(_ frame: Frame) throws -> Part {
    guard frame.pixels.width == width, frame.pixels.height == height else {
      throw PNGError.wrongSize(frame: frame.index)
    }
    if Self.isRepeated(frame) {
      return Part(
        patch: APNGPatch(), start: frame.start, end: frame.end, isRepeated: true)
    }
    let previous = frame.index == 0 ? nil : frame.previous
    let area = previous.map { Self.changed(frame, $0) } ?? frame.pixels.bounds
    let packer = APNGPatch.Packer(form: form, writer: writer)
    var part = Part(
      patch: try packer.patch(of: frame, over: previous, in: area), start: frame.start,
      end: frame.end)
    part.corner = StraightAlpha.straight(Array(frame.pixels.bytes[..<4]))
    guard !onlyPaints else { return part }
    part.hash = FrameHash(frame.pixels)
    guard form == .rgba, !frame.pixels.isOpaque else { return part }
    let shown = FrameChange.shown(frame.pixels)
    part.shown = shown
    if previous != nil, shown.width * shown.height < area.width * area.height {
      part.alone = try packer.patch(of: frame, over: nil, in: shown)
    }
    return part
  }

  /// Whether a frame does not count as one of the file.
  public static func isRepeated(_ frame: Frame) -> Bool {
    frame.index > 0 && frame.damage.intersection(frame.pixels.bounds).isEmpty
  }

  /// Takes the next frame; what comes out is the one before it, whose end is known only now.
  public mutating func append(_ part: Part) throws -> [SinkOutput] {
    guard !part.isRepeated else {
      pending?.end = part.end
      return []
    }
    guard var last = pending else {
      pending = part
      return []
    }
    var part = part
    if last.isLong {
      // Its last image is a pixel, so that nothing can be wiped away or brought back.
      ground = last.hash
    } else if let nothing = try self.nothing(for: part) {
      (part.patch, last.disposal, ground) = (nothing, .comeBack, part.hash)
    } else if let alone = part.alone, alone.packed.count < part.patch.packed.count,
      let shown = last.shown, last.patch.area.intersection(shown) == shown
    {
      (part.patch, last.disposal, ground) = (alone, .wipe, nil)
    } else {
      ground = last.hash
    }
    pending = part
    return [.bytes(try chunks(of: last))]
  }

  /// A pixel that changes nothing, if `part` shows what was there before the last one was painted.
  private func nothing(for part: Part) throws(PNGError) -> APNGPatch? {
    guard let ground, ground == part.hash else { return nil }
    let patch = try corner(of: part)
    return patch.packed.count < part.patch.packed.count ? patch : nil
  }

  private mutating func chunks(of part: Part) throws(PNGError) -> [UInt8] {
    let isFirst = sequence == 0
    var bytes = isFirst ? opening() : []
    var part = part
    for (place, delay) in part.delays.enumerated() {
      // What shows for too long for one delay goes on showing while a pixel is painted as it is.
      if place > 0 { part.patch = try corner(of: part) }
      control(part, delay).write(to: &bytes)
      if isFirst, place == 0 {
        PNGChunk("IDAT", part.patch.packed).write(to: &bytes)
      } else {
        PNGChunk("fdAT", nextNumber() + part.patch.packed).write(to: &bytes)
      }
    }
    return bytes
  }

  /// The first pixel alone, painted as it is.
  private func corner(of part: Part) throws(PNGError) -> APNGPatch {
    let first = PixelRect(x: 0, y: 0, width: 1, height: 1)
    return try APNGPatch.Packer(form: form, writer: writer).patch(part.corner, in: first)
  }

  /// Writes the last frame and the end of the file.
  public mutating func finish() throws -> [SinkOutput] {
    var bytes: [UInt8] = []
    if let pending { bytes = try chunks(of: pending) }
    pending = nil
    PNGChunk("IEND").write(to: &bytes)
    return [.bytes(bytes)]
  }

  /// The rectangle that changed; one pixel if nothing did.
  private static func changed(_ frame: Frame, _ previous: Pixmap) -> PixelRect {
    let area = FrameChange.difference(
      frame.pixels, previous, in: frame.damage.intersection(frame.pixels.bounds))
    return area.isEmpty ? PixelRect(x: 0, y: 0, width: 1, height: 1) : area
  }

  private func opening() -> [UInt8] {
    var bytes = PNGHeader.signature
    let raster = PNGRaster(width: 1, height: 1, straight: [0, 0, 0, 0], as: form)
    PNGWriter.header(of: raster, width: width, height: height).write(to: &bytes)
    PNGChunk("sRGB", [0]).write(to: &bytes)
    for chunk in raster.paletteChunks { chunk.write(to: &bytes) }
    var body: [UInt8] = []
    body.append(bigEndian: UInt32(clamping: frameCount))
    body.append(bigEndian: UInt32(clamping: loop))
    PNGChunk("acTL", body).write(to: &bytes)
    return bytes
  }

  private mutating func control(_ part: Part, _ delay: APNGDelay) -> PNGChunk {
    var body = nextNumber()
    let area = part.patch.area
    for side in [area.width, area.height, area.x, area.y] {
      body.append(bigEndian: UInt32(truncatingIfNeeded: side))
    }
    body.append(bigEndian: delay.numerator)
    body.append(bigEndian: delay.denominator)
    // 1 paints over what is there, 0 replaces it.
    return PNGChunk("fcTL", body + [part.disposal.rawValue, part.patch.isOver ? 1 : 0])
  }

  private mutating func nextNumber() -> [UInt8] {
    var body: [UInt8] = []
    body.append(bigEndian: sequence)
    sequence += 1
    return body
  }
}
