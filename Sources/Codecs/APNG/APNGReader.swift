public import Pixels

/// A frame of an APNG as a player shows it: the whole canvas.
public struct APNGFrame: Hashable, Sendable {
  /// The canvas, premultiplied.
  public var pixels: Pixmap
  /// How long it shows, in seconds.
  public var delaySeconds: Double
}

/// Reads the frames of an animated PNG; any other PNG is an animation of one frame.
public struct APNGReader: Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// How often the animation plays; 0 is for ever.
  public var loop: Int { index.loop }
  /// The number of frames; 1 for a PNG that is not animated.
  public var frameCount: Int { index.frames.count }

  /// Whether the only frame is what a reader without animations shows.
  public var isStill: Bool { index.isStill }

  private let file: [UInt8]
  private let index: APNGIndex
  private let limits: ImageLimits
  private var canvas: Pixmap
  private var next = 0

  /// Reads the chunks of a file; pixels are decoded frame by frame.
  public init(_ file: [UInt8], limits: ImageLimits = ImageLimits()) throws(PNGError) {
    let header = try PNGHeader(file, limits: limits)
    (width, height) = (header.width, header.height)
    index = try APNGIndex(of: file, header, limits)
    (self.file, self.limits) = (file, limits)
    // Allocated with the first frame.
    canvas = Pixmap(width: 0, height: 0)
  }

  /// The next frame, painted over the one before; nil when there is none left.
  public mutating func nextFrame() throws(PNGError) -> APNGFrame? {
    guard next < index.frames.count else { return nil }
    if next == 0 { canvas = Pixmap(width: width, height: height) }
    let control = index.frames[next]
    let image = try StraightImage(png: index.png(of: control, in: file), limits: limits)
      .premultiplied
    let before = canvas
    paint(image, control)
    let frame = APNGFrame(pixels: canvas, delaySeconds: control.delay.seconds)
    next += 1
    switch control.disposal {
    case .none: break
    case .background: canvas.fill(control.area, with: .clear)
    case .previous: canvas = before
    }
    return frame
  }

  private mutating func paint(_ image: Pixmap, _ control: APNGFrameControl) {
    let area = control.area
    guard control.isBlended else {
      canvas.copy(image, from: image.bounds, toX: area.x, y: area.y)
      return
    }
    for y in 0..<area.height {
      for x in 0..<area.width {
        canvas[area.x + x, area.y + y] = image[x, y].over(canvas[area.x + x, area.y + y])
      }
    }
  }
}

/// A frame's control chunk, and where its pixels are in the file.
struct APNGFrameControl: Hashable, Sendable {
  var area: PixelRect
  var delay = APNGDelay(numerator: 0, denominator: 100)
  var disposal = Disposal.none
  /// Whether the pixels go over the canvas, instead of replacing it.
  var isBlended = false
  /// The pieces of one zlib stream.
  var data: [Range<Int>] = []

  /// The frame of a PNG that is not animated.
  init(area: PixelRect) { self.area = area }

  /// Reads an fcTL chunk; nil if it is too short or leaves the canvas.
  init?(_ body: [UInt8], in header: PNGHeader) {
    guard body.count == 26 else { return nil }
    let sides = [4, 8, 12, 16].map { Int(body.bigEndian32(at: $0)) }
    area = PixelRect(x: sides[2], y: sides[3], width: sides[0], height: sides[1])
    guard !area.isEmpty, area.maxX <= header.width, area.maxY <= header.height else { return nil }
    delay = APNGDelay(numerator: body.bigEndian16(at: 20), denominator: body.bigEndian16(at: 22))
    (disposal, isBlended) = (Disposal(rawValue: body[24]) ?? .none, body[25] == 1)
  }
}

/// The chunks of a PNG, sorted by the frames that they belong to.
struct APNGIndex: Hashable, Sendable {
  private(set) var frames: [APNGFrameControl] = []
  /// How often the animation plays; 0 is for ever.
  private(set) var loop = 1
  /// The number of frames that the file announces; nil if it is not animated.
  private var announced: Int?
  /// The number of the next fcTL or fdAT chunk.
  private var sequenceNumber: UInt32 = 0
  /// Chunks that every frame needs: the palette and its transparency.
  private var sharedChunks: [PNGChunk] = []
  private var header: [UInt8] = []
  private var still: APNGFrameControl

