import Formatting

/// An object of the format: its keys, and those that depend on its type.
struct ObjectSchema: Sendable {
  /// What one is called in a list of features, such as `layer`.
  let name: String
  /// What it is, in a sentence.
  let doc: String
  let keys: [KeySchema]
  let variants: Variants?
  /// What its keys ask of each other.
  let rules: [KeyRule]
  /// For keys that people may look for here, what to write instead.
  let instead: [String: String]
  private let positions: [String: Int]

  init(
    _ name: String, _ doc: String, _ keys: [KeySchema], variants: Variants? = nil,
    rules: [KeyRule] = [], instead: [String: String] = [:]
  ) {
    (self.name, self.doc, self.keys) = (name, doc, keys)
    (self.variants, self.rules, self.instead) = (variants, rules, instead)
    positions = Dictionary(
      keys.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The key called `name` that every object of this shape has.
  func key(_ name: String) -> KeySchema? { positions[name].map { keys[$0] } }
}

/// A key of an object.
struct KeySchema: Sendable {
  let name: String
  let shape: ValueSchema
  let isRequired: Bool
  /// As JSON; nil where there is none.
  let defaultValue: String?
  /// What it says, in a sentence.
  let doc: String

  init(
    _ name: String, _ shape: ValueSchema, _ doc: String, default defaultValue: String? = nil,
    isRequired: Bool = false
  ) {
    (self.name, self.shape, self.doc) = (name, shape, doc)
    (self.defaultValue, self.isRequired) = (defaultValue, isRequired)
  }

  /// A key that may not be left out.
  static func required(_ name: String, _ shape: ValueSchema, _ doc: String) -> KeySchema {
    KeySchema(name, shape, doc, isRequired: true)
  }
}

/// Keys that are there or not by what one of the keys says.
struct Variants: Sendable {
  /// The key that decides.
  let key: String
  /// What holds where that key is not there.
  let absent: Variant
  let cases: [Variant]

  /// The variant for the value of the deciding key; nil for a value that is none of the format's.
  func variant(for node: JSONNode?) -> Variant? {
    guard let node else { return absent }
    guard let text = node.text else { return nil }
    return cases.first { $0.matches(text) }
  }
}

/// The keys of one kind of object.
struct Variant: Sendable {
  /// The values of the deciding key that it is for.
  enum Match: Hashable, Sendable {
    case names([String])
    /// A recipe file.
    case file
  }

  let match: Match
  /// Such an object in people's words: `an image`; empty where a key says little about it.
  let noun: String
  /// What keys that are not listed may hold; nil where there are none.
  var others: ValueSchema?
  /// Makes the keys on demand: a scene needs few of the variants.
  private let make: @Sendable () -> [KeySchema]

  init(_ match: Match, _ noun: String, _ keys: [KeySchema], others: ValueSchema? = nil) {
    (self.match, self.noun, self.others, make) = (match, noun, others, { keys })
  }

  init(_ match: Match, making keys: @escaping @Sendable () -> [KeySchema]) {
    (self.match, noun, make) = (match, "", keys)
  }

  var keys: [KeySchema] { make() }

  func matches(_ text: String) -> Bool {
    switch match {
    case .names(let names): names.contains(text)
    case .file: Notation.isRecipeFile(text)
    }
  }
}

/// What keys of an object ask of each other, for the schema.
///
/// The reader says it in its own words and with its own places; a test holds the two together.
enum KeyRule: Sendable {
  /// Where one of the first keys is there, all that are needed have to be, and none of the others.
  case with([String], needed: [String] = [], excluded: [String] = [])
  /// Where none of the first keys is there, all that are needed have to be.
  case without([String], needed: [String])
  /// One of these has to be there.
  case oneOf([String])
  /// The first element of the list has a key, and none of the others.
  case first(of: String, has: String, excluded: [String])
}

extension KeyRule {
  /// The rule as a part of an object's schema.
  var node: JSONValue {
    switch self {
    case .with(let keys, let needed, let excluded):
      .object([
        "if": Self.one(of: keys),
        "then": .object([
          "required": needed.isEmpty ? nil : .list(needed.map(JSONValue.text)),
          "not": excluded.isEmpty ? nil : Self.one(of: excluded),
        ]),
      ])
    case .without(let keys, let needed):
      .object([
        "if": .object(["not": Self.one(of: keys)]),
        "then": .object(["required": .list(needed.map(JSONValue.text))]),
      ])
    case .oneOf(let keys): Self.one(of: keys)
    case .first(let list, let key, let excluded):
      .object([
        "properties": .object([
          list: .object([
            "prefixItems": .list([
              .object(["required": .list([.text(key)]), "not": Self.one(of: excluded)])
            ]),
            "minItems": .number(1),
          ])
        ])
      ])
    }
  }

  /// Objects that have one of these keys at least.
  private static func one(of keys: [String]) -> JSONValue {
    let having = keys.map { JSONValue.object(["required": .list([.text($0)])]) }
    return having.count == 1 ? having[0] : .object(["anyOf": .list(having)])
  }
}
