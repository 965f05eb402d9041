import ImageDiff
import Pixels

/// A bar for every frame, as high as much of it differs.
struct DifferenceBars {
  private let curve: [FrameComparison]
  private let width: Int
  private let current: Int
  private static let height = 48

  /// Bars of `curve`; the one of frame `current` is marked.
  init(_ curve: [FrameComparison], width: Int, at current: Int) {
    (self.curve, self.width, self.current) = (curve, width, current)
  }

  /// The bars on white.
  var picture: Pixmap {
    var picture = Pixmap(
      width: width, height: Self.height, filledWith: Pixel(.white))
    let most = curve.map(\.ratio).max() ?? 0
    for (place, frame) in curve.enumerated() {
      let left = place * width / curve.count
      let right = max(
        left + 1, (place + 1) * width / curve.count - (curve.count * 3 < width ? 1 : 0))
      if frame.actualIndex == current {
        let column = PixelRect(x: left, y: 0, width: right - left, height: Self.height)
        picture.fill(column, with: Pixel(Color(red: 0xD8, green: 0xE4, blue: 0xFF)))
      }
      guard frame.differentCount > 0, most > 0 else { continue }
      // The root lets small differences show beside large ones.
      let share = (frame.ratio / most).squareRoot()
      let height = max(2, Int(share * Double(Self.height)))
      let bar = PixelRect(
        x: left, y: Self.height - height, width: right - left, height: height)
      picture.fill(bar, with: Pixel(Color(red: 0xE0, green: 0x2B, blue: 0x2B)))
    }
    return picture
  }
}
