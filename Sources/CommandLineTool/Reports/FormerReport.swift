import RenderTransition

/// Tells reports that were written before from files that a scene may be made of.
enum FormerReport {
  /// How reports begin: no picture, font, screen or recipe does.
  private static let beginnings: [String] =
    [
      "<!doctype html>", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites ",
      "### \(Catalogue.program): ", "{\n  \"schema\": \"\(TestReport.schema)\"", "::", "\u{1B}[",
    ] + SceneVerdict.Kind.allCases.map { "\($0.rawValue) " }

  /// Whether nothing is lost with what is at `path`: there is no file, an empty one, or a report.
  static func isExpendable(_ path: String) -> Bool {
    do {
      let head = try TextFile.readHead(of: path, count: 256)
      return head.isEmpty || beginnings.contains { head.starts(with: $0.utf8) }
    } catch {
      // What is no regular file is written through, never replaced.
      return error.isAboutMissing || error.reason == .notRegular
    }
  }
}
