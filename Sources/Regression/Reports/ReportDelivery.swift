package import Formatting
import RenderTransition

/// Writes the reports that were asked for.
package struct ReportDelivery {
  /// The reports, and where they go.
  package var requests: [ReportRequest]
  /// What a page takes at most, in bytes.
  package var pageBytes: Int
  /// The address of the pictures in the Markdown report; nil for no pictures.
  package var pictureBase: String?
  /// How texts on stdout look.
  package var style: TextStyle
  package var isQuiet: Bool
  /// Frames that are worked on side by side.
  package var jobs: Int?

  package init(
    _ requests: [ReportRequest], pageBytes: Int?, pictureBase: String?, style: TextStyle,
    isQuiet: Bool, jobs: Int?
  ) {
    (self.requests, self.pictureBase, self.jobs) = (requests, pictureBase, jobs)
    self.pageBytes = pageBytes ?? HTMLReport.defaultBytes
    (self.style, self.isQuiet) = (style, isQuiet)
  }

  /// Whether any report needs pictures of what differs.
  package var needsPictures: Bool { requests.contains { $0.kind.needsPictures } }

  /// Writes all reports; those without a file are given to `print`.
  package func deliver(
    _ report: TestReport, print: (_ text: String, ReportKind) throws(Failure) -> Void
  ) throws(Failure) {
    let pictures = try written(picturesOf: report)
    for request in requests where request.kind != .pictures {
      let bytes = try content(request, of: report, pictures)
      if let path = request.path {
        try Failure.wrapping { try TextFile.write(bytes, to: path) }
      } else {
        try print(String(decoding: bytes, as: UTF8.self), request.kind)
      }
    }
  }

  /// The pictures, written to the folder that was asked for; nil if none was.
  private func written(picturesOf report: TestReport) throws(Failure) -> ReviewPictures? {
    guard let folder = requests.first(where: { $0.kind == .pictures })?.path else { return nil }
    do {
      let pictures = try ReviewPictures(report, jobs: jobs)
      try pictures.write(to: folder, jobs: jobs)
      return pictures
    } catch {
      throw Failure(comparing: error, path: folder)
    }
  }

  private func content(
    _ request: ReportRequest, of report: TestReport, _ pictures: ReviewPictures?
  ) throws(Failure) -> [UInt8] {
    switch request.kind {
    case .pretty: bytes(PrettyReport(report: report, style: style, isQuiet: isQuiet).text)
    case .github: bytes(GitHubReport(report: report).annotations)
    case .json: bytes(report.json.text(.members) + "\n")
    case .junit: bytes(JUnitReport(report: report).text)
    case .markdown: bytes(markdown(report, pictures))
    case .html: try page(of: report, at: request.path)
    case .blob: Blob(report: report).bytes
    case .pictures: []
    }
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func markdown(_ report: TestReport, _ pictures: ReviewPictures?) -> String {
    guard let pictureBase, let pictures else { return MarkdownReport(report: report).text }
    let base = pictureBase.hasSuffix("/") ? pictureBase : pictureBase + "/"
    return MarkdownReport(report: report, pictures: pictures, pictureBase: base).text
  }

  /// The page at `path`, and in a folder beside it a page for each scene of which the first has not
  /// all pictures.
  private func page(of report: TestReport, at path: String?) throws(Failure) -> [UInt8] {
    do {
      let folder = path.map { path in
        "\(path.hasSuffix(".html") ? String(path.dropLast(5)) : path).scenes"
      }
      let (page, own) = try report.page.fitted(
        into: pageBytes, folder: folder.map(PathName.last), jobs: jobs)
      for (name, page) in own {
        guard let folder else { break }
        try TextFile.write(bytes(HTMLReport.text(of: page)), to: name, beneath: folder)
      }
      return bytes(HTMLReport.text(of: page))
    } catch {
      throw Failure(comparing: error, path: path ?? "report")
    }
  }
}

extension TestReport {
  /// The table that GitHub shows as a summary of a job.
  package var stepSummary: [UInt8] { Array(MarkdownReport(report: self).text.utf8) }
}

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
