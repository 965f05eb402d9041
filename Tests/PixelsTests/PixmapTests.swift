import Testing

import Pixels

struct PixmapTests {
  private let red = Pixel(Color(red: 255, green: 0, blue: 0))

  @Test("filling a region leaves the rest alone, and may reach outside")
  func filling() {
    var pixmap = Pixmap(width: 5, height: 4)
    pixmap.fill(PixelRect(x: 3, y: 2, width: 9, height: 9), with: red)
    for y in 0..<4 {
      for x in 0..<5 { #expect(pixmap[x, y] == (x >= 3 && y >= 2 ? red : .clear)) }
    }
    #expect(!pixmap.isOpaque)
    #expect(pixmap.isOpaque(in: PixelRect(x: 3, y: 2, width: 2, height: 2)))
  }

  @Test(
    "a picture is opaque but for a hole anywhere in it",
    arguments: [1, 3, 15, 16, 17, 64, 1023, 1024, 1025, 1040, 2101])
  func opacity(width: Int) {
    var pixmap = Pixmap(width: width, height: 1)
    pixmap.fill(pixmap.bounds, with: red)
    #expect(pixmap.isOpaque)
    for x in Set([0, 1, width / 3, width / 2, width - 2, width - 1]) where x >= 0 && x < width {
      var holed = pixmap
      holed[x, 0] = Pixel(Color(red: 255, green: 255, blue: 255, alpha: 254))
      #expect(!holed.isOpaque, "a hole at \(x)")
      let before = PixelRect(x: 0, y: 0, width: x, height: 1)
      #expect(holed.isOpaque(in: before) && pixmap.isOpaque(in: before))
    }
  }

  @Test("what is cropped and copied back is where it was")
  func cropping() {
    var pixmap = Pixmap(width: 6, height: 6)
    pixmap[4, 1] = red
    let part = pixmap.cropped(to: PixelRect(x: 3, y: 0, width: 10, height: 3))
    #expect(part.width == 3 && part.height == 3 && part[1, 1] == red)
    var copy = Pixmap(width: 6, height: 6)
    copy.copy(part, from: part.bounds, toX: 3, y: 0)
    #expect(copy == pixmap)
    copy.copy(part, from: PixelRect(x: -5, y: -5, width: 50, height: 50), toX: -6, y: 4)
    #expect(copy == pixmap)
  }

  @Test("a hash changes with any one byte, and with the size")
  func hashing() {
    let plain = Pixmap(width: 7, height: 5)
    var hashes: Set<FrameHash> = [FrameHash(plain), FrameHash(Pixmap(width: 5, height: 7))]
    for y in 0..<5 {
      for x in 0..<7 {
        for channel in 0..<4 {
          var changed = plain
          changed[x, y].channels[channel] = 1
          hashes.insert(FrameHash(changed))
        }
      }
    }
    #expect(hashes.count == 2 + 5 * 7 * 4)
    #expect(FrameHash(plain).description.count == 32)
    #expect(FrameHash(high: 1, low: 255).description == "000000000000000100000000000000ff")
  }
}