  /// Reads the chunks of a file; their checksums are not verified.
  init(of file: [UInt8], _ header: PNGHeader, _ limits: ImageLimits) throws(PNGError) {
    still = APNGFrameControl(
      area: PixelRect(x: 0, y: 0, width: header.width, height: header.height))
    var chunks = PNGChunkReader(file)
    while let chunk = try chunks.next() {
      try take(chunk, of: file, header)
      guard frames.count <= limits.frames else { throw .tooManyFrames(limit: limits.frames) }
    }
    if let announced, announced != frames.count {
      throw .damaged(reason: "it announces \(announced) frames, but has \(frames.count)")
    }
    if announced == nil || frames.isEmpty { frames = [still] }
    guard frames.allSatisfy({ !$0.data.isEmpty }) else {
      throw .damaged(reason: "a frame has no image data")
    }
  }

  /// Whether the only frame is the default image.
  var isStill: Bool { frames.count == 1 && frames[0].data == still.data }

  /// A PNG of one frame alone.
  func png(of frame: APNGFrameControl, in file: [UInt8]) -> [UInt8] {
    var png = PNGHeader.signature
    var sides: [UInt8] = []
    sides.append(bigEndian: UInt32(truncatingIfNeeded: frame.area.width))
    sides.append(bigEndian: UInt32(truncatingIfNeeded: frame.area.height))
    PNGChunk("IHDR", sides + header.dropFirst(8)).write(to: &png)
    for chunk in sharedChunks { chunk.write(to: &png) }
    for range in frame.data { PNGChunk("IDAT", Array(file[range])).write(to: &png) }
    PNGChunk("IEND").write(to: &png)
    return png
  }

  private mutating func take(
    _ chunk: PNGChunkReader.Entry, of file: [UInt8], _ canvas: PNGHeader
  ) throws(PNGError) {
    let (name, body) = (chunk.name, chunk.body)
    switch name {
    case "IHDR": header = Array(file[body])
    case "PLTE", "tRNS":
      // Every frame gets a copy, so their size is limited.
      guard body.count <= 768, !sharedChunks.contains(where: { $0.name == name }) else {
        throw .damaged(reason: "\(name) is repeated or too long")
      }
      sharedChunks.append(PNGChunk(name, Array(file[body])))
    case "acTL":
      guard body.count == 8 else { throw .damaged(reason: "acTL has a wrong length") }
      announced = Int(file.bigEndian32(at: body.lowerBound))
      loop = Int(file.bigEndian32(at: body.lowerBound + 4))
    case "fcTL":
      guard let control = APNGFrameControl(Array(file[body]), in: canvas) else {
        throw .damaged(reason: "an fcTL chunk has a wrong length or leaves the canvas")
      }
      try takeSequenceNumber(at: body, of: file)
      frames.append(control)
    case "IDAT": try takeDefaultImage(body)
    case "fdAT":
      guard body.count >= 4, !frames.isEmpty else {
        throw .damaged(reason: "an fdAT chunk is too short or comes before the first fcTL")
      }
      try takeSequenceNumber(at: body, of: file)
      frames[frames.count - 1].data.append(body.dropFirst(4))
    default: break
    }
  }

  /// The default image is the first frame only if an fcTL chunk came before it.
  private mutating func takeDefaultImage(_ body: Range<Int>) throws(PNGError) {
    still.data.append(body)
    guard frames.count == 1 else { return }
    guard frames[0].area == still.area else {
      throw .damaged(reason: "the first frame is not as large as the picture")
    }
    frames[0].data.append(body)
  }

  private mutating func takeSequenceNumber(at body: Range<Int>, of file: [UInt8]) throws(PNGError) {
    guard announced == nil || file.bigEndian32(at: body.lowerBound) == sequenceNumber else {
      throw .damaged(reason: "the sequence numbers of its frames are not in order")
    }
    sequenceNumber += 1
  }
}
