import Codecs
import Pixels
import Testing

@Suite("reduced colours")
struct ReducedColorsTests {
  /// A picture in which no colour stands twice.
  private func rainbow(side: Int) -> Pixmap {
    var bytes: [UInt8] = []
    for index in 0..<side * side {
      bytes += [UInt8(index % 251), UInt8(index / side * 3 % 256), UInt8(index % 16 * 16), 255]
    }
    return Pixmap(width: side, height: side, premultiplied: bytes) ?? Pixmap(width: 0, height: 0)
  }

  private func colors(of pixmap: Pixmap) -> Set<[UInt8]> {
    Set(stride(from: 0, to: pixmap.bytes.count, by: 4).map { Array(pixmap.bytes[$0..<$0 + 4]) })
  }

  @Test("a picture has no more colours than it is allowed", arguments: [2, 16, 64, 256])
  func count(_ count: Int) {
    let picture = rainbow(side: 40)
    #expect(colors(of: picture).count > 256)
    #expect(colors(of: picture.reduced(toColors: count)).count <= count)
  }

  @Test("a picture of few colours stays as it is")
  func few() {
    let picture = rainbow(side: 5)
    #expect(picture.reduced(toColors: 256) == picture)
  }
}
