import CPages
import Formatting

/// An HTML page that is one file: modules of JavaScript joined to one script, their styles, and a
/// policy that lets a browser run that script and no other.
///
/// So that ES modules can be joined, an `import` is one line and names a file beside it, `export`
/// stands before a declaration at the beginning of its line, and no two modules declare one name.
package struct Page: Sendable {
  /// The modules, each behind those that it imports.
  package let script: String
  /// The styles that have the names of the modules, in the same order.
  package let style: String
  /// What the page may do, for its header `Content-Security-Policy`: its script, its style, and to
  /// load what was named.
  package let policy: String

  /// The page of a module, with more directives for what it loads, as in `img-src data:`.
  ///
  /// `files` gives the text of a file, which is empty if there is none.
  package init(
    of module: String, loading directives: String, from files: (String) -> String = Page.file
  ) {
    func lines(of module: String) -> [Substring] { files("\(module).js").split(separator: "\n") }
    func modules(after known: [String], _ module: String) -> [String] {
      if known.contains(module) { return known }
      return lines(of: module).compactMap(Self.imported).reduce(known, modules) + [module]
    }
    let names = modules(after: [], module)
    script = names.flatMap(lines).filter { Self.imported(by: $0) == nil }
      .map { $0.hasPrefix("export ") ? $0.dropFirst(7) : $0 }.joined(separator: "\n")
    style = names.map { files("\($0).css") }.joined()
    let hashes = [script, style].map { Base64.text(SHA256.digest(of: Array($0.utf8))) }
    policy = """
      default-src 'none'; script-src 'sha256-\(hashes[0])'; style-src 'sha256-\(hashes[1])'; \
      \(directives); base-uri 'none'; form-action 'none'
      """
  }

  /// The module that a line imports, as `dom` in `import { make } from "./dom.js";`.
  private static func imported(by line: Substring) -> String? {
    guard line.hasPrefix("import ") else { return nil }
    return String(line.drop { $0 != "/" }.dropFirst().prefix { $0 != "." })
  }

  /// The page with its `data`, a JSON text, which no browser runs.
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

  /// The text of a file that the program carries; empty if there is none.
  package static func file(_ name: String) -> String {
    unsafe rt_page_file(name).map { unsafe String(cString: $0) } ?? ""
  }
}
