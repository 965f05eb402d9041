import Geometry
import Pixels
import TestSupport
import Testing

@testable import Raster

/// A ground that is not written yet must be as good as one that is, whoever paints over it first.
struct GroundTests {
  private static let canvas = PixelRect(x: -2, y: 3, width: 45, height: 14)
  private static let region = PixelRect(x: 1, y: 5, width: 39, height: 10)
  private static let pixel = Pixel(SIMD4(40, 90, 7, 255))
  private var random = SeededRandom(seed: 11)

  private mutating func picture(isOpaque: Bool) -> Pixmap {
    var pixmap = Pixmap(width: 33, height: 9)
    for y in 0..<9 {
      for x in 0..<33 {
        let alpha: UInt8 = isOpaque ? 255 : UInt8.random(in: 0...255, using: &random)
        let levels = (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &random) }
        pixmap[x, y] = Pixel(SIMD4(levels[0], levels[1], levels[2], alpha))
      }
    }
    return pixmap
  }

  /// What is in memory of a canvas, under its ground and around it.
  private var memory: Surface {
    let pixmap = Pixmap(
      width: Self.canvas.width, height: Self.canvas.height,
      filledWith: Pixel(SIMD4(1, 200, 3, 222)))
    return Surface(pixmap, x: Self.canvas.x, y: Self.canvas.y)
  }

  /// `paint` must come to the same, be the ground written before or not.
  private func expectTheSame(_ paint: (inout Surface) -> Void) {
    var (late, early) = (memory, memory)
    late.setGround(Self.region, to: Self.pixel)
    early.setGround(Self.region, to: Self.pixel)
    early.layGround()
    let bare = early
    paint(&late)
    paint(&early)
    late.layGround()
    early.layGround()
    // Whole pictures are too much to be printed.
    let (isSame, isPainted) = (late == early, early != bare)
    #expect(isSame)
    #expect(isPainted)
  }

  private var outlines: [Coverage] {
    let soft = [
      Point(x: 2.3, y: 5.4), Point(x: 36.7, y: 6), Point(x: 35.5, y: 13.25), Point(x: 4, y: 12),
    ]
    return [
      Coverage([soft], in: Self.canvas), Coverage(all: Self.region),
      Coverage(all: PixelRect(x: 9, y: 7, width: 20, height: 4)), Coverage(all: Self.canvas),
    ]
  }

  @Test("pictures look the same over a ground that is not written yet", arguments: [1, 0.6, 0.02])
  mutating func pictures(_ opacity: Double) {
    let opaque = picture(isOpaque: true)
    let sheer = picture(isOpaque: false)
    for coverage in outlines {
      for (pixmap, isOpaque) in [(opaque, true), (sheer, false)] {
        for blend in [BlendMode.normal, .multiply] {
          let surface = Surface(pixmap, x: 3, y: 4)
          func check(_ source: some RowSource) {
            for scissor in [Self.canvas, PixelRect(x: 5, y: 7, width: 31, height: 4)] {
              expectTheSame {
                $0.paint(
                  source, through: coverage, opacity: Weight(opacity), blend: blend, in: scissor)
              }
            }
          }
          for scale in [0.965, 0.4, 1.3] {
            check(
              ScaledRows(
                pixmap, scale: SIMD2(scale, scale), shift: SIMD2(2.5, 4.1), in: Self.canvas,
                isOpaque: isOpaque))
          }
          check(CopiedRows(surface, dx: 2, dy: 1, isOpaque: isOpaque))
          check(ShiftedRows(surface, dx: 2.25, dy: 1, isOpaque: isOpaque))
          check(ShiftedRows(surface, dx: 2, dy: 1.25, isOpaque: isOpaque))
        }
      }
    }
  }

  @Test("a shadow looks the same over a ground that is not written yet")
  func shadows() {
    let card = RoundedRect(
      Rect(x: 6.3, y: 6.6, width: 29, height: 7), radii: .init(all: 3), style: .continuous)
    for sigma in [0.7, 2, 9] {
      let mask = SoftMask(card, blurredBy: Gaussian(sigma: sigma), in: Self.canvas)
      for scissor in [Self.canvas, Self.region, PixelRect(x: 5, y: 7, width: 31, height: 4)] {
        expectTheSame { $0.fill(mask, with: .init(SIMD4(0, 0, 0, 255)), in: scissor) }
        expectTheSame {
          $0.fill(
            mask, with: .init(SIMD4(9, 0, 70, 255)), opacity: Weight(0.3), in: scissor)
        }
      }
    }
  }

  @Test("whoever else paints over a ground, or looks at it, finds it written")
  mutating func others() {
    let sheer = Surface(picture(isOpaque: false), x: 4, y: 6)
    let coverage = outlines[0]
    let mask = Plane(alphaOf: sheer)
    expectTheSame { $0.fill(coverage, with: Pixel(SIMD4(9, 9, 9, 99)), in: Self.canvas) }
    expectTheSame { $0.lay(sheer, opacity: Weight(0.5), blend: .normal, in: Self.canvas) }
    expectTheSame {
      $0.lay(
        sheer, through: mask, smooth: [], opacity: .one, blend: .normal, in: Self.canvas)
    }
    expectTheSame { $0.take(sheer) }
    expectTheSame { $0.multiply(by: coverage) }
    expectTheSame { $0.apply(.saturation(0.5)) }
    expectTheSame {
      $0.deepen(Self.region)
      $0.lay(sheer, opacity: .one, blend: .normal, in: Self.canvas)
      $0.flatten()
    }
    expectTheSame { $0 = $0.cropped(to: Self.region) }
    expectTheSame { $0 = $0.moved(toX: 7, y: 9) }
    expectTheSame { $0 = Plane($0).surface.moved(toX: 1, y: 2) }
    expectTheSame { $0.setGround(PixelRect(x: 9, y: 7, width: 9, height: 5), to: .clear) }
    var bare = memory
    bare.setGround(Self.region, to: Self.pixel)
    #expect(bare.deepLevels(x: 1, y: 5, width: 1) == [40, 90, 7, 255].map { $0 << 8 })
  }
}
