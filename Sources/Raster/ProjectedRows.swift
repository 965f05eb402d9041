public import Geometry
public import Pixels

/// A picture under any transform: rotated, skewed, or seen in perspective.
///
/// Each pixel is a bilinear sample where the picture grows; where it shrinks, the average of
/// several that are spread over the pixel's footprint.
public struct ProjectedRows: RowSource {
  private let picture: Pixmap
  private let inverse: Transform

  /// Whether nothing ever shows through.
  public let isOpaque: Bool

  /// `picture`, its own pixel positions drawn where the way back, `inverse`, comes from.
  ///
  /// The picture must not be empty; outside of it, the pixels at its edge go on.
  public init(_ picture: Pixmap, inverse: Transform, isOpaque: Bool) {
    (self.picture, self.inverse, self.isOpaque) = (picture, inverse, isOpaque)
  }

  /// Samples a row.
  public func write(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    let source = picture.bytes.span
    for i in 0..<max(0, width) {
      let place = Point(x: Double(x + i) + 0.5, y: Double(y) + 0.5)
      row.setPixel(sample(source, at: place), at: offset + i * 4)
    }
  }

  /// The picture's colour at a place of the canvas.
  private func sample(_ source: Span<UInt8>, at place: Point) -> Pixel {
    let footprint = Footprint(of: place, inverse)
    let (across, down) = (
      Footprint.samples(footprint.across), Footprint.samples(footprint.down)
    )
    guard across * down > 1 else { return bilinear(source, footprint.center).rounded(count: 1) }
    var sum = Sum()
    for j in 0..<down {
      let v = Footprint.offset(j, of: down, length: Footprint.length(footprint.down))
      for i in 0..<across {
        let u = Footprint.offset(i, of: across, length: Footprint.length(footprint.across))
        sum.channels &+=
          bilinear(source, footprint.center + footprint.across * u + footprint.down * v).channels
      }
    }
    return sum.rounded(count: across * down)
  }

  /// Channels in 1/65,536 of a level.
  private struct Sum {
    var channels = SIMD4<UInt64>(repeating: 0)

    func rounded(count: Int) -> Pixel {
      let one = UInt64(65_536 * count)
      var bytes = SIMD4<UInt8>()
      for i in 0..<4 { bytes[i] = UInt8(truncatingIfNeeded: (channels[i] + one / 2) / one) }
      return Pixel(bytes)
    }
  }

  /// The four pixels around `point`, weighted by 1/256 steps.
  private func bilinear(_ source: Span<UInt8>, _ point: Point) -> Sum {
    let (x, partX) = Self.parts(point.x - 0.5, limit: picture.width)
    let (y, partY) = Self.parts(point.y - 0.5, limit: picture.height)
    let right = min(x + 1, picture.width - 1)
    let below = min(y + 1, picture.height - 1)
    let upper = Self.mix(
      source.pixel(at: picture.offset(x, y)), source.pixel(at: picture.offset(right, y)), partX)
    let lower = Self.mix(
      source.pixel(at: picture.offset(x, below)), source.pixel(at: picture.offset(right, below)),
      partX)
    let channels = upper &* UInt32(256 - partY) &+ lower &* UInt32(partY)
    return Sum(channels: SIMD4<UInt64>(truncatingIfNeeded: channels))
  }

  private static func mix(_ left: Pixel, _ right: Pixel, _ part: Int) -> SIMD4<UInt32> {
    SIMD4<UInt32>(truncatingIfNeeded: left.channels) &* UInt32(256 - part)
      &+ SIMD4<UInt32>(truncatingIfNeeded: right.channels) &* UInt32(part)
  }

  /// The pixel before `position`, and how far behind it that is, in 1/256.
  private static func parts(_ position: Double, limit: Int) -> (Int, Int) {
    guard position > 0 else { return (0, 0) }
    guard position < Double(limit - 1) else { return (limit - 1, 0) }
    let steps = Int(position * 256 + 0.5)
    return (steps >> 8, steps & 255)
  }
}

/// The parallelogram of the picture that one pixel of the canvas sees.
private struct Footprint {
  /// Its middle.
  let center: Point
  /// From one side to the other, for a step of one pixel to the right.
  let across: Point
  /// The same for a step of one pixel down.
  let down: Point

  init(of place: Point, _ inverse: Transform) {
    guard !inverse.isAffine else {
      center = inverse.apply(place)
      across = Point(x: inverse.a, y: inverse.b)
      down = Point(x: inverse.c, y: inverse.d)
      return
    }
    // Behind the eye nothing is covered: the least divisor only keeps the numbers finite.
    let w = inverse.px * place.x + inverse.py * place.y + inverse.pw
    let one = 1 / (abs(w) > 1e-9 ? w : 1e-9)
    center = Point(
      x: (inverse.a * place.x + inverse.c * place.y + inverse.tx) * one,
      y: (inverse.b * place.x + inverse.d * place.y + inverse.ty) * one)
    across = Point(
      x: (inverse.a - inverse.px * center.x) * one, y: (inverse.b - inverse.px * center.y) * one)
    down = Point(
      x: (inverse.c - inverse.py * center.x) * one, y: (inverse.d - inverse.py * center.y) * one)
  }

  static func length(_ step: Point) -> Double {
    (step.x * step.x + step.y * step.y).squareRoot()
  }

  /// How many samples a side needs; a bilinear sample is one source pixel wide by itself.
  static func samples(_ step: Point) -> Int {
    let length = length(step)
    // A turned picture at its own size must not be blurred because of a last digit.
    guard length > 1.001 else { return 1 }
    return Int(min(16, length.rounded(.up)))
  }

  /// Where sample `index` of `count` lies along a side, from -1/2 to 1/2.
  ///
  /// All samples together are as wide as the side: at length 1 they fall into one.
  static func offset(_ index: Int, of count: Int, length: Double) -> Double {
    guard count > 1 else { return 0 }
    let spread = (length - 1) / length
    return spread * (Double(index) / Double(count - 1) - 0.5)
  }
}
