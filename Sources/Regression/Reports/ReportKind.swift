import Formatting
import RenderTransition

/// A way to tell people and programs of the results.
package enum ReportKind: String, Hashable, Sendable, CaseIterable {
  case pretty, github, json, junit, markdown, html, pictures, blob

  /// Whether it speaks on stdout unless told otherwise.
  package var isSpoken: Bool { self == .pretty || self == .github }

  /// Whether it needs the pictures of scenes that differ, are new or are gone.
  package var needsPictures: Bool { [.html, .pictures, .blob].contains(self) }

  /// As the manual shows it.
  package var synopsis: String {
    isSpoken ? rawValue : "\(rawValue)=\(self == .pictures ? "DIR" : "FILE")"
  }
}

/// A report that is wanted, and where.
package struct ReportRequest: Hashable, Sendable {
  /// The kind.
  package var kind: ReportKind
  /// The file; nil for stdout.
  package var path: String?

  /// A report of a kind that goes to stdout.
  package init(printing kind: ReportKind) { self.kind = kind }

  /// Reads `pretty`, `github` or `KIND=FILE`; the file `-` is stdout.
  package init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = ReportKind(rawValue: String(parts[0])) else { return nil }
    self.kind = kind
    guard parts.count > 1 else {
      if !kind.isSpoken { return nil }
      return
    }
    guard !parts[1].isEmpty, !parts[1].unicodeScalars.contains("\0") else { return nil }
    path = parts[1] == "-" ? nil : String(parts[1])
  }
}

// Reports that were written before, told from files that a scene may be made of.
extension ReportKind {
  /// How reports begin: no picture, font, screen or recipe does.
  private static let beginnings: [String] =
    [
      "<!doctype html>", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites ",
      MarkdownReport.mark, "### \(Release.program): ", "{\n  \"schema\": \"\(TestReport.schema)\"",
      "{\"schema\":\"\(Blob.schema)\"", "::", "\u{1B}[",
    ] + SceneVerdict.Kind.allCases.map { "\($0.rawValue) " }

  /// Whether the file at `path` may be replaced: it is missing, empty, or a report.
  package static func isExpendable(_ path: String) -> Bool {
    do {
      let head = try TextFile.readHead(of: path, count: 256)
      return head.isEmpty || beginnings.contains { head.starts(with: $0.utf8) }
    } catch {
      // Only regular files are replaced.
      return error.isAboutMissing || error.reason == .notRegular
    }
  }
}
