import Formatting

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
  /// The first element of the list has a key that no other one has.
  case first(of: String, has: String)
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
    case .first(let list, let key):
      .object([
        "properties": .object([
          list: .object([
            "prefixItems": .list([Self.one(of: [key])]), "minItems": .number(1),
            "items": .object(["not": Self.one(of: [key])]),
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
