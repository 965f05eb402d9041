import Foundation
import Formatting
import TestSupport
import Testing

@testable import SceneFormat

@Suite("the law of edits")
struct EditLawTests {
  @Test(
    "the edited text says the edited tree, and nothing else of it changes; the inverse restores it")
  func law() throws {
    var random = SeededRandom.fresh("edits")
    let texts = try Self.texts
    for round in 0..<2000 {
      let text = Self.oddly(texts[round % texts.count], &random)
      let root = try parse(text)
      let edit = RandomEdit(of: root, &random)
      let change = try #require(
        try edit.sceneEdit.textEdit(of: text, file: "a.json", limits: Limits()))
      let result = change.applied(to: text)
      let comment = Comment(
        rawValue: "round \(round): \(edit)\n\(String(decoding: text, as: UTF8.self))")
      let after = try parse(result)
      try #require(after.json == edit.applied(to: root.json), comment)
      #expect(change.inverse(in: text).applied(to: result) == text, comment)
      let known = root.depth(of: edit.tokens)
      let way = edit.tokens.prefix(known + 1)
      let old = Surroundings(of: way, in: root, text, hasValue: known == edit.tokens.count)
      let new = Surroundings(of: way, in: after, result, hasValue: edit.value != nil)
      #expect(old.values == new.values, comment)
      #expect(old.comments == new.comments, comment)
      #expect((old.head, old.tail) == (new.head, new.tail), comment)
    }
  }

  @Test("a value that is set and set back gives the old bytes")
  func inverse() throws {
    var random = SeededRandom.fresh("edits and back")
    let texts = try Self.texts
    for round in 0..<500 {
      let text = Self.oddly(texts[round % texts.count], &random)
      let root = try parse(text)
      let leaves = root.paths.filter { $0.node.isPlain(in: text) }
      guard let leaf = leaves.randomElement(using: &random) else { continue }
      let pointer = JSONPointer(leaf.tokens)
      let other = SceneEdit(.set(pointer, RandomEdit.value(depth: 2, &random)))
      let there = try #require(try other.textEdit(of: text, file: "", limits: Limits()))
      let back = SceneEdit(.set(pointer, leaf.node.json))
      let edited = there.applied(to: text)
      let restored = try #require(try back.textEdit(of: edited, file: "", limits: Limits()))
      #expect(restored.applied(to: edited) == text, "round \(round): \(pointer)")
    }
  }

  private func parse(_ bytes: [UInt8]) throws -> JSONNode {
    try JSONParser.parse(bytes, file: "a.json", limits: Limits())
  }

  /// Scenes, screens and recipes.
  private static var texts: [[UInt8]] {
    get throws {
      let folders = [
        "scenes", "scenes/recipes", "scenes/screens", "Tests/GoldenTests/Cases/recipes",
      ]
      return try folders.flatMap { folder in
        let place = Fixtures.package.appending(path: folder)
        return try FileManager.default.contentsOfDirectory(atPath: place.path()).sorted()
          .filter { $0.hasSuffix(".json") }
          .map { [UInt8](try Data(contentsOf: place.appending(path: $0))) }
      }
    }
  }

  /// The same text as other people would write it.
  private static func oddly(_ text: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    guard let root = try? JSONParser.parse(text, file: "", limits: Limits()) else { return text }
    var text = String(decoding: text, as: UTF8.self)
    let layouts: [JSONValue.Layout] = [.compact, .line, .fitted, .members]
    switch (layouts.randomElement(using: &random), Int.random(in: 0..<3, using: &random)) {
    case (let layout?, 0): text = root.json.text(layout)
    case (let layout?, 1): text = commented(root.json.text(layout), &random)
    default: break
    }
    if Bool.random(using: &random) { text = tabbed(text) }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: text = text.replacingOccurrences(of: "\n", with: "\r\n")
    case 1: text = text.replacingOccurrences(of: "\n", with: "\r")
    default: break
    }
    if Bool.random(using: &random) { text = "\u{FEFF}" + text }
    return Array(text.utf8)
  }

  private static func tabbed(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(repeating: "\t", count: line.prefix { $0 == " " }.count / 2) + line.drop { $0 == " " }
    }.joined(separator: "\n")
  }

  /// A text with comments and trailing commas.
  private static func commented(_ text: String, _ random: inout SeededRandom) -> String {
    let blanks = [
      "", "", "", " ", "\n", " /* a, \"b\" */", " // c }\n", "\n  // d\n", " /* e\n */ ",
    ]
    var (written, isInText, isEscaped, last): (String, Bool, Bool, Character) = (
      "", false, false, " "
    )
    for character in text {
      let isMark = !isInText && "{}[],:".contains(character)
      if isMark { written += blanks.randomElement(using: &random) ?? "" }
      if isMark, "}]".contains(character), !"{[".contains(last), Bool.random(using: &random) {
        written += ","
        written += blanks.randomElement(using: &random) ?? ""
      }
      written.append(character)
      if isMark { written += blanks.randomElement(using: &random) ?? "" }
      if character == "\"", !isEscaped { isInText.toggle() }
      isEscaped = character == "\\" && !isEscaped
      if !character.isWhitespace { last = character }
    }
    return written
  }
}

