import Kernels
import TestSupport
import Testing

@testable import Codecs

/// The kernels of PNG and of the streams, each against a plain loop.
struct PNGKernelTests {
  private static func bytes(_ count: Int, using random: inout SeededRandom) -> [UInt8] {
    (0..<count).map { _ in
      Bool.random(using: &random) ? UInt8.random(in: 0...255, using: &random) : 7
    }
  }

  /// PNG's prediction of a byte by each of its filters.
  private static func prediction(_ filter: Int, _ left: Int, _ up: Int, _ corner: Int) -> Int {
    let guess = left + up - corner
    let (toLeft, toUp, toCorner) = (abs(guess - left), abs(guess - up), abs(guess - corner))
    let paeth =
      toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
    return [0, left, up, (left + up) / 2, paeth][filter]
  }

  @Test("Paeth residuals are those of the specification", arguments: 1...4, [1, 15, 16, 17, 250])
  func paeth(step: Int, count: Int) {
    var random = SeededRandom.fresh("Paeth rows")
    let lines = (0..<2).map { _ in
      [UInt8](repeating: 0, count: step) + Self.bytes(count + 15, using: &random)
    }
    var residuals = [UInt8](repeating: 0, count: count + 15)
    unsafe lines[0].withUnsafeBufferPointer { row in
      unsafe lines[1].withUnsafeBufferPointer { above in
        guard let row = row.baseAddress, let above = above.baseAddress else { return }
        unsafe rt_filter_paeth(row + step, above + step, step, &residuals, count)
      }
    }
    for place in 0..<count {
      let prediction = Self.prediction(
        4, Int(lines[0][place]), Int(lines[1][place + step]), Int(lines[1][place]))
      let expected = UInt8(truncatingIfNeeded: Int(lines[0][place + step]) - prediction)
      #expect(residuals[place] == expected, "byte \(place)")
    }
  }

  @Test(
    "rows are unfiltered as the specification says", arguments: [3, 4],
    [(1, 1), (1, 5), (2, 3), (3, 2), (17, 9)])
  func unfilter(depth: Int, size: (width: Int, height: Int)) {
    var random = SeededRandom.fresh("unfiltered rows")
    let (width, height) = size
    let rowBytes = 1 + depth * width
    for first in 0..<5 {
      var rows = Self.bytes(rowBytes * height + 1, using: &random)
      for y in 0..<height { rows[y * rowBytes] = UInt8((first + y) % 5) }
      var expected = [UInt8](repeating: 255, count: width * height * 4)
      for y in 0..<height {
        for x in 0..<width {
          for channel in 0..<depth {
            func neighbour(_ dx: Int, _ dy: Int) -> Int {
              x < dx || y < dy ? 0 : Int(expected[((y - dy) * width + x - dx) * 4 + channel])
            }
            let prediction = Self.prediction(
              Int(rows[y * rowBytes]), neighbour(1, 0), neighbour(0, 1), neighbour(1, 1))
            let residual = Int(rows[y * rowBytes + 1 + x * depth + channel])
            expected[(y * width + x) * 4 + channel] =
              UInt8(truncatingIfNeeded: residual + prediction)
          }
        }
      }
      var rgba = [UInt8](repeating: 1, count: width * height * 4)
      let isValid =
        if depth == 3 {
          unsafe rt_unfilter_rgb(rows, width, height, &rgba)
        } else {
          unsafe rt_unfilter_rgba(rows, width, height, &rgba)
        }
      #expect(isValid == 1 && rgba == expected, "first filter \(first)")
      rows[0] = 5
      let isRefused = unsafe rt_unfilter_rgba(rows, 1, 1, &rgba)
      #expect(isRefused == 0)
    }
  }

  @Test("pixels lose their alphas, and nothing behind them is written", arguments: 0...40)
  func dropAlpha(width: Int) {
    var random = SeededRandom.fresh("dropped alphas")
    let rgba = Self.bytes(width * 4, using: &random)
    var rgb = [UInt8](repeating: 99, count: width * 3 + 8)
    unsafe rt_drop_alpha(rgba, &rgb, width)
    let expected = (0..<width).flatMap { rgba[$0 * 4..<$0 * 4 + 3] }
    #expect(rgb == expected + [UInt8](repeating: 99, count: 8))
  }

  @Test("pixels are split into planes of luma and differences", arguments: [0, 1, 33, 4096])
  func splitYUV(count: Int) {
    var random = SeededRandom.fresh("YUV planes")
    var rgba = (0..<count * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    // Half of the levels are extremes.
    for index in rgba.indices.prefix(count * 2) { rgba[index] = rgba[index] < 128 ? 0 : 255 }
    let none = [UInt8](repeating: 99, count: count)
    var (luma, blueDifference, redDifference) = (none, none, none)
    unsafe rt_split_yuv(rgba, count, &luma, &blueDifference, &redDifference)
    let planes = [luma, blueDifference, redDifference]
    let weights = [
      (16, 11966, 40254, 4064), (128, -6596, -22189, 28785), (128, 28784, -26145, -2639),
    ]
    for (plane, (zero, red, green, blue)) in weights.enumerated() {
      for place in 0..<count {
        let sum =
          red * Int(rgba[place * 4]) + green * Int(rgba[place * 4 + 1])
          + blue * Int(rgba[place * 4 + 2])
        let expected = UInt8(zero + (sum + 32768) >> 16)
        #expect(planes[plane][place] == expected, "plane \(plane), pixel \(place)")
      }
    }
  }
}
