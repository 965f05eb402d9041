import Compositing
package import Pixels
package import SceneFormat
import Staging
import Synchronization

/// What somebody wants to look at: a scene, at a version, with edits.
package struct BuildWish: Hashable, Sendable {
  /// The scene's path, as it is shown.
  package var scene: String
  package var version = Version.files
  /// Edits that are not saved, in their order.
  package var edits: [SceneEdit] = []
  /// Pixels per point; the scene's own without.
  package var scale: Double?
  /// Frames per second; the scene's own without.
  package var fps: Double?

  package init(scene: String) { self.scene = scene }

  /// Where the files are from.
  package enum Version: Hashable, Sendable {
    /// The files as they are.
    case files
    /// A revision of the git repository, and its commit.
    case revision(String, commit: String)
    /// What the lock was made from, and the hash of its pictures.
    case approved(FrameHash)

    /// As it is asked for.
    package var text: String {
      switch self {
      case .files: "files"
      case .revision(let name, _): "git:\(name)"
      case .approved: "approved"
      }
    }
  }
}

/// A scene that is ready to be drawn.
///
/// It never changes: what is saved becomes another one.
package final class SceneBuild: Sendable {
  /// No other build of the process has it.
  package let id: String
  package let wish: BuildWish
  package let animation: Animation
  /// The files that were read.
  package let files: FileLog
  /// Frames per second.
  package let fps: Double
  /// The moments of the frames, in seconds.
  package let times: [Double]
  let renderer: Renderer

  /// Textures are taken from the build of `others` that has the same, if one does.
  init(
    _ wish: BuildWish, _ animation: Animation, _ files: FileLog, beside others: [SceneBuild],
    jobs: Int?
  ) throws {
    (self.wish, self.animation, self.files) = (wish, animation, files)
    id = "\(Self.made.add(1, ordering: .relaxed).newValue)"
    fps = wish.fps ?? animation.scene.output.fps
    times = animation.stage.frameTimes(fps: fps)
    let alike = others.first { other in
      guard let own = animation.prepared, let known = other.animation.prepared else { return false }
      return own.looksLike(known)
    }
    let jobs = try animation.jobs(jobs, fps: fps)
    renderer = try Renderer(
      animation.stage, animation.prepared, jobs: jobs, texturesOf: alike?.renderer)
  }

  /// How many there were.
  private static let made = Atomic(0)

  /// Width and height of a picture, in pixels.
  package var size: [Int] {
    (try? animation.stage.grid).map { [$0.pixelWidth, $0.pixelHeight] } ?? [0, 0]
  }

  /// The bytes that it keeps.
  var bytes: Double {
    guard let prepared = animation.prepared else { return 0 }
    return prepared.cachedBytes + prepared.textureDemand.reduce(0) { $0 + $1.keptBytes }
      + prepared.images.reduce(0) { $0 + Double($1.byteCount) }
  }
}

// Pictures; those of moments are drawn in so many bands at the same time.
extension SceneBuild {
  /// A frame of the output, from 0; nil for one that is not there.
  package func picture(ofFrame index: Int, bands: Int) throws -> Pixmap? {
    guard times.indices.contains(index) else { return nil }
    return try renderer.shot(at: times[index], bands: bands).pixels
  }

  /// The finger at a progress of a run's gesture; nil for a run that is not there.
  package func picture(run: Int, progress: Double, bands: Int) throws -> Pixmap? {
    try animation.stage.frame(run: run, progress: progress).map {
      try renderer.picture(of: $0, bands: bands)
    }
  }

  /// Nine moments over each other, and the ways of what moves.
  package func onion(jobs: Int) throws -> Pixmap {
    try animation.sheet(.onion, of: 9, jobs: jobs).pixels
  }
}

extension Animation {
  /// The scale at which a scene is read for `strip`.
  package static let stripScale = 0.25
  /// About how wide a picture of it is, in pixels.
  private static let stripWidth = 96.0

  /// 0, 25, 50, 75 and 100 % of the run side by side.
  package func strip() throws -> Pixmap {
    let wanted = Self.stripWidth / scene.canvas.width
    let small = wanted > scale ? try scaled(to: min(1, wanted)) : self
    let moments = (0...4).map { seconds * Double($0) / 4 }
    return try small.filmStrip(at: moments, jobs: 1)
  }
}