/// An edit that could come from anywhere, and what it does to a tree.
private struct RandomEdit: CustomStringConvertible {
  var tokens: [String]
  /// nil if the value goes.
  var value: JSONValue?

  var description: String { "\(JSONPointer(tokens)) \(value?.text(.line) ?? "removed")" }

  var sceneEdit: SceneEdit {
    let pointer = JSONPointer(tokens)
    return SceneEdit(value.map { .set(pointer, $0) } ?? .remove(pointer))
  }

  init(of root: JSONNode, _ random: inout SeededRandom) {
    let paths = root.paths
    let any = paths[Int.random(in: 0..<paths.count, using: &random)]
    tokens = any.tokens
    value = Self.value(depth: 3, &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0 where !tokens.isEmpty: value = nil
    case 1:
      let inner = paths.filter { $0.node.elements != nil || $0.node.members != nil }
      guard let parent = inner.randomElement(using: &random) else { break }
      let end = parent.node.elements.map {
        ["-", "\($0.count)"].randomElement(using: &random) ?? ""
      }
      tokens = parent.tokens + [end ?? "new~/é\(Int.random(in: 0..<9, using: &random))"]
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        tokens.append(["-", "a", "0"].randomElement(using: &random) ?? "")
      }
    default: break
    }
  }

  static func value(depth: Int, _ random: inout SeededRandom) -> JSONValue {
    let count = Int.random(in: 0...4, using: &random)
    return switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: .null
    case 1: .flag(.random(using: &random))
    case 2: .number(random.anyFinite())
    case 3: .number(Double(Int.random(in: -100...100, using: &random)) / 8)
    case 4: .text(["", "push", "日本\"\\\n\u{7}😀", "// no"].randomElement(using: &random) ?? "")
    case 5: .list((0..<count).map { _ in value(depth: depth - 1, &random) })
    default:
      .object((0..<count).map { ("key \($0)", value(depth: depth - 1, &random)) })
    }
  }

  /// The edited tree.
  func applied(to tree: JSONValue) -> JSONValue? { Self.edited(tree, tokens[...], value) }

  private static func edited(
    _ tree: JSONValue?, _ tokens: ArraySlice<String>, _ new: JSONValue?
  ) -> JSONValue? {
    guard let token = tokens.first else { return new }
    let rest = tokens.dropFirst()
    switch tree {
    case .list(var elements):
      let own =
        (Int(token) ?? elements.count)..<min((Int(token) ?? elements.count) + 1, elements.count)
      let element = edited(elements[own].first, rest, new)
      elements.replaceSubrange(own, with: element.map { [$0] } ?? [])
      return .list(elements)
    case .object(var members):
      let index = members.firstIndex { $0.key == token } ?? members.count
      let own = index..<min(index + 1, members.count)
      let value = edited(members[own].first?.value, rest, new)
      members.replaceSubrange(
        own, with: value.map { [JSONValue.Member(key: token, value: $0)] } ?? [])
      return .object(members)
    default:
      return edited(nil, rest, new).map { token == "-" ? .list([$0]) : .object([(token, $0)]) }
    }
  }
}

