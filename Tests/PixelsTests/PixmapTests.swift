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

  @Test("bytes make a picture if there are as many as it has")
  func bytes() {
    for count in [0, 7, 9, 16] {
      let bytes = [UInt8](repeating: 0, count: count)
      #expect(Pixmap(width: 2, height: 1, premultiplied: bytes) == nil)
    }
    #expect(Pixmap(width: 2, height: 1, premultiplied: [1, 2, 3, 4, 5, 6, 7, 8])?[1, 0].alpha == 8)
  }

  @Test("a region is opaque whatever is beside it, and not for what is beside it")
  func opaqueRegion() {
    var pixmap = Pixmap(width: 3, height: 3)
    let left = PixelRect(x: 0, y: 0, width: 2, height: 3)
    pixmap.fill(left, with: red)
    #expect(pixmap.isOpaque(in: left))
    pixmap.fill(pixmap.bounds, with: red)
    pixmap[0, 2] = .clear
    #expect(!pixmap.isOpaque(in: left))
  }

  @Test("rows are copied from where the region begins to where they are wanted")
  func copying() {
    var (source, target) = (Pixmap(width: 3, height: 4), Pixmap(width: 3, height: 4))
    source[1, 2] = red
    target.copy(source, from: PixelRect(x: 1, y: 2, width: 1, height: 1), toX: 2, y: 1)
    for y in 0..<4 {
      for x in 0..<3 { #expect(target[x, y] == (x == 2 && y == 1 ? red : .clear)) }
    }
  }

  @Test("an empty rectangle adds nothing to another")
  func unions() {
    let rect = PixelRect(x: 5, y: 6, width: 7, height: 8)
    #expect(rect.union(.empty) == rect && PixelRect.empty.union(rect) == rect)
    let line = PixelRect(x: 0, y: 0, width: 3, height: 0)
    #expect(rect.union(line) == rect && line.union(rect) == rect)
    let both = PixelRect(x: 5, y: 1, width: 9, height: 13)
    #expect(rect.union(PixelRect(x: 13, y: 1, width: 1, height: 1)) == both)
  }

  @Test("a gradient is opaque if all its stops are, and clear if all are")
  func gradients() {
    func paint(_ alphas: UInt8...) -> Paint {
      let stops = alphas.map { Gradient.Stop(Color(red: 1, green: 2, blue: 3, alpha: $0), at: 0) }
      return .gradient(Gradient(.linear(from: [0, 0], to: [0, 1]), stops: stops))
    }
    #expect(
      [paint(255, 255), paint(255, 254), paint(0, 255)].map(\.isOpaque) == [true, false, false])
    #expect([paint(0, 0), paint(0, 1), paint(255, 255)].map(\.isClear) == [true, false, false])
  }

  @Test("pictures that differ in height alone have other hashes")
  func heights() {
    let hashes = (1...8).map { FrameHash(Pixmap(width: 1, height: $0)) }
    #expect(Set(hashes).count == 8)
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

  @Test("a rectangle of pixels has those from its first column and row up to its ends")
  func contains() {
    let rect = PixelRect(x: 2, y: 3, width: 2, height: 1)
    let inside = (0..<8).flatMap { y in (0..<8).map { x in (x, y) } }
      .filter { rect.contains(x: $0.0, y: $0.1) }
    #expect(inside.map(\.0) == [2, 3] && inside.map(\.1) == [3, 3])
  }
}
