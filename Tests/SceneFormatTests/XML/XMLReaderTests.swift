import Foundation
import TestSupport
import Testing

@testable import SceneFormat

@Suite("XML is read with the places of all that is written in it")
struct XMLReaderTests {
  private func parse(_ text: String, limits: Limits = Limits()) throws -> XMLNode {
    try XMLReader.parse(Array(text.utf8), file: "a.svg", limits: limits)
  }

  /// What is said about a text that is refused.
  private func refusal(_ bytes: [UInt8], limits: Limits = Limits()) -> String {
    do {
      _ = try XMLReader.parse(bytes, file: "a.svg", limits: limits)
      return "read"
    } catch {
      return "\(error)".replacing("a.svg:", with: "")
    }
  }

  @Test("tags, attributes and texts are where they are written")
  func places() throws {
    let root = try parse("<svg a='1'\n  b = \"é2\"><!-- é --><g/>\n<t>é x\ny</t></svg>")
    #expect(root.attributes.map(\.name) == ["a", "b"])
    #expect(root.attributes.map(\.place.words) == ["1:6", "2:3"])
    #expect(root.attributes.map(\.value.place.words) == ["1:8", "2:7"])
    #expect(root.elements.map(\.name) == ["g", "t"])
    #expect(root.elements.map(\.place.words) == ["2:22", "3:1"])
    guard case .text(let text)? = root.elements.last?.contents.first else {
      return #expect(Bool(false))
    }
    #expect(text.text == "é x\ny")
    #expect(
      (0..<5).map { text.place(ofCharacter: $0).words } == ["3:4", "3:5", "3:6", "3:7", "4:1"])
  }

  @Test(
    "characters of a value have their column behind references, entities and line ends",
    arguments: [
      ("<svg d='ab'/>", ["1:9", "1:10"]), ("<svg d='&#x41;b'/>", ["1:9", "1:15"]),
      ("<svg d='&amp;&lt;b'/>", ["1:9", "1:14", "1:18"]),
      ("<svg d='a\nb'/>", ["1:9", "1:10", "2:1"]),
      ("<svg d='a\r\nb\r\n\r\nc'/>", ["1:9", "1:10", "2:1", "2:2", "3:1", "4:1"]),
      (
        "<!DOCTYPE svg [<!ENTITY long 'xy'>]>\n<svg d='&long;b&long;c'/>",
        ["2:9", "2:14", "2:15", "2:16", "2:21", "2:22"]
      ),
    ])
  func characters(_ text: String, _ places: [String]) throws {
    let value = try #require(try parse(text)["d"])
    #expect(places.indices.map { value.place(ofCharacter: $0).words } == places)
  }

  @Test("white space between tags is one space, and CDATA is text")
  func whiteSpace() throws {
    let root = try parse("<svg>\n\n  <s><![CDATA[ .a>b ]]></s>\n</svg>")
    let texts = root.contents.compactMap { content in
      if case .text(let node) = content { node.text } else { nil }
    }
    #expect(texts == [" ", " "])
    guard case .text(let style)? = root.elements.first?.contents.first else {
      return #expect(Bool(false))
    }
    #expect(style.text == " .a>b ")
  }

  @Test("Illustrator's entities are read, and those of its DOCTYPE elsewhere are not asked for")
  func entities() throws {
    let root = try parse(
      """
      <?xml version="1.0" encoding="utf-8"?>
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/g/svg11.dtd" [
        <!ENTITY ns_svg "http://www.w3.org/2000/svg">
      ]>
      <svg xmlns="&ns_svg;">&ns_svg;</svg>
      """)
    #expect(root["xmlns"]?.text == "http://www.w3.org/2000/svg")
    #expect(root.contents.count == 1)
  }

  @Test(
    "what is no XML is refused where it goes wrong",
    arguments: [
      ("", "1:1: error: this is no XML: no element found"),
      ("<svg>\n<g></svg>", "2:6: error: this is no XML: mismatched tag"),
      ("<svg>\n <a b=1/></svg>", "2:7: error: this is no XML: not well-formed (invalid token)"),
      ("<svg a='1' a='2'/>", "1:12: error: this is no XML: duplicate attribute"),
      ("<svg>\0</svg>", "1:6: error: this is no XML: not well-formed (invalid token)"),
      ("<svg>&x;</svg>", "1:6: error: this is no XML: undefined entity"),
      (
        "<!DOCTYPE svg SYSTEM 'x.dtd'>\n<svg>&x;</svg>",
        "2:6: error: the entity \"&x;\" is not declared"
      ),
      (
        "<!DOCTYPE svg SYSTEM 'x.dtd'>\n<svg a='&x;'/>",
        "2:13: error: the entity \"&x;\" is not declared"
      ),
      (
        "<!DOCTYPE svg [\n<!ENTITY a SYSTEM 'b'>]><svg/>",
        "2:22: error: the entity \"a\" is not plain text; only entities without & and < are read"
      ),
      (
        "<!DOCTYPE svg [\n<!ENTITY a '&#60;g/>'>]><svg/>",
        "2:12: error: the entity \"a\" is not plain text; only entities without & and < are read"
      ),
      (
        "<!DOCTYPE svg [\n<!ENTITY a '1'><!ENTITY b '&a;&a;'>]><svg/>",
        "2:27: error: the entity \"b\" is not plain text; only entities without & and < are read"
      ),
    ])
  func refused(_ text: String, _ line: String) { #expect(refusal(Array(text.utf8)) == line) }

  @Test("bytes that are no UTF-8, and compressed ones, are refused")
  func bytes() {
    #expect(refusal([0x3C, 0x61, 0xFF]) == "1:3: error: the file is not UTF-8 here")
    #expect(refusal([0x1F, 0x8B, 8]).contains("compressed"))
  }

  @Test("what is too much is refused")
  func bounds() {
    func nested(_ depth: Int) -> [UInt8] {
      let tags = (0..<depth).map { _ in "<g>" }.joined()
      return Array((tags + tags.replacing("<", with: "</")).utf8)
    }
    #expect(refusal(nested(256)) == "read")
    #expect(refusal(nested(257)) == "1:769: error: elements are nested deeper than 256")
    let entities = (0..<65).map { "<!ENTITY e\($0) 'x'>" }.joined()
    #expect(refusal(Array("<!DOCTYPE a [\(entities)]><a/>".utf8)).contains("more than 64 entities"))
    let long = String(repeating: "x", count: 10_001)
    #expect(refusal(Array("<!DOCTYPE a [<!ENTITY e '\(long)'>]><a/>".utf8)).contains("10000"))
    var limits = Limits()
    limits[.svgElements] = 2
    #expect(
      refusal(Array("<a><b/>\n<c/></a>".utf8), limits: limits).hasPrefix("2:1: error: the SVG has"))
    limits = Limits()
    limits[.fileBytes] = 40
    let data = "<a b='data:\(String(repeating: "x", count: 90))'/>"
    #expect(refusal(Array(data.utf8), limits: limits) == "read")
    #expect(
      refusal(Array("<a b='\(data.dropFirst(9))".utf8), limits: limits).contains("scene-size"))
  }

  @Test("trees are those of Python's ElementTree")
  func oracle() throws {
    let script = """
      import sys, xml.etree.ElementTree as E
      def show(e, d):
          n = lambda s: s.split('}')[-1]
          print(' ' * d + n(e.tag), *[n(k) + '=' + ascii(v) for k, v in e.attrib.items()])
          for c in e: show(c, d + 1)
      for p in sys.argv[1:]: show(E.parse(p).getroot(), 0)
      """
    let files = SVGFixtures.files
    guard !files.isEmpty, let python = OutsideProgram("python3") else { return }
    let output = try #require(
      try python.output(["-c", script] + files.map { $0.path(percentEncoded: false) }))
    let trees = try files.map { file in
      try XMLReader.parse([UInt8](Data(contentsOf: file)), file: "a.svg", limits: Limits()).dump(0)
    }
    #expect(trees.joined() == String(decoding: output, as: UTF8.self))
  }
}

