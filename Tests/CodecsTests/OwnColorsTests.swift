import Pixels
import TestSupport
import Testing

@testable import Codecs

struct OwnColorsTests {
  /// Part of a picture over another one, so that some pixels stay and some are not visible.
  private func canvas(
    _ width: Int, colors: Int, hasBase: Bool, using random: inout SeededRandom
  ) -> GIFCanvas {
    let run = FrameRun(
      width: width, height: 9, count: 2, colors: colors, alpha: Bool.random(using: &random),
      using: &random)
    var next = run.frames[0]
    for y in 0..<9 {
      for x in 0..<width where (x / 11 + y / 2) % 3 == 0 { next[x, y] = run.frames[1][x, y] }
    }
    let x = Int.random(in: 0..<width, using: &random)
    let area = PixelRect(x: x, y: 1, width: width - x, height: 8)
    return GIFCanvas(pixels: next, base: hasBase ? run.frames[0] : nil, area: area)
  }

  /// The pixels of a row of a canvas, and whether each is as before.
  private func pixels(_ canvas: GIFCanvas, _ row: Int) -> [(UInt32, Bool)] {
    var pixels: [(UInt32, Bool)] = []
    canvas.forEachPixel(inRow: row, 0..<canvas.area.width) { pixel, isSame, _ in
      pixels.append((pixel, isSame))
    }
    return pixels
  }

  @Test(
    "runs that are found in C are those that are found in Swift", arguments: [1, 8, 9, 40, 131])
  func runs(width: Int) {
    var random = SeededRandom.fresh("runs of a row")
    for colors in [1, 2, 30] {
      for hasBase in [false, true] {
        let canvas = canvas(width, colors: colors, hasBase: hasBase, using: &random)
        for row in 0..<canvas.area.height {
          var (found, other) = (RunList(), RunList())
          found.append(row: row, of: canvas)
          other.append(row: row, of: canvas, isWide: false)
          let runs = (0..<found.count).map { found[$0] }
          #expect(runs == (0..<other.count).map { other[$0] })
          let painted = runs.indices.flatMap { place in
            let start = place == 0 ? 0 : runs[place - 1].end
            return (start..<runs[place].end).map { _ in (runs[place].pixel, runs[place].isSame) }
          }
          #expect(painted.elementsEqual(pixels(canvas, row)) { $0 == $1 })
          let doNeighborsDiffer = zip(runs, runs.dropFirst()).allSatisfy {
            $0.pixel != $1.pixel || $0.isSame != $1.isSame
          }
          #expect(doNeighborsDiffer)
        }
      }
    }
  }

  @Test(
    "every pixel has its own colour, however many others were preferred", arguments: [0, 3, 250])
  func indices(preferred count: Int) {
    var random = SeededRandom.fresh("own colours")
    let preferred = ColorTable((0..<count).map { 0xFF00_0000 | UInt32($0 * 9973) })
    for colors in [1, 7, 120, 254] {
      for hasBase in [false, true] {
        let canvas = canvas(200, colors: colors, hasBase: hasBase, using: &random)
        let own = OwnColors(of: canvas, preferring: preferred, atMost: 256)
        #expect(own.isComplete)
        check(own, canvas)
        check(own.reducedToUsed(), canvas)
        check(own.reducedToChanged(), canvas, hasAll: false)
        #expect(own.reducedToChanged().table.colors.count == own.changedCount)
        #expect(own.reducedToUsed().table.colors.count == own.usedCount)
      }
    }
  }

