import Pixels
import TestSupport
import Testing

@testable import Codecs

struct PaletteTests {
  static func histogram(of picture: Pixmap) -> Histogram {
    Histogram(of: FrameRegion(pixels: picture, previous: nil, area: picture.bounds))
  }

  @Test("variance cut finds clusters that are far apart")
  func clusters() {
    let centers: [Float] = [10, 90, 160, 250]
    let samples = (0..<400).map { place in
      let center = centers[place % 4] + Float(place / 4 % 3)
      return ColorSample(SIMD4(center, center / 2, 255 - center, 0), 1)
    }
    let cut = VarianceCut(samples, count: 4, bearableError: 0)
    #expect(cut.means.map { ($0.x / 10).rounded(.down) }.sorted() == [1, 9, 16, 25])
    #expect(VarianceCut(samples, count: 9, bearableError: .infinity).means.count == 1)
  }

  @Test("k-means moves means to the middle of their samples, and leaves fixed ones")
  func kMeans() {
    let samples = [0, 2, 100, 104].map { ColorSample(SIMD4(Float($0), 0, 0, 0), 1) }
    let means = KMeans(
      samples, means: [SIMD4(30, 0, 0, 0), SIMD4(60, 0, 0, 0)], fixed: [0xFFC8_0000], rounds: 8)
    #expect(means.colors == [0xFF00_0001, 0xFF00_0066, 0xFFC8_0000])
  }

  @Test("a palette has no more colours than it may", arguments: [1, 2, 7, 64, 255, 256])
  func count(_ count: Int) {
    let palette = Palette(for: Self.histogram(of: GIFSinkTests.rainbow(120, 90)), count: count)
    #expect((1...count).contains(palette.colors.count))
    #expect(Set(palette.colors).count == palette.colors.count)
  }

  @Test("colours of large flat areas, and reserved ones, are in a palette exactly")
  func exact() {
    var picture = GIFSinkTests.rainbow(120, 90)
    picture.fill(PixelRect(x: 10, y: 10, width: 20, height: 20), with: Pixel(SIMD4(9, 8, 7, 255)))
    picture.fill(PixelRect(x: 60, y: 60, width: 2, height: 2), with: Pixel(SIMD4(3, 2, 1, 255)))
    let palette = Palette(
      for: Self.histogram(of: picture), count: 32, reserved: [0xFF01_0203])
    #expect(palette.exact.contains(0xFF07_0809))
    #expect(palette.exact.contains(0xFF01_0203))
  }
}
