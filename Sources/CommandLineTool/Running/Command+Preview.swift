import Formatting
import Preview
import Regression
import RenderTransition

extension Command {
  /// Serves a page of scenes until a signal comes.
  func preview(_ paths: [String]) async throws(Failure) -> ExitCode {
    try SceneOperand.checkHaveBaselines(paths, verb: "preview")
    let search = SceneSearch(in: paths.isEmpty ? ["."] : paths, limits: settings.limits)
    try search.checkFiles(otherwise: "only a file can be previewed")
    guard !search.scenes.isEmpty else { throw Failure(noSceneIn: paths) }
    let host = settings.preview.host ?? .thisMachine
    let session = try Failure.wrapping {
      try Session(scenes: search.scenes, options: options(at: host, search: paths))
    }
    try session.checkReference()
    let token = Server.newToken()
    let server = try Failure.wrapping {
      try Server(at: host, port: settings.preview.port ?? 0, token: token, answer: session.answer)
    }
    let preview = StartedPreview(
      url: "http://\(host.host):\(server.port)/\(token)/", port: server.port,
      scenes: search.scenes)
    try print((settings.isJSON ? preview.json.text(.compact) : preview.url) + "\n")
    reporter.note("\(NumberFormat.count(search.scenes.count, "scene")); Ctrl-C ends")
    if settings.preview.opensPage { try open(preview.url) }
    guard Threads.start({ session.judge() }) else {
      throw Failure(.failure, "the system starts no more threads")
    }
    session.follow()
  }

  private func options(at host: Address, search paths: [String]) -> Session.Options {
    var options = Session.Options()
    options.paths = paths.isEmpty ? ["."] : paths
    options.against = settings.regression.reference?.text
    options.isReadOnly = settings.preview.isReadOnly || !host.isLoopback
    (options.scale, options.fps, options.jobs) = (settings.scale, settings.fps, settings.jobs)
    (options.tests.assetRoot, options.tests.limits) = (settings.assetRoot, settings.limits)
    options.tests.jobs = 1
    if case .revision? = settings.regression.reference {
      options.tests.reference = settings.regression.reference
    }
    if !host.isLoopback {
      warn(
        "other machines can reach \(host), and everybody with the URL can see the scenes",
        hint: "the page is read-only")
    }
    return options
  }

  /// Opens the page in the user's browser, while the server runs.
  private func open(_ url: String) throws(Failure) {
    do throws(FileError) {
      let page = try ForwardingPage(to: url)
      let isStarted = Threads.start {
        if let problem = page.open() { warn("\(problem)", hint: "open the URL yourself") }
      }
      if !isStarted { page.remove() }
    } catch {
      throw Failure(.failure, "\(error)")
    }
  }

  private func warn(_ message: String, hint: String) {
    reporter.report([Diagnostic(.warning, .program, message, hint: hint)])
  }
}

/// What `preview --json` says.
struct StartedPreview: Recorded {
  var url: String
  var port: Int
  var scenes: [String]

  static let record = Record<StartedPreview>(
    "A preview that is served.",
    members: [
      .init(schema: "render-transition/preview-1"),
      .init("url", .text("The page; it has the token."), \.url),
      .init("port", .whole("The port."), \.port),
      .init("scenes", .list(.text("A path."), "The scenes that it shows."), \.scenes),
    ])
}
