package import Compositing
package import Pixels
package import SceneFormat
import Synchronization

/// Decoded images by the hashes of their files.
package typealias DecodedImages = [FrameHash: SourceImage]

/// The builds that were used last, the newest first.
package final class BuildStore: Sendable {
  private let limits: Limits
  private let work: WorkQueue
  private let builds = Mutex<[SceneBuild]>([])
  /// One build is made at a time.
  private let making = Mutex(())

  private static let most = 8
  /// The two builds of a comparison are kept, however much memory they take.
  private static let fewest = 2

  /// A store of builds that take no more memory together than `limits` allow, each of them a piece of
  /// `work`.
  package init(limits: Limits, work: WorkQueue) { (self.limits, self.work) = (limits, work) }

  /// The build called `id`; nil if it was never made, or is gone.
  package func build(_ id: String) -> SceneBuild? {
    builds.withLock { $0.first { $0.id == id } }
  }

  /// The build of a wish: one that is there, if all of its files are as they were, else a new one of
  /// what `load` reads.
  ///
  /// `files` notes what is read, also where it fails.
  package func build(
    _ wish: BuildWish, reading files: FileLog,
    _ load: (_ decoded: DecodedImages) throws -> Animation
  ) throws -> SceneBuild {
    // A build takes its turn of the work only when no other build is being made.
    try making.withLock { _ in
      let known = builds.withLock { $0 }
      let alike = known.filter { $0.wish == wish }
      if let build = alike.first(where: { $0.files.changes().isEmpty }) { return kept(build) }
      let decoded = known.reduce(into: DecodedImages()) { all, build in
        all.merge(build.animation.decoded ?? [:]) { first, _ in first }
      }
      return try work.run(.build) { _ in
        let animation = try load(decoded)
        return kept(try SceneBuild(wish, animation, files, beside: known, jobs: work.jobs))
      }
    }
  }

  /// Puts a build before all others, and lets those go for which there is no room.
  private func kept(_ build: SceneBuild) -> SceneBuild {
    builds.withLock { builds in
      builds.removeAll { $0 === build }
      builds.insert(build, at: 0)
      var left = limits[.memoryBytes]
      let count = builds.prefix(Self.most).prefix { build in
        left -= build.bytes
        return left >= 0
      }.count
      builds = Array(builds.prefix(max(Self.fewest, count)))
    }
    return build
  }
}
