import Foundation
import Pixels
import RenderTestSupport
@testable import RenderTransition
import SceneFormat
import TestSupport
import Testing

@Suite("builds of a preview")
struct BuildStoreTests {
  private let small: SmallScene
  private let store = BuildStore(limits: Limits(), work: WorkQueue(jobs: 1))

  init() throws {
    small = try SmallScene.tiny()
    _ = try small.animation()
  }

  private var path: String { small.folder.path("scene.json") }

  private func build(
    _ store: BuildStore? = nil, _ change: (inout BuildWish) -> Void = { _ in }
  ) throws -> SceneBuild {
    var wish = BuildWish(scene: path)
    change(&wish)
    let files = FileLog()
    return try (store ?? self.store).build(wish, reading: files) { decoded in
      try Animation(
        sceneAt: path, editedBy: wish.edits, decoded: decoded, scale: wish.scale, assetRoot: nil,
        limits: Limits(), jobs: 1, log: files)
    }
  }

  private func hashes(_ build: SceneBuild) throws -> [FrameHash] {
    try build.times.indices.compactMap {
      try build.picture(ofFrame: $0, bands: 1).map(FrameHash.init)
    }
  }

  @Test("builds of equal bytes are one: a touch, and a change that is taken back, make none")
  func identity() throws {
    let first = try build()
    #expect(try build() === first)
    try small.folder.write(small.text, to: "scene.json")
    #expect(try build() === first)
    try small.folder.write(small.text + "\n", to: "scene.json")
    let second = try build()
    #expect(second !== first)
    #expect(second.id != first.id)
    try small.folder.write(small.text, to: "scene.json")
    #expect(try build() === first)
    #expect(try build { $0.scale = 2 } !== first)
    #expect(try build { $0.fps = 10 } !== first)
    #expect(store.build(second.id) === second)
  }

  @Test("a link that leads to the same text elsewhere gives another build, which is up to date")
  func link() throws {
    for name in ["one", "two"] { try small.folder.write(small.text, to: "\(name)/scene.json") }
    try FileManager.default.removeItem(atPath: path)
    func point(to name: String) throws {
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: small.folder.path("\(name)/scene.json"))
    }
    func build() throws -> SceneBuild {
      let files = FileLog()
      return try store.build(BuildWish(scene: path), reading: files) { decoded in
        try Animation(
          sceneAt: path, editedBy: [], decoded: decoded, scale: nil, assetRoot: small.folder.path,
          limits: Limits(), jobs: 1, log: files)
      }
    }
    try point(to: "one")
    let first = try build()
    try point(to: "two")
    #expect(!first.files.changes().isEmpty)
    let second = try build()
    #expect(second !== first)
    #expect(second.files.changes().isEmpty)
    #expect(try build() === second)
  }

  @Test("eight builds are kept, fewer where memory does not hold them, and two always")
  func room() throws {
    let builds = try (1...9).map { number in try build { $0.fps = Double(number) } }
    #expect(store.build(builds[0].id) == nil)
    #expect(builds.dropFirst().allSatisfy { store.build($0.id) === $0 })
    var limits = Limits()
    limits[.memoryBytes] = builds[0].bytes * 1.5
    let narrow = BuildStore(limits: limits, work: WorkQueue(jobs: 1))
    let three = try (1...3).map { number in try build(narrow) { $0.fps = Double(number) } }
    #expect(narrow.build(three[0].id) == nil)
    #expect(three.dropFirst().allSatisfy { narrow.build($0.id) === $0 })
  }

  @Test("a build beside its predecessors draws what one from nothing draws")
  func warm() throws {
    var random = SeededRandom.fresh("warm builds")
    var scene = small
    for _ in 0..<300 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let name = ["push", "fade", "cover", "shift"].randomElement(using: &random) ?? "push"
        let duration = Double(Int.random(in: 1...4, using: &random)) / 20
        scene.transition = #"{ "type": "\#(name)", "duration": \#(duration) }"#
      case 1:
        scene.from = SmallScene.plain(["#fff", "#ccf", "#fec"].randomElement(using: &random) ?? "")
      case 2:
        scene.to = SmallScene.plain(["#123", "#321"].randomElement(using: &random) ?? "")
      default:
        scene.width = [24, 30].randomElement(using: &random) ?? 24
      }
      try scene.folder.write(scene.text, to: "scene.json")
      let cold = try build(BuildStore(limits: Limits(), work: WorkQueue(jobs: 1)))
      #expect(try hashes(build()) == hashes(cold), "\(scene.text)")
    }
  }

  @Test("a picture of a build has the pixels of the frame")
  func pictures() throws {
    let build = try build()
    let animation = try small.animation()
    for index in build.times.indices {
      let picture = try #require(try build.picture(ofFrame: index, bands: 2))
      let expected = try animation.renderer().frame(at: build.times[index])
      #expect(FrameHash(picture) == FrameHash(expected))
    }
    #expect(try build.picture(ofFrame: build.times.count, bands: 1) == nil)
  }

  @Test("what failed is tried again when a file that was looked for is there")
  func failure() throws {
    let files = FileLog()
    let scene = #"{ "version": 1, "from": "a.json", "to": {}, "transition": "push" }"#
    try small.folder.write(scene, to: "scene.json")
    #expect(throws: LoadFailure.self) {
      _ = try Animation(
        sceneAt: path, editedBy: [], decoded: [:], scale: nil, assetRoot: nil, limits: Limits(),
        jobs: 1, log: files)
    }
    #expect(files.changes().isEmpty)
    try small.folder.write("{}", to: "a.json")
    #expect(files.changes() == [small.folder.path("a.json")])
  }
}
