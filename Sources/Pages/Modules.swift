/// ES modules that become one script.
///
/// A statement `import` is one line and names a file beside it; `export` stands before a declaration
/// at the beginning of its line. What modules declare outside of functions has different names.
struct Modules {
  /// The text of a module by its name.
  var text: (String) -> String

  /// A module and all that it needs, each behind those that it imports.
  func imported(by module: String, after known: [String] = []) -> [String] {
    guard !known.contains(module) else { return known }
    return lines(of: module).compactMap(Self.imported).reduce(known) {
      imported(by: $1, after: $0)
    } + [module]
  }

  /// The modules as one script, in which all know each other.
  func joined(_ modules: [String]) -> String {
    modules.flatMap(lines).filter { Self.imported(by: $0) == nil }
      .map { $0.hasPrefix("export ") ? $0.dropFirst(7) : $0 }.joined(separator: "\n")
  }

  private func lines(of module: String) -> [Substring] {
    text(module).split(separator: "\n")
  }

  /// The module that a line imports, as `dom` in `import { make } from "./dom.js";`.
  private static func imported(by line: Substring) -> String? {
    guard line.hasPrefix("import ") else { return nil }
    return String(line.drop { $0 != "/" }.dropFirst().prefix { $0 != "." })
  }
}
