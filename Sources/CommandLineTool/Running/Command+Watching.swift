import Formatting
import Regression
import RenderTransition

/// The files that one run of a verb reads or looks for, with `--watch`.
struct RunWatch: Sendable {
  let log = FileLog()
  private let folders: FolderWatch

  init(_ folders: FolderWatch) { self.folders = folders }

  /// The paths of files that change within so many seconds, or ever.
  func changes(within seconds: Double = .infinity) -> [String] {
    folders.changes(of: log, within: seconds)
  }
}

// Runs a verb again and again.
extension Command {
  /// Does some work, and again whenever a file changes that it has read or looked for; answers only
  /// where waiting makes no sense.
  func keepRunning(
    _ work: (Command) -> ([String]) async throws(Failure) -> ExitCode, _ operands: [String]
  ) async -> ExitCode {
    let folders: FolderWatch
    do throws(FileError) {
      folders = try FolderWatch()
    } catch {
      return failed(Failure(.failure, "\(error)"))
    }
    var isFirst = true
    while true {
      let watch = RunWatch(folders)
      operands.forEach(watch.log.note)
      let run = Command(console, settings, watch)
      do throws(Failure) {
        _ = try await work(run)(operands)
      } catch {
        // Nothing listens any more, or no change of a file makes it right.
        let isFinal = isFirst && [.usage, .missingTool].contains(error.code)
        if isFinal || error.diagnostics.isEmpty { return failed(error) }
        if error.code == .different || !run.isBeingSaved { _ = failed(error) }
      }
      if isFirst { reporter.note("waiting for changes; Ctrl-C ends") }
      isFirst = false
      let changes = watch.changes()
      let others = changes.count > 1 ? " and \(changes.count - 1) more" : ""
      // The last one is no folder, unless all are.
      reporter.note("\(changes.last.map { Escaped.path($0) } ?? "")\(others) changed")
    }
  }

  /// Whether a file changes right now that was read or looked for: what is wrong may be half of a save,
  /// of which nothing is said.
  var isBeingSaved: Bool { watch?.changes(within: 0.1).isEmpty == false }
}

extension UsageMistake {
  /// What keeps files from being watched; nil for nothing.
  init?(watching operands: [String], _ settings: Settings) {
    let names = operands + settings.outputs
    guard settings.isWatching, let name = names.first(where: { SceneAddress($0) != .file($0) })
    else { return nil }
    self.init(.conflict(["--watch", Escaped.quoted(name)]))
  }
}
