import Pixels
import TestSupport
import Testing

@testable import Codecs

struct GIFReaderTests {
  /// A file of two frames of 2 x 2 pixels, the first of which disappears as `disposal` says.
  static func file(disposal: UInt8) -> [UInt8] {
    let colors: [UInt32] = [0xFF00_00FF, 0xFF00_FF00, 0]
    var file = Array("GIF89a".utf8) + [2, 0, 2, 0, 0xF1, 0, 0]
    GIFColorTable.write(colors, count: colors.count, to: &file)
    for (area, index) in [
      (PixelRect(x: 0, y: 0, width: 2, height: 2), UInt8(0)),
      (PixelRect(x: 0, y: 0, width: 1, height: 1), 1),
      (PixelRect(x: 1, y: 1, width: 1, height: 1), 0),
    ] {
      file += [0x21, 0xF9, 4, (index == 1 ? disposal : 1) << 2, 5, 0, 0, 0, 0x2C]
      for number in [area.x, area.y, area.width, area.height] {
        file.append(littleEndian: number, bytes: 2)
      }
      let indices = [UInt8](repeating: index, count: area.width * area.height)
      file += [0] + LZWEncoder.imageData(of: indices, colors: 4)
    }
    return file + [0x3B]
  }

  @Test(
    "an image stays, goes, or gives back what was there",
    arguments: [(1, [1, 0, 0, 0]), (2, [9, 0, 0, 0]), (3, [0, 0, 0, 0])] as [(UInt8, [Int])])
  func disposal(_ disposal: UInt8, _ expected: [Int]) throws {
    let frames = try decoded(Self.file(disposal: disposal)).frames
    let shown = frames[2].pixels
    let words = (0..<4).map { shown.bytes.span.word(at: $0 * 4) }
    #expect(words == expected.map { $0 == 9 ? 0 : $0 == 0 ? 0xFF00_00FF : 0xFF00_FF00 })
    #expect(frames.map(\.startCentiseconds) == [0, 5, 10])
  }

  /// The places where a block ends, each with the number of images before it.
  private static func ends(ofBlocksIn gif: [UInt8]) -> [Int: Int] {
    func table(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 * (2 << Int(flags & 7)) }
    var place = 13 + table(gif[10])
    var (ends, images) = ([place: 0], 0)
    while gif[place] != 0x3B {
      let isImage = gif[place] == 0x2C
      place += isImage ? 11 + table(gif[place + 9]) : 2
      while gif[place] != 0 { place += 1 + Int(gif[place]) }
      place += 1
      images += isImage ? 1 : 0
      ends[place] = images
    }
    return ends
  }

  @Test("a GIF cut short anywhere never crashes, and is read only if it ends behind a whole image")
  func truncation() throws {
    let gif = try FrameRun([GIFSinkTests.rainbow(20, 20), GIFSinkTests.rainbow(20, 20, turn: 9)])
      .gif()
    let (whole, ends) = (try decoded(gif).frames, Self.ends(ofBlocksIn: gif))
    for count in 0..<gif.count {
      let part = [UInt8](gif[..<count])
      if let images = ends[count], images > 0 {
        #expect(try decoded(part).frames == Array(whole[..<images]))
      } else {
        #expect(throws: GIFError.self) { try decoded(part) }
      }
    }
    #expect(ends[gif.count - 1] == 2)
  }

