import Pixels
import TestSupport
import Testing

@testable import Codecs

/// Files that our encoders never write, with everything that can become of a frame.
struct DisposalTests {
  private static let (width, height) = (9, 7)

  /// A rectangle of pixels that are opaque or clear, and how it appears and disappears.
  private struct Piece {
    var area: PixelRect
    var pixels: Pixmap
    var disposal: UInt8
    var isOver = true

    init(disposal: UInt8, isFull: Bool, using random: inout SeededRandom) {
      let (width, height) = (DisposalTests.width, DisposalTests.height)
      let (x, y) = (
        isFull ? 0 : Int.random(in: 0..<width, using: &random),
        isFull ? 0 : Int.random(in: 0..<height, using: &random)
      )
      area = PixelRect(
        x: x, y: y, width: isFull ? width : .random(in: 1...width - x, using: &random),
        height: isFull ? height : .random(in: 1...height - y, using: &random))
      pixels = Pixmap(width: area.width, height: area.height)
      self.disposal = disposal
      pixels.withMutableSpan { span in
        for offset in stride(from: 0, to: span.count, by: 4)
        where Int.random(in: 0..<3, using: &random) > 0 {
          span.setWord(DisposalTests.colors.randomElement(using: &random) ?? 0, at: offset)
        }
      }
    }
  }

  private static let colors: [UInt32] = [0xFF00_00FF, 0xFF20_FF00, 0xFFFF_4010]

  /// The canvas after each piece, drawn as the two standards say, pixel by pixel.
  private static func shown(_ pieces: [Piece], clears: UInt8, restores: UInt8) -> [Pixmap] {
    var canvas = Pixmap(width: width, height: height)
    return pieces.map { piece in
      let before = canvas
      for y in 0..<piece.area.height {
        for x in 0..<piece.area.width {
          let pixel = piece.pixels[x, y]
          guard !piece.isOver || pixel != .clear else { continue }
          canvas[piece.area.x + x, piece.area.y + y] = pixel
        }
      }
      let frame = canvas
      if piece.disposal == clears { canvas.fill(piece.area, with: .clear) }
      if piece.disposal == restores { canvas = before }
      return frame
    }
  }

  /// Every disposal with every way to blend, behind every other.
  private static func apngPieces(using random: inout SeededRandom) -> [Piece] {
    var pieces = [Piece(disposal: 0, isFull: true, using: &random)]
    for first in 0..<6 {
      for second in 0..<6 {
        for kind in [first, second] {
          var piece = Piece(disposal: UInt8(kind % 3), isFull: false, using: &random)
          piece.isOver = kind >= 3
          pieces.append(piece)
        }
      }
    }
    return pieces
  }

