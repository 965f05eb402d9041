import Kernels
import Pixels
import TestSupport
import Testing

@testable import Codecs

/// The kernels that turn pixels into palette indices, beside plain loops.
struct IndexKernelTests {
  private static let clear: UInt16 = 0xFEFE

  /// Two rows of runs of a few opaque colours and of transparency, and the second row before.
  private struct Rows {
    var region: FrameRegion
    /// The pixels of the second row, those above, and whether each is unchanged.
    var pixels: [UInt32], above: [UInt32], isSame: [Bool]

    init(width: Int, hasPrevious: Bool, using random: inout SeededRandom) {
      let colors = [0] + (0..<9).map { _ in UInt32.random(in: 0...0xFFFFFF, using: &random) }
      func row(like other: [UInt32]?) -> [UInt32] {
        var row: [UInt32] = []
        while row.count < width {
          let color = colors[Int.random(in: 0..<colors.count, using: &random)]
          let pixel = color == 0 ? 0 : color | 0xFF00_0000
          let copies = Bool.random(using: &random)
          for _ in 0..<min(Int.random(in: 1...20, using: &random), width - row.count) {
            row.append(copies ? other?[row.count] ?? pixel : pixel)
          }
        }
        return row
      }
      above = row(like: nil)
      let before = row(like: above)
      pixels = row(like: hasPrevious && Bool.random(using: &random) ? before : above)
      isSame = (0..<width).map { [pixels] in hasPrevious && pixels[$0] == before[$0] }
      func picture(_ rows: [UInt32]) -> Pixmap {
        var picture = Pixmap(width: width, height: 2)
        picture.withMutableSpan { span in
          for (place, pixel) in rows.enumerated() { span.setWord(pixel, at: 4 * place) }
        }
        return picture
      }
      region = FrameRegion(
        pixels: picture(above + pixels), previous: hasPrevious ? picture(above + before) : nil,
        area: PixelRect(x: 0, y: 1, width: width, height: 1))
    }

    func isChanged(_ x: Int) -> Bool { !isSame[x] && pixels[x] != 0 }
  }

  @Test("colours are counted as in a plain loop", arguments: [1, 7, 33, 200], [false, true])
  func counts(width: Int, hasPrevious: Bool) {
    var random = SeededRandom.fresh("histograms")
    for _ in 0..<40 {
      let rows = Rows(width: width, hasPrevious: hasPrevious, using: &random)
      var (counts, flat): ([UInt32: Int], [UInt32: Int]) = ([:], [:])
      var x = 0
      while x < width {
        let start = x
        repeat {
          x += 1
        } while x < width && rows.pixels[x] == rows.pixels[start]
          && rows.isSame[x] == rows.isSame[start]
        guard rows.isChanged(start) else { continue }
        counts[rows.pixels[start], default: 0] += x - start
        if x - start >= 4, rows.above[(start + x) / 2] == rows.pixels[start] {
          flat[rows.pixels[start], default: 0] += x - start
        }
      }
      let histogram = Histogram(of: rows.region)
      #expect(Set(histogram.colors) == Set(counts.keys))
      #expect(histogram.pixelCount == counts.values.reduce(0, +))
      for sample in histogram.samples(without: []) {
        #expect(counts[ColorSample.rounded(sample.color)] == Int(sample.weight))
      }
      let flats = histogram.flatColors(fillingAtLeast: 1)
      #expect(Set(flats) == Set(flat.keys))
      #expect(flats.map { flat[$0] ?? 0 } == flat.values.sorted(by: >))
    }
  }

  @Test("a histogram of many colours has bins with their means")
  func bins() {
    let picture = GIFSinkTests.rainbow(200, 150)
    let region = FrameRegion(pixels: picture, previous: nil, area: picture.bounds)
    let histogram = Histogram(of: region)
    #expect(!histogram.isExact && histogram.pixelCount == 200 * 150)
    var bins: [Int: [UInt32]] = [:]
    for place in 0..<200 * 150 {
      let color = picture.bytes.span.word(at: 4 * place)
      bins[Histogram.bin(of: color), default: []].append(color)
    }
    let samples = histogram.samples(without: [])
    #expect(samples.count == bins.count)
    for sample in samples {
      let colors = bins[Histogram.bin(of: ColorSample.rounded(sample.color - 0.5))] ?? []
      #expect(Int(sample.weight) == colors.count)
    }
  }