extension Place {
  fileprivate var words: String { "\(line):\(column)" }
}

extension XMLNode {
  /// As the script above prints it.
  fileprivate func dump(_ depth: Int) -> String {
    func local(_ name: String) -> String { String(name.split(separator: ":").last ?? "") }
    func quoted(_ text: String) -> String {
      let mark = text.contains("'") && !text.contains("\"") ? "\"" : "'"
      let inner = text.unicodeScalars.map { scalar -> String in
        switch scalar.value {
        case 0x27 where mark == "'", 0x5C: "\\\(scalar)"
        case 0x20...0x7E: "\(scalar)"
        case ..<0x100: "\\x" + String(format: "%02x", scalar.value)
        case ..<0x10000: "\\u" + String(format: "%04x", scalar.value)
        default: "\\U" + String(format: "%08x", scalar.value)
        }
      }
      return mark + inner.joined() + mark
    }
    let shown = attributes.filter { $0.name != "xmlns" && !$0.name.hasPrefix("xmlns:") }
    let words = [local(name)] + shown.map { "\(local($0.name))=\(quoted($0.value.text ?? ""))" }
    let line = String(repeating: " ", count: depth) + words.joined(separator: " ") + "\n"
    return line + elements.map { $0.dump(depth + 1) }.joined()
  }
}
