internal import Pixels

/// Writes frames as an animated PNG, with delays that are exact fractions.
///
/// Each frame stores the rectangle that changed, in the smallest format that holds all frames; where
/// pixels can be transparent, unchanged ones may be left clear. Frames without damage prolong the one
/// before them.
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

    /// About how many bytes it takes in a file: its control chunk and its data.
    public var byteCount: Int { isRepeated ? 0 : patch.stream.count + 54 }
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
  /// The number of images is at the head of the file: those of the first frame and of each frame with
  /// damage, as `images(showing:)` has it. `isOpaque` declares that all pixels are opaque, and
  /// `colors` that there are no others, so that they take less.
  public init(
    width: Int, height: Int, frameCount imageCount: Int, loop: Int = 0, isOpaque: Bool = false,
    colors: SharedColors = SharedColors(), compression: PNGCompression = .standard
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
      corner: StraightAlpha.straight(Array(frame.pixels.bytes[..<4])), start: frame.start,
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
    return PNGChunk("fcTL", body + [APNGDisposal.none.rawValue, patch.isBlended ? 1 : 0])
  }

  private mutating func nextSequenceNumber() -> [UInt8] {
    defer { sequenceNumber += 1 }
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sequenceNumber >> $0) }
  }
}
