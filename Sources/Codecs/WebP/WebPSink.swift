internal import CCodecShim
internal import Pixels

/// Writes frames as an animated WebP.
///
/// The plain way is libwebp's `WebPAnimEncoder`. With loss, it takes pixels for unchanged that change
/// by up to 3 levels from one frame to the next, so that a slow fade stands still: the last frame of
/// scenes/fade.json has 24 dB. It works on one thread, and without loss its files are up to 13 %
/// larger. Here each frame is the rectangle that changed, encoded by itself. Without loss it replaces
/// what was there. With loss, on an opaque canvas, blocks in which no pixel changed are left clear,
/// so that they do not flicker.
///
/// The length of the file is at its head: nothing is written before all frames are encoded.
public struct WebPSink: FrameSink {
  /// A frame, encoded.
  public struct Part: Sendable {
    /// Nil if the frame is the same as the one before.
    var image: WebPImage?
    /// When it shows, in seconds.
    var start, end: Double
  }

  /// How large a file may be: it is held until its end.
  public static let mostBytes = 256_000_000
  var mostBytes = Self.mostBytes

  /// The longest side.
  public static let longestSide = 16_383
  // 24 bits of milliseconds.
  private static let longestDelay = 0xFF_FFFF
  /// The side of the blocks that a lossy encoder works on.
  private static let blockSide = 16

  private let width: Int
  private let height: Int
  private let loop: Int
  private let quality: Quality
  private let isOpaque: Bool
  private var pending: Part?
  private var clock: DelayClock?
  private var hasAlpha: Bool
  /// The frames that are complete.
  private var frames: [[UInt8]] = []
  /// The bytes of the file so far: its head, and those frames.
  private var size = 44

  /// A sink for frames of this size; `loop` is how often they play, 0 for ever.
  ///
  /// `isOpaque` declares that all pixels are opaque.
  public init(
    width: Int, height: Int, quality: Quality = .standard, loop: Int = 0, isOpaque: Bool = false
  ) throws(WebPError) {
    let sides = 1...Self.longestSide
    guard sides.contains(width), sides.contains(height) else {
      throw .badCanvas(width: width, height: height)
    }
    (self.width, self.height, self.loop) = (width, height, min(max(0, loop), 65_535))
    (self.quality, self.isOpaque, hasAlpha) = (quality, isOpaque, !isOpaque)
  }

  /// How many frames' bytes libwebp takes to encode one, at most.
  public static func framesOfMemory(_ quality: Quality) -> Double { quality == .lossless ? 8 : 5 }

  /// Encodes the rectangle that differs from the frame before.
  public func encode(_ frame: Frame) throws -> Part {
    guard frame.hasSize(width, height) else { throw WebPError.wrongSize(frame: frame.index) }
    var part = Part(start: frame.start, end: frame.end)
    let previous = frame.index == 0 ? nil : frame.previous
    var area = frame.pixels.bounds
    if let previous {
      let damage = frame.damage.intersection(area)
      let changed = DirtyRegion.difference(frame.pixels, previous, in: damage)
      guard !changed.isEmpty else { return part }
      // Places are stored by halves, and with loss two pixels share a colour.
      let (x, y) = (changed.x & ~1, changed.y & ~1)
      area = PixelRect(
        x: x, y: y, width: (changed.maxX - x + 1) & ~1, height: (changed.maxY - y + 1) & ~1
      ).intersection(area)
    }
    part.image = try image(of: frame.pixels, over: previous, in: area)
    return part
  }

  private func image(
    of frame: Pixmap, over previous: Pixmap?, in area: PixelRect
  ) throws(WebPError) -> WebPImage {
    let patch = frame.cropped(to: area)
    guard isOpaque, quality != .lossless, let previous else {
      return try WebPImage(StraightImage(patch).bytes, area, quality)
    }
    let cleared = Self.clearing(patch, whereSameAs: previous.cropped(to: area))
    return try WebPImage(cleared, area, quality, isBlended: cleared != patch.bytes)
  }

  /// The bytes of a patch, clear in blocks in which no pixel differs from `old`.
  private static func clearing(_ patch: Pixmap, whereSameAs old: Pixmap) -> [UInt8] {
    var bytes = patch.bytes
    for y in stride(from: 0, to: patch.height, by: blockSide) {
      for x in stride(from: 0, to: patch.width, by: blockSide) {
        let block = PixelRect(x: x, y: y, width: blockSide, height: blockSide)
          .intersection(patch.bounds)
        guard DirtyRegion.difference(patch, old, in: block).isEmpty else { continue }
        for y in block.y..<block.maxY {
          for x in block.x..<block.maxX { bytes[patch.offset(x, y) + 3] = 0 }
        }
      }
    }
    return bytes
  }

