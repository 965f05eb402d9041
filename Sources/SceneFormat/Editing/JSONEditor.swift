import Formatting

/// Finds the edit of a JSON text that sets or removes one value.
///
/// The plain way is to print the edited tree, which loses comments, the order of lines, and how
/// people write numbers. Here, all bytes that are not of the edited value stay.
struct JSONEditor {
  private let bytes: [UInt8]
  private let root: JSONNode

  /// An editor of the text `bytes`.
  init(_ bytes: [UInt8], file: String, limits: Limits) throws(SceneError) {
    self.bytes = bytes
    root = try JSONParser.parse(bytes, file: file, limits: limits)
  }

  /// Sets the value at `pointer`; parents that are not there are made.
  func setting(_ pointer: JSONPointer, to value: JSONValue) throws(SceneError) -> TextEdit {
    var (node, shape) = (root, ValueSchema.defined(.scene))
    var rest = pointer.tokens[...]
    while let token = rest.popFirst() {
      let values = node.parts.map(\.value)
      let position = try position(of: token, in: node)
      if let position, position < values.count {
        (node, shape) = (values[position], shape.part(token, of: node))
        continue
      }
      let made = value.nested(in: rest)
      switch node.kind {
      case .list: return adding(made, to: node)
      case .object: return adding(made, named: token, to: node)
      default:
        guard let key = shape.keyOfShortForm(node) else {
          throw SceneError(
            place: node.place,
            problem: .structure(.wrongKind(expected: "a list or an object", found: node.noun)))
        }
        return replacing(node, with: .object([(key, node.json), (token, made)]))
      }
    }
    return replacing(node, with: value)
  }

  /// Removes the value at `pointer`; nil where nothing is.
  func removing(_ pointer: JSONPointer) throws(SceneError) -> TextEdit? {
    var (node, rest) = (root, pointer.tokens[...])
    while let token = rest.popFirst() {
      guard let position = try position(of: token, in: node), position < node.parts.count else {
        return nil
      }
      guard !rest.isEmpty else { return removing(position, of: node) }
      node = node.parts[position].value
    }
    // The text as a whole is a value, which can only be replaced.
    throw SceneError(place: root.place, problem: .structure(.missingKey("value")))
  }

  /// Which part of `node` is called `token`; for one that a list could get, their count.
  private func position(of token: String, in node: JSONNode) throws(SceneError) -> Int? {
    guard let elements = node.elements else {
      return node.members?.firstIndex { $0.key == token }
    }
    let index = token == "-" ? elements.count : JSONPointer.index(token)
    guard let index, index <= elements.count else {
      throw SceneError(
        place: node.place, problem: .structure(.noSuchItem(count: elements.count)))
    }
    return index
  }
}

// What is written.
extension JSONEditor {
  private func replacing(_ node: JSONNode, with value: JSONValue) -> TextEdit {
    let isFlat = !node.parts.isEmpty && !bytes[node.range].contains(where: \.endsLine)
    let start = node.range.lowerBound
    return TextEdit(
      node.range,
      text(of: value, column: column(of: start), indent: indent(of: start), isFlat: isFlat))
  }

  /// Adds a part to a list or an object, behind the last one and written as that one is.
  private func adding(
    _ value: JSONValue, named key: String? = nil, to node: JSONNode
  ) -> TextEdit {
    guard let last = node.parts.last else { return adding(value, named: key, toEmpty: node) }
    let comma = comma(behind: last.range.upperBound)
    var end = comma.map { $0 + 1 } ?? last.range.upperBound
    let indent = indent(of: last.range.lowerBound)
    let isOwnLine = isFirstOfLine(last.range.lowerBound)
    if isOwnLine {
      // What is said behind the last part stays beside it.
      for comment in gap(from: end).comments
      where !bytes[end..<comment.lowerBound].contains(where: \.endsLine) {
        end = comment.upperBound
      }
    }
    let name = key.map { "\(JSONValue.quoted($0)): " } ?? ""
    let lead = isOwnLine ? lineEnd + indent : [UInt8(ascii: " ")]
    let column =
      name.unicodeScalars.count
      + (isOwnLine ? indent.count : column(of: last.range.upperBound) + 2)
    let written = text(of: value, column: column, indent: indent, isFlat: false)
    let separator = [UInt8(ascii: ",")]
    return TextEdit(
      last.range.upperBound..<end,
      (comma == nil ? separator : []) + bytes[last.range.upperBound..<end] + lead + name.utf8
        + written + (comma == nil ? [] : separator))
  }

