import CPages
import Formatting

/// An HTML page that is one file: a script, joined from modules, their styles, and a policy that
/// lets a browser run that script and no other.
///
/// The page brings its data as JSON, which no browser runs.
package struct Page: Sendable {
  /// The modules, joined.
  package let script: String
  /// The styles that stand beside the modules.
  package let style: String
  /// What the page may do, for its header `Content-Security-Policy`: its script, its style, and to
  /// load what was named.
  package let policy: String

  /// The page of `module` and of those that it imports, with other directives for what it loads, as
  /// in `img-src data:`.
  package init(of module: String, loading directives: String) {
    let modules = Modules { Self.file("\($0).js") }
    let names = modules.imported(by: module)
    script = modules.joined(names)
    style = names.map { Self.file("\($0).css") }.joined()
    let hashes = [script, style].map { Base64.text(SHA256.digest(of: Array($0.utf8))) }
    policy = """
      default-src 'none'; script-src 'sha256-\(hashes[0])'; style-src 'sha256-\(hashes[1])'; \
      \(directives); base-uri 'none'; form-action 'none'
      """
  }

  /// The page with its `data`, a JSON text.
  package func html(title: String, generator: String, data: String) -> String {
    let parts = [
      "policy": policy, "generator": Markup.text(generator), "title": Markup.text(title),
      "style": style, "data": Markup.embedded(data), "script": script,
    ]
    let pieces = Self.file("page.html").split(separator: "{{", omittingEmptySubsequences: false)
    return String(pieces[0])
      + pieces.dropFirst().map { piece in
        guard let end = piece.firstRange(of: "}}") else { return String(piece) }
        return (parts[String(piece[..<end.lowerBound])] ?? "") + piece[end.upperBound...]
      }.joined()
  }

  /// The text of a file of `CPages`; empty if there is none, as a module without a style.
  static func file(_ name: String) -> String {
    unsafe rt_page_file(name).map { unsafe String(cString: $0) } ?? ""
  }
}