  @Test("an APNG whose pieces are not in order, or too few, or too small, is damaged")
  func damaged() throws {
    var random = SeededRandom.fresh("damaged APNGs")
    let pieces = Array(Self.apngPieces(using: &random).prefix(3))
    func read(_ file: [UInt8]) throws {
      var reader = try APNGReader(file)
      while try reader.nextFrame() != nil {}
    }
    try read(try Self.apng(pieces))
    #expect(throws: PNGError.self) { try read(try Self.apng(pieces, announcing: 4)) }
    #expect(throws: PNGError.self) { try read(try Self.apng(pieces, from: 1)) }
    let small = try #require(
      Self.apngPieces(using: &random).first { $0.area.width < Self.width })
    #expect(throws: PNGError.self) { try read(try Self.apng([small, pieces[1]])) }
  }

  private static func apng(
    _ pieces: [Piece], announcing count: Int? = nil, from first: UInt32 = 0
  ) throws -> [UInt8] {
    var file = PNGWriter.opening(.rgba, width: width, height: height)
    PNGChunk("acTL", [0, 0, 0, UInt8(count ?? pieces.count), 0, 0, 0, 1]).write(to: &file)
    var number = first
    for (index, piece) in pieces.enumerated() {
      var control: [UInt8] = []
      let area = piece.area
      for value in [UInt32(number)] + [area.width, area.height, area.x, area.y].map(UInt32.init) {
        control.append(bigEndian: value)
      }
      let isOver: UInt8 = piece.isOver ? 1 : 0
      PNGChunk("fcTL", control + [0, 1, 0, 10, piece.disposal, isOver]).write(to: &file)
      let lines = Scanlines(
        width: area.width, height: area.height, rgba: piece.pixels.bytes, format: .rgba)
      let stream = try PNGCompression.standard.stream(of: lines, .drawing)
      number += 1
      guard index > 0 else {
        PNGChunk("IDAT", stream).write(to: &file)
        continue
      }
      var body: [UInt8] = []
      body.append(bigEndian: number)
      PNGChunk("fdAT", body + stream).write(to: &file)
      number += 1
    }
    PNGChunk("IEND").write(to: &file)
    return file
  }

  @Test("every disposal and blending of an APNG shows what the standard says")
  func apng() throws {
    var random = SeededRandom.fresh("disposals of an APNG")
    for _ in 0..<4 {
      let pieces = Self.apngPieces(using: &random)
      let expected = Self.shown(pieces, clears: 1, restores: 2)
      #expect(try APNGTests.frames(Self.apng(pieces)).map(\.pixels) == expected)
    }
  }

  @Test("a first frame that gives back what was there before leaves nothing")
  func firstPrevious() throws {
    var random = SeededRandom.fresh("first disposal of an APNG")
    let pieces = [2, 0].map { Piece(disposal: $0, isFull: $0 == 2, using: &random) }
    let frames = try APNGTests.frames(Self.apng(pieces)).map(\.pixels)
    #expect(frames == Self.shown(pieces, clears: 1, restores: 2))
  }

  // Pillow 13 shows a wrong picture where a frame gives back what was there before a frame that
  // does so too; it is asked without such frames.
  @Test("Pillow shows the same frames of it, as far as it can")
  func apngInPillow() throws {
    var random = SeededRandom.fresh("disposals of an APNG for Pillow")
    let pieces = Self.apngPieces(using: &random).filter { $0.disposal != 2 }
    let file = try Self.apng(pieces)
    try Self.expectPillow(file, try APNGTests.frames(file).flatMap(\.pixels.bytes))
  }

  // ffmpeg 5.1 takes a frame that covers the canvas and clears it for one that needs none before it; it
  // is asked without such frames.
  @Test("ffmpeg shows the same frames of it, as far as it can")
  func apngInFFmpeg() throws {
    var random = SeededRandom.fresh("disposals of an APNG for ffmpeg")
    let pieces = Self.apngPieces(using: &random)
    let parts = pieces.dropFirst().filter {
      ($0.area.width, $0.area.height) != (Self.width, Self.height)
    }
    let file = try Self.apng(pieces.prefix(1) + parts)
    let expected = try APNGTests.frames(file).flatMap(\.pixels.bytes)
    guard let ffmpeg = OutsideProgram("ffmpeg") else { return }
    let answer = try ffmpeg.output(
      [
        "-v", "error", "-f", "apng", "-i", "{}", "-f", "rawvideo", "-pix_fmt", "rgba",
        "-fps_mode", "passthrough", "-",
      ], file: file)
    #expect(Self.differing(answer ?? [], expected) == [])
  }

  private static func gif(_ pieces: [Piece]) -> [UInt8] {
    let table: [UInt32] = colors + [0]
    var file = Array("GIF89a".utf8)
    for side in [width, height] { file.append(littleEndian: side, bytes: 2) }
    file += [0xF1, 3, 0]
    GIFColorTable.write(table, count: table.count, to: &file)
    for piece in pieces {
      file += [0x21, 0xF9, 4, piece.disposal << 2 | 1, 5, 0, 3, 0, 0x2C]
      let area = piece.area
      for number in [area.x, area.y, area.width, area.height] {
        file.append(littleEndian: number, bytes: 2)
      }
      let indices = (0..<area.width * area.height).map { place in
        let color = piece.pixels.bytes.span.word(at: place * 4)
        return UInt8(table.firstIndex(of: color) ?? 3)
      }
      file += [0] + LZWEncoder.imageData(of: indices, colors: 4)
    }
    return file + [0x3B]
  }

  private static func gifPieces(using random: inout SeededRandom) -> [Piece] {
    var pieces = [Piece(disposal: 1, isFull: true, using: &random)]
    // Pillow knows no transparency unless the first frame begins with it.
    pieces[0].pixels[0, 0] = .clear
    for first: UInt8 in 0..<4 {
      for second: UInt8 in 0..<4 {
        for disposal in [first, second] {
          pieces.append(Piece(disposal: disposal, isFull: false, using: &random))
        }
      }
    }
    return pieces
  }

  @Test("every disposal of a GIF shows what the standard says")
  func gif() throws {
    var random = SeededRandom.fresh("disposals of a GIF")
    for _ in 0..<4 {
      let pieces = Self.gifPieces(using: &random)
      let frames = try decoded(Self.gif(pieces)).frames.map(\.pixels)
      #expect(frames == Self.shown(pieces, clears: 2, restores: 3))
    }
  }

  // Nor does Pillow 13 clear all that a GIF says; ffmpeg does.
  @Test("Pillow shows the same frames of a GIF, as far as it can")
  func gifInPillow() throws {
    var random = SeededRandom.fresh("disposals of a GIF for Pillow")
    let file = Self.gif(Self.gifPieces(using: &random).filter { $0.disposal < 2 })
    try Self.expectPillow(file, try decoded(file).frames.flatMap(\.pixels.bytes))
  }

  @Test("ffmpeg shows the same frames of a GIF")
  func gifInFFmpeg() throws {
    var random = SeededRandom.fresh("disposals of a GIF for ffmpeg")
    let file = Self.gif(Self.gifPieces(using: &random))
    let expected = try decoded(file).frames.flatMap(\.pixels.bytes)
    guard let ffmpeg = OutsideProgram("ffmpeg") else { return }
    let answer = try ffmpeg.output(
      [
        "-v", "error", "-ignore_loop", "1", "-i", "{}", "-f", "rawvideo", "-pix_fmt", "rgba",
        "-fps_mode", "passthrough", "-",
      ], file: file)
    #expect(Self.differing(answer ?? [], expected) == [])
  }

  private static func expectPillow(_ file: [UInt8], _ expected: [UInt8]) throws {
    guard let python = OutsideProgram("python3") else { return }
    let script = """
      import sys
      from PIL import Image, ImageSequence
      for frame in ImageSequence.Iterator(Image.open(sys.argv[1])):
          sys.stdout.buffer.write(frame.convert("RGBA").tobytes())
      """
    guard let answer = try python.output(["-c", script, "{}"], file: file) else {
      OutsideProgram.skip("Pillow is not installed")
      return
    }
    #expect(differing(answer, expected) == [])
  }

  /// The numbers of the frames that are not the same in both.
  private static func differing(_ answer: [UInt8], _ expected: [UInt8]) -> [Int] {
    guard answer.count == expected.count else { return [-1] }
    let (size, seen) = (width * height * 4, seen(answer))
    return (0..<answer.count / size).filter {
      seen[$0 * size..<($0 + 1) * size] != expected[$0 * size..<($0 + 1) * size]
    }
  }

  /// Bytes in which the colour of clear pixels, which is anyone's guess, is zero.
  private static func seen(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for offset in stride(from: 0, to: bytes.count - 3, by: 4) where bytes[offset + 3] == 0 {
      for channel in offset..<offset + 3 { bytes[channel] = 0 }
    }
    return bytes
  }
}