  /// Takes the next frame; the one before it is complete now.
  public mutating func append(_ part: Part) throws -> [SinkOutput] {
    guard part.image != nil, pending != nil else {
      if pending == nil {
        pending = part
        clock = DelayClock(
          start: part.start, unitsPerSecond: 1000, shortest: 1, longest: Self.longestDelay)
      }
      pending?.end = part.end
      return []
    }
    try complete()
    pending = part
    return []
  }

  /// Writes the file.
  public mutating func finish() throws -> [SinkOutput] {
    try complete()
    guard !frames.isEmpty else { throw WebPError.noFrames }
    var head = Array("RIFF".utf8)
    head.append(littleEndian: size - 8, bytes: 4)
    head += Array("WEBPVP8X".utf8)
    head.append(littleEndian: 10, bytes: 4)
    // Animation and alpha.
    head.append(littleEndian: 0x02 | (hasAlpha ? 0x10 : 0), bytes: 4)
    head.append(littleEndian: width - 1, bytes: 3)
    head.append(littleEndian: height - 1, bytes: 3)
    head += Array("ANIM".utf8)
    head.append(littleEndian: 6, bytes: 4)
    // The colour behind the canvas, which players ignore: clear.
    head.append(littleEndian: 0, bytes: 4)
    head.append(littleEndian: loop, bytes: 2)
    defer { frames = [] }
    return ([head] + frames).map(SinkOutput.bytes)
  }

  /// Adds the pending frame, whose end is known.
  private mutating func complete() throws(WebPError) {
    guard let part = pending, let image = part.image else { return }
    hasAlpha = hasAlpha || image.isBlended
    for (place, delay) in (clock?.delays(until: part.end) ?? []).enumerated() {
      // A frame that shows for longer than one delay can say goes on while nothing is painted.
      frames.append((place == 0 ? image : try .nothing()).chunk(milliseconds: delay))
      size += frames[frames.count - 1].count
      guard size <= mostBytes else { throw .fileTooLarge }
    }
    pending = nil
  }
}

/// A rectangle of a WebP's canvas, encoded.
struct WebPImage: Hashable, Sendable {
  /// Its place; x and y are even.
  let area: PixelRect
  /// The chunks of its pixels.
  let chunks: [UInt8]
  /// Whether clear pixels leave the canvas as it is; otherwise all pixels replace what was there.
  let isBlended: Bool

  /// Encodes straight RGBA.
  init(
    _ straight: [UInt8], _ area: PixelRect, _ quality: Quality, isBlended: Bool = false
  ) throws(WebPError) {
    let number: Float = if case .lossy(let number) = quality { Float(number) } else { -1 }
    var (bytes, count) = unsafe (UnsafeMutablePointer<UInt8>?.none, 0)
    let code = unsafe rt_webp_encode(
      straight, Int32(area.width), Int32(area.height), number, &bytes, &count)
    defer { unsafe rt_webp_free(bytes) }
    guard code == 0, let bytes = unsafe bytes else { throw .encoding(code: Int(code)) }
    let file = unsafe UnsafeBufferPointer(start: bytes, count: count)
    // The head of a file, and that of a picture with alpha, which the animation has of its own.
    let hasHead = unsafe file.dropFirst(12).starts(with: "VP8X".utf8)
    chunks = unsafe Array(file.dropFirst(hasHead ? 30 : 12))
    (self.area, self.isBlended) = (area, isBlended)
  }

  /// A pixel that changes nothing.
  static func nothing() throws(WebPError) -> WebPImage {
    let corner = PixelRect(x: 0, y: 0, width: 1, height: 1)
    return try WebPImage([0, 0, 0, 0], corner, .lossless, isBlended: true)
  }

  /// A frame of an animation.
  func chunk(milliseconds: Int) -> [UInt8] {
    var bytes = Array("ANMF".utf8)
    bytes.append(littleEndian: 16 + chunks.count, bytes: 4)
    for number in [area.x / 2, area.y / 2, area.width - 1, area.height - 1, milliseconds] {
      bytes.append(littleEndian: number, bytes: 3)
    }
    bytes.append(isBlended ? 0 : 2)
    return bytes + chunks
  }
}
