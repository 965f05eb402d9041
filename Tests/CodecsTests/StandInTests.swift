import Pixels
import TestSupport
import Testing

@testable import Codecs

struct StandInTests {
  /// A picture that was drawn: areas and edges of more colours than a palette has, no gradient.
  private func drawing(shift: Int = 0) -> Pixmap {
    var pixmap = Pixmap(width: 120, height: 96)
    pixmap.withMutableSpan { span in
      for y in 0..<96 {
        for x in 0..<120 {
          let cell = (y / 8 * 15 + (x + shift) % 120 / 8) % 180
          let color = UInt32(cell) &* 0x9E_3779 & 0xFF_FFFF
          // The last column of a cell is its edge.
          let edge = (x + shift) % 8 == 7 ? UInt32(y % 8 * 9 + cell % 7) : 0
          span.setWord(0xFF00_0000 | color ^ edge << 9, at: (y * 120 + x) * 4)
        }
      }
    }
    return pixmap
  }

  /// The mean square of the differences.
  private func loss(_ one: Pixmap, _ other: Pixmap) -> Double {
    let squares = zip(one.bytes, other.bytes).map { (Int($0) - Int($1)) * (Int($0) - Int($1)) }
    return Double(squares.reduce(0, +)) / Double(squares.count)
  }

  @Test("a drawing of too many colours is counted colour by colour, a photograph is not")
  func drawn() throws {
    let drawing = drawing()
    let canvas = GIFCanvas(pixels: drawing, base: nil, area: drawing.bounds)
    let colors = try #require(DrawnColors(of: canvas))
    #expect(colors.colors.count > 256)
    #expect(colors.counts().reduce(0, +) == 120 * 96)
    #expect(!colors.hasGradients)
    let rainbow = GIFSinkTests.rainbow(120, 96)
    #expect(DrawnColors(of: GIFCanvas(pixels: rainbow, base: nil, area: rainbow.bounds)) == nil)
  }

  @Test(
    "a gradient is left to dither where the colours do not hold it closely",
    arguments: [(count: 96, isDithered: false), (48, false), (16, true)])
  func gradients(count: Int, isDithered: Bool) throws {
    // Sixty greys beside each other, and twelve colours that fill areas.
    var drawing = Pixmap(width: 120, height: 96)
    drawing.withMutableSpan { span in
      for y in 0..<96 {
        for x in 0..<120 {
          let area = UInt32(y / 24 * 4 + x / 30)
          let color = y < 24 ? 0x01_0101 * UInt32(100 + x / 2) : area &* 0x9E_3779 & 0xFF_FFFF
          span.setWord(0xFF00_0000 | color, at: (y * 120 + x) * 4)
        }
      }
    }
    let canvas = GIFCanvas(pixels: drawing, base: nil, area: drawing.bounds)
    let colors = try #require(DrawnColors(of: canvas))
    #expect(colors.hasGradients)
    let design = PaletteDesign(colors, count: count, fineness: .finest)
    #expect(design.hasGradients == isDithered)
    #expect((design.runs == nil) == isDithered)
    // What is not left to dither has its colour.
    let isSettled = colors.colors.map { design.settled.index(of: $0) != nil }
    #expect(isSettled.allSatisfy { $0 } != isDithered)
  }

  @Test("the areas of a drawing stay exact, however many colours its edges have")
  func areas() throws {
    let frame = drawing()
    let shown = try decoded(FrameRun([frame]).gif()).frames[0].pixels
    var (exact, all) = (0, 0)
    for y in stride(from: 1, to: 96, by: 8) {
      for x in stride(from: 1, to: 120, by: 8) {
        all += 1
        exact += shown[x, y] == frame[x, y] ? 1 : 0
      }
    }
    // Half of a palette at most is kept for areas.
    #expect(exact >= 100 && all == 180, "\(exact) of \(all)")
    #expect(loss(frame, shown) < 300)
  }

