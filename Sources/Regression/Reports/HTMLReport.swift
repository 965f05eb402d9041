import Formatting
import RenderTransition

/// A report as one HTML file that needs nothing else: no network, no other file.
///
/// Everything that comes from a scene is in one block of JSON, which no browser runs, and the
/// script puts it on the page as text. The security policy lets that script run and no other: the
/// template has the hashes of the script and the style, which a test holds against the two.
package enum HTMLReport {
  /// The most bytes of a page by default.
  package static let defaultBytes = 8_000_000

  /// The page.
  package static func text(of page: ReportPage) -> String {
    let (script, style) = (PackageResources.report_js, PackageResources.report_css)
    let parts = [
      "generator": "\(Release.program) \(Release.version)",
      "title": Markup.text("\(page.title): \(page.summary)"),
      "style": String(decoding: style, as: UTF8.self),
      "data": Markup.embedded(page.json.text(.compact)),
      "script": String(decoding: script, as: UTF8.self),
    ]
    return filled(String(decoding: PackageResources.report_html, as: UTF8.self), with: parts)
  }

  /// The template with its `{{names}}` replaced, once.
  private static func filled(_ template: String, with parts: [String: String]) -> String {
    let pieces = template.split(separator: "{{", omittingEmptySubsequences: false)
    return String(pieces[0])
      + pieces.dropFirst().map { piece in
        guard let end = piece.firstRange(of: "}}") else { return String(piece) }
        return (parts[String(piece[..<end.lowerBound])] ?? "") + piece[end.upperBound...]
      }.joined()
  }
}

/// Bytes as text (RFC 4648), for pictures inside of a page.
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of `bytes`, with `=` at its end where it needs them.
  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      let triple = (0..<3).reduce(UInt32(0)) { word, i in
        word << 8 | (i < count ? UInt32(bytes[start + i]) : 0)
      }
      for place in 0..<4 {
        let letter = letters[Int(triple >> (18 - 6 * UInt32(place)) & 63)]
        text.append(place <= count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
