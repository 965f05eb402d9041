import Foundation
import Pixels

/// Compares the frames of a file with those that were drawn, one after the other.
struct QualityMeter {
  private var frames = 0
  private var psnr = 0.0
  private var ssim = 0.0
  private var flats = (exact: 0, all: 0)
  private var stills = (change: 0, channels: 0)
  private var previous: (drawn: Pixmap, shown: Pixmap)?

  /// What all frames so far come to; nil if there was none.
  var quality: OutputReport.Quality? {
    guard frames > 0 else { return nil }
    return OutputReport.Quality(
      psnr: psnr / Double(frames), ssim: ssim / Double(frames),
      exactFlatShare: flats.all == 0 ? 1 : Double(flats.exact) / Double(flats.all),
      flicker: stills.channels == 0 ? 0 : Double(stills.change) / Double(stills.channels))
  }

  /// Takes the next frame; both pictures have the same sides.
  mutating func compare(_ drawn: Pixmap, shownAs shown: Pixmap) {
    frames += 1
    var mean = Self.meanSquare(drawn, shown)
    var likeness = WindowedSimilarity.mean(drawn, shown)
    if !drawn.isOpaque || !shown.isOpaque {
      // Premultiplied colours are those on black: a lost shadow shows on white only.
      let (one, other) = (Self.overWhite(drawn), Self.overWhite(shown))
      mean = max(mean, Self.meanSquare(one, other))
      likeness = min(likeness, WindowedSimilarity.mean(one, other))
    }
    psnr += mean == 0 ? 99 : min(99, 10 * log10(65_025 / mean))
    ssim += likeness
    countFlats(drawn, shown)
    if let previous { countStills(drawn, shown, previous.drawn, previous.shown) }
    previous = (drawn, shown)
  }

  /// A picture as it is seen on white.
  private static func overWhite(_ picture: Pixmap) -> Pixmap {
    var picture = picture
    picture.withMutableSpan { bytes in
      for offset in stride(from: 0, to: bytes.count, by: 4) {
        let light = 255 - bytes[offset + 3]
        for channel in offset..<offset + 3 { bytes[channel] &+= light }
        bytes[offset + 3] = 255
      }
    }
    return picture
  }

  /// Over red, green and blue.
  private static func meanSquare(_ drawn: Pixmap, _ shown: Pixmap) -> Double {
    let (reference, candidate) = (drawn.bytes.span, shown.bytes.span)
    var sum = 0
    for place in 0..<reference.count where place & 3 != 3 {
      let difference = Int(reference[place]) - Int(candidate[place])
      sum += difference * difference
    }
    return Double(sum) / Double(max(1, reference.count / 4 * 3))
  }

  private mutating func countFlats(_ drawn: Pixmap, _ shown: Pixmap) {
    guard drawn.width > 2, drawn.height > 2 else { return }
    for y in 1..<drawn.height - 1 {
      for x in 1..<drawn.width - 1 {
        let pixel = drawn[x, y]
        guard pixel == drawn[x - 1, y], pixel == drawn[x + 1, y], pixel == drawn[x, y - 1],
          pixel == drawn[x, y + 1]
        else { continue }
        flats.all += 1
        flats.exact += pixel == shown[x, y] ? 1 : 0
      }
    }
  }

  private mutating func countStills(
    _ drawn: Pixmap, _ shown: Pixmap, _ oldDrawn: Pixmap, _ oldShown: Pixmap
  ) {
    let (reference, before) = (drawn.bytes.span, oldDrawn.bytes.span)
    let (candidate, last) = (shown.bytes.span, oldShown.bytes.span)
    for offset in stride(from: 0, to: reference.count, by: 4)
    where reference.pixel(at: offset) == before.pixel(at: offset) {
      stills.channels += 3
      for channel in offset..<offset + 3 {
        stills.change += abs(Int(candidate[channel]) - Int(last[channel]))
      }
    }
  }
}

/// The structural similarity of Wang and others, in windows instead of under a bell.
enum WindowedSimilarity {
  private static let side = 8
  private static let step = 4
  // (0.01 * 255) squared and (0.03 * 255) squared keep plain windows from dividing by nothing.
  private static let light = 6.5025
  private static let contrast = 58.5225

  /// The mean over all windows of two pictures with the same sides.
  static func mean(_ one: Pixmap, _ other: Pixmap) -> Double {
    let (left, right) = (luma(of: one), luma(of: other))
    var (sum, count) = (0.0, 0)
    for y in stride(from: 0, through: max(0, one.height - side), by: step) {
      for x in stride(from: 0, through: max(0, one.width - side), by: step) {
        let window = PixelRect(x: x, y: y, width: side, height: side).intersection(one.bounds)
        sum += similarity(left, right, in: window, width: one.width)
        count += 1
      }
    }
    return count == 0 ? 1 : sum / Double(count)
  }

  private static func similarity(
    _ left: [Double], _ right: [Double], in window: PixelRect, width: Int
  ) -> Double {
    var sums = SIMD8<Double>.zero
    for y in window.y..<window.maxY {
      for x in window.x..<window.maxX {
        let (a, b) = (left[y * width + x], right[y * width + x])
        sums += SIMD8(a, b, a * a, b * b, a * b, 1, 0, 0)
      }
    }
    let means = sums / max(1, sums[5])
    let (a, b) = (means[0], means[1])
    let (spreadA, spreadB, shared) = (means[2] - a * a, means[3] - b * b, means[4] - a * b)
    return (2 * a * b + light) * (2 * shared + contrast)
      / ((a * a + b * b + light) * (spreadA + spreadB + contrast))
  }

  private static func luma(of pixmap: Pixmap) -> [Double] {
    let span = pixmap.bytes.span
    return (0..<pixmap.width * pixmap.height).map { place in
      0.299 * Double(span[place * 4]) + 0.587 * Double(span[place * 4 + 1])
        + 0.114 * Double(span[place * 4 + 2])
    }
  }
}
