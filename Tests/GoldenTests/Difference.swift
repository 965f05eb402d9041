import Pixels

/// Where and how much two pictures differ.
struct Difference: Hashable, Sendable {
  let expected: Pixmap
  let actual: Pixmap
  /// How many pixels are not the same; those that only one of the pictures has count, too.
  let pixelCount: Int
  /// The largest difference of a channel, 0 to 255.
  let largest: Int
  /// Around all pixels that are not the same.
  let bounds: PixelRect
  /// Black where the pictures are the same, and brighter the more they differ, at least half.
  let picture: Pixmap

  // Opaque black.
  private static let same = Pixel(SIMD4(0, 0, 0, 255))

  /// The difference of two pictures; nil if they are the same.
  init?(expected: Pixmap, actual: Pixmap) {
    guard expected != actual else { return nil }
    (self.expected, self.actual) = (expected, actual)
    let width = max(expected.width, actual.width), height = max(expected.height, actual.height)
    var picture = Pixmap(width: width, height: height, filledWith: Self.same)
    var (count, largest, bounds) = (0, 0, PixelRect?.none)
    for y in 0..<height {
      for x in 0..<width {
        let step = Self.step(expected.pixel(x, y), actual.pixel(x, y))
        guard step > 0 else { continue }
        (count, largest) = (count + 1, max(largest, step))
        bounds =
          bounds.map { $0.growing(toX: x, y: y) } ?? PixelRect(x: x, y: y, width: 1, height: 1)
        let light = UInt8(127 + step / 2)
        picture[x, y] = Pixel(SIMD4(light, light / 3, light / 3, 255))
      }
    }
    (pixelCount, self.largest, self.picture) = (count, largest, picture)
    self.bounds = bounds ?? .empty
  }

  /// Expected, difference and actual, one below the other.
  var triptych: Pixmap {
    let gap = FilmStrip.gapPixels
    let height = expected.height + picture.height + actual.height + 2 * gap
    var triptych = Pixmap(width: picture.width, height: height, filledWith: FilmStrip.gapColor)
    var y = 0
    for part in [expected, picture, actual] {
      triptych.copy(part, from: part.bounds, toX: 0, y: y)
      y += part.height + gap
    }
    return triptych
  }

  private static func step(_ one: Pixel?, _ other: Pixel?) -> Int {
    guard let one, let other else { return 255 }
    return (0..<4).map { abs(Int(one.channels[$0]) - Int(other.channels[$0])) }.max() ?? 0
  }
}

extension Pixmap {
  /// The pixel there; nil outside.
  fileprivate func pixel(_ x: Int, _ y: Int) -> Pixel? {
    x < width && y < height ? self[x, y] : nil
  }
}

extension PixelRect {
  /// The smallest one that also has this pixel.
  fileprivate func growing(toX x: Int, y: Int) -> PixelRect {
    let (left, top) = (min(self.x, x), min(self.y, y))
    return PixelRect(
      x: left, y: top, width: max(maxX, x + 1) - left, height: max(maxY, y + 1) - top)
  }
}
