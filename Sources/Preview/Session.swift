import Formatting
import Pages
import RenderTransition

/// What a running preview shows.
package final class Session: Sendable {
  /// The paths of the scenes, as they were found.
  package let scenes: [String]
  /// Whether nothing is written.
  package let isReadOnly: Bool
  let page: Response

  package init(scenes: [String], isReadOnly: Bool) {
    (self.scenes, self.isReadOnly) = (scenes, isReadOnly)
    let page = Page(
      of: "preview",
      loading: "img-src 'self' blob:; connect-src 'self'; require-trusted-types-for 'script'")
    let data = JSONValue.object(["readOnly": .flag(isReadOnly)])
    self.page = .page(
      page.html(title: "Preview", generator: Release.title, data: data.text(.compact)),
      policy: page.policy)
  }
}
