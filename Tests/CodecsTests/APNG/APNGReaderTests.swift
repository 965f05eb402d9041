import Pixels
import Testing

@testable import Codecs

/// Files whose chunks say something else than our own sink does.
struct APNGReaderTests {
  private static let red: UInt32 = 0xFF00_00FF
  private static let green: UInt32 = 0xFF00_FF00

  /// The chunks of two frames of 4 x 3 pixels, the second of which is its lower right pixel.
  private static func chunks() throws -> [PNGChunk] {
    let first = GIFSinkTests.plain(4, 3, red)
    var second = first
    second.withMutableSpan { $0.setWord(green, at: 44) }
    let file = try APNGTests.file(FrameRun([first, second]))
    var reader = PNGChunkReader(file)
    var chunks: [PNGChunk] = []
    while let chunk = try reader.next() {
      chunks.append(PNGChunk(chunk.name, Array(file[chunk.body])))
    }
    return chunks
  }

  private static func file(of chunks: [PNGChunk]) -> [UInt8] {
    var file = PNGHeader.signature
    for chunk in chunks { chunk.write(to: &file) }
    return file
  }

  /// The file in which a byte of a chunk, of several the one at `place`, is another.
  private static func file(_ name: String, _ place: Int = 0, _ changes: [Int: UInt8]) throws
    -> [UInt8]
  {
    var chunks = try chunks()
    let index = chunks.indices.filter { chunks[$0].name == name }[place]
    for (offset, byte) in changes { chunks[index].body[offset] = byte }
    return file(of: chunks)
  }

  private static func word(_ frame: APNGFrame, _ offset: Int) -> UInt32 {
    frame.pixels.bytes.span.word(at: offset)
  }

  @Test("the example is what the other tests take it for")
  func example() throws {
    let file = Self.file(of: try Self.chunks())
    let frames = try APNGTests.frames(file)
    #expect(frames.map { Self.word($0, 44) } == [Self.red, Self.green])
    #expect(
      try Self.chunks().map(\.name).filter { $0.hasSuffix("T") || $0.hasSuffix("L") }
        == ["acTL", "fcTL", "IDAT", "fcTL", "fdAT"])
    #expect(try APNGReader(file).frameCount == 2 && !APNGReader(file).isStill)
  }

  @Test(
    "what the chunks of an animation say wrongly is refused before a frame is shown",
    arguments: [
      ("acTL", 0, 3, 3), ("acTL", 0, 3, 1), ("fcTL", 0, 3, 1), ("fcTL", 1, 3, 9), ("fdAT", 0, 3, 9),
      ("fcTL", 1, 15, 4), ("fcTL", 1, 19, 3), ("fcTL", 1, 7, 0), ("fcTL", 0, 7, 3),
      ("fcTL", 0, 11, 2),
    ])
  func refused(_ name: String, _ place: Int, _ offset: Int, _ byte: UInt8) throws {
    let file = try Self.file(name, place, [offset: byte])
    #expect(throws: PNGError.self) { try APNGReader(file) }
  }

  @Test("a palette or a transparency that is there twice is refused", arguments: ["PLTE", "tRNS"])
  func twice(_ name: String) throws {
    var chunks = try Self.chunks()
    chunks.insert(PNGChunk(name, [1, 2, 3]), at: 1)
    _ = try APNGReader(Self.file(of: chunks))
    chunks.insert(PNGChunk(name, [1, 2, 3]), at: 1)
    #expect(throws: PNGError.damaged(reason: "\(name) is repeated or too long")) {
      try APNGReader(Self.file(of: chunks))
    }
  }

  @Test("a delay over zero is in hundredths")
  func delays() throws {
    let file = try Self.file("fcTL", 0, [20: 0, 21: 7, 22: 0, 23: 0])
    let frames = try APNGTests.frames(file)
    #expect(frames.count == 2 && frames[0].delaySeconds == 0.07)
  }

  @Test("a frame that goes leaves its area clear, and one that is undone what was there")
  func disposal() throws {
    var chunks = try Self.chunks()
    let last = try #require(chunks.lastIndex { $0.name == "fcTL" })
    // A third frame, of the pixel beside.
    var (control, data) = (chunks[last], chunks[last + 1])
    (control.body[3], data.body[3], control.body[15]) = (3, 4, 2)
    chunks.insert(contentsOf: [control, data], at: last + 2)
    let header = try #require(chunks.firstIndex { $0.name == "acTL" })
    chunks[header].body[3] = 3
    for (disposal, word) in [(UInt8(0), Self.green), (1, 0), (2, Self.red)] {
      chunks[last].body[24] = disposal
      let frames = try APNGTests.frames(Self.file(of: chunks))
      #expect(Self.word(frames[1], 44) == Self.green)
      #expect(Self.word(frames[2], 44) == word)
      #expect(Self.word(frames[2], 0) == Self.red)
    }
  }

  @Test("a picture in front of the animation is none of its frames")
  func separatePicture() throws {
    var chunks = try Self.chunks()
    let first = try #require(chunks.firstIndex { $0.name == "fcTL" })
    chunks.remove(at: first)
    for index in chunks.indices {
      if chunks[index].name == "acTL" { chunks[index].body[3] = 1 }
      if chunks[index].name == "fcTL" { chunks[index].body[3] = 0 }
      if chunks[index].name == "fdAT" { chunks[index].body[3] = 1 }
    }
    let file = Self.file(of: chunks)
    #expect(try !APNGReader(file).isStill)
    let frames = try APNGTests.frames(file)
    #expect(frames.map { Self.word($0, 0) } == [0])
    #expect(try APNGReader(PNGWriter().file(of: GIFSinkTests.plain(4, 3, Self.red))).isStill)
  }

  @Test("as many frames as allowed are read, and no more")
  func limit() throws {
    let file = Self.file(of: try Self.chunks())
    #expect(try APNGReader(file, limits: ImageLimits(frames: 2)).frameCount == 2)
    #expect(throws: PNGError.tooManyFrames(limit: 1)) {
      try APNGReader(file, limits: ImageLimits(frames: 1))
    }
  }
}