  @Test("what is wrong with a GIF is said in words, with the place")
  func wordsAndPlaces() throws {
    let gif = Self.file(disposal: 1)
    let ends = Self.ends(ofBlocksIn: gif)
    let places = (1...3).compactMap { images in ends.filter { $0.value == images }.keys.min() }
    func reason(_ bytes: [UInt8]) -> String? {
      do { _ = try decoded(bytes) } catch { return "\(error)" }
      return nil
    }
    #expect(reason([]) == "not a GIF file")
    #expect(reason(Array(gif[..<9])) == "the GIF file ends in the middle of its header")
    #expect(reason(Array(gif[..<25])) == "the GIF has no frame")
    #expect(
      reason(Array(gif[..<28])) == "the GIF file ends in the middle of a block before image 1")
    for (index, end) in places.enumerated() {
      let number = index + 1
      for count in end - 8..<end {
        let said = "the GIF file ends in the middle of image \(number)"
        #expect(reason(Array(gif[..<count])) == said, "\(count) bytes")
      }
      let said = "the GIF file ends in the middle of a block after image \(number)"
      #expect(reason(gif[..<end] + [0x21, 0xF9, 4]) == said)
      #expect(
        reason(gif[..<end] + [7]) == "the GIF file is damaged in a block after image \(number)")
    }
  }

  @Test("an image without pixels, without a palette, or with data that make no sense has a number")
  func badImages() throws {
    var gif = Self.file(disposal: 1)
    let end = gif.count - 1
    func image(_ width: UInt8, _ data: [UInt8]) -> [UInt8] {
      gif[..<end] + [0x2C, 0, 0, 0, 0, width, 0, 2, 0, 0] + data
    }
    let damaged = GIFError.damaged(.image(4))
    #expect(throws: damaged) { try decoded(image(0, [2, 1, 0x2C, 0])) }
    #expect(throws: damaged) { try decoded(image(2, [99, 1, 0x2C, 0])) }
    #expect(throws: damaged) { try decoded(image(2, [2, 2, 0xFF, 0xFF, 0])) }
    gif[10] &= 0x7F
    gif.removeSubrange(13..<25)
    #expect(throws: GIFError.noPalette(image: 1)) { try decoded(gif) }
  }

  @Test("flipped bits in a GIF change no frame that ends in front of them")
  func bitFlips() throws {
    var random = SeededRandom.fresh("bit flips in a GIF")
    let run = FrameRun(
      width: 30, height: 20, count: 6, colors: 40, alpha: true, using: &random)
    let original = try run.gif()
    func frames(_ bytes: [UInt8]) -> [GIFFrame] {
      var frames: [GIFFrame] = []
      var reader = try? GIFReader(bytes, limits: ImageLimits(pixels: 100_000, frames: 50))
      while let frame = try? reader?.next() { frames.append(frame) }
      return frames
    }
    let whole = frames(original)
    #expect(whole.map(\.pixels) == GIFSinkTests.merged(run).map(\.pixels))
    for _ in 0..<500 {
      let places = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Int.random(in: 0..<original.count, using: &random)
      }
      var bytes = original
      for place in places { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
      let found = frames(bytes)
      #expect(found.allSatisfy { $0.delayCentiseconds >= 0 })
      // A frame is known to be whole when the next one begins.
      let safe = frames(Array(original[..<(places.min() ?? 0)])).dropLast()
      #expect(found.starts(with: safe))
    }
  }

  /// A file of 2 x 1 pixels and four colours with these blocks.
  private static func file(_ blocks: [UInt8]...) -> [UInt8] {
    var file = Array("GIF89a".utf8) + [2, 0, 1, 0, 0xF1, 0, 0]
    GIFColorTable.write([0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000, 0], count: 4, to: &file)
    return file + blocks.flatMap(\.self) + [0x3B]
  }

  /// An image over the whole file, of these indices of a table of `colors`.
  private static func image(_ indices: [UInt8], colors: Int = 4) -> [UInt8] {
    [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0] + LZWEncoder.imageData(of: indices, colors: colors)
  }

  @Test("a control block is of one image, and has 16 bits for its delay")
  func controls() throws {
    let control: [UInt8] = [0x21, 0xF9, 4, 1, 2, 1, 1, 0]
    let images = Self.image([0, 0]) + control + Self.image([1, 2]) + Self.image([1, 1])
    let frames = try decoded(Self.file(images)).frames
    #expect(frames.map(\.delayCentiseconds) == [0, 258, 0])
    let words = frames.map { [$0.pixels.bytes.span.word(at: 0), $0.pixels.bytes.span.word(at: 4)] }
    #expect(
      words == [
        [0xFF00_00FF, 0xFF00_00FF], [0xFF00_00FF, 0xFFFF_0000], [0xFF00_FF00, 0xFF00_FF00],
      ])
  }

  @Test("an index beyond the table leaves the pixel as it was", arguments: [4, 5, 15] as [UInt8])
  func strayIndices(_ index: UInt8) throws {
    let shown = try decoded(Self.file(Self.image([index, 1], colors: 16))).frames[0].pixels
    #expect(shown.bytes == [0, 0, 0, 0, 0, 255, 0, 255])
  }

  @Test(
    "only a loop is taken for one",
    arguments: [([1, 0, 0], 0), ([1, 5, 0], 6), ([1, 0, 1], 257), ([2, 5, 0], 1), ([1, 5], 1)]
      as [([UInt8], Int)])
  func loops(_ block: [UInt8], _ loop: Int) throws {
    let name: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8)
    let file = Self.file(name + [UInt8(block.count)] + block + [0], Self.image([0, 0]))
    #expect(try decoded(file).loop == loop)
  }

  @Test("interlaced rows come in four passes")
  func interlacing() {
    let rows = GIFCompositor.order(of: 10, isInterlaced: true)
    #expect(rows == [0, 8, 4, 2, 6, 1, 3, 5, 7, 9])
  }

  @Test("an image larger than the limit is refused, though it lies on a small canvas")
  func largeImage() throws {
    let file = Self.file([0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2, 1, 0x2C, 0])
    #expect(throws: GIFError.tooManyPixels(width: 65_535, height: 65_535, limit: 50_000_000)) {
      try decoded(file)
    }
  }

  @Test("as much as the limits allow is read")
  func atLimits() throws {
    let gif = Self.file(disposal: 1)
    var reader = try GIFReader(
      gif, limits: ImageLimits(fileBytes: gif.count, pixels: 4, frames: 3))
    for _ in 0..<3 { #expect(try reader.next() != nil) }
    #expect(try reader.next() == nil)
  }

  @Test("limits are kept")
  func limits() throws {
    let gif = Self.file(disposal: 1)
    #expect(throws: GIFError.tooManyPixels(width: 2, height: 2, limit: 3)) {
      _ = try GIFReader(gif, limits: ImageLimits(pixels: 3))
    }
    #expect(throws: GIFError.fileTooLarge(bytes: gif.count, limit: 9)) {
      _ = try GIFReader(gif, limits: ImageLimits(fileBytes: 9))
    }
    var reader = try GIFReader(gif, limits: ImageLimits(frames: 1))
    _ = try reader.next()
    #expect(throws: GIFError.tooManyFrames(limit: 1)) { _ = try reader.next() }
  }
}
