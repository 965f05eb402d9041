/// One request on its way: asks the studio, prints results, reports the rest.
struct Errand: Sendable {
  let studio: any Studio
  let console: Console
  let settings: Settings
  let reporter: Reporter

  init(_ studio: any Studio, _ console: Console, _ settings: Settings) {
    (self.studio, self.console, self.settings) = (studio, console, settings)
    reporter = Reporter(console, settings)
  }

  /// Answers what can be answered without a scene; nil if there is work to do.
  func answered(_ request: Request) -> ExitCode? {
    guard let answer = answer(to: request) else { return nil }
    do throws(Failure) {
      try print(answer, holding: .own)
      return .done
    } catch {
      return failed(error)
    }
  }

  /// What can be said without a scene.
  private func answer(to request: Request) -> String? {
    switch request {
    case .version: "\(Catalogue.program) \(Tool.version)\n"
    case .help(let verb): help(verb)
    case .publish(.man): Page.reference.roff(version: Tool.version)
    case .publish(.markdown): Page.reference.markdown
    case .completions(let shell): Completions.script(for: shell)
    case .schema(.scene): studio.schema
    case .schema(.testReport): TestReportSchema.text
    case .list(let topic, let asJSON): Listing.text(studio.list(topic), asJSON: asJSON)
    case .render, .frame, .check, .inspect, .diff, .test, .approve: nil
    }
  }

  private func help(_ verb: String?) -> String {
    let page = verb.flatMap(Catalogue.verb).map(Page.init(of:)) ?? .overview
    let ink = Ink(
      settings.colorChoice, isTerminal: console.isTerminal(.output),
      environment: console.environment)
    return page.text(width: console.width(.output), ink: ink)
  }

  /// Reads scenes, and does with them what is asked.
  func work(on request: Request) async -> ExitCode {
    do throws(Failure) {
      switch request {
      case .render(let scenes): try await render(scenes)
      case .frame(let scene, let moments): try await renderFrame(of: scene, at: moments)
      case .check(let scenes): try await check(scenes)
      case .inspect(let scene, let view, let moment, let asJSON):
        let opened = try await openAll([scene])
        for scene in opened { try print(await scene.inspect(view, at: moment, asJSON: asJSON)) }
      case .diff(let expected, let actual): return try await diff(expected, actual)
      case .test(let paths): return try await test(paths)
      case .approve(let paths): try await approve(paths)
      case .list, .schema, .help, .publish, .completions, .version: break
      }
      return .done
    } catch {
      return failed(error)
    }
  }

  /// Reports a failure and gives its code.
  private func failed(_ failure: Failure) -> ExitCode {
    reporter.report(failure.diagnostics)
    return failure.code
  }

  /// Prints a result.
  func print(
    _ text: String, holding content: Console.Content = .words
  ) throws(Failure) {
    do throws(Console.WriteFailure) {
      try console.write(text, .output, holding: content)
    } catch {
      switch error {
      case .brokenPipe: throw .silent(.brokenPipe)
      case .refused(let reason): throw Failure(.failure, "cannot write to stdout: \(reason)")
      }
    }
  }
}
