import Pixels
import TestSupport
import Testing

@testable import Codecs

struct LZWChoiceTests {
  @Test("a hole in a plain area that is painted again costs next to nothing")
  func plain() {
    // Every other pixel of a plain area has changed its neighbour's colour for the same again.
    let indices = (0..<40_000).map { UInt8($0 * 7919 % 13 < 6 ? 3 : 0) }
    let others = [UInt8](repeating: 0, count: indices.count)
    let fixed = LZWEncoder(colors: 4).imageData(of: IndexRuns(indices))
    let free = LZWEncoder(colors: 4).imageData(of: IndexRuns(indices, or: others))
    #expect(free.count * 2 < fixed.count)
  }

  @Test("strings that are looked for one ahead come back exactly", arguments: LZWPatience.allCases)
  func foresight(_ patience: LZWPatience) throws {
    var random = SeededRandom.fresh("LZW with foresight")
    for (colors, count) in [(2, 1), (2, 2), (3, 3), (4, 40_000), (60, 40_000), (256, 40_000)] {
      let indices = Self.words(of: colors, count: count, using: &random)
      let data = LZWEncoder(colors: colors, patience: patience)
        .imageData(of: IndexRuns(indices), foresees: true)
      #expect(try Self.indices(of: data, colors: colors, count: count) == indices)
    }
  }

  @Test("of two indices one comes back", arguments: LZWPatience.allCases, [false, true])
  func choice(_ patience: LZWPatience, foresees: Bool) throws {
    var random = SeededRandom.fresh("LZW with a choice")
    for (colors, longest) in [(2, 3), (4, 900), (60, 12), (256, 2), (256, 300)] {
      let count = 40_000
      var (indices, others): ([UInt8], [UInt8]) = ([], [])
      while indices.count < count {
        // Most runs are of few indices, so that strings come again.
        let kinds = Bool.random(using: &random) ? min(colors, 4) : colors
        let index = UInt8(Int.random(in: 0..<kinds, using: &random))
        let other = UInt8(Int.random(in: 0..<kinds, using: &random))
        let length = Int.random(in: 1...longest, using: &random)
        indices += repeatElement(index, count: length)
        others += repeatElement(Bool.random(using: &random) ? other : index, count: length)
      }
      (indices, others) = (Array(indices.prefix(count)), Array(others.prefix(count)))
      let data = LZWEncoder(colors: colors, patience: patience)
        .imageData(of: IndexRuns(indices, or: others), foresees: foresees)
      let shown = try Self.indices(of: data, colors: colors, count: count)
      let isEither = shown.indices.allSatisfy {
        shown[$0] == indices[$0] || shown[$0] == others[$0]
      }
      #expect(isEither, "\(colors) colours, \(longest) pixels at most")
    }
  }

  @Test("a pixel that is alone becomes one of its colour's kin at most", arguments: [false, true])
  func kin(foresees: Bool) throws {
    var random = SeededRandom.fresh("LZW with kin")
    // A ramp, of which the last eight colours have no kin.
    let (colors, reach, kinless) = (120, Float(9), 112)
    let means = (0..<colors).map { SIMD4(Float(2 * $0), Float($0), 0, 0) }
    let kin = ColorKin(of: ColorNeighbors(of: means), count: kinless, within: reach)
    let words = Self.words(of: colors, count: 20_000, using: &random)
    let indices = Array(
      words.flatMap { repeatElement($0, count: $0 % 5 == 0 ? 3 : 1) }.prefix(20_000))
    let noisy = indices.indices.map { place in
      // What is nearly the same as before would be strings of its own.
      let index = indices[place]
      return index % 5 != 0 && index < 110 && place % 4 == 0 ? index + 1 : index
    }
    let runs = IndexRuns(noisy)
    let encoder = LZWEncoder(colors: colors)
    let data = encoder.imageData(of: runs, foresees: foresees, kin: kin)
    #expect(data.count < encoder.imageData(of: runs, foresees: foresees).count)
    let shown = try Self.indices(of: data, colors: colors, count: noisy.count)
    var (place, changed) = (0, 0)
    for run in runs.runs {
      for x in place..<place + run.length where shown[x] != run.index {
        #expect(run.length == 1 && run.index < kinless, "at \(x)")
        let (one, other) = (means[Int(shown[x])], means[Int(run.index)])
        #expect(ColorNeighbors.distance(one, other) <= reach, "at \(x)")
        changed += 1
      }
      place += run.length
    }
    #expect(changed > 0)
  }

