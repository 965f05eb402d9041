import Foundation
import RenderTransition
import SceneFormat
import TestSupport
import Testing

@testable import Regression

@Suite("the scenes that a test is about")
struct SelectionTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static func scene(_ color: String = "#123") -> String {
    """
    { "version": 1, "canvas": { "width": 24, "height": 16 }, "from": { "background": "#fff" },
      "to": { "background": "\(color)" }, "transition": { "type": "shift", "duration": 0.1 } }
    """
  }

  @discardableResult
  private func write(_ name: String, _ color: String = "#123") throws -> String {
    try folder.write(Self.scene(color), to: name)
  }

  private func report(
    on paths: [String], _ options: RegressionOptions = RegressionOptions()
  ) async throws -> TestReport {
    let run = TestRun(
      options, isStrict: true, wantsPictures: false, reportPaths: [], fileReports: [])
    return try await run.report(on: paths) { _, _ in }
  }

  @Test("folders are searched 32 deep")
  func depth() throws {
    let deep = String(repeating: "d/", count: 31)
    let last = try write("\(deep)a.json")
    try write("\(deep)d/a.json")
    #expect(SceneSearch(in: [folder.path]).scenes == [last])
  }

  @Test("a file is one scene, whatever its names; a lock stands for its scene")
  func names() throws {
    let scene = try write("a.json")
    try folder.write("", to: "sub/b.txt")
    let other = folder.path("sub/../a.json")
    #expect(SceneSearch(in: [scene, other, folder.path]).scenes == [scene])
    let lock = try folder.write("\(SceneLock.title)\n", to: "a.lock")
    #expect(SceneSearch(in: [lock]).scenes == [scene])
  }

  @Test(
    "a filter is held against the path, the name and the stem",
    arguments: [("ab", ["ab"]), ("ab.json", ["ab"]), ("a*", ["a", "ab"]), ("?", ["a", "b"])])
  func filters(pattern: String, stems: [String]) throws {
    for name in ["a", "b", "ab"] { try write("s/\(name).json") }
    var options = RegressionOptions()
    options.filters = [pattern]
    let scenes = try TestSelection([folder.path], options).scenes
    #expect(scenes == stems.map { folder.path("s/\($0).json") })
  }

  @Test("locks without a scene are the first machine's")
  func orphans() throws {
    try write("a.json")
    let lock = try folder.write("\(SceneLock.title)\n", to: "gone.lock")
    let options = RegressionOptions()
    let plan = try TaskPlan(of: [folder.path("a.json")], options)
    for (index, orphans) in [(1, [lock]), (2, []), (3, [])] {
      var selection = try TestSelection([folder.path], options)
      selection.keep(plan, try #require(Shard(index, of: 3)))
      #expect(selection.orphans == orphans, "\(index)")
    }
  }

  @Test("a scene that failed is forgotten when it passes, and others are not")
  func lastFailures() throws {
    let list = LastFailures(folder.path)
    let (a, b) = (folder.path("a.json"), folder.path("b.json"))
    #expect(throws: Failure.self) { try list.read() }
    try list.note(failed: [a, b], passed: [])
    #expect(try list.read() == [a, b])
    try list.note(failed: [], passed: [a])
    #expect(try list.read() == [b])
    // As XDG has it, a folder that is named from the current one is none.
    let relative = String(repeating: "../", count: 30) + folder.path.dropFirst()
    #expect(throws: Failure.self) { try LastFailures(relative).read() }
  }

  @Test("the lock of a scene that was renamed is told once")
  func renamed() async throws {
    let scene = try write("old.json")
    let lock = try await Animation(sceneAt: scene).lock()
    try LockFile(folder.path("old.lock")).replace(with: lock)
    try folder.write(folder.bytes(of: "old.json"), to: "new.json")
    let before = try await report(on: [folder.path])
    #expect(before.verdicts.map(\.kind) == [.missing, .same])
    try FileManager.default.removeItem(atPath: scene)
    let report = try await report(on: [folder.path])
    #expect(report.verdicts.map(\.kind) == [.missing])
    #expect(report.verdicts[0].isRenamed && report.verdicts[0].scene == folder.path("new.json"))
    #expect(report.verdicts[0].headline.hasPrefix("renamed from \(scene): git mv "))
  }

  @Test("a scene that cannot be read has its first mistake as headline, and its code")
  func invalid() async throws {
    let scene = try folder.write(#"{ "version": 1, "from": {} }"#, to: "a.json")
    let verdict = try #require(try await report(on: [scene]).verdicts.first)
    #expect(verdict.kind == .invalid && verdict.code == .invalidScene)
    #expect(verdict.headline == "the key \"to\" is missing")
  }

  @Test("a folder of frames is the picture of a scene, as others are")
  func pictures() async throws {
    let scene = try write("a.json")
    let animation = try Animation(sceneAt: scene)
    var options = RegressionOptions()
    options.reference = .folder(folder.path("p"))
    for (format, name) in [(OutputFormat.frames, "p/a"), (.apng, "p/a.apng")] {
      try folder.write("", to: "p/b.txt")
      try await animation.write([OutputRequest(format, to: .path(folder.path(name)))])
      let found = try await report(on: [scene], options)
      #expect(found.verdicts.map(\.kind) == [.same], "\(name): \(found.verdicts)")
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
    #expect(try await report(on: [scene], options).verdicts.map(\.kind) == [.missing])
  }
}
