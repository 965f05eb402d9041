import Preview
import Regression
import RenderTransition

extension Command {
  func preview(_ paths: [String]) async throws(Failure) -> ExitCode {
    var options = PreviewOptions(paths: paths.isEmpty ? ["."] : paths)
    (options.scale, options.fps, options.jobs) = (settings.scale, settings.fps, settings.jobs)
    (options.assetRoot, options.limits) = (settings.assetRoot, settings.limits)
    let session = try Session(options)
    let router = Router(session)
    let token = Server.newToken()
    do {
      let server = try Server(at: Address("127.0.0.1")!, port: 0, token: token) {
        router.answer($0, $1)
      }
      try print("{ \"schema\": \"render-transition/preview-1\", \"url\": \"http://127.0.0.1:\(server.port)/\(token)/\", \"port\": \(server.port), \"scenes\": \(session.scenes.count) }\n")
      _ = Threads.start { session.judge() }
      session.follow()
    } catch {
      throw Failure(.failure, "\(error)")
    }
  }
}
