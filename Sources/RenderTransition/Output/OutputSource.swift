import Codecs
import Pixels
import SceneFormat

/// What outputs are written from: the frames of a scene, or those of a recording.
protocol OutputSource: Sendable {
  /// What draws the frames.
  associatedtype Painter: FramePainter

  /// The sides of a frame.
  var pixelSize: (width: Int, height: Int) { get throws }
  /// Whether every pixel of every frame is opaque.
  var isOpaque: Bool { get }
  /// Pixels per point; 1 where there are no points.
  var scale: Double { get }
  /// What outputs have unless the options say otherwise.
  var defaults: OutputDefaults { get }

  /// How an output of `format` shows the frames.
  func clip(for format: OutputFormat, _ options: RenderOptions) -> Schedule.Clip
  /// The moments that an output shows, in order, with their times there.
  func uses(of clip: Schedule.Clip, output: Int) -> [(time: Double, use: Shot.Use)]
  /// As many of the `wanted` jobs as there is memory for; throws where even one takes too much.
  func jobs(_ wanted: Int?, for outputs: [SampledOutput]) throws -> Int
  /// What draws the frames on no more than `jobs` threads.
  func painter(jobs: Int) throws -> Painter
  /// The same at another scale.
  func scaled(to scale: Double) async throws -> Self
  /// Throws if what is at `path` is part of what the frames are made of.
  func checkIsNoInput(_ path: String) throws(FileError)
}

/// What outputs have unless the options say otherwise.
struct OutputDefaults {
  /// Times to play; 0 for ever.
  var loop = 0
  /// The most colours of a palette.
  var colors = 256
  /// The dither of formats with a palette.
  var dither = Dither.auto
  /// The comment inside a GIF.
  var comment: String
  /// What is added to the odd sides of a video.
  var background = Pixel.clear
  /// The app events of a manifest.
  var eventLines: [String] = []
}

/// Draws frames, on any number of threads.
protocol FramePainter: Sendable {
  /// The frame at a time.
  func frame(at seconds: Double) throws -> Pixmap
  /// The same in so many bands side by side, over what `spare` holds, and how long it took.
  func drawnFrame(at seconds: Double, bands: Int, over spare: consuming Pixmap) throws -> DrawnFrame
  /// Where two frames can differ at all.
  func damage(of shot: RenderedShot, since previous: RenderedShot) -> PixelRect
  /// How long the pictures show that there are to be seen at `times`, which end at `ends`.
  func seconds(ofPicturesAt times: [Double], start: Double, ends: [Double]) -> [Double]
}
