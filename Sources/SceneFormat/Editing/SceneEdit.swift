package import Formatting

/// A change of a scene that is not saved: of a value in one of its texts, or of characters.
package struct SceneEdit: Hashable, Sendable {
  /// The path beneath the root, or as messages show it; nil for the scene file.
  package var file: String?
  package var change: Change

  /// What happens to the text.
  package enum Change: Hashable, Sendable {
    /// A value is set; parents that are not there are made.
    case set(JSONPointer, JSONValue)
    /// A value goes, if it is there.
    case remove(JSONPointer)
    /// Replaces `length` characters from a line and a column, both counted from 1.
    case replace(line: Int, column: Int, length: Int, text: String)
  }

  package init(_ change: Change, of file: String? = nil) {
    (self.change, self.file) = (change, file)
  }

  /// What changes in the text `bytes` of `file`; nil if nothing does.
  package func textEdit(
    of bytes: [UInt8], file: String, limits: Limits
  ) throws(SceneError) -> TextEdit? {
    switch change {
    case .set(let pointer, let value):
      return try JSONEditor(bytes, file: file, limits: limits).setting(pointer, to: value)
    case .remove(let pointer):
      return try JSONEditor(bytes, file: file, limits: limits).removing(pointer)
    case .replace(let line, let column, let length, let text):
      let place = Place(file: file, line: line, column: column)
      if let edit = TextEdit(of: bytes, at: place, length: length, replacement: text) {
        return edit
      }
      let expected = NumberFormat.count(length, "character")
      throw SceneError(
        place: place,
        problem: .structure(.wrongKind(expected: expected, found: "the end of the line")))
    }
  }
}

// Reading.
extension SceneEdit {
  /// The edits that a list says, in their order; none where there is no list.
  ///
  /// Throws the first mistake.
  package static func list(_ node: JSONNode?) throws(SceneError) -> [SceneEdit] {
    guard let node else { return [] }
    var check = StructureCheck()
    check.check(node.withoutValues, .list(.either([.object(ofValue), .object(ofCharacters)])))
    if let mistake = check.mistakes.kept.first { throw mistake }
    var edits: [SceneEdit] = []
    for edit in node.elements ?? [] {
      edits.append(SceneEdit(try change(edit), of: edit["file"]?.text))
    }
    return edits
  }

  private static let file = KeySchema(
    "file", .text(.name), "The file that is edited; the scene's own unless given.")

  private static let ofValue = ObjectSchema(
    "edit", "A value that is set, or removed where there is none.",
    [
      file, .required("path", .text(.any), "A JSON pointer to the value."),
      // It can be anything, which no shape says: the check does not see it.
      KeySchema("value", .either([]), "The value."),
    ])

  private static let ofCharacters = ObjectSchema(
    "fix", "Characters that give way to others.",
    [
      file, .required("line", .number(.whole(1...1 << 40)), "From 1."),
      .required("column", .number(.whole(1...1 << 40)), "In characters, from 1."),
      .required("length", .number(.whole(0...1 << 40)), "How many characters give way."),
      .required("text", .text(.any), "What takes their place."),
    ])

  /// The change that a checked object says.
  private static func change(_ edit: JSONNode) throws(SceneError) -> Change {
    guard let path = edit["path"], let text = path.text else {
      return .replace(
        line: edit["line"]?.whole ?? 0, column: edit["column"]?.whole ?? 0,
        length: edit["length"]?.whole ?? 0, text: edit["text"]?.text ?? "")
    }
    guard let pointer = JSONPointer(text) else {
      let expected = "a JSON pointer such as /transition/duration"
      throw SceneError(
        place: path.place, problem: .structure(.badNotation(text, expected: expected)))
    }
    guard let value = edit["value"] else { return .remove(pointer) }
    if let infinite = value.firstInfinite {
      throw SceneError(place: infinite.place, problem: .structure(.notFinite))
    }
    return .set(pointer, value.json)
  }
}

extension JSONNode {
  /// A list of edits without their values.
  fileprivate var withoutValues: JSONNode {
    guard let elements else { return self }
    let shaped = elements.map { edit in
      guard let members = edit.members else { return edit }
      return JSONNode(.object(members.filter { $0.key != "value" }), at: edit.place)
    }
    return JSONNode(.list(shaped), at: place)
  }

  /// The first number that is too large for a double.
  fileprivate var firstInfinite: JSONNode? {
    if case .number(let number) = kind { return number.isFinite ? nil : self }
    let inner = elements ?? members?.map(\.value) ?? []
    return inner.lazy.compactMap(\.firstInfinite).first
  }
}
