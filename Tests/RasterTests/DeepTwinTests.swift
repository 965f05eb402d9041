import Pixels
import TestSupport
import Testing

@testable import Raster

/// Rows of 16 bits in pieces of three pixels are too short for the wide loops: they are the narrow
/// ones' word.
struct DeepTwinTests {
  private static let width = 61
  private static let weights: [UInt32] = [1, 200, 32_767, 32_768, 65_535, 65_536]
  private let bounds = PixelRect(x: 0, y: 0, width: Self.width, height: 1)
  private var random = SeededRandom(seed: 8)

  /// Premultiplied levels; most are opaque in the first half, and the last ones are clear.
  private mutating func row() -> [UInt16] {
    (0..<Self.width).flatMap { column -> [UInt16] in
      let any = UInt16.random(in: 0...Plane.full, using: &random)
      let alpha = column > 54 ? 0 : column < 30 && column % 7 > 0 ? Plane.full : any
      return (0..<3).map { _ in UInt16.random(in: 0...alpha, using: &random) } + [alpha]
    }
  }

  private func bytes(_ levels: [UInt16]) -> [UInt8] { levels.map { UInt8($0 >> 8) } }

  private func surface(_ levels: [UInt16]) -> Surface {
    var plane = Plane(bounds, channels: 4)
    plane.levels = levels
    return Surface(deep: plane)
  }

  /// What `paint` makes of `below`, asked for the whole row, must be what it makes of it in pieces.
  private func expectTheSame(
    _ below: Surface, _ paint: (_ part: PixelRect, _ surface: inout Surface) -> Void
  ) {
    var (whole, pieces) = (below, below)
    paint(bounds, &whole)
    for x in stride(from: 0, to: Self.width, by: 3) {
      paint(PixelRect(x: x, y: 0, width: min(3, Self.width - x), height: 1), &pieces)
    }
    #expect(whole == pieces)
    #expect(whole != below)
  }

  @Test(
    "layers of 16 bits come out the same in wide and in narrow loops",
    arguments: [.normal, .plusLighter, .multiply] as [BlendMode])
  mutating func layers(_ blend: BlendMode) throws {
    for weight in Self.weights.map(Weight.init(parts:)) where weight.parts > 1 {
      let (top, below) = (surface(row()), row())
      let plain = try #require(
        Pixmap(width: Self.width, height: 1, premultiplied: bytes(below)))
      for surface in [surface(below), Surface(plain, x: 0, y: 0)] {
        expectTheSame(surface) { part, surface in
          surface.lay(top, opacity: weight, blend: blend, in: part)
        }
      }
    }
  }

  @Test(
    "bytes on 16 bits come out the same in wide and in narrow loops",
    arguments: [.normal, .plusLighter, .multiply] as [BlendMode])
  mutating func pixels(_ blend: BlendMode) throws {
    for weight in Self.weights.map(Weight.init(parts:)) {
      let pixmap = try #require(
        Pixmap(width: Self.width, height: 1, premultiplied: bytes(row())))
      let below = surface(row())
      expectTheSame(below) { part, surface in
        surface.paint(
          CopiedRows(Surface(pixmap, x: 0, y: 0), dx: 0, dy: 0, isOpaque: false),
          through: Coverage(all: part), opacity: weight, blend: blend, in: part)
      }
    }
  }

  @Test("a shadow on 16 bits comes out the same in wide and in narrow loops")
  mutating func shadows() {
    var mask = Plane(bounds, channels: 1)
    for i in mask.levels.indices {
      mask.levels[i] = UInt16.random(in: 0...Plane.full, using: &random)
    }
    expectTheSame(surface(row())) { part, surface in
      surface.fill(
        SoftMask(mask), with: Pixel(SIMD4(17, 250, 99, 255)), opacity: Weight(0.8), in: part)
    }
  }
}
