import CRowTwins
import Pixels
import TestSupport
import Testing

@testable import Codecs

struct PaletteTwinTests {
  /// A photograph of a kind, with flat areas, thin lines and holes.
  private func picture(_ width: Int, _ height: Int, using random: inout SeededRandom) -> Pixmap {
    var words = [UInt32]()
    let (dx, dy) = (Int.random(in: 1..<9, using: &random), Int.random(in: 1..<9, using: &random))
    for y in 0..<height {
      for x in 0..<width {
        let noise = UInt32.random(in: 0..<6, using: &random)
        var color =
          0xFF00_0000 | UInt32(x * dx & 255) | UInt32(y * dy & 255) << 8 | noise << 17
        if (x / 40 + y / 9) % 3 == 0 { color = 0xFF20_C0F0 }
        if x % 37 == 5 || (x / 60 + y / 7) % 5 == 0 { color = 0xFFFF_FFFF }
        if x % 101 < 3, y % 4 == 1 { color = 0x9040_4040 }
        if x % 113 == 7, y % 5 == 2 { color = 0 }
        words.append(color)
      }
    }
    var pixmap = Pixmap(width: width, height: height)
    pixmap.withMutableSpan { span in
      for (place, word) in words.enumerated() { span.setWord(word, at: place * 4) }
    }
    return pixmap
  }

  /// The same but for a part that differs.
  private func changed(_ base: Pixmap, using random: inout SeededRandom) -> Pixmap {
    var next = picture(base.width, base.height, using: &random)
    for y in 0..<base.height where y % 6 < 3 {
      for x in 0..<base.width where (x / 24 + y) % 3 > 0 { next[x, y] = base[x, y] }
    }
    return next
  }

  @Test("a twin plans and notes just as the loop in Swift does", arguments: [7, 72, 131])
  func twins(width: Int) throws {
    var random = SeededRandom.fresh("palette twins")
    for hasBase in [false, true] {
      let base = picture(width, 20, using: &random)
      let next = changed(base, using: &random)
      let area = PixelRect(x: width / 8, y: 2, width: width - width / 8, height: 18)
      let canvas = GIFCanvas(pixels: next, base: hasBase ? base : nil, area: area)
      // Cells of half of the rows only, so that some colours are in none.
      var cells = ColorCells()
      for y in stride(from: 2, to: 20, by: 2) {
        for x in area.x..<area.maxX {
          if let color = GIFColor(next.bytes.span.word(at: next.offset(x, y))) {
            cells.count(color.opaque, times: 1)
          }
        }
      }
      cells.endRun()
      let design = PaletteDesign(cells, count: 60, steady: [0xFFFF_FFFF])
      try #require(design.settled.colors.contains(0xFFFF_FFFF))
      for restraint in ColorLoss.Restraint.allCases {
        for repaints in [false, true] {
          let quantizer = Quantizer(design, dither: .auto, restraint: restraint)
          compare(
            RowQuantizer(canvas, through: quantizer, transparent: 60, repaints: repaints))
        }
      }
    }
  }

  /// Lets one quantiser do as it likes, and another one without a twin.
  private func compare(_ quantizer: RowQuantizer) {
    var (one, other) = (quantizer, quantizer)
    let area = quantizer.canvas.area
    var wanted = [[SIMD4<Int16>]](
      repeating: Array(repeating: .zero, count: area.width), count: 2)
    var plans = [[PixelPlan]](
      repeating: Array(repeating: PixelPlan(about: 0), count: area.width), count: 2)
    for row in 0..<area.height {
      for way in 0..<2 {
        var planned = plans[way].mutableSpan
        var aims = wanted[way].mutableSpan
        if way == 0 {
          one.plan(row: row, &planned, wanted: &aims)
          one.settle(planned)
        } else {
          other.plan(row: row, 0..<area.width, &planned, wanted: &aims)
          other.settle(planned, from: 0)
        }
      }
      #expect(plans[0] == plans[1], "row \(row)")
      let free = plans[0].indices.filter { !plans[0][$0].isSettled }
      #expect(free.map { wanted[0][$0] } == free.map { wanted[1][$0] }, "row \(row)")
      #expect(one.loss.sums == other.loss.sums, "row \(row)")
    }
  }

