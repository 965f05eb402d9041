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
      "title": escaped("\(page.title): \(page.summary)"),
      "style": String(decoding: style, as: UTF8.self),
      "data": harmless(page.json.compact), "script": String(decoding: script, as: UTF8.self),
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

  /// JSON that no parser of HTML takes for a tag or the end of the block.
  private static func harmless(_ json: String) -> String {
    let bytes = json.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "<"): Array("\\u003c".utf8)
      case UInt8(ascii: ">"): Array("\\u003e".utf8)
      case UInt8(ascii: "&"): Array("\\u0026".utf8)
      default: [byte]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func escaped(_ text: String) -> String {
    Visible.text(text).unicodeScalars.map { scalar in
      switch scalar {
      case "<", ">", "&", "\"", "'": "&#\(scalar.value);"
      default: String(scalar)
      }
    }.joined()
  }
}
