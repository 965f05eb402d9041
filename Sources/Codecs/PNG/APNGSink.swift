internal import Pixels

/// Writes frames as an animated PNG, with delays that are exact fractions.
///
/// Each frame stores the rectangle that changed, in the smallest form that holds all frames: grey or
/// a palette where it is known that they have no other colours, or else RGB or RGBA. In RGBA,
/// unchanged pixels are left clear where that does not show; the others are smaller all the same.
/// The number of frames stands at the head of the file, so it is asked for beforehand: that of all
/// whose damage is not empty, and of the first. The others only prolong the one before.
public struct APNGSink: FrameSink {
  /// A frame, packed.
  public struct Part: Sendable {
    var area: PixelRect
    var packed: [UInt8]
    var isOver: Bool
    var start: Double
    var end: Double
    /// Whether it shows what the frame before shows.
    var isRepeated = false

    /// What it takes in a file, to a few bytes.
    public var byteCount: Int { isRepeated ? 0 : packed.count + 54 }
  }

  private let width: Int
  private let height: Int
  private let frameCount: Int
  private let loop: Int
  private let form: PNGRaster.Form
  private let writer: PNGWriter
  private var sequence: UInt32 = 0
  private var pending: Part?

  /// A sink for so many frames of this size; `loop` is how often they play, 0 for ever.
  ///
  /// Nothing may show through any of the frames where `isOpaque` says so, and none may have other
  /// colours than `colors`, if that is given.
  public init(
    width: Int, height: Int, frameCount: Int, loop: Int = 0, isOpaque: Bool = false,
    colors: SharedColors = SharedColors(), compression: PNGCompression = .standard
  ) throws(PNGError) {
    guard width > 0, height > 0, frameCount > 0 else { throw .noPixels }
    (self.width, self.height, self.frameCount) = (width, height, frameCount)
    (self.loop, form) = (max(0, loop), colors.form ?? (isOpaque ? .rgb : .rgba))
    writer = PNGWriter(compression: compression)
  }

  /// Packs what differs from the frame before.
  public func encode(_ frame: Frame) throws -> Part {
    guard frame.pixels.width == width, frame.pixels.height == height else {
      throw PNGError.wrongSize(frame: frame.index)
    }
    if Self.isRepeated(frame) {
      return Part(
        area: .empty, packed: [], isOver: true, start: frame.start, end: frame.end,
        isRepeated: true)
    }
    let previous = frame.index == 0 ? nil : frame.previous
    let area = previous.map { Self.changed(frame, $0) } ?? frame.pixels.bounds
    let patch = APNGPatch(of: frame.pixels, over: form == .rgba ? previous : nil, in: area)
    try check(patch, of: frame)
    let raster = PNGRaster(
      width: area.width, height: area.height, straight: patch.bytes, as: form)
    // What a patch leaves out is not there to be repeated, so that bytes are harder to save.
    let packed = try writer.packed(raster, isPatient: writer.compression != .fast)
    return Part(
      area: area, packed: packed, isOver: patch.isOver, start: frame.start, end: frame.end)
  }

  /// Makes sure that the file's form holds a frame.
  private func check(_ patch: APNGPatch, of frame: Frame) throws(PNGError) {
    switch form {
    case .rgba: break
    case .rgb: if !patch.isOpaque { throw .notOpaque(frame: frame.index) }
    default:
      guard form.holds(ColorCensus(of: patch.bytes)) else {
        throw .strangeColors(frame: frame.index)
      }
    }
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
    defer { pending = part }
    return pending.map { [.bytes(chunks(of: $0))] } ?? []
  }

  private mutating func chunks(of part: Part) -> [UInt8] {
    let isFirst = sequence == 0
    var bytes = isFirst ? opening() : []
    control(part).write(to: &bytes)
    if isFirst {
      PNGChunk("IDAT", part.packed).write(to: &bytes)
    } else {
      PNGChunk("fdAT", nextNumber() + part.packed).write(to: &bytes)
    }
    return bytes
  }

  /// Writes the last frame and the end of the file.
  public mutating func finish() throws -> [SinkOutput] {
    var bytes = pending.map { chunks(of: $0) } ?? []
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

  private mutating func control(_ part: Part) -> PNGChunk {
    var body = nextNumber()
    for side in [part.area.width, part.area.height, part.area.x, part.area.y] {
      body.append(bigEndian: UInt32(truncatingIfNeeded: side))
    }
    let delay = APNGDelay(seconds: part.end - part.start)
    body.append(bigEndian: delay.numerator)
    body.append(bigEndian: delay.denominator)
    // 0: the frame stays. Then 1 paints over what is there, 0 replaces it.
    return PNGChunk("fcTL", body + [0, part.isOver ? 1 : 0])
  }

  private mutating func nextNumber() -> [UInt8] {
    var body: [UInt8] = []
    body.append(bigEndian: sequence)
    sequence += 1
    return body
  }
}

/// The pixels of a changed rectangle as straight RGBA, those that stay being clear if possible.
struct APNGPatch: Hashable, Sendable {
  private(set) var bytes: [UInt8]
  /// Whether clear pixels leave what is there.
  let isOver: Bool
  /// Whether nothing shows through, but for pixels that were left clear.
  let isOpaque: Bool

  init(of pixels: Pixmap, over previous: Pixmap?, in area: PixelRect) {
    let part = pixels.cropped(to: area)
    bytes = StraightAlpha.straight(part.bytes)
    isOpaque = part.isOpaque
    isOver = previous != nil && isOpaque
    guard isOver, let old = previous?.cropped(to: area) else { return }
    var target = bytes.mutableSpan
    for offset in stride(from: 0, to: target.count, by: 4)
    where part.bytes.span.word(at: offset) == old.bytes.span.word(at: offset) {
      target.setWord(0, at: offset)
    }
  }
}
