import Formatting
import Regression
import RenderTransition
import Synchronization

// What happens to files.
extension Session {
  /// Mistakes and changes of the list of scenes are told when nothing happens to files for so many
  /// seconds: an editor may not have finished its save.
  private static let patience = 0.1

  /// How many scenes are followed; the one that was requested least recently goes first.
  private static let mostOpen = 8

  /// Follows the scene of a wish; pages show what they did before, or a new build.
  func open(_ wish: BuildWish, _ files: FileLog, shown: String? = nil) {
    state.withLock { state in
      let known = state.open.first { $0.wish.scene == wish.scene }
      let scene = OpenScene(wish: wish, files: files, shown: shown ?? known?.shown)
      let others = state.open.filter { $0.wish.scene != wish.scene }
      state.open = Array(([scene] + others).prefix(Self.mostOpen))
    }
  }

  /// Looks after what is followed, and the folders that are searched for scenes, from now on.
  func watchFiles() {
    state.withLock { state in
      let logs = state.open.map(\.files) + state.verdicts.values.map(\.files) + [state.search]
      watch.watch(logs.reduce(into: []) { $0.formUnion($1.paths) })
    }
  }

  /// Makes new builds of what is looked at whenever its files change, and keeps the list of scenes; on
  /// a thread of its own, for ever.
  package func follow() -> Never {
    var held: [String: Failure] = [:]
    var isListOld = true
    while true {
      let isWaiting = isListOld || !held.isEmpty
      let isQuiet = !watch.wait(seconds: isWaiting ? Self.patience : FolderWatch.mostSeconds)
      if isQuiet {
        if isListOld { findScenes() }
        for (scene, failure) in held {
          state.withLock { state in
            for index in state.open.indices where state.open[index].wish.scene == scene {
              state.open[index].shown = nil
            }
          }
          post(failure.json.members, about: scene)
        }
        held = [:]
      }
      for open in state.withLock({ $0.open }) where !open.files.changes().isEmpty {
        let scene = open.wish.scene
        do {
          held[scene] = nil
          var wish = open.wish
          wish.edits = []
          let build = try build(wish)
          guard build.id != open.shown else { continue }
          post([JSONValue.Member(key: "build", value: answer(build).json)], about: scene)
        } catch {
          held[scene] = Failure(rendering: error, of: scene)
        }
      }
      for (scene, known) in state.withLock({ $0.verdicts }) where !known.files.changes().isEmpty {
        state.withLock { $0.verdicts[scene] = nil }
      }
      let search = state.withLock { $0.search }
      isListOld = search.paths.isEmpty || !search.changes().isEmpty
    }
  }

  private func post(_ news: [JSONValue.Member], about scene: String) {
    let event = JSONValue.object(["kind": .text("changed"), "scene": .text(scene)])
    events.post(.object(event.members + news))
  }

  private func findScenes() {
    let search = FileLog()
    let found = SceneSearch(in: options.paths, limits: options.tests.limits, log: search).scenes
    let isNews = state.withLock { state in
      defer { (state.scenes, state.search) = (found, search) }
      return state.scenes != found
    }
    watchFiles()
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