  @Test("a plane in short numbers has the same side for nearly every colour as one in long ones")
  func planes() {
    let means: [SIMD4<Float>] = [
      SIMD4(10, 200, 30, 0), SIMD4(12, 199, 33, 0), SIMD4(250, 0, 128, 0), SIMD4(251, 0, 128, 0),
    ]
    let neighbors = ColorNeighbors(of: means)
    for (near, mean) in means.enumerated() {
      let choice = ColorChoice(for: mean, near: near, means, neighbors)
      let plane = ColorPlane(choice)
      // The colour itself is on its own side, and the far one on the other.
      #expect(plane.index(ofEighths: SIMD4<Int16>(mean * 8)) == choice.near)
      #expect(plane.index(ofEighths: SIMD4<Int16>(means[Int(choice.far)] * 8)) == choice.far)
    }
  }

  @Test("neighbours that are looked up anew are the same as those looked up for the first time")
  func neighbors() {
    var random = SeededRandom.fresh("neighbours")
    var means = (0..<200).map { _ in
      SIMD4<Float>(
        Float.random(in: 0..<256, using: &random), Float.random(in: 0..<256, using: &random),
        Float.random(in: 0..<256, using: &random), 0)
    }
    let before = ColorNeighbors(of: means)
    for place in means.indices where place % 3 == 0 { means[place] += SIMD4(9, -4, 2, 0) }
    means[7] = means[100]
    let (anew, moved) = (ColorNeighbors(of: means), ColorNeighbors(of: means, earlier: before))
    for index in means.indices {
      #expect(anew.list(of: index).map(\.index) == moved.list(of: index).map(\.index))
    }
  }

  /// Points of which some are the same.
  private func points(_ count: Int, using random: inout SeededRandom) -> [SIMD4<Float>] {
    let levels = Float(Int.random(in: 1...250, using: &random))
    return (0..<count).map { _ in
      let color = SIMD4<Float>(
        Float.random(in: 0...levels, using: &random), Float.random(in: 0...levels, using: &random),
        Float.random(in: 0...levels, using: &random), 0)
      return Bool.random(using: &random) ? color : color.rounded(.down)
    }
  }

  @Test(
    "the neighbours of a colour are those that are nearest, in order",
    arguments: [1, 2, 5, 24, 25, 26, 70, 256])
  func nearestFirst(count: Int) {
    var random = SeededRandom.fresh("nearest neighbours")
    let before = points(count, using: &random)
    let means = before.map { $0 + Float.random(in: 0..<20, using: &random) * SIMD4(1, 1, 1, 0) }
    let found = [
      ColorNeighbors(of: means), ColorNeighbors(of: means, earlier: ColorNeighbors(of: before)),
    ]
    for index in means.indices {
      let others = means.indices.filter { $0 != index }.map {
        (ColorNeighbors.distance(means[index], means[$0]), UInt32($0))
      }
      let nearest = others.sorted { $0 < $1 }.prefix(24)
      for neighbors in found {
        #expect(neighbors.list(of: index).map(\.index) == nearest.map(\.1))
        #expect(neighbors.list(of: index).map(\.distance) == nearest.map(\.0))
      }
    }
  }

  @Test("a twin settles colours just as the loop in Swift does", arguments: [1, 2, 9, 24, 40, 256])
  func settling(count: Int) {
    var random = SeededRandom.fresh("settled colours")
    for samples in [0, 1, 7, 300] {
      var neighbors = ColorNeighbors(of: points(count, using: &random))
      // They may move a little after they were looked up.
      for place in neighbors.means.indices where place % 2 == 0 {
        neighbors.means[place] += SIMD4(1, 0.5, -1, 0)
      }
      let colors = points(samples, using: &random)
      let start = colors.map { _ in Int.random(in: 0..<count, using: &random) }
      var (one, other) = (start, start)
      let hasChanged = neighbors.settle(colors, &one)
      #expect(neighbors.settle(colors, &other, isWide: false) == hasChanged)
      #expect(one == other)
      #expect(hasChanged == (one != start))
    }
  }
}
