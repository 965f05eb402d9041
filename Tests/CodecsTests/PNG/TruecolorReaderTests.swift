import Pixels
import TestSupport
import Testing

@testable import Codecs

struct TruecolorReaderTests {
  /// A picture of noise in which neighbours are alike, so that no filter is of no use.
  private struct Sample {
    let (width, height, depth): (Int, Int, Int)
    /// As the file has them.
    var samples: [UInt8]

    init(_ width: Int, _ height: Int, depth: Int, isOpaque: Bool, _ random: inout SeededRandom) {
      (self.width, self.height, self.depth) = (width, height, depth)
      samples = (0..<width * height * depth).map { place in
        isOpaque && depth == 4 && place % 4 == 3 ? 255 : UInt8(random.next() % 7 * 36)
      }
    }

    /// What the reader is to answer.
    var straight: [UInt8] {
      (0..<width * height).flatMap { pixel -> [UInt8] in
        let own = Array(samples[pixel * depth..<(pixel + 1) * depth])
        return depth == 3 ? own + [255] : own
      }
    }

    /// Row `y` filtered the plain way, as the specification has it.
    private func row(_ y: Int, _ filter: UInt8) -> [UInt8] {
      func byte(_ x: Int, _ y: Int) -> Int {
        x < 0 || y < 0 ? 0 : Int(samples[y * width * depth + x])
      }
      return [filter]
        + (0..<width * depth).map { x in
          let left = byte(x - depth, y)
          let (up, corner) = (byte(x, y - 1), byte(x - depth, y - 1))
          let guess = left + up - corner
          let far = [left, up, corner].map { abs($0 - guess) }
          let nearest = far[0] <= far[1] && far[0] <= far[2] ? left : far[1] <= far[2] ? up : corner
          let prediction = [0, left, up, (left + up) / 2, nearest][Int(filter)]
          return UInt8(truncatingIfNeeded: byte(x, y) - prediction)
        }
    }

    /// A file whose compressed rows are cut into `pieces` chunks; each row has a filter of its own.
    func file(pieces: Int, _ random: inout SeededRandom) throws -> [UInt8] {
      let rows = (0..<height).flatMap { row($0, UInt8(random.next() % 5)) }
      let packed = try Zlib.compressed(rows, level: 6)
      var header: [UInt8] = []
      header.append(bigEndian: UInt32(width))
      header.append(bigEndian: UInt32(height))
      header += [8, depth == 3 ? 2 : 6, 0, 0, 0]
      var file = PNGHeader.signature
      PNGChunk("IHDR", header).write(to: &file)
      PNGChunk("gAMA", [0, 0, 177, 143]).write(to: &file)
      let length = (packed.count + pieces - 1) / pieces
      for start in stride(from: 0, to: packed.count, by: length) {
        let end = min(packed.count, start + length)
        PNGChunk("IDAT", Array(packed[start..<end])).write(to: &file)
      }
      PNGChunk("tIME", [7, 234, 1, 2, 3, 4, 5]).write(to: &file)
      PNGChunk("IEND").write(to: &file)
      return file
    }
  }

  @Test("a second header is damage")
  func twoHeaders() throws {
    var random = SeededRandom(seed: 8)
    var file = try Sample(9, 7, depth: 3, isOpaque: true, &random).file(pieces: 1, &random)
    _ = try StraightImage(png: file)
    file.insert(contentsOf: file[8..<33], at: 33)
    #expect(throws: PNGError.self) { try StraightImage(png: file) }
  }

  @Test("truecolour of every filter is read as by libpng", arguments: [3, 4], [false, true])
  func agreement(depth: Int, isOpaque: Bool) throws {
    var random = SeededRandom(seed: 7)
    for (width, height) in [(1, 1), (1, 9), (2, 3), (5, 4), (16, 16), (33, 21), (64, 40)] {
      let sample = Sample(width, height, depth: depth, isOpaque: isOpaque, &random)
      let file = try sample.file(pieces: 1 + Int(random.next() % 3), &random)
      let header = try PNGHeader(file)
      let plain = try #require(TruecolorReader(file, header)?.pixels(in: file))
      #expect(plain.bytes == sample.straight, "\(width) x \(height)")
      #expect(plain.isOpaque == plain.bytes.span.hasFullAlphas(from: 0, count: width * height))
      #expect(try StraightImage.decode(file, header) == plain.bytes)
      #expect(try StraightImage(png: file).bytes == plain.bytes)
    }
  }

  @Test("a damaged file is left to libpng, or read as by libpng", arguments: [3, 4])
  func damage(depth: Int) throws {
    var random = SeededRandom(seed: 11)
    let sample = Sample(13, 9, depth: depth, isOpaque: false, &random)
    let sound = try sample.file(pieces: 2, &random)
    var (read, refused) = (0, 0)
    for at in 0..<sound.count * 3 {
      var file = sound
      if at < sound.count {
        file[at] ^= 1 << UInt8(random.next() % 8)
      } else if at < sound.count * 2 {
        file.removeLast(at - sound.count)
      } else {
        file.remove(at: at - sound.count * 2)
      }
      guard let header = try? PNGHeader(file) else { continue }
      guard let plain = TruecolorReader(file, header)?.pixels(in: file) else {
        refused += 1
        continue
      }
      read += 1
      let library = try? StraightImage.decode(file, header)
      #expect(library == plain.bytes, "change \(at)")
    }
    #expect(refused > sound.count * 2, "\(read) of \(sound.count * 3) changes were read")
  }
}