  @Test("the nearest colour is that of a plain loop", arguments: [1, 2, 7, 8, 9, 200, 256])
  func nearest(count: Int) {
    var random = SeededRandom.fresh("nearest colours")
    let palette = (0..<count).map { _ in UInt32.random(in: 0...0xFFFFFF, using: &random) }
    let colors = (0..<500).map { _ in UInt32.random(in: 0...0xFFFFFF, using: &random) }
    let found = PaletteChannels(palette).nearest(to: colors)
    #expect(found == colors.map { UInt8(Self.nearest(to: $0, in: palette)) })
  }

  private static func distance(_ one: UInt32, _ other: UInt32) -> Int {
    [(0, 3), (8, 4), (16, 2)].reduce(0) { sum, channel in
      let difference = Int(one >> channel.0 & 0xFF) - Int(other >> channel.0 & 0xFF)
      return sum + channel.1 * difference * difference
    }
  }

  private static func nearest(to color: UInt32, in palette: [UInt32]) -> Int {
    palette.indices.min { distance(palette[$0], color) < distance(palette[$1], color) } ?? 0
  }

  @Test("exact colours get their candidates", arguments: [1, 7, 33, 200], [false, true])
  func exact(width: Int, hasPrevious: Bool) {
    var random = SeededRandom.fresh("exact indices")
    for _ in 0..<40 {
      let rows = Rows(width: width, hasPrevious: hasPrevious, using: &random)
      // Not all colours are known.
      let colors = Array(Set(rows.pixels)).filter { $0 != 0 && $0 & 7 != 0 }
      var map = ColorMap(most: colors.count)
      for (place, color) in colors.enumerated() {
        map.set(UInt32(place + 1) << 16 | UInt32(place + 100), of: color)
      }
      var candidates = [UInt16](repeating: 0, count: width)
      unsafe rows.region.lendRow(0) { row in
        unsafe map.lend { unsafe rt_index_row(row, $0, Self.clear, &candidates) }
      }
      let expected = (0..<width).map { x -> UInt16 in
        guard let place = colors.firstIndex(of: rows.pixels[x]) else { return Self.clear }
        return UInt16(rows.isSame[x] ? place + 100 : place + 1)
      }
      #expect(candidates == expected)
    }
  }

