import Formatting
import Pages
import RenderTransition

/// A report as one HTML file that needs nothing else: no network, no other file.
///
/// Everything that comes from a scene is in one block of JSON, which no browser runs, and the
/// script puts it on the page as text.
package enum HTMLReport {
  /// The most bytes of a page by default.
  package static let defaultBytes = 8_000_000

  /// The page without what it shows; `data:` is for its icon, `blob:` for its pictures.
  static let page = Page(of: "report", loading: "img-src data: blob:")

  /// The page.
  package static func text(of page: ReportPage) -> String {
    Self.page.html(
      title: "\(page.title): \(page.summary)",
      generator: "\(Release.program) \(Release.version)", data: page.json.text(.compact))
  }
}
