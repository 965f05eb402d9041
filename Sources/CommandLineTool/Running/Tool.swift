import Glibc

/// The program: understands a command line, does what it says, and ends with an exit code.
public struct Tool: Sendable {
  /// The version of the program.
  public static let version = "0.1.0"

  let studio: any Studio
  let console: Console
  /// Whether signals cancel the work; they belong to the whole process.
  var isInterruptible = false

  /// Does what the program's own arguments say; never returns.
  @MainActor public static func main() async -> Never {
    Interruption.ignoreBrokenPipes()
    let tool = Tool(studio: LibraryStudio(console: .system), console: .system, isInterruptible: true)
    let code = await tool.run(Array(CommandLine.arguments.dropFirst()))
    if let number = Interruption.number { Interruption.end(by: number) }
    exit(code.number)
  }

  /// Does what `arguments` say, and says how it went.
  @MainActor func run(_ arguments: [String]) async -> ExitCode {
    do throws(UsageMistake) {
      let invocation = try Invocation(arguments, exists: console.exists)
      return await run(invocation)
    } catch {
      var settings = Settings()
      if Self.wantsJSON(arguments) { settings.errorStyle = .json }
      Reporter(console, settings).report([Diagnostic(error)])
      return .usage
    }
  }

  /// Only what reads scenes takes long enough to be interrupted.
  @MainActor private func run(_ invocation: Invocation) async -> ExitCode {
    let errand = Errand(studio, console, invocation.settings)
    if let code = errand.answered(invocation.request) { return code }
    guard isInterruptible else { return await errand.work(on: invocation.request) }
    Interruption.begin()
    return await Interruption.during { await errand.work(on: invocation.request) }
  }

  /// Whether a command line that cannot be followed asks for JSON at least.
  private static func wantsJSON(_ arguments: [String]) -> Bool {
    arguments.contains("--errors=json")
      || zip(arguments, arguments.dropFirst()).contains { $0 == "--errors" && $1 == "json" }
  }
}