  private func adding(
    _ value: JSONValue, named key: String?, toEmpty node: JSONNode
  ) -> TextEdit {
    let start = node.range.lowerBound + 1
    guard !gap(from: start).comments.isEmpty else {
      return replacing(node, with: key.map { .object([($0, value)]) } ?? .list([value]))
    }
    // Behind the bracket, so that a comment that ends its line hides nothing.
    let name = key.map { " \(JSONValue.quoted($0)): " } ?? ""
    let end = bytes[start].isBlank || bytes[start].endsLine ? "" : " "
    return TextEdit(start..<start, Array((name + value.text(.line) + end).utf8))
  }

  /// A value that begins in a column of a line with that indentation.
  private func text(
    of value: JSONValue, column: Int, indent: [UInt8], isFlat: Bool
  ) -> [UInt8] {
    // A comma may follow.
    let text = value.text(isFlat ? .line : .fitted, room: JSONValue.width - column - 1)
    return text.split(separator: "\n").enumerated().reduce(into: []) { written, line in
      let blanks = line.element.utf8.prefix { $0 == UInt8(ascii: " ") }.count
      if line.offset > 0 { written += lineEnd + indent }
      for _ in 0..<blanks / 2 { written += step }
      written += line.element.utf8.dropFirst(blanks)
    }
  }

  /// What a level is indented by.
  private var step: [UInt8] {
    let standard = Array("  ".utf8)
    guard let first = root.parts.first?.range.lowerBound, isFirstOfLine(first) else {
      return standard
    }
    let indent = indent(of: first)
    return indent.isEmpty ? standard : indent
  }

  private var lineEnd: [UInt8] {
    guard let first = bytes.firstIndex(where: \.endsLine) else { return [0x0A] }
    return Array(bytes[first..<first + lengthOfLineEnd(at: first)])
  }
}

// What is taken away.
extension JSONEditor {
  private func removing(_ position: Int, of node: JSONNode) -> TextEdit {
    let own = node.parts[position].range
    let comma = comma(behind: own.upperBound)
    let isLast = position == node.parts.count - 1
    guard isLast, comma == nil, position > 0 else {
      return removing(own, andCommaAt: comma, onlyOf: position == 0 && isLast ? node : nil)
    }
    return removingLast(own, of: node, behind: node.parts[position - 1].range.upperBound)
  }

  private func removing(
    _ own: Range<Int>, andCommaAt comma: Int?, onlyOf node: JSONNode?
  ) -> TextEdit {
    let end = comma.map { $0 + 1 } ?? own.upperBound
    if let node {
      let gaps = [node.range.lowerBound + 1, own.upperBound, end].map { gap(from: $0).comments }
      if gaps.allSatisfy(\.isEmpty) {
        return TextEdit(
          node.range, [bytes[node.range.lowerBound], bytes[node.range.upperBound - 1]])
      }
    }
    if let comma, let comment = gap(from: own.upperBound).comments.first, comment.lowerBound < comma
    {
      return TextEdit(own.lowerBound..<end, Array(bytes[comment.lowerBound..<comma]))
    }
    let after = endOfBlanks(from: end)
    guard bytes[after].endsLine else { return TextEdit(own.lowerBound..<after, []) }
    let isLine = isFirstOfLine(own.lowerBound)
    let before = bytes[..<own.lowerBound].lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0
    return TextEdit(before..<after + (isLine ? lengthOfLineEnd(at: after) : 0), [])
  }