  @Test("a stand-in is taken only where it is hardly farther than the nearest colour")
  func standIns() {
    let means: [SIMD4<Float>] = [
      SIMD4(10, 10, 10, 0), SIMD4(12, 10, 10, 0), SIMD4(200, 0, 0, 0),
    ]
    let neighbors = ColorNeighbors(of: means)
    #expect(neighbors.standIn(for: 0xFF0A_0A0A, owner: 0, within: 8) == 1)
    #expect(neighbors.standIn(for: 0xFF0A_0A0A, owner: 0, within: 4) == 0)
    #expect(neighbors.standIn(for: 0xFF00_00C8, owner: 2, within: 8) == 2)
  }

  @Test("what was painted by a near colour is not painted again while it stands still")
  func stillness() throws {
    // At first more colours than fit, then few: exact frames after others that were not.
    var frames = [GIFSinkTests.rainbow(90, 60)]
    for step in 1..<6 {
      var frame = frames[step - 1]
      frame.withMutableSpan { span in
        for y in 20..<40 {
          for x in step * 10..<step * 10 + 8 where (x + y) % 3 > 0 {
            span.setWord(0xFF00_0000 | UInt32(step * 40), at: (y * 90 + x) * 4)
          }
        }
      }
      frames.append(frame)
    }
    let shown = try decoded(FrameRun(frames).gif()).frames.map(\.pixels)
    for step in 1..<6 {
      for y in 0..<60 {
        for x in 0..<90 where frames[step][x, y] == frames[step - 1][x, y] {
          #expect(shown[step][x, y] == shown[step - 1][x, y])
        }
      }
    }
  }

  @Test("256 colours beside what stays as it was are still exact")
  func fullPalette() throws {
    var frames: [Pixmap] = []
    for step in 0..<4 {
      var frame = Pixmap(width: 64, height: 32)
      frame.withMutableSpan { span in
        for place in 0..<64 * 32 {
          // The upper rows stand still, the lower ones move: 256 greys in all.
          let level = UInt32(place < 512 ? place / 4 : 128 + (place + step * 7) % 128)
          span.setWord(0xFF00_0000 | level * 0x01_0101, at: place * 4)
        }
      }
      frames.append(frame)
    }
    for samples in [false, true] {
      #expect(try decoded(FrameRun(frames).gif(samples: samples)).frames.map(\.pixels) == frames)
    }
  }

  @Test("an encoder of any patience writes what is read again", arguments: LZWPatience.allCases)
  func patience(_ patience: LZWPatience) throws {
    var random = SeededRandom.fresh("LZW patience")
    let picture = FrameRun(
      width: 200, height: 150, count: 1, colors: 90, alpha: false, using: &random
    ).frames[0]
    let canvas = GIFCanvas(pixels: picture, base: nil, area: picture.bounds)
    let table = try #require(canvas.colors(atMost: 256))
    let runs = canvas.runs(in: table, transparent: 0)
    let data = LZWEncoder(colors: table.colors.count, patience: patience).imageData(of: runs)
    var file = Array("GIF89a".utf8) + [200, 0, 150, 0, 0x70, 0, 0]
    GIFPicture(
      area: picture.bounds, colors: table.colors, colorCount: table.colors.count, data: data
    ).write(to: &file, delay: 2, disposal: .keep)
    #expect(try decoded(file + [0x3B]).frames[0].pixels == picture)
  }

