import ImageDiff
import Pixels

/// Compares the frames of a file with those that were drawn, one after the other.
struct QualityMeter {
  private var frames = 0
  private var psnr = 0.0
  private var ssim = 0.0
  private var flats = (exact: 0, all: 0)
  private var flicker = Flicker()
  private var previous: Flicker.Frame?

  /// What all frames so far come to; nil if there was none.
  var quality: OutputReport.Quality? {
    guard frames > 0 else { return nil }
    return OutputReport.Quality(
      psnr: psnr / Double(frames), ssim: ssim / Double(frames),
      exactFlatShare: flats.all == 0 ? 1 : Double(flats.exact) / Double(flats.all),
      flicker: flicker.levels)
  }

  /// Takes the next frame; both pictures have the same sides.
  mutating func compare(_ drawn: Pixmap, shownAs shown: Pixmap) {
    frames += 1
    var mean = ImageQuality.meanSquare(drawn, shown)
    var likeness = ImageQuality.windowedSSIM(drawn, shown)
    if !drawn.isOpaque || !shown.isOpaque {
      // Premultiplied colours are those on black: a lost shadow shows on white only.
      let (one, other) = (Self.overWhite(drawn), Self.overWhite(shown))
      mean = max(mean, ImageQuality.meanSquare(one, other))
      likeness = min(likeness, ImageQuality.windowedSSIM(one, other))
    }
    psnr += ImageQuality.psnr(meanSquare: mean)
    ssim += likeness
    countFlats(drawn, shown)
    if let previous { flicker.add(from: previous, to: (drawn, shown)) }
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
}
