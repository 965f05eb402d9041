import Formatting

/// An element of an XML text, and where it is written.
struct XMLNode: Hashable, Sendable {
  /// An attribute with its value as a text.
  struct Attribute: Hashable, Sendable {
    /// The name with its prefix, such as `xlink:href`.
    var name: String
    /// Where the name is written.
    var place: Place
    /// The value; its place is that of the quotation mark before it.
    var value: JSONNode
  }

  /// What is between its tags.
  enum Content: Hashable, Sendable {
    case element(XMLNode)
    /// Characters; the place is that of the column before the first one, as if it were quoted.
    case text(JSONNode)
  }

  /// The name with its prefix.
  var name: String
  /// Where its tag begins.
  var place: Place
  /// In the order in which they are written, those that the file gives by default last.
  var attributes: [Attribute] = []
  /// In the order in which it is written.
  var contents: [Content] = []

  /// The elements directly in it.
  var elements: [XMLNode] {
    contents.compactMap { content in
      guard case .element(let element) = content else { return nil }
      return element
    }
  }

  /// The name without the prefix that some programs write before SVG's elements.
  var tag: String { name.hasPrefix("svg:") ? String(name.dropFirst(4)) : name }

  /// The value of the attribute `name`.
  subscript(name: String) -> JSONNode? { attributes.first { $0.name == name }?.value }
}

/// What keeps a text from being XML that is read.
public enum XMLProblem: Hashable, Sendable {
  /// The parser's words.
  case malformed(String)
  /// It is compressed.
  case compressed
  /// An entity that is not declared.
  case unknownEntity(String)
  /// An entity that is not plain text in the file itself.
  case entity(String)
  /// Too many entities, or too long ones.
  case tooManyEntities
  /// Elements in each other deeper than so many.
  case tooDeep(Int)
  /// A reference to an element that refers to another one, and so on, more than so many times.
  case chain(Int)
  /// A filter of more primitives than so many.
  case primitives(Int)

  /// The sentence without a full stop.
  var sentence: String {
    switch self {
    case .malformed(let words): "this is no XML: \(words)"
    case .compressed: "a compressed SVG is not read; write it as .svg, not .svgz"
    case .unknownEntity(let name): "the entity \(Quoted("&\(name);")) is not declared"
    case .entity(let name):
      "the entity \(Quoted(name)) is not plain text; only entities without & and < are read"
    case .tooManyEntities: "more than 64 entities, or more than 10000 characters in them"
    case .chain(let most):
      "this element refers to others more than \(most) times on end, perhaps to itself"
    case .primitives(let most): "a filter of more than \(most) primitives"
    case .tooDeep(let most): "elements are nested deeper than \(most)"
    }
  }
}
