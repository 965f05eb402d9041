/// A kind of output.
///
/// What is known of one is its row. A new format is a row, a sink (`OutputSource.open`) and a reader
/// (`ShownFrames`).
public enum OutputFormat: String, Hashable, Sendable, CaseIterable {
  /// An animated GIF.
  case gif
  /// An animated PNG.
  case apng
  /// An animated WebP.
  case webp
  /// H.264 video, encoded by ffmpeg.
  case mp4
  /// A folder of PNGs with a manifest.
  case frames
  /// Uncompressed video, 4:4:4, BT.709, limited range.
  case y4m
  /// The frames' bytes, straight alpha, one after the other.
  case rgba
  /// One PNG, of a moment or of several side by side; a run cannot be written as such.
  case png

  /// The animations.
  public static let allCases: [OutputFormat] = [
    .gif, .apng, .webp, .mp4, .frames, .y4m, .rgba,
  ]

  /// Those that a scene can ask for.
  static let ofScenes = allCases.filter(\.row.isOfScenes)

  /// What is known of a format.
  package struct Row: Sendable {
    /// What its names end in.
    package var ending: String
    /// What it is for people, where the ending does not say it.
    package var noun: String?
    /// Whether a scene can ask for it: it runs no other program, and is of a size to keep.
    var isOfScenes = false
    /// Whether its bytes are known before it is written, and fewer than its pixels': --max-bytes.
    package var isPacked = false
    /// Whether it can be written from its beginning to its end.
    package var isStream = true
    /// Whether a picture can lose something, and --quality says how much.
    package var hasQuality = false
    /// Whether nothing of a picture need be lost.
    package var canBeLossless = true
    /// Whether its frames have palettes.
    package var hasPalette = false
    /// The most frames a second that players show.
    package var mostFPS = Double.infinity
    /// Whether its sides are even.
    package var hasEvenSides = false
  }

  /// What is known of it.
  package var row: Row {
    switch self {
    // Players show a delay of 1 cs as 10: no GIF runs faster than 50 frames a second.
    case .gif:
      Row(
        ending: ".gif", isOfScenes: true, isPacked: true, hasQuality: true,
        canBeLossless: false, hasPalette: true, mostFPS: 50)
    case .apng: Row(ending: ".apng", isOfScenes: true, isPacked: true)
    case .webp: Row(ending: ".webp", isOfScenes: true, isPacked: true, hasQuality: true)
    // ffmpeg writes the index of an MP4 last, at the head.
    case .mp4:
      Row(
        ending: ".mp4", isStream: false, hasQuality: true, canBeLossless: false,
        hasEvenSides: true)
    case .frames:
      Row(ending: "/", noun: "a PNG sequence", isOfScenes: true, isPacked: true, isStream: false)
    case .y4m: Row(ending: ".y4m")
    case .rgba: Row(ending: ".rgba")
    case .png: Row(ending: ".png", isPacked: true, isStream: false)
    }
  }
}
