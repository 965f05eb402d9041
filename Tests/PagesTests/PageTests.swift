import CPages
import Formatting
import Foundation
import TestSupport
import Testing

@testable import Pages

@Suite("pages that are one file")
struct PageTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/CPages/pages")
  static let report = Page(of: "report", loading: "img-src data: blob:")

  private static func files() throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        let data = try Data(contentsOf: folder.appendingPathComponent(name))
        return (name, String(decoding: data, as: UTF8.self))
      })
  }

  private static func modules() throws -> [String: String] {
    try files().filter { $0.key.hasSuffix(".js") }
  }

  @Test("the program has every file of the folder as it is")
  func embedded() throws {
    for (name, text) in try Self.files() {
      #expect(Page.file(name) == text, "add \(name) to CPages.c, in both lists")
    }
  }

  @Test("a module comes once, behind those that it imports, without imports and exports")
  func joining() {
    let texts = [
      "a.js": "import { b } from \"./b.js\";\nimport { c, d } from \"./c.js\";\n\nb(c);\n",
      "b.js": "import { c } from \"./c.js\";\nexport const b = () => {\n  export_(c);\n};\n",
      "c.js": "// exports\nexport class c {}\nexport const d = 1;\n",
      "other.js": "other();\n", "a.css": "a {}\n", "c.css": "c {}\n", "other.css": "d {}\n",
    ]
    let page = Page(of: "a", loading: "", from: { texts[$0] ?? "" })
    #expect(page.style == "c {}\na {}\n")
    #expect(
      page.script == """
        // exports
        class c {}
        const d = 1;
        const b = () => {
          export_(c);
        };
        b(c);
        """)
  }

  /// What a module declares at the beginning of a line.
  private static func declarations(in text: String) -> [(name: String, isExported: Bool)] {
    let pattern = /(export )?(?:async )?(?:const|let|var|class|function\*?) ([\w$]+)/
    return text.split(separator: "\n").compactMap { line in
      line.prefixMatch(of: pattern).map { (String($0.output.2), $0.output.1 != nil) }
    }
  }

  @Test("no two modules declare the same name")
  func names() throws {
    var owners: [String: String] = [:]
    for (module, text) in try Self.modules() {
      for (name, _) in Self.declarations(in: text) {
        #expect(owners[name] == nil, "\(module) and \(owners[name] ?? "") declare \(name)")
        owners[name] = module
      }
    }
    #expect(owners["make"] == "dom.js" && owners["Viewer"] == "viewer.js")
  }

  @Test("modules import what there is and what they use, and export in one way")
  func imports() throws {
    let modules = try Self.modules()
    for (module, text) in modules {
      for line in text.split(separator: "\n") where line.hasPrefix("import ") {
        let match = line.wholeMatch(of: /import \{ ([\w$, ]+) \} from "\.\/(\w+\.js)";/)
        guard let match, let source = modules[String(match.output.2)] else {
          Issue.record("\(module): \(line)")
          continue
        }
        let exported = Self.declarations(in: source).filter(\.isExported).map(\.name)
        for name in match.output.1.split(separator: ", ") {
          #expect(exported.contains(String(name)), "\(module) imports \(name)")
          #expect(text.ranges(of: name).count > 1, "\(module) does not use \(name)")
        }
      }
      let exports = text.split(separator: "\n").filter { $0.hasPrefix("export") }
      let declared = Self.declarations(in: text).filter(\.isExported)
      #expect(exports.count == declared.count, "\(module): export before a declaration")
    }
  }

  @Test("the page has a header that is its policy, and its parts once")
  func html() {
    let page = Self.report
    let text = page.html(
      title: "<a> {{data}}", generator: "g", data: "{\"x\":\"</script>{{style}}\"}")
    #expect(text.components(separatedBy: "<script").count == 3)
    #expect(text.components(separatedBy: "</script").count == 3)
    #expect(text.contains("<title>&lt;a&gt; {{data}}</title>"))
    #expect(text.contains(#"{"x":"\u003c/script\u003e{{style}}"}"#))
    #expect(text.contains("content=\"\(page.policy)\""))
    for (part, tag) in [(page.script, "script type=\"module\""), (page.style, "style")] {
      #expect(text.contains("<\(tag)>\(part)</\(tag.prefix { $0 != " " })>"))
    }
  }

  @Test("the policy lets the page's script run and its style be used, and nothing else")
  func policy() {
    func digest(_ text: String) -> String { Base64.text(SHA256.digest(of: Array(text.utf8))) }
    let (script, style) = (digest(Self.report.script), digest(Self.report.style))
    #expect(
      Self.report.policy == """
        default-src 'none'; script-src 'sha256-\(script)'; style-src 'sha256-\(style)'; \
        img-src data: blob:; base-uri 'none'; form-action 'none'
        """)
  }

  /// Lengths around the end of a block, of which the last has room for 55 bytes.
  @Test("SHA-256 is that of another program", arguments: [0, 1, 54, 55, 56, 63, 64, 65, 119, 5000])
  func digest(count: Int) throws {
    guard let program = OutsideProgram("sha256sum") else { return }
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let output = try #require(try program.output(["{}"], file: bytes))
    let hexadecimal = SHA256.digest(of: bytes).map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16)
    }.joined()
    #expect(String(decoding: output.prefix(64), as: UTF8.self) == hexadecimal)
  }
}