  private func check(_ own: OwnColors, _ canvas: GIFCanvas, hasAll: Bool = true) {
    let pixels = own.runs.runs.flatMap { repeatElement($0, count: $0.length) }
    #expect(pixels.count == own.pixelCount)
    var place = 0
    for row in 0..<canvas.area.height {
      for (pixel, isSame) in self.pixels(canvas, row) {
        let color = GIFColor(pixel)?.opaque
        let (all, changed) = (pixels[place].other, pixels[place].index)
        if color == nil { #expect(all == OwnColors.hole) }
        if let color, hasAll || !isSame { #expect(own.table.colors[Int(all)] == color) }
        if !hasAll, isSame, all != OwnColors.hole, let color {
          #expect(own.table.colors[Int(all)] == color)
        }
        #expect(changed == (isSame || color == nil ? OwnColors.hole : all))
        place += 1
      }
    }
  }

  /// A picture whose pixels are given by their place.
  private func picture(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) -> Pixmap {
    var picture = Pixmap(width: width, height: height)
    let stride = picture.stride
    for y in 0..<height {
      for x in 0..<width {
        picture.withMutableSpan { $0.setWord(pixel(x, y) | 0xFF00_0000, at: y * stride + x * 4) }
      }
    }
    return picture
  }

  @Test("a colour too many is noticed, wherever it comes")
  func tooMany() {
    let picture = picture(300, 2) { x, y in y == 0 ? UInt32(x % 256) : x == 299 ? 256 : 9 }
    func own(height: Int, atMost limit: Int) -> OwnColors {
      let area = PixelRect(x: 0, y: 0, width: 300, height: height)
      return OwnColors(
        of: GIFCanvas(pixels: picture, base: nil, area: area), preferring: ColorTable(),
        atMost: limit)
    }
    #expect(!own(height: 2, atMost: 256).isComplete)
    #expect(own(height: 1, atMost: 256).isComplete)
    #expect(!own(height: 1, atMost: 255).isComplete)
  }

  @Test(
    "exactly 256 colours stay lossless, however much of a large frame stays", arguments: [255, 256])
  func fullPalette(colors: Int) throws {
    // Each frame moves the colours of so many rows.
    var rows = [Int](repeating: 0, count: 240)
    var frames: [Pixmap] = []
    for moved in [240, 240, 235, 120, 5] {
      for y in 0..<moved { rows[y] += 1 }
      frames.append(picture(300, 240) { x, y in UInt32((x / 2 + y * 7 + rows[y]) % colors) })
    }
    for samples in [false, true] {
      let shown = try decoded(FrameRun(frames).gif(samples: samples)).frames.map(\.pixels)
      let isSame = shown == frames
      #expect(isSame, "samples: \(samples)")
    }
  }

  @Test("what was expected of the frames before changes no byte")
  func expectation() throws {
    var random = SeededRandom.fresh("expected exactness")
    let rainbow = picture(50, 40) { x, y in UInt32(x * 5 | y << 10) }
    for _ in 0..<4 {
      var frames = FrameRun(
        width: 50, height: 40, count: 5, colors: 90, alpha: false, using: &random
      ).frames
      // In between is one that cannot be exact.
      frames.insert(rainbow, at: Int.random(in: 0...5, using: &random))
      let run = FrameRun(frames)
      let indices: [(Int) -> Int?] = [{ _ in nil }, { $0 }, { $0 - 100 }]
      let files = try indices.map { index in
        let samples = frames.indices.map { GIFSample(of: frames[$0], at: index($0)) }
        return try run.bytes(through: GIFSink(width: 50, height: 40, samples: samples))
      }
      #expect(files[1] == files[0])
      #expect(files[2] == files[0])
    }
  }

  @Test("runs are kept as they were found, row by row")
  func keptRuns() {
    var random = SeededRandom.fresh("kept runs")
    let frames = FrameRun(
      width: 47, height: 30, count: 2, colors: 3, alpha: true, using: &random
    ).frames
    let area = PixelRect(x: 2, y: 1, width: 44, height: 29)
    let canvas = GIFCanvas(pixels: frames[1], base: frames[0], area: area)
    var found = RunList()
    var kept = KeptRuns(rows: area.height)
    var rows: [[RunList.Run]] = []
    for row in 0..<area.height {
      found.find(row: row, of: canvas)
      let number = kept.append(row: row, of: canvas)
      rows.append((0..<found.count).map { found[$0] })
      #expect(number.map { kept.list[$0] } == rows[row])
    }
    #expect(kept.rows.map { row in row.map { kept.list[$0] } } == rows)
  }

  @Test("runs of indices are those of all pixels, however long they are")
  func lengths() {
    var random = SeededRandom.fresh("runs of indices")
    for _ in 0..<200 {
      let one = Self.indices(using: &random) + [UInt8](repeating: 7, count: 70_000)
      let other = Self.indices(using: &random) + [UInt8](repeating: 7, count: 70_000)
      let count = min(one.count, other.count)
      let runs = IndexRuns(Array(one[..<count]), or: Array(other[..<count]))
      #expect(runs.indices == Array(one[..<count]))
      let others = runs.runs.flatMap { repeatElement($0.other, count: $0.length) }
      #expect(others == Array(other[..<count]))
    }
  }

  /// Indices that are mostly the same.
  private static func indices(using random: inout SeededRandom) -> [UInt8] {
    let usual: UInt8 = Bool.random(using: &random) ? 3 : 200
    return (0..<Int.random(in: 20...70, using: &random) / 2 * 2).map { _ in
      Int.random(in: 0..<12, using: &random) == 0
        ? UInt8.random(in: 0...255, using: &random) : usual
    } + [UInt8](repeating: usual, count: 70)
  }
}
