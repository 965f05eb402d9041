import Formatting

/// The format as JSON Schema (draft 2020-12), printed from the same description that files are
/// checked against.
///
/// What a schema cannot say is left to the reader: ids, files, names in expressions, orders. Of
/// parameters it knows those of the built-in recipes; where the recipe is a file, or what brought
/// the screen that a step pops, every further key may be a number, true or false.
public enum SceneSchema {
  /// What a schema is for.
  public enum Root: String, Hashable, Sendable, CaseIterable {
    case scene
    case screen
    case recipe

    fileprivate var definition: Definition {
      switch self {
      case .scene: .scene
      case .screen: .screenFile
      case .recipe: .recipe
      }
    }
  }

  /// The schema of a kind of file.
  public static func text(for root: Root) -> String {
    var printer = SchemaPrinter()
    let reference = printer.schema(.defined(root.definition), .plain)
    let schema = JSONValue.object(
      [
        ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
        ("title", .text("render-transition \(root.rawValue), version \(Grammar.version)")),
      ] + reference.members.map { ($0.key, $0.value) } + [("$defs", .object(printer.definitions()))]
    )
    return schema.text(.fitted) + "\n"
  }
}

/// A schema in the making: which definitions are named, and so have to be printed.
struct SchemaPrinter {
  private typealias Reference = (definition: Definition, numbers: StructureCheck.Numbers)
  private var named: [Reference] = []

  /// The named definitions, and those that they name in turn.
  mutating func definitions() -> [(String, JSONValue)] {
    var result: [(String, JSONValue)] = []
    // The list grows while definitions are printed.
    while result.count < named.count {
      let entry = named[result.count]
      let node = schema(entry.definition.shape, entry.numbers)
      result.append((Self.name(entry.definition, entry.numbers), node))
    }
    return result
  }

  private static func name(
    _ definition: Definition, _ numbers: StructureCheck.Numbers
  ) -> String {
    numbers == .plain ? definition.rawValue : "\(definition.rawValue)Template"
  }

  mutating func schema(_ shape: ValueSchema, _ numbers: StructureCheck.Numbers) -> JSONValue {
    switch shape {
    case .flag: .object(["type": .text("boolean")])
    case .number(let range): number(range, numbers)
    case .text(let notation): Self.string(notation)
    case .choice(_, let names): .object(["enum": .list(names.map(JSONValue.text))])
    case .constant(let constant): .object(["const": constant.node])
    case .list(let element, let count): list(element, count, numbers)
    case .tuple(let shapes, let required): tuple(shapes, required, numbers)
    case .object(let object): objectSchema(object, numbers)
    case .map(let keys, let values, let most): map(keys, values, most, numbers)
    case .either(let shapes): either(shapes, numbers)
    case .keyframes(let value): either(ValueSchema.keyframeNotations(of: value), numbers)
    case .defined(let definition): reference(definition, numbers)
    case .template(let inner): schema(inner, .template)
    }
  }

  private mutating func either(
    _ shapes: [ValueSchema], _ numbers: StructureCheck.Numbers
  ) -> JSONValue {
    .object(["anyOf": .list(shapes.map { schema($0, numbers) })])
  }

  private mutating func reference(
    _ definition: Definition, _ numbers: StructureCheck.Numbers
  ) -> JSONValue {
    // A colour is the same in a template: there is no number in it.
    let numbers = definition == .color ? .plain : numbers
    if !named.contains(where: { $0 == (definition, numbers) }) {
      named.append((definition, numbers))
    }
    return .object(["$ref": .text("#/$defs/\(Self.name(definition, numbers))")])
  }
}

