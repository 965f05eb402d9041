import Formatting

/// A report as one HTML file that needs nothing else: no network, no other file.
///
/// Everything that comes from a scene is in one block of JSON, which no browser runs, and the
/// script puts it on the page as text. The security policy lets that script run and no other.
enum HTMLReport {
  /// The page stays below 2 MB: this is what its failures may take of it.
  static let filmBytes = 1_850_000

  /// The page.
  static func text(of page: ReportPage) -> String {
    let (script, style) = (PackageResources.report_js, PackageResources.report_css)
    let parts = [
      "script-hash": Base64.text(SHA256.digest(script)),
      "style-hash": Base64.text(SHA256.digest(style)),
      "generator": "\(Catalogue.program) \(Tool.version)",
      "title": Markup.text("\(page.title): \(page.summary)"),
      "style": String(decoding: style, as: UTF8.self),
      "data": Markup.embedded(page.json.text(.compact)),
      "script": String(decoding: script, as: UTF8.self),
    ]
    return filled(String(decoding: PackageResources.report_html, as: UTF8.self), with: parts)
  }

  /// The template, with what its `{{names}}` stand for; what is put in is not looked at again.
  private static func filled(_ template: String, with parts: [String: String]) -> String {
    let pieces = template.split(separator: "{{", omittingEmptySubsequences: false)
    return String(pieces[0])
      + pieces.dropFirst().map { piece in
        guard let end = piece.firstRange(of: "}}") else { return String(piece) }
        return (parts[String(piece[..<end.lowerBound])] ?? "") + piece[end.upperBound...]
      }.joined()
  }
}
