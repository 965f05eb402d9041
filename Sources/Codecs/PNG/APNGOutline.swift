internal import Pixels

/// What a frame of an APNG says of itself, and where its pixels lie in the file.
struct APNGControl: Hashable, Sendable {
  var area: PixelRect
  var delay = APNGDelay(numerator: 0, denominator: 100)
  /// 1 clears the area when the frame's time is over, 2 brings back what was there before.
  var disposal: UInt8 = 0
  /// Whether clear pixels leave what is there.
  var isOver = false
  /// Pieces of one zlib stream.
  var data: [Range<Int>] = []

  /// The frame of a PNG that is not animated.
  init(area: PixelRect) { self.area = area }

  /// Reads a control chunk; nil if it is too short or leaves the canvas.
  init?(_ body: [UInt8], in header: PNGHeader) {
    guard body.count == 26 else { return nil }
    let sides = [4, 8, 12, 16].map { Int(body.bigEndian32(at: $0)) }
    area = PixelRect(x: sides[2], y: sides[3], width: sides[0], height: sides[1])
    guard !area.isEmpty, area.maxX <= header.width, area.maxY <= header.height else { return nil }
    delay = APNGDelay(numerator: body.bigEndian16(at: 20), denominator: body.bigEndian16(at: 22))
    (disposal, isOver) = (body[24], body[25] == 1)
  }
}

/// The chunks of a PNG, sorted by the frames that they belong to.
struct APNGOutline: Hashable, Sendable {
  private(set) var frames: [APNGControl] = []
  /// How often the animation plays; 0 is for ever.
  private(set) var loop = 1
  /// How many frames the file says that it has; nil if it is not animated.
  private var announced: Int?
  /// The number that the next piece of the animation has.
  private var sequence: UInt32 = 0
  /// Chunks that every frame needs, such as the palette.
  private var common: [PNGChunk] = []
  private var header: [UInt8] = []
  private var still: APNGControl

  /// Walks through a file; checksums are left to the decoder but for those of APNG's own chunks.
  init(of file: [UInt8], _ header: PNGHeader, _ limits: ImageLimits) throws(PNGError) {
    still = APNGControl(
      area: PixelRect(x: 0, y: 0, width: header.width, height: header.height))
    var offset = PNGHeader.signature.count
    var isAtEnd = false
    while !isAtEnd {
      guard offset + 12 <= file.count else { throw .truncated }
      let length = Int(file.bigEndian32(at: offset))
      guard length <= file.count - offset - 12 else { throw .truncated }
      let name = String(decoding: file[offset + 4..<offset + 8], as: Unicode.ASCII.self)
      let body = offset + 8..<offset + 8 + length
      isAtEnd = name == "IEND"
      try take(name, body, of: file, header)
      guard frames.count <= limits.frames else { throw .tooManyFrames(limit: limits.frames) }
      offset = body.upperBound + 4
    }
    if let announced, announced != frames.count {
      throw .damaged(reason: "its number of frames is \(frames.count), not \(announced) as it says")
    }
    if announced == nil || frames.isEmpty { frames = [still] }
    guard frames.allSatisfy({ !$0.data.isEmpty }) else {
      throw .damaged(reason: "a frame has no pixels")
    }
  }

  /// Whether the only frame is the default image.
  var isStill: Bool { frames.count == 1 && frames[0].data == still.data }

  /// A PNG of one frame alone.
  func png(of frame: APNGControl, in file: [UInt8]) -> [UInt8] {
    var png = PNGHeader.signature
    var sides: [UInt8] = []
    sides.append(bigEndian: UInt32(truncatingIfNeeded: frame.area.width))
    sides.append(bigEndian: UInt32(truncatingIfNeeded: frame.area.height))
    PNGChunk("IHDR", sides + header.dropFirst(8)).write(to: &png)
    for chunk in common { chunk.write(to: &png) }
    for range in frame.data { PNGChunk("IDAT", Array(file[range])).write(to: &png) }
    PNGChunk("IEND").write(to: &png)
    return png
  }

  private mutating func take(
    _ name: String, _ body: Range<Int>, of file: [UInt8], _ canvas: PNGHeader
  ) throws(PNGError) {
    switch name {
    case "IHDR": header = Array(file[body])
    case "PLTE", "tRNS":
      // Every frame gets a copy, so a file must not have any number of them.
      guard body.count <= 768, !common.contains(where: { $0.name == name }) else {
        throw .damaged(reason: "\(name) is wrong")
      }
      common.append(PNGChunk(name, Array(file[body])))
    case "acTL":
      guard body.count == 8 else { throw .damaged(reason: "acTL has a wrong length") }
      announced = Int(file.bigEndian32(at: body.lowerBound))
      loop = Int(file.bigEndian32(at: body.lowerBound + 4))
    case "fcTL":
      guard let control = APNGControl(Array(file[body]), in: canvas) else {
        throw .damaged(reason: "fcTL is wrong")
      }
      try takeNumber(at: body, of: file)
      frames.append(control)
    case "IDAT": try takeStill(body)
    case "fdAT":
      guard body.count >= 4, !frames.isEmpty else { throw .damaged(reason: "fdAT is wrong") }
      try takeNumber(at: body, of: file)
      frames[frames.count - 1].data.append(body.dropFirst(4))
    default: break
    }
  }

  /// The default image is the first frame only if a control chunk came before it.
  private mutating func takeStill(_ body: Range<Int>) throws(PNGError) {
    still.data.append(body)
    guard frames.count == 1 else { return }
    guard frames[0].area == still.area else {
      throw .damaged(reason: "the first frame is not as large as the picture")
    }
    frames[0].data.append(body)
  }

  private mutating func takeNumber(at body: Range<Int>, of file: [UInt8]) throws(PNGError) {
    guard announced == nil || file.bigEndian32(at: body.lowerBound) == sequence else {
      throw .damaged(reason: "its frames are not in order")
    }
    sequence += 1
  }
}
