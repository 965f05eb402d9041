import Formatting
import Regression
import RenderTransition
import Synchronization

// What happens to files.
extension Session {
  /// What a failed build says is held for so many seconds: half of a save is no mistake.
  private static let patience = 0.1

  /// Looks after what is looked at, and the folders that are searched for scenes, from now on.
  func watchFiles() {
    let open = state.withLock { $0.open.values.map(\.files) }
    watch.watch(open.reduce(into: Set(options.paths)) { $0.formUnion($1.paths) })
  }

  /// Makes new builds of what is looked at whenever its files change, and keeps the list of scenes; on
  /// a thread of its own, for ever.
  package func follow() -> Never {
    var held: [String: Failure] = [:]
    while true {
      let isQuiet = !watch.wait(seconds: held.isEmpty ? FolderWatch.mostSeconds : Self.patience)
      if isQuiet {
        for (scene, failure) in held { post(failure.json.members, about: scene) }
        held = [:]
      }
      findScenes()
      for (scene, open) in state.withLock({ $0.open }) where !open.files.changes().isEmpty {
        do {
          held[scene] = nil
          guard let build = try build(again: open.wish) else { continue }
          post([JSONValue.Member(key: "build", value: answer(build).json)], about: scene)
        } catch {
          held[scene] = Failure(rendering: error, of: scene)
        }
      }
    }
  }

  /// A build of what the files say now.
  private func build(again wish: BuildWish) throws -> SceneBuild? {
    var wish = wish
    wish.edits = []
    return try build(wish)
  }

  private func post(_ news: [JSONValue.Member], about scene: String) {
    let event = JSONValue.object(["kind": .text("changed"), "scene": .text(scene)])
    events.post(.object(event.members + news))
    state.withLock { $0.verdicts[scene] = nil }
  }

  private func findScenes() {
    let found = SceneSearch(in: options.paths, limits: options.limits).scenes
    let isNews = state.withLock { state in
      defer { state.scenes = found }
      return state.scenes != found
    }
    if isNews { events.post(.object(["kind": .text("scenes")])) }
  }
}

extension Failure {
  /// The mistakes for programs, and as a terminal shows them.
  var json: JSONValue {
    .object([
      "mistakes": .list(diagnostics.map(\.json)),
      "text": .text(diagnostics.map { $0.text(.plain, width: 100) }.joined()),
    ])
  }
}
