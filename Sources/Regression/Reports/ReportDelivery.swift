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
    self.pageBytes = pageBytes ?? HTMLReport.usualBytes
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
