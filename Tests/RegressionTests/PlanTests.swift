import Formatting
import Foundation
import Pixels
import RenderTransition
import TestSupport
import Testing

@testable import Regression

@Suite("scenes shared between machines")
struct PlanTests {
  private static func scene(width: Int) -> String {
    """
    { "version": 1, "canvas": { "width": \(width), "height": 40 }, "from": { "background": "#fff" },
      "to": { "background": "#124" }, "transition": { "type": "slide", "duration": 0.2 } }
    """
  }

  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for (index, width) in [400, 10, 20, 300, 30, 40, 200].enumerated() {
      _ = try folder.write(Self.scene(width: width), to: "\(index).json")
    }
    _ = try folder.write("{ \"version\": 1 }", to: "broken.json")
    return folder
  }

  private func plan(_ folder: ScratchFolder) throws(Failure) -> TaskPlan {
    let names = (0..<7).map { folder.path("\($0).json") } + [folder.path("broken.json")]
    return try TaskPlan(of: names, RegressionOptions())
  }

  @Test("each scene belongs to one machine, and the costliest is alone", arguments: 1...9)
  func partition(count: Int) throws {
    let plan = try plan(try folder())
    let shards = (1...count).compactMap { Shard($0, of: count) }
    let tasks = shards.map { plan.tasks(of: $0) }
    #expect(tasks.flatMap(\.self).map(\.id).sorted() == plan.tasks.map(\.id).sorted())
    for own in tasks { #expect(own.map(\.id) == plan.tasks.filter(own.contains).map(\.id)) }
    if count == 4 { #expect(tasks.contains { $0.count == 1 && $0[0] == plan.tasks[0] }) }
  }

  @Test("a plan's hash follows every file, and says nothing of the machine")
  func hash() throws {
    let folder = try folder()
    let (first, again) = (try plan(folder), try plan(folder))
    #expect(first.hash == again.hash && first.tasks.last?.frames == 0)
    _ = try folder.write(Self.scene(width: 11), to: "1.json")
    let changed = try plan(folder)
    #expect(changed.hash != first.hash && changed.tasks[0] == first.tasks[0])
    _ = try folder.write("render-transition lock 1\n", to: "0.lock")
    #expect(try plan(folder).hash != changed.hash)
  }

  @Test("timings of an earlier report are the costs, and scenes without one cost as others do")
  func timings() throws {
    let folder = try folder()
    let report = try folder.write(
      """
      { "schema": "\(TestReport.schema)", "scenes": [
        { "scene": "\(folder.path("1.json"))", "verdict": "same", "seconds": 9 } ] }
      """, to: "report.json")
    let before = try plan(folder)
    let after = try TaskPlan.costed(before.tasks, SeenReport(report).seconds)
    #expect(after[1].cost == 9)
    let ratio = 9 / before.tasks[1].cost
    #expect(abs(after[0].cost - before.tasks[0].cost * ratio) < 1e-9)
  }

  @Test("scenes that cannot be read are spread over the machines", arguments: 2...4)
  func unreadable(count: Int) throws {
    let folder = try ScratchFolder()
    let names = try (0..<8).map { try folder.write("{ \"version\": 1 }", to: "\($0).json") }
    let plan = try TaskPlan(of: names, RegressionOptions())
    #expect(plan.tasks.allSatisfy { $0.cost == 0 && $0.frames == 0 })
    for index in 1...count {
      let own = plan.tasks(of: try #require(Shard(index, of: count)))
      #expect((8 / count...(7 + count) / count).contains(own.count), "\(index): \(own.count)")
    }
  }

  @Test("files are listed by their paths, relative to the current folder where they are in it")
  func inputs() throws {
    let folder = try folder()
    _ = try folder.write("render-transition lock 1\n", to: "0.lock")
    let own = try plan(folder).tasks[0].inputs
    #expect(own.map(\.path) == ["0.json", "0.lock"].map(folder.path))
    #expect(own[1].hash == FrameHash(ofBytes: Array("render-transition lock 1\n".utf8)))
    let here = FileManager.default.currentDirectoryPath
    let recipe = Fixtures.package.appending(path: "scenes/push.json").path()
    try #require(recipe.hasPrefix(here + "/"))
    let paths = try TaskPlan(of: [recipe], RegressionOptions()).tasks[0].inputs.map(\.path)
    #expect(paths.contains("scenes/push.json") && paths == paths.sorted())
  }

  @Test("scenes without a time cost what is usual: the middle of the others' times for a pixel")
  func usualTime() throws {
    let folder = try folder()
    let before = try plan(folder)
    // A hundred, a million and twice the seconds for each of their pixels.
    let seconds = zip([0, 1, 2], [100, 1e6, 2]).map { index, factor in
      """
      { "scene": "\(folder.path("\(index).json"))", "verdict": "same",
        "seconds": \(before.tasks[index].cost * factor) }
      """
    }
    let report = try folder.write(
      #"{ "schema": "\#(TestReport.schema)", "scenes": [\#(seconds.joined(separator: ","))] }"#,
      to: "report.json")
    let after = try TaskPlan.costed(before.tasks, SeenReport(report).seconds)
    #expect((after[3].cost / before.tasks[3].cost - 100).magnitude < 1e-6)
  }

  @Test("people read each scene's share of the whole cost")
  func shares() throws {
    let folder = try ScratchFolder()
    for name in ["a", "bc"] { _ = try folder.write(Self.scene(width: 40), to: "\(name).json") }
    let names = ["a.json", "bc.json"].map(folder.path)
    let plan = try TaskPlan(of: names, RegressionOptions())
    let line = "11 frames, 50.0 % of the cost\n"
    #expect(
      plan.text(of: .whole)
        == "\(names[0])   \(line)\(names[1])  \(line)2 scenes of 2, plan \(plan.hash)\n")
  }

  @Test(
    "the environment names the machine",
    arguments: [
      (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"], "2/3"),
      (["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "3"], "1/3"),
      (["BUILDKITE_PARALLEL_JOB": "2", "BUILDKITE_PARALLEL_JOB_COUNT": "3"], "3/3"),
      (
        [
          "SLURM_ARRAY_TASK_ID": "12", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_COUNT": "4",
        ], "3/4"
      ),
      (["JOB_COMPLETION_INDEX": "1", "SHARD_TOTAL": "2"], "2/2"),
      (["SHARD_INDEX": "1", "SHARD_TOTAL": "2"], "2/2"),
      (["PARALLEL_SEQ": "1", "SHARD_TOTAL": "2"], "1/2"),
      (
        ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "2", "SHARD_INDEX": "1", "SHARD_TOTAL": "2"], "2/2"
      ),
    ])
  func environment(variables: [String: String], shard: String) throws {
    #expect(try Shard.named(by: { variables[$0] }).description == shard)
  }

  @Test(
    "an environment that names none, or two, is refused with the names of its variables",
    arguments: [
      ([:], "none of these variables is set: SHARD_INDEX, CI_NODE_INDEX"),
      (["JOB_COMPLETION_INDEX": "1"], "SHARD_TOTAL has to be"),
      (["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "3"], "CI_NODE_INDEX is set"),
      (["CI_NODE_INDEX": "x", "CI_NODE_TOTAL": "3"], "CI_NODE_INDEX is set"),
      (
        ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3", "SHARD_INDEX": "1", "SHARD_TOTAL": "3"],
        "contradict each other: SHARD_INDEX (2/3), CI_NODE_INDEX (1/3)"
      ),
    ])
  func refusals(variables: [String: String], words: String) throws {
    let failure = try #require(throws: Failure.self) { try Shard.named(by: { variables[$0] }) }
    #expect(failure.code == .usage && failure.diagnostics[0].message.contains(words))
  }

  @Test(
    "what is no shard is none", arguments: ["0/2", "3/2", "1", "1/0", "-1/2", "1/2/3", "a/b", ""])
  func shards(text: String) { #expect(Shard(text) == nil) }
}
