import Codecs
import Foundation
import RenderTransition
import SceneFormat
import TestSupport
import Testing

/// The same scene gives the same bytes, however and wherever it is rendered.
@Suite struct DeterminismTests {
  /// A way of rendering that must not matter.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var jobs = 1
    var environment: [String: String] = [:]

    // Without these the C library takes other functions, which round in other places: what is not
    // our own arithmetic would show.
    static let plainLibrary = ["GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F"]

    static let all = [
      Way(testDescription: "one job"),
      Way(testDescription: "two jobs", jobs: 2),
      Way(testDescription: "eight jobs", jobs: 8),
      Way(testDescription: "eight jobs again", jobs: 8),
      Way(testDescription: "other functions of the C library", jobs: 2, environment: plainLibrary),
    ]
  }

  /// All examples; they are drawn at a quarter of their size.
  static let scenes: [URL] = {
    let folder = GoldenCase.package.appending(path: "scenes")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map { folder.appending(path: $0) }
  }()
  static let scale = 0.25

  // In a debug build photos take a second each: every sixth example stands for all there.
  private static let examples = Result {
    let some = Array(stride(from: 0, to: scenes.count, by: 6))
    // A strip of a longer run has less than a frame a second, which no output has.
    return try Share.third(of: some, "examples").map { try Rendition(of: scenes[$0], scale: scale) }
      .filter { $0.framesPerSecond >= 1 }
  }
  // Each is worked out once for all ways.
  private static let goldens = Result {
    try Share.third(of: GoldenCase.all, "goldens").map(Rendition.init)
  }

  // In a debug build pictures are slow: a few small scenes stand for all, which the release renders.
  @Test(
    "a scene is the same with one, two and eight jobs, and again",
    arguments: Share.third(
      of: GoldenCase.all.filter { $0.area == "flows" || $0.path.contains("backdrop") },
      "small scenes"))
  func jobs(_ golden: GoldenCase) async throws {
    let animation = try Animation(sceneAt: golden.scene.path())
    let expected = try await hashes(of: animation, jobs: 1)
    for jobs in [2, 8, 8] {
      let actual = try await hashes(of: animation, jobs: jobs)
      #expect(actual == expected, "\(jobs) jobs")
    }
  }

  @Test("all examples are the same in every way")
  func ways() throws {
    guard let program = try ReleaseProgram.current() else { return }
    let hashes = try Way.all.map { way in
      try program.hashes(
        of: Self.scenes, framesPerSecond: 8, scale: Self.scale, jobs: way.jobs,
        environment: way.environment)
    }
    for (way, others) in zip(Way.all, hashes) {
      for (scene, (other, first)) in zip(Self.scenes, zip(others, hashes[0])) {
        #expect(other == first, "\(scene.path()) with \(way)")
      }
    }
  }

  @Test("an example is the same in a release and in a debug build", arguments: Way.all)
  func examples(_ way: Way) throws {
    guard let program = try ReleaseProgram.current() else { return }
    try expect(program, toRender: Self.examples.get(), scale: Self.scale, in: way)
  }

  @Test("a golden is the same in a release and in a debug build", arguments: Way.all)
  func goldens(_ way: Way) throws {
    guard let program = try ReleaseProgram.current() else { return }
    // Names are unique in a folder only.
    let areas = Dictionary(grouping: try Self.goldens.get()) {
      $0.scene.deletingLastPathComponent()
    }
    for area in areas.values { try expect(program, toRender: area, scale: nil, in: way) }
  }

  private func expect(
    _ program: ReleaseProgram, toRender renditions: [Rendition], scale: Double?, in way: Way
  ) throws {
    for (rate, group) in Dictionary(grouping: renditions, by: \.framesPerSecond) {
      let hashes = try program.hashes(
        of: group.map(\.scene), framesPerSecond: rate, scale: scale, jobs: way.jobs,
        environment: way.environment)
      for (rendition, hashes) in zip(group, hashes) {
        #expect(hashes == rendition.hashes, "\(rendition.scene.path()) with \(way)")
      }
    }
  }

  private func hashes(of animation: Animation, jobs: Int) async throws -> [String] {
    try await ScratchFolder.use { folder in
      var options = RenderOptions()
      (options.jobs, options.compression) = (jobs, .fast)
      options.fps = FilmStrip.framesPerSecond(of: animation)
      let path = folder.appending(path: "frames").path()
      try await animation.write([OutputRequest(.frames, to: .path(path))], options: options)
      return try Manifest.hashes(in: folder.appending(path: "frames"))
    }
  }
}
