import Codecs
import Pixels
import RenderTransition
import Staging

/// Five moments of a run, side by side: its start, its quarters and its end.
struct FilmStrip: Hashable, Sendable {
  /// The moments; one only if the run has no length.
  let frames: [Pixmap]

  /// Between two moments.
  static let gapPixels = 4
  // Neither black nor white, so that a frame's edge is seen, and opaque, so that the file is small.
  static let gapColor = Pixel(SIMD4(128, 128, 128, 255))

  /// The film strip of `animation`.
  init(of animation: Animation) throws {
    let renderer = try animation.renderer()
    frames = try Self.times(of: animation).map { try renderer.frame(at: $0) }
  }

  /// The pictures of a strip, cut where its gaps are; nil if they are not all of one width.
  init?(cutting strip: Pixmap, into count: Int) {
    let width = strip.width - Self.gapPixels * (count - 1)
    guard count > 0, width > 0, width % count == 0 else { return nil }
    frames = (0..<count).map { index in
      let x = index * (width / count + Self.gapPixels)
      return strip.cropped(
        to: PixelRect(x: x, y: 0, width: width / count, height: strip.height))
    }
  }

  /// How many frames a second make exactly the moments of a strip; nil if the run has no length.
  static func framesPerSecond(of animation: Animation) -> Double? {
    animation.seconds > 0 ? 4 / animation.seconds : nil
  }

  /// The moments of `animation` that a strip shows, in seconds.
  static func times(of animation: Animation) -> [Double] {
    framesPerSecond(of: animation).map { animation.stage.frameTimes(fps: $0) } ?? [0]
  }

  /// All of them in one picture.
  var picture: Pixmap {
    let width = frames.reduce(0) { $0 + $1.width } + Self.gapPixels * (frames.count - 1)
    let height = frames.map(\.height).max() ?? 0
    var picture = Pixmap(width: width, height: height, filledWith: Self.gapColor)
    var x = 0
    for frame in frames {
      picture.copy(frame, from: frame.bounds, toX: x, y: 0)
      x += frame.width + Self.gapPixels
    }
    return picture
  }

  /// The strip as a small file.
  func file() throws -> [UInt8] {
    try PNGWriter(compression: .best).file(of: picture)
  }
}