  @Test("rows are diffused as in a plain loop", arguments: [1, 7, 33, 200], [1, 2, 4])
  func diffusion(width: Int, reach: Int) {
    var random = SeededRandom.fresh("error diffusion")
    for round in 0..<20 {
      let rows = Rows(width: width, hasPrevious: round % 2 == 0, using: &random)
      let palette = (0..<20).map { _ in UInt32.random(in: 0...0xFFFFFF, using: &random) }
      let channels = PaletteChannels(palette)
      var bins = [UInt32](repeating: 0, count: Int(rt_bin_count))
      let none = ColorMap(most: 0)
      let losses = (0..<width + 2 * Int(rt_loss_reach) + 1).map { _ in
        SIMD4<Int32>.random(in: -20_000...20_000, using: &random)
      }
      var (candidates, wanted) = (
        [UInt16](repeating: 0, count: width), [UInt8](repeating: 0, count: 4 * width)
      )
      var after = losses
      unsafe rows.region.lendRow(0) { row in
        unsafe channels.lend { channels in
          unsafe none.lend { exact in
            unsafe bins.withUnsafeMutableBufferPointer { bins in
              unsafe palette.withUnsafeBufferPointer { colors in
                var grid = unsafe rt_color_lookup(
                  bins: bins.baseAddress, palette: channels, colors: colors.baseAddress,
                  exact: exact)
                unsafe rt_dither_row(
                  row, &grid, losses, Int32(reach), Self.clear, &wanted, &candidates)
              }
            }
          }
          unsafe rt_add_losses(row, candidates, palette, &after)
        }
      }
      for x in 0..<width {
        let column = x + Int(rt_loss_reach)
        var loss = losses[column] &- losses[column] &>> 3 &- losses[column] &>> 4
        guard rows.isChanged(x) else {
          #expect(candidates[x] == Self.clear && after[column] == loss)
          continue
        }
        let window = losses[column - reach..<column + reach].reduce(.zero, &+)
        let mean = (0..<4).map {
          (Double(window[$0] * 3) / Double(8192 * reach) + 0.5).rounded(.down)
        }
        let goal = (Self.levels(rows.pixels[x]) &+ SIMD4(mean.map { Int32($0) })).clamped(
          lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        #expect((0..<3).allSatisfy { Int32(wanted[4 * x + $0]) == goal[$0] })
        let color = (0..<3).reduce(UInt32(0)) { $0 | UInt32(goal[$1]) << UInt32(8 * $1) }
        let index = Self.candidates(of: color, in: palette)
        #expect(candidates[x] == UInt16(index * 257))
        loss &+= (Self.levels(rows.pixels[x]) &- Self.levels(palette[index])) &<< 8
        #expect((0..<3).allSatisfy { after[column][$0] == loss[$0] })
      }
    }
  }

  private static func levels(_ color: UInt32) -> SIMD4<Int32> {
    SIMD4<Int32>(truncatingIfNeeded: SIMD4(color, color >> 8, color >> 16, 0) & 0xFF)
  }

  /// The nearer one of the two colours that are nearest to the middle of a colour's bin.
  private static func candidates(of color: UInt32, in palette: [UInt32]) -> Int {
    let middle = color & 0xFC_FCFC | 0x02_0202
    let sorted = palette.indices.sorted {
      (distance(palette[$0], middle), $0) < (distance(palette[$1], middle), $1)
    }
    let (near, far) = (sorted[0], sorted[1])
    return distance(palette[far], color) < distance(palette[near], color) ? far : near
  }

  @Test("between two colours, as many pixels of a pattern take one as the pixels are near to it")
  func ordered() {
    let palette: [UInt32] = [0xFF00_0000, 0xFF40_4040]
    let histogram = Histogram(
      merging: palette.map { PaletteTests.histogram(of: GIFSinkTests.plain(1, 1, $0)) })
    let lookup = ColorLookup(
      Palette(for: histogram, count: 2, reserved: palette), exact: ColorMap(most: 0))
    /// What is shown of the part `area` of a plain picture.
    func shown(_ level: UInt32, _ area: PixelRect) -> Pixmap {
      let picture = GIFSinkTests.plain(8, 8, 0xFF00_0000 | level * 0x01_0101)
      let region = FrameRegion(pixels: picture, previous: nil, area: area)
      var rows = PixelIndexing(region, lookup, transparent: nil, dither: .ordered, Substitutes())
      var encoder = LZWEncoder(colors: 2)
      rows.encode(into: &encoder)
      var image = ImageBlock(area: area)
      image.setColors(palette, .local, false)
      image.data = encoder.finish()
      var file = Array("GIF89a".utf8) + [8, 0, 8, 0, 0x70, 0, 0]
      image.write(to: &file, delay: 2, disposal: .none)
      return (try? decoded(file + [0x3B]).frames.first?.pixels) ?? Pixmap(width: 8, height: 8)
    }
    for level in stride(from: UInt32(0), through: 64, by: 4) {
      let whole = shown(level, PixelRect(x: 0, y: 0, width: 8, height: 8))
      let bright = (0..<16).count { whole[$0 % 4, $0 / 4] != Pixel(.black) }
      #expect(bright == Int(level) / 4, "level \(level)")
      // The pattern is fixed to the canvas, wherever a part of it begins.
      for (x, y) in [(1, 0), (0, 1), (3, 2)] {
        let area = PixelRect(x: x, y: y, width: 5, height: 5)
        #expect(shown(level, area).cropped(to: area) == whole.cropped(to: area))
      }
    }
  }
}
