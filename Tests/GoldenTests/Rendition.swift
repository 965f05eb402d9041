import Codecs
import Foundation
import Pixels
import RenderTransition

/// What the frames of a scene's film strip are, by their hashes.
struct Rendition: Hashable, Sendable {
  let scene: URL
  let framesPerSecond: Double
  let hashes: [String]

  /// The frames of a golden's film strip as it is recorded, which the debug build is held against.
  ///
  /// Throws if it has none; `GoldenTests` says so better.
  init(of golden: GoldenCase) throws {
    let animation = try Animation(sceneAt: golden.scene.path())
    let picture = try StraightImage(png: [UInt8](Data(contentsOf: golden.strip))).premultiplied
    let count = FilmStrip.times(of: animation).count
    guard let strip = FilmStrip(cutting: picture, into: count) else { throw UnevenStrip() }
    self.init(golden.scene, animation, strip.frames)
  }

  /// The frames of `scene` as this build renders them.
  init(of scene: URL, scale: Double) throws {
    let animation = try Animation(sceneAt: scene.path(), scale: scale)
    self.init(scene, animation, try FilmStrip(of: animation).frames)
  }

  private init(_ scene: URL, _ animation: Animation, _ frames: [Pixmap]) {
    self.scene = scene
    // A run without length has one frame at any rate.
    framesPerSecond = FilmStrip.framesPerSecond(of: animation) ?? 4
    hashes = frames.map { FrameHash($0).description }
  }
}

/// A film strip that cannot be cut into frames of one width.
struct UnevenStrip: Error {}

/// The list of a PNG sequence, as far as it is needed here.
struct Manifest: Decodable {
  /// One picture.
  struct Frame: Decodable {
    let hash: String
  }

  let frames: [Frame]

  /// The hash of every picture of the sequence in `folder`, in order.
  static func hashes(in folder: URL) throws -> [String] {
    let file = try Data(contentsOf: folder.appending(path: "manifest.json"))
    return try JSONDecoder().decode(Manifest.self, from: file).frames.map(\.hash)
  }
}