  /// Edges between ink and paper, and between the two behind a veil, in 400 colours.
  private func text(shift: Int) -> Pixmap {
    var pixmap = Pixmap(width: 120, height: 96)
    var state = UInt64(7 + shift)
    pixmap.withMutableSpan { span in
      for y in 0..<96 {
        for x in 0..<120 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          let (isEdge, level) = (state >> 60 < 1, UInt32(state >> 33 & 0xFF))
          let paper: UInt32 = x + shift < 60 ? 255 : 248
          let one = isEdge ? level * paper / 255 : paper
          let veiled = x + shift < 60 ? one : one / 2 + 3
          span.setWord(0xFF00_0000 | one << 16 | one << 8 | veiled, at: (y * 120 + x) * 4)
        }
      }
    }
    return pixmap
  }

  @Test("a run of so few colours that one palette would nearly do gets the finest ones")
  func plain() throws {
    let frames = (0..<3).map { text(shift: $0 * 9) }
    let tally = try #require(ColorTally(of: frames.map { GIFSample(of: $0).tally }))
    #expect(tally.loss(in: 256) < 0.04 && tally.loss(in: 64) > 0.04, "\(tally.loss(in: 64))")
    func losses(samples: Bool) throws -> [Double] {
      let shown = try decoded(FrameRun(frames).gif(samples: samples)).frames
      return zip(frames, shown).map { loss($0, $1.pixels) }
    }
    let (fine, usual) = (try losses(samples: true), try losses(samples: false))
    print("lost of a page of text: \(fine), as a drawing \(usual)")
    for (one, other) in zip(fine, usual) { #expect(one < other / 2) }
  }

  @Test("an area stays exact beside a photograph, though only a strip of it comes at a time")
  func strips() throws {
    var state: UInt64 = 5
    let frames = (0..<9).map { step in
      var frame = Pixmap(width: 120, height: 96)
      frame.withMutableSpan { span in
        for place in 0..<120 * 96 {
          let (x, y) = (place % 120, place / 120)
          let isInside = (40..<48).contains(y) && (30..<max(30, 10 + step * 4)).contains(x)
          // Around it all is in motion, in colours that are much like its own.
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          let noise = UInt32(truncatingIfNeeded: state >> 33) & 0x1F_1F1F
          span.setWord(0xFF59_77C3 &+ (isInside ? 0x10_1010 : noise), at: place * 4)
        }
      }
      return frame
    }
    let shown = try decoded(FrameRun(frames).gif(samples: true)).frames[8].pixels
    let places = (40..<48).flatMap { y in (30..<42).map { (x: $0, y: y) } }
    #expect(places.count { shown[$0.x, $0.y] != frames[8][$0.x, $0.y] } == 0)
  }

  @Test(
    "on a clear canvas nothing flickers that stands still while something else vanishes",
    arguments: GIFOptions.Dither.allCases)
  func vanishing(_ dither: GIFOptions.Dither) throws {
    let photo = GIFSinkTests.rainbow(60, 60)
    let frames = (0..<6).map { step in
      var frame = Pixmap(width: 120, height: 60)
      frame.copy(photo, from: photo.bounds, toX: 0, y: 0)
      frame.fill(PixelRect(x: 64 + step * 8, y: 20, width: 9, height: 20), with: Pixel(.white))
      return frame
    }
    let options = GIFOptions(dither: dither).leavingRoom(forTransparency: true)
    let shown = try decoded(FrameRun(frames).gif(options, samples: true)).frames.map(\.pixels)
    let places = (0..<60).flatMap { y in (0..<60).map { (x: $0, y: y) } }
    for frame in shown {
      #expect(places.count { frame[$0.x, $0.y] != shown[0][$0.x, $0.y] } == 0)
      #expect(places.count { frame[$0.x, $0.y] == .clear } == 0)
    }
    #expect(loss(frames[5], shown[5]) < 40, "\(loss(frames[5], shown[5]))")
  }

  @Test("a run of many colours is not taken for one of few")
  func crowded() {
    let samples = [drawing(), drawing(shift: 5), GIFSinkTests.rainbow(300, 96)].map {
      GIFSample(of: $0)
    }
    #expect(ColorTally(of: samples.map(\.tally)) == nil)
    #expect(ColorTally(of: [nil, samples[0].tally]) == nil)
    let drawn = ColorTally(of: [samples[0].tally])
    #expect((drawn?.loss(in: 256) ?? 0) > 0.2)
  }
}
