import Pixels
import TestSupport
import Testing

@testable import Codecs

@Suite("YUV planes")
struct YUVPlanesTests {
  private func planes(
    _ width: Int, _ height: Int, _ sampling: String, _ matrix: YUVMatrix = .bt709,
    isFullRange: Bool = false
  ) throws -> YUVPlanes {
    YUVPlanes(
      width: width, height: height, sampling: try #require(YUVPlanes.Sampling(sampling)),
      matrix: matrix, isFullRange: isFullRange)
  }

  @Test(
    "every colour is within half a level of the formula in doubles",
    arguments: [(YUVMatrix.bt601, false), (.bt601, true), (.bt709, false), (.bt709, true)])
  func colors(_ matrix: YUVMatrix, _ isFullRange: Bool) throws {
    let steps = stride(from: 0, through: 255, by: 15).map { UInt8($0) }
    let all = steps.flatMap { y in steps.flatMap { u in steps.map { (y, u, $0) } } }
    let planes = try planes(all.count, 1, "444", matrix, isFullRange: isFullRange)
    let shown = planes.pixmap(of: all.map(\.0) + all.map(\.1) + all.map(\.2))
    let (r, b) = matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    for (x, (y, u, v)) in all.enumerated() {
      let luma = isFullRange ? Double(y) : (Double(y) - 16) * 255 / 219
      let (blue, red) = (Double(u) - 128, Double(v) - 128)
      let scale = isFullRange ? 1 : 255.0 / 224
      let wanted = [
        luma + 2 * (1 - r) * red * scale,
        luma - (2 * (1 - b) * b * blue + 2 * (1 - r) * r * red) / (1 - r - b) * scale,
        luma + 2 * (1 - b) * blue * scale,
      ]
      let pixel = shown[x, 0].channels
      for channel in 0..<3 {
        let exact = min(max(wanted[channel], 0), 255)
        #expect(abs(Double(pixel[channel]) - exact) < 0.51, "\(y) \(u) \(v)")
      }
      #expect(pixel.w == 255)
    }
  }

  @Test("what Y4MSink writes is read as it was, to two levels")
  func roundTrip() throws {
    var random = SeededRandom.fresh("Y4M round trip")
    var picture = Pixmap(width: 50, height: 20)
    for y in 0..<20 {
      for x in 0..<50 {
        func level() -> UInt8 { .random(in: 0...255, using: &random) }
        picture[x, y] = Pixel(SIMD4(level(), level(), level(), 255))
      }
    }
    let sink = Y4MSink(width: 50, height: 20, framesPerSecond: 25)
    let frame = Frame(
      index: 0, pixels: picture, previous: nil, damage: picture.bounds, start: 0, end: 1)
    let bytes = try sink.encode(frame).bytes.dropFirst("FRAME\n".utf8.count)
    let read = try planes(50, 20, "444").pixmap(of: Array(bytes))
    for y in 0..<20 {
      for x in 0..<50 {
        let (one, other) = (picture[x, y].channels, read[x, y].channels)
        #expect((0..<3).allSatisfy { abs(Int(one[$0]) - Int(other[$0])) <= 2 })
      }
    }
  }

  @Test(
    "colour differences are interpolated where their samples lie",
    arguments: [
      ("420jpeg", [128, 128, 128, 136, 152, 160]), ("420mpeg2", [128, 128, 128, 144, 160, 160]),
      ("422", [128, 128, 128, 144, 160, 160]),
    ])
  func interpolation(_ sampling: String, _ wanted: [Int]) throws {
    // With full range and BT.601, blue is luma plus 1.772 times the difference.
    let planes = try planes(6, 2, sampling, .bt601, isFullRange: true)
    let rows = sampling == "422" ? 2 : 1
    let blue = [[UInt8]](repeating: [128, 128, 160], count: rows).flatMap(\.self)
    let bytes = [UInt8](repeating: 0, count: 12) + blue + [UInt8](repeating: 128, count: 3 * rows)
    let shown = planes.pixmap(of: bytes)
    for x in 0..<6 {
      #expect(Int(shown[x, 0].channels.z) == Int((1.772 * Double(wanted[x] - 128)).rounded()))
    }
  }

  @Test("colour differences are interpolated between rows")
  func rows() throws {
    let planes = try planes(1, 4, "420jpeg", .bt601, isFullRange: true)
    let shown = planes.pixmap(of: [0, 0, 0, 0, 128, 160, 128, 128])
    // 1.772 times 0, 8, 24 and 32.
    let blue = (0..<4).map { shown[0, $0].channels.z }
    #expect(blue == [0, 14, 43, 57])
  }

  @Test("odd sides and greys are read")
  func oddSides() throws {
    let bytes = [UInt8](repeating: 255, count: 15 + 2 * 6)
    #expect(try planes(5, 3, "420").byteCount == bytes.count)
    #expect(try planes(5, 3, "420").pixmap(of: bytes).isOpaque)
    let gray = try planes(3, 1, "mono", isFullRange: true).pixmap(of: [0, 100, 255])
    #expect(gray[1, 0].channels == SIMD4(100, 100, 100, 255))
    #expect(YUVPlanes.Sampling("420p10") == nil)
  }
}
