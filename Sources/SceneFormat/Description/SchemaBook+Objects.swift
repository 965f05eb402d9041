import Formatting

// Objects of the schema.
extension SchemaBook {
  /// The keys that every object may have, and that say nothing.
  private static let ignored: [(String, JSONValue)] = [
    ("^x-", .flag(true)), ("^//$", .flag(true)), ("^\\$schema$", .flag(true)),
  ]

  mutating func objectSchema(
    _ object: ObjectShape, _ numbers: StructureCheck.Numbers
  ) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("type", .text("object")), ("description", .text(object.doc)),
      ("properties", properties(object.keys, numbers)),
    ]
    members += required(object.keys)
    members.append(("patternProperties", .object(Self.ignored)))
    let rules = object.rules.map(\.node)
    guard let variants = object.variants else {
      if !rules.isEmpty { members.append(("allOf", .list(rules))) }
      return .object(members + [("additionalProperties", .flag(false))])
    }
    members.append(("allOf", .list(rules + conditions(variants, object, numbers))))
    // Keys of the variants are no properties of this very schema object: those that no part of it
    // knows are the ones that are refused.
    return .object(members + [("unevaluatedProperties", .flag(false))])
  }

  private mutating func properties(
    _ keys: [KeyShape], _ numbers: StructureCheck.Numbers
  ) -> JSONValue {
    var properties: [(String, JSONValue)] = []
    for key in keys { properties.append((key.name, property(key, numbers))) }
    return .object(properties)
  }

  private mutating func property(
    _ key: KeyShape, _ numbers: StructureCheck.Numbers
  ) -> JSONValue {
    var members = schema(key.shape, numbers).members.map { ($0.key, $0.value) }
    members.append(("description", .text(key.doc)))
    if let text = key.defaultValue,
      let value = try? JSONParser.parse(Array(text.utf8), file: key.name, limits: Limits())
    {
      members.append(("default", value.json))
    }
    return .object(members)
  }

  private func required(_ keys: [KeyShape]) -> [(String, JSONValue)] {
    let names = keys.filter(\.isRequired).map { JSONValue.text($0.name) }
    return names.isEmpty ? [] : [("required", .list(names))]
  }

  /// What holds for each value of the deciding key, and where it is not there.
  private mutating func conditions(
    _ variants: Variants, _ object: ObjectShape, _ numbers: StructureCheck.Numbers
  ) -> [JSONValue] {
    let isThere = JSONValue.object(["required": .list([.text(variants.key)])])
    var conditions: [JSONValue] = []
    for variant in variants.cases where !variant.keys.isEmpty || variant.others != nil {
      let value = JSONValue.object([(variants.key, variant.match.node)])
      let test = JSONValue.object([
        "properties": value, "required": .list([.text(variants.key)]),
      ])
      conditions.append(
        .object(["if": test, "then": consequence(variant, object, numbers)]))
    }
    let absent = variants.absent
    if !absent.keys.isEmpty || absent.others != nil {
      conditions.append(
        .object([
          "if": .object(["not": isThere]), "then": consequence(absent, object, numbers),
        ]))
    }
    return conditions
  }

  private mutating func consequence(
    _ variant: Variant, _ object: ObjectShape, _ numbers: StructureCheck.Numbers
  ) -> JSONValue {
    var known: [(String, JSONValue)] = []
    for key in variant.keys { known.append((key.name, property(key, numbers))) }
    guard let others = variant.others else {
      return .object([("properties", .object(known))] + required(variant.keys))
    }
    known += object.keys.map { ($0.name, .flag(true)) }
    return .object(
      [
        ("properties", .object(known)), ("patternProperties", .object(Self.ignored)),
        ("additionalProperties", schema(others, numbers)),
      ] + required(variant.keys))
  }

  mutating func map(
    _ keys: Notation, _ values: Shape, _ most: Int, _ numbers: StructureCheck.Numbers
  ) -> JSONValue {
    let value = schema(values, numbers)
    var members: [(String, JSONValue)] = [("type", .text("object"))]
    if keys == .position { members.append(("minProperties", .number(1))) }
    if most < .max { members.append(("maxProperties", .number(Double(most)))) }
    guard let pattern = keys.pattern, keys != .name else {
      return .object(
        members + [
          ("patternProperties", .object(Self.ignored)),
          ("propertyNames", .object(["minLength": .number(1)])),
          ("additionalProperties", value),
        ])
    }
    return .object(
      members + [
        ("patternProperties", .object([(pattern, value)] + Self.ignored)),
        ("additionalProperties", .flag(false)),
      ])
  }
}

extension Variant.Match {
  /// The values of the deciding key.
  fileprivate var node: JSONValue {
    switch self {
    case .names(let names): .object(["enum": .list(names.map(JSONValue.text))])
    case .file:
      .object([
        "type": .text("string"),
        "pattern": Notation.recipe(allowsCustom: true).pattern.map(JSONValue.text),
      ])
    }
  }
}