  /// Removes a last part and the comma in front of it, which stands behind `previous`.
  private func removingLast(
    _ own: Range<Int>, of node: JSONNode, behind previous: Int
  ) -> TextEdit {
    let comma = comma(behind: previous) ?? previous
    let after = endOfBlanks(from: own.upperBound)
    let comment = gap(from: comma + 1).comments.last
    let hidesRest = comment.map { bytes[$0.lowerBound + 1] == UInt8(ascii: "/") } ?? false
    let isAlone =
      bytes[after].endsLine || (after == node.range.upperBound - 1 && !hidesRest)
    guard isAlone else {
      return TextEdit(comma..<after, Array(bytes[comma + 1..<own.lowerBound]))
    }
    let end = bytes[after].endsLine ? after : own.upperBound
    return TextEdit(comma..<end, Array(bytes[comma + 1..<(comment?.upperBound ?? comma + 1)]))
  }
}

// White space, comments and lines.
extension JSONEditor {
  /// The comments that come next, and where they and the white space end.
  private func gap(from index: Int) -> (comments: [Range<Int>], end: Int) {
    var scanner = JSONParser(bytes: bytes, file: "", depthLimit: 0, index: index)
    var comments: [Range<Int>] = []
    while true {
      while !scanner.isAtEnd, scanner.next.isBlank || scanner.next.endsLine { scanner.index += 1 }
      let start = scanner.index
      guard scanner.next == UInt8(ascii: "/"), (try? scanner.skipComment()) != nil else {
        return (comments, start)
      }
      comments.append(start..<scanner.index)
    }
  }

  private func comma(behind index: Int) -> Int? {
    let end = gap(from: index).end
    return bytes[end] == UInt8(ascii: ",") ? end : nil
  }

  private func endOfBlanks(from index: Int) -> Int {
    bytes[index...].firstIndex { !$0.isBlank } ?? bytes.count
  }

  private func isFirstOfLine(_ index: Int) -> Bool {
    endOfBlanks(from: startOfLine(index)) == index
  }

  private func startOfLine(_ index: Int) -> Int {
    bytes[..<index].lastIndex(where: \.endsLine).map { $0 + 1 } ?? 0
  }

  /// The blanks at the start of the line that a byte is in.
  private func indent(of index: Int) -> [UInt8] {
    let start = startOfLine(index)
    return Array(bytes[start..<endOfBlanks(from: start)])
  }

  /// How many characters are in front of a byte on its line.
  private func column(of index: Int) -> Int {
    bytes[startOfLine(index)..<index].count { $0 & 0xC0 != 0x80 }
  }

  private func lengthOfLineEnd(at index: Int) -> Int {
    bytes[index...].starts(with: [0x0D, 0x0A]) ? 2 : 1
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  fileprivate var endsLine: Bool { self == 0x0A || self == 0x0D }
}

extension JSONNode {
  /// What a list or an object holds, each with its bytes; of a member, those of its key, too.
  fileprivate var parts: [(range: Range<Int>, value: JSONNode)] {
    members?.map { ($0.range, $0.value) } ?? elements?.map { ($0.range, $0) } ?? []
  }
}

extension JSONValue {
  /// The value beneath new parents: objects, and for a token `-` lists.
  fileprivate func nested(in tokens: ArraySlice<String>) -> JSONValue {
    tokens.reversed().reduce(self) { value, token in
      token == "-" ? .list([value]) : .object([(token, value)])
    }
  }
}

extension ValueSchema {
  /// What the part `token` of `node` may be, if `node` is of this shape.
  fileprivate func part(_ token: String, of node: JSONNode) -> ValueSchema {
    .either(
      alternatives.filter { $0.accepts(node, .plain) }.compactMap { shape in
        switch shape {
        case .object(let object): ObjectKind(of: node, object).shape(of: token)
        case .map(_, let values, _): values
        case .list(let element, _): element
        default: nil
        }
      })
  }

  /// The key that a text stands for where an object could be: `type` for the name of a recipe in
  /// the place of a transition.
  fileprivate func keyOfShortForm(_ node: JSONNode) -> String? {
    for case .object(let object) in alternatives {
      if node.text != nil, let variants = object.variants, variants.variant(for: node) != nil {
        return variants.key
      }
    }
    return nil
  }
}
