import Formatting
import Pages
import RenderTransition
package import SceneFormat

/// What a running preview shows, and answers.
package final class Session: Sendable {
  package struct Options: Hashable, Sendable {
    /// Whether nothing is written.
    package var isReadOnly = false
    package var scale: Double?
    package var fps: Double?
    package var jobs: Int?
    package var assetRoot: String?
    package var limits = Limits()

    package init() {}
  }

  /// The paths of the scenes, as they were found.
  package let scenes: [String]
  package let options: Options
  let page: Response

  package init(scenes: [String], options: Options) {
    (self.scenes, self.options) = (scenes, options)
    let page = Page(
      of: "preview",
      loading: "img-src 'self' blob:; connect-src 'self'; require-trusted-types-for 'script'")
    let data = JSONValue.object(["readOnly": .flag(options.isReadOnly)]).text(.compact)
    self.page = .page(
      page.html(title: "Preview", generator: Release.title, data: data), policy: page.policy)
  }

  /// Answers a request by the table of routes.
  package func answer(_ request: Request, _ connection: Connection) -> Response {
    Call.answer(request, connection, by: Route.all, self)
  }
}