// Scalars.
extension SchemaPrinter {
  private func number(_ range: NumberRange, _ numbers: StructureCheck.Numbers) -> JSONValue {
    let bound = range.minimum.map(JSONValue.number)
    let plain = JSONValue.object([
      "type": .text(range.isWhole ? "integer" : "number"),
      "minimum": range.excludesMinimum ? nil : bound,
      "exclusiveMinimum": range.excludesMinimum ? bound : nil,
      "maximum": range.maximum.map(JSONValue.number),
    ])
    guard numbers == .template else { return plain }
    var alternatives = [plain, Self.string(.expression)]
    if range.axis != nil {
      alternatives.append(Self.string(range.minimum == nil ? .percent : .unsignedPercent))
    }
    return .object(["anyOf": .list(alternatives)])
  }

  private static func string(_ notation: Notation) -> JSONValue {
    if notation == .name {
      return .object(["type": .text("string"), "minLength": .number(1)])
    }
    let plain = JSONValue.object([
      "type": .text("string"), "pattern": notation.pattern.map(JSONValue.text),
    ])
    guard !notation.names.isEmpty else { return plain }
    let names = JSONValue.object(["enum": .list(notation.names.map(JSONValue.text))])
    return .object(["anyOf": .list([names, plain])])
  }
}

extension ValueSchema.Constant {
  /// The value itself.
  var node: JSONValue {
    switch self {
    case .yes: .flag(true)
    case .null: .null
    case .number(let number): .number(Double(number))
    }
  }
}

// Lists.
extension SchemaPrinter {
  private mutating func list(
    _ element: ValueSchema, _ count: ClosedRange<Int>, _ numbers: StructureCheck.Numbers
  ) -> JSONValue {
    .object([
      "type": .text("array"), "items": schema(element, numbers),
      "minItems": count.lowerBound > 0 ? .number(Double(count.lowerBound)) : nil,
      "maxItems": count.upperBound < .max ? .number(Double(count.upperBound)) : nil,
    ])
  }

  private mutating func tuple(
    _ shapes: [ValueSchema], _ required: Int, _ numbers: StructureCheck.Numbers
  ) -> JSONValue {
    .object([
      "type": .text("array"), "prefixItems": .list(shapes.map { schema($0, numbers) }),
      "items": .flag(false), "minItems": .number(Double(required)),
    ])
  }
}

// Objects of the schema.
extension SchemaPrinter {
  /// The keys that every object may have, and that say nothing.
  private static let ignored: [(String, JSONValue)] = [
    ("^x-", .flag(true)), ("^//$", .flag(true)), ("^\\$schema$", .flag(true)),
  ]

  mutating func objectSchema(
    _ object: ObjectSchema, _ numbers: StructureCheck.Numbers
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
    _ keys: [KeySchema], _ numbers: StructureCheck.Numbers
  ) -> JSONValue {
    .object(keys.map { ($0.name, property($0, numbers)) })
  }

  private mutating func property(
    _ key: KeySchema, _ numbers: StructureCheck.Numbers
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

  private func required(_ keys: [KeySchema]) -> [(String, JSONValue)] {
    let names = keys.filter(\.isRequired).map { JSONValue.text($0.name) }
    return names.isEmpty ? [] : [("required", .list(names))]
  }

  /// What holds for each value of the deciding key, and where it is not there.
  private mutating func conditions(
    _ variants: Variants, _ object: ObjectSchema, _ numbers: StructureCheck.Numbers
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
    _ variant: Variant, _ object: ObjectSchema, _ numbers: StructureCheck.Numbers
  ) -> JSONValue {
    let known = properties(variant.keys, numbers)
    guard let others = variant.others else {
      return .object([("properties", known)] + required(variant.keys))
    }
    let all = known.members.map { ($0.key, $0.value) } + object.keys.map { ($0.name, .flag(true)) }
    return .object(
      [
        ("properties", .object(all)), ("patternProperties", .object(Self.ignored)),
        ("additionalProperties", schema(others, numbers)),
      ] + required(variant.keys))
  }

  mutating func map(
    _ keys: Notation, _ values: ValueSchema, _ most: Int, _ numbers: StructureCheck.Numbers
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
