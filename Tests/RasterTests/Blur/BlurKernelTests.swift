import Pixels
import TestSupport
import Testing

@testable import Raster

/// Blurred, halved and doubled planes are what plain sums of neighbours say.
struct BlurKernelTests {
  private var random = SeededRandom.fresh("blurring")

  /// Random levels, one or four for each pixel.
  private mutating func plane(_ width: Int, _ height: Int, channels: Int) -> Plane {
    var plane = Plane(PixelRect(x: 3, y: -2, width: width, height: height), channels: channels)
    for i in plane.levels.indices {
      plane.levels[i] = UInt16.random(in: 0...Plane.full, using: &random)
    }
    return plane
  }

  @Test("a convolution is the plain sum of neighbours", arguments: [1, 4])
  mutating func convolution(_ channels: Int) {
    let plane = plane(29, 11, channels: channels)
    let weights: [UInt32] = [25_536, 9_000, 6_000, 3_000, 2_000]
    func level(_ levels: [UInt16], _ x: Int, _ y: Int, _ channel: Int) -> UInt32 {
      guard 0..<29 ~= x, 0..<11 ~= y else { return 0 }
      return UInt32(levels[(y * 29 + x) * channels + channel])
    }
    func pass(_ levels: [UInt16], _ dx: Int, _ dy: Int) -> [UInt16] {
      levels.indices.map { index in
        let (x, y) = (index / channels % 29, index / channels / 29)
        let sum = (-4...4).reduce(UInt32(32_768)) { sum, away in
          sum + weights[abs(away)]
            * level(levels, x + away * dx, y + away * dy, index % channels)
        }
        return UInt16(sum >> 16)
      }
    }
    #expect(
      plane.convolved(weights, in: plane.bounds).levels == pass(pass(plane.levels, 0, 1), 1, 0))
  }

  @Test("doubling and halving are the plain sums of neighbours", arguments: [1, 4])
  mutating func scalingOfPlanes(_ channels: Int) {
    let plane = plane(27, 9, channels: channels)
    func level(_ x: Int, _ y: Int, _ channel: Int) -> UInt32? {
      let (column, row) = (x - 3, y + 2)
      guard 0..<27 ~= column, 0..<9 ~= row else { return nil }
      return UInt32(plane.levels[(row * 27 + column) * channels + channel])
    }
    let region = PixelRect(x: 9, y: -1, width: 46, height: 11)
    let doubled = plane.doubled(in: region)
    for (index, found) in doubled.levels.enumerated() {
      let (x, y) = (9 + index / channels % 46, -1 + index / channels / 46)
      let (near, far) = ((x >> 1, y >> 1), ((x >> 1) + (x & 1) * 2 - 1, (y >> 1) + (y & 1) * 2 - 1))
      let channel = index % channels
      guard let a = level(near.0, near.1, channel), let b = level(far.0, near.1, channel),
        let c = level(near.0, far.1, channel), let d = level(far.0, far.1, channel)
      else { continue }
      #expect(found == UInt16((9 * a + 3 * b + 3 * c + d + 8) >> 4))
    }
    let halved = plane.halved()
    for (index, found) in halved.levels.enumerated() {
      let (x, y) = (
        halved.bounds.x + index / channels % halved.bounds.width,
        halved.bounds.y + index / channels / halved.bounds.width
      )
      var sum: UInt32 = 32
      for (row, weight) in [1, 3, 3, 1].enumerated() {
        for (column, factor) in [1, 3, 3, 1].enumerated() {
          let found = level(2 * x - 1 + column, 2 * y - 1 + row, index % channels) ?? 0
          sum += found * UInt32(weight * factor)
        }
      }
      #expect(found == UInt16(sum >> 6))
    }
  }
}