  @Test("a painting is looked ahead in where that makes it smaller")
  func worthwhile() {
    var random = SeededRandom(seed: 5)
    let area = PixelRect(x: 0, y: 0, width: 200, height: 200)
    for (colors, isWorthwhile) in [(4, false), (256, true)] {
      var painting = GIFPainting(
        colors: (0..<UInt32(colors)).map { $0 | 0xFF00_0000 }, kind: .local,
        hasTransparency: false)
      painting.runs = IndexRuns(Self.words(of: colors, count: 40_000, using: &random))
      let plain = LZWPatience.allCases.map {
        painting.packed(area, $0, quantizingSeconds: 0).byteCount
      }
      let smallest = painting.smallest(area, quantizingSeconds: 0).byteCount
      #expect(smallest <= (plain.min() ?? 0))
      #expect((smallest < (plain.min() ?? 0)) == isWorthwhile)
    }
  }

  /// Words of a small vocabulary, as letters are.
  private static func words(
    of colors: Int, count: Int, using random: inout SeededRandom
  ) -> [UInt8] {
    let words = (0..<30).map { _ in
      (0..<Int.random(in: 3..<12, using: &random)).map { _ in
        UInt8(Int.random(in: 0..<colors, using: &random))
      }
    }
    var indices: [UInt8] = []
    while indices.count < count {
      indices += words[Int.random(in: 0..<words.count, using: &random)]
    }
    return Array(indices.prefix(count))
  }

  /// What giflib reads of an image one pixel high, or of rows of 200.
  private static func indices(of data: [UInt8], colors: Int, count: Int) throws -> [UInt8] {
    let (width, height) = count < 200 ? (count, 1) : (200, count / 200)
    let table = (0..<colors).map { UInt32($0) | 0xFF00_0000 }
    let picture = GIFPicture(
      area: PixelRect(x: 0, y: 0, width: width, height: height), colors: table,
      colorCount: colors, transparent: nil, data: data)
    var file = Array("GIF89a".utf8) + [UInt8(width), 0, UInt8(height), 0, 0x70, 0, 0]
    picture.write(to: &file, delay: 2, disposal: .keep)
    return try decoded(file + [0x3B]).frames[0].pixels.bytes.enumerated()
      .filter { $0.offset % 4 == 0 }.map(\.element)
  }

  @Test("a still area beside a moving one comes back exactly, whichever way it is written")
  func stillArea() throws {
    var random = SeededRandom.fresh("choice in a GIF")
    for colors in [2, 5, 30, 200] {
      var frames: [Pixmap] = []
      let run = FrameRun(
        width: 64, height: 48, count: 1, colors: colors, alpha: false, using: &random)
      var canvas = run.frames[0]
      for _ in 0..<6 {
        for _ in 0..<200 {
          let from = (
            Int.random(in: 0..<64, using: &random), Int.random(in: 0..<48, using: &random)
          )
          let to = (Int.random(in: 0..<64, using: &random), Int.random(in: 0..<48, using: &random))
          canvas[to.0, to.1] = canvas[from.0, from.1]
        }
        frames.append(canvas)
      }
      let moving = FrameRun(frames)
      let shown = try decoded(moving.gif(samples: colors == 30)).frames.map(\.pixels)
      let isSame = shown == GIFSinkTests.merged(moving).map(\.pixels)
      #expect(isSame, "\(colors) colours")
    }
  }
}
