/// What a JSON value looks like: its JSON Schema, put together of parts.
package struct JSONShape: Hashable, Sendable {
  private var members: [JSONValue.Member]

  private init(_ members: KeyValuePairs<String, JSONValue?>) {
    self.members = JSONValue.object(members).members
  }

  /// The schema (draft 2020-12) of a document.
  package func schema(title: String) -> String {
    let head = JSONValue.object([
      "$schema": .text("https://json-schema.org/draft/2020-12/schema"), "title": .text(title),
    ])
    return JSONValue.object(head.members + members).text(.members) + "\n"
  }

  private var json: JSONValue { .object(members) }

  /// What it says of itself.
  package var about: String? { json["description"]?.text }

  /// Any value.
  package static func any(_ about: String) -> JSONShape { JSONShape(["description": .text(about)]) }

  package static func text(_ about: String) -> JSONShape { value("string", about) }

  package static func number(_ about: String) -> JSONShape { value("number", about) }

  package static func whole(_ about: String) -> JSONShape { value("integer", about) }

  package static func flag(_ about: String) -> JSONShape { value("boolean", about) }

  private static func value(_ type: String, _ about: String) -> JSONShape {
    JSONShape(["type": .text(type), "description": .text(about)])
  }

  /// This one, or null.
  package var orNull: JSONShape {
    JSONShape(["anyOf": .list([json, .object(["type": .text("null")])])])
  }

  /// One text alone.
  package static func constant(_ text: String) -> JSONShape { JSONShape(["const": .text(text)]) }

  /// One of some texts.
  package static func choice(_ texts: [String], _ about: String) -> JSONShape {
    JSONShape(["enum": .list(texts.map(JSONValue.text)), "description": .text(about)])
  }

  package static func list(_ element: JSONShape, _ about: String) -> JSONShape {
    JSONShape([
      "type": .text("array"), "items": element.json, "description": .text(about),
    ])
  }

  /// x, y, width and height.
  package static func area(_ about: String) -> JSONShape {
    list(.number("A number."), "\(about): x, y, width and height.")
  }

  /// An object with these keys and no others; a key with `?` at its end may be left out.
  package static func object(
    _ about: String, _ keys: KeyValuePairs<String, JSONShape>
  ) -> JSONShape {
    object(about, keys.map { ($0, $1) })
  }

  /// The same with keys of a list.
  package static func object(_ about: String, _ keys: [(key: String, shape: JSONShape)])
    -> JSONShape
  {
    let required = keys.map(\.key).filter { !$0.hasSuffix("?") }
    return JSONShape([
      "type": .text("object"), "description": .text(about), "additionalProperties": .flag(false),
      "required": .list(required.map(JSONValue.text)),
      "properties": .object(
        keys.map { key, shape in
          JSONValue.Member(
            key: key.hasSuffix("?") ? String(key.dropLast()) : key, value: shape.json)
        }),
    ])
  }

  /// An object whose keys are names, each with such a value.
  package static func table(_ value: JSONShape, _ about: String) -> JSONShape {
    JSONShape([
      "type": .text("object"), "description": .text(about), "additionalProperties": value.json,
    ])
  }
}
