import Formatting
import Glibc
import Regression
import RenderTransition

/// The program: understands a command line, does what it says, and ends with an exit code.
public struct Tool: Sendable {
  /// The version of the program.
  public static let version = Release.version

  let console: Console

  /// Does what the program's own arguments say; call it first thing, from the main thread.
  public static func main() -> Never {
    Console.holdClosedStreams()
    Interruption.ignoreWriteSignals()
    let tool = Tool(console: .system)
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let index = arguments.indices.first(where: { !isText(argument: $0 + 1) }) {
      let message = "the argument \(Escaped.quoted(arguments[index])) is not in UTF-8"
      let hint = "a file of that name cannot be told from others; give it another one"
      let mistake = UsageMistake(.told(message, hint: hint), argument: index)
      exit(tool.refused(mistake, arguments).number)
    }
    switch tool.begin(arguments) {
    case .done(let code): exit(code.number)
    case .remains(let jobs, let work):
      do throws(Failure) {
        try ProcessLimits.prepare(jobs: jobs)
      } catch {
        exit(tool.refused(error, arguments).number)
      }
      Interruption.end(after: work)
    }
  }

  /// Whether the argument at `index`, the program's name being the first one, is in UTF-8: if not,
  /// it is known with other bytes than it has.
  private static func isText(argument index: Int) -> Bool {
    guard let bytes = unsafe CommandLine.unsafeArgv[index] else { return true }
    return unsafe String(validatingCString: bytes) != nil
  }

  /// What remains after the quick part.
  enum Outcome {
    case done(ExitCode)
    /// Reads scenes, which takes long enough to be interrupted; `jobs` are those that are asked
    /// for.
    case remains(jobs: Int?, @Sendable () async -> ExitCode)
  }

  /// Understands `arguments`, and does what needs no scene.
  func begin(_ arguments: [String]) -> Outcome {
    do throws(UsageMistake) {
      let parsed = try ParsedCommand(arguments, exists: console.exists)
      let command = Command(console, parsed.settings)
      switch parsed.verb.action {
      case .print(let text): return .done(command.answer(text(command)(parsed.operands)))
      case .work(let work):
        if let mistake = UsageMistake(watching: parsed.operands, parsed.settings) {
          throw mistake.located(at: nil, verb: parsed.verb.name)
        }
        return .remains(jobs: parsed.settings.jobs) {
          parsed.settings.isWatching
            ? await command.keepRunning(work, parsed.operands)
            : await command.code(of: work(command), parsed.operands)
        }
      }
    } catch {
      return .done(refused(error, arguments))
    }
  }

  /// Reports a usage error.
  private func refused(_ mistake: UsageMistake, _ arguments: [String]) -> ExitCode {
    refused(Failure(mistake), arguments)
  }

  /// Reports a failure.
  private func refused(_ failure: Failure, _ arguments: [String]) -> ExitCode {
    var settings = Settings()
    if Self.wantsJSON(arguments) { settings.errorStyle = .json }
    Reporter(console, settings).report(failure.diagnostics)
    return failure.code
  }

  /// Whether a command line that cannot be followed asks for JSON at least.
  private static func wantsJSON(_ arguments: [String]) -> Bool {
    arguments.contains("--errors=json")
      || zip(arguments, arguments.dropFirst()).contains { $0 == "--errors" && $1 == "json" }
  }
}
