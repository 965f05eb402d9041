public import Pixels

/// Copies of half and of a quarter of a picture's size, for where many of its pixels are one.
///
/// Averaging dozens of samples for every pixel is the plain way; of a copy whose pixels are
/// averages already, a few are enough.
public struct SmallerCopies: Hashable, Sendable {
  /// The copies, the largest first: each pixel the average of four of the one before it.
  let copies: [Pixmap]

  /// None.
  public static let none = SmallerCopies(copies: [])

  private init(copies: [Pixmap]) {
    self.copies = copies
  }

  /// `count` copies of `picture`, no more than two, as far as its sides are even numbers.
  public init(of picture: Pixmap, count: Int) {
    var copies: [Pixmap] = []
    var last = picture
    while copies.count < min(2, count), let half = last.halved {
      copies.append(half)
      last = half
    }
    self.copies = copies
  }

  /// The copies, each with the part of it that `region` of the picture is; only those whose pixels
  /// it does not cut.
  func parts(_ region: PixelRect) -> [(copy: Pixmap, part: PixelRect)] {
    var parts: [(copy: Pixmap, part: PixelRect)] = []
    for (place, copy) in copies.enumerated() {
      let side = 2 << place
      guard [region.x, region.y, region.width, region.height].allSatisfy({ $0 % side == 0 })
      else { break }
      let part = PixelRect(
        x: region.x / side, y: region.y / side, width: region.width / side,
        height: region.height / side)
      parts.append((copy, part))
    }
    return parts
  }
}

extension Pixmap {
  /// Half of its size, each pixel the average of four; nil if a side is odd.
  fileprivate var halved: Pixmap? {
    guard width > 0, height > 0, width % 2 == 0, height % 2 == 0 else { return nil }
    var half = Pixmap(width: width / 2, height: height / 2)
    let (source, stride) = (bytes.span, stride)
    let (columns, rows) = (half.width, half.height)
    half.withMutableSpan { target in
      for y in 0..<rows {
        let upper = y &* 2 &* stride
        for x in 0..<columns {
          let at = upper &+ x &* 8
          let sum = widened(source.twoPixels(at: at)) &+ widened(source.twoPixels(at: at &+ stride))
          let four = sum.lowHalf &+ sum.highHalf &+ 2
          target.setPixel(
            Pixel(SIMD4<UInt8>(truncatingIfNeeded: four &>> 2)), at: (y &* columns &+ x) &* 4)
        }
      }
    }
    return half
  }
}