/// What an edit leaves as it is.
private struct Surroundings {
  /// The bytes of all values beside those on the way to the edited one.
  var values: [[UInt8]] = []
  /// The comments outside of the edited value.
  var comments: [[UInt8]] = []
  /// The text in front of, and behind, the list or object in which something is edited.
  var head, tail: [UInt8]

  /// The text `text` with or without the value that the last token names.
  init(of tokens: ArraySlice<String>, in root: JSONNode, _ text: [UInt8], hasValue: Bool) {
    var (node, container) = (root, root)
    var hidden = hasValue ? root.range : 0..<0
    for (depth, token) in tokens.enumerated() {
      let parts = node.spans ?? []
      container = node
      let isThere = hasValue || depth < tokens.count - 1
      let own =
        !isThere ? nil : token == "-" ? parts.count - 1 : parts.firstIndex { $0.token == token }
      values += parts.indices.filter { $0 != own }.map { Array(text[parts[$0].range]) }
      hidden = own.map { parts[$0].range } ?? 0..<0
      node = own.map { parts[$0].node } ?? node
    }
    head = Array(text[..<container.range.lowerBound])
    tail = Array(text[container.range.upperBound...])
    comments = Self.comments(text, outsideOf: hidden)
  }

  private static func comments(_ text: [UInt8], outsideOf hidden: Range<Int>) -> [[UInt8]] {
    var (found, index): ([[UInt8]], Int) = ([], 0)
    while index < text.count {
      let start = index
      if hidden.contains(index) {
        index = hidden.upperBound
      } else if text[index] == UInt8(ascii: "\"") {
        index += 1
        while text[index] != UInt8(ascii: "\"") {
          index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index += 1
      } else if text[index...].starts(with: [0x2F, 0x2F]) {
        while index < text.count, text[index] != 0x0A, text[index] != 0x0D { index += 1 }
        found.append(Array(text[start..<index]))
      } else if text[index...].starts(with: [0x2F, 0x2A]) {
        index += 2
        while !text[index...].starts(with: [0x2A, 0x2F]) { index += 1 }
        index += 2
        found.append(Array(text[start..<index]))
      } else {
        index += 1
      }
    }
    return found
  }
}

extension JSONNode {
  fileprivate var spans: [(token: String, node: JSONNode, range: Range<Int>)]? {
    members?.map { ($0.key, $0.value, $0.range) }
      ?? elements?.enumerated().map { ("\($0)", $1, $1.range) }
  }

  /// How many of the tokens lead to something.
  fileprivate func depth(of tokens: [String]) -> Int {
    guard let token = tokens.first, let next = spans?.first(where: { $0.token == token }) else {
      return 0
    }
    return 1 + next.node.depth(of: Array(tokens.dropFirst()))
  }

  /// All values with the way to them.
  fileprivate var paths: [(tokens: [String], node: JSONNode)] {
    [([], self)]
      + (spans ?? []).flatMap { part in part.node.paths.map { ([part.token] + $0.tokens, $0.node) }
      }
  }

  /// Whether it is no list and no object, and written as it would be.
  fileprivate func isPlain(in text: [UInt8]) -> Bool {
    spans == nil && Array(json.text(.line).utf8) == Array(text[range])
  }
}

extension TextEdit {
  /// What takes the change of `text` back.
  fileprivate func inverse(in text: [UInt8]) -> TextEdit {
    TextEdit(range.lowerBound..<range.lowerBound + bytes.count, Array(text[range]))
  }
}
