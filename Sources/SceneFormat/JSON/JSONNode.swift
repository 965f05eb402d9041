package import Formatting

/// A value of a JSON text, and where it is written.
package struct JSONNode: Hashable, Sendable {
  /// What a value is.
  package enum Kind: Hashable, Sendable {
    case null
    case flag(Bool)
    /// As the nearest double; infinite where the text is beyond the largest one.
    case number(Double)
    case text(String)
    case list([JSONNode])
    /// In the order in which they are written; a key may be there twice.
    case object([JSONMember])
  }

  /// What it is.
  package var kind: Kind
  /// Where its first character is.
  package var place: Place
  /// Its bytes in the text; empty where it is not from one.
  package var range = 0..<0
  /// The escapes of a text: what keeps its characters from being one column each.
  package var escapes: [JSONEscape] = []

  /// The value `kind` at `place`.
  package init(
    _ kind: Kind, at place: Place, range: Range<Int> = 0..<0, escapes: [JSONEscape] = []
  ) {
    (self.kind, self.place, self.range, self.escapes) = (kind, place, range, escapes)
  }
}

/// A key of an object with its value.
package struct JSONMember: Hashable, Sendable {
  /// The key.
  package var key: String
  /// Where the key is written.
  package var place: Place
  /// Its value.
  package var value: JSONNode
  /// The bytes from its key to the end of its value; empty where it is not from a text.
  package var range: Range<Int>

  /// The key `key` with `value`, both at the place of the value unless told otherwise.
  package init(
    _ key: String, _ value: JSONNode, at place: Place? = nil, range: Range<Int> = 0..<0
  ) {
    (self.key, self.place, self.value, self.range) = (key, place ?? value.place, value, range)
  }
}

/// A character of a text that is not written in one column of the same line.
package struct JSONEscape: Hashable, Sendable {
  /// Which character of the text.
  package var index: Int
  /// The columns that it takes beyond one; negative where it ends a line.
  package var extraColumns: Int
  /// The line ends that it is, as only XML has them in texts.
  package var extraLines = 0
}

extension JSONNode {
  /// The number; nil for anything else, and for what is not finite.
  package var number: Double? {
    guard case .number(let number) = kind, number.isFinite else { return nil }
    return number
  }

  /// The text; nil for anything else.
  package var text: String? {
    guard case .text(let text) = kind else { return nil }
    return text
  }

  /// True or false; nil for anything else.
  package var flag: Bool? {
    guard case .flag(let flag) = kind else { return nil }
    return flag
  }

  /// The elements of a list; nil for anything else.
  package var elements: [JSONNode]? {
    guard case .list(let elements) = kind else { return nil }
    return elements
  }

  /// The members of an object; nil for anything else.
  package var members: [JSONMember]? {
    guard case .object(let members) = kind else { return nil }
    return members
  }

  /// The value of `key`; of several, the first.
  package subscript(key: String) -> JSONNode? { member(key)?.value }

  /// The member with `key`; of several, the first.
  func member(_ key: String) -> JSONMember? {
    members?.first { $0.key == key }
  }

  /// An object with `value` in the place of what `key` has.
  func replacing(_ key: String, with value: JSONNode) -> JSONNode {
    let others = members?.filter { $0.key != key } ?? []
    return JSONNode(.object(others + [JSONMember(key, value)]), at: place)
  }

  /// The place of the character `index` of a text, its escapes taken into account.
  func place(ofCharacter index: Int) -> Place {
    var place = place
    place.column += 1 + index
    for escape in escapes where escape.index < index {
      place.column += escape.extraColumns
      place.line += escape.extraLines
    }
    return place
  }

  /// The kind of value in people's words.
  var noun: String {
    switch kind {
    case .null: "null"
    case .flag(let flag): flag ? "true" : "false"
    case .number: "a number"
    case .text: "a string"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

extension JSONNode {
  /// The value without its places, for being written.
  package var json: JSONValue {
    switch kind {
    case .null: .null
    case .flag(let flag): .flag(flag)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .list(let elements): .list(elements.map(\.json))
    case .object(let members):
      .object(members.map { JSONValue.Member(key: $0.key, value: $0.value.json) })
    }
  }
}
