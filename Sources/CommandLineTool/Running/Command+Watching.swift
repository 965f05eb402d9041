import Formatting
import Regression
import RenderTransition

// Runs a verb again and again.
extension Command {
  /// Does some work, and again whenever a file changes that it has read or looked for; returns only if
  /// the command line is wrong or stdout is closed.
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
      let watch = (log: FileLog(), folders: folders)
      operands.forEach(watch.log.note)
      let run = Command(console, settings, watch)
      do throws(Failure) {
        _ = try await work(run)(operands)
      } catch {
        // A failure without a message is a closed pipe.
        let isFinal = isFirst && [.usage, .missingTool].contains(error.code)
        if isFinal || error.diagnostics.isEmpty { return failed(error) }
        if error.code == .different || !run.isBeingSaved { _ = failed(error) }
      }
      if isFirst { reporter.note("waiting for changes; Ctrl-C ends") }
      isFirst = false
      let changes = folders.changes(of: watch.log, within: .infinity)
      let others = changes.count > 1 ? " and \(changes.count - 1) more" : ""
      // Folders come before the files in them.
      reporter.note("\(changes.last.map { Escaped.path($0) } ?? "")\(others) changed")
    }
  }

  /// Whether a file changes within 100 ms of a mistake, which is then the fault of half a save and not
  /// reported.
  var isBeingSaved: Bool {
    watch.map { !$0.folders.changes(of: $0.log, within: 0.1).isEmpty } ?? false
  }
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
