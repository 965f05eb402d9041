/// The objects that stand for an `Owner` in JSON: how they are written, read back and described.
///
/// A row a member; the text, the reader and the JSON Schema follow from the rows. To add a member, give
/// `Owner` a place for its value and its record a row.
package struct Record<Owner>: Sendable {
  /// What one of the objects is, as a sentence.
  package let about: String
  package let members: [Member]

  package init(_ about: String = "", members: [Member]) {
    (self.about, self.members) = (about, members)
  }

  /// A member of the objects.
  package struct Member: Sendable {
    package let key: String
    /// Whether it may be missing.
    package let isOptional: Bool
    let shape: JSONShape
    /// nil where it is left out.
    let write: @Sendable (Owner) -> JSONValue?
    /// False for a value that is none; nil for a member that follows from others.
    let read: (@Sendable (JSONValue, inout Owner) -> Bool)?

    /// Whether it is read back.
    package var isRead: Bool { read != nil }

    private init(
      key: String, _ shape: JSONShape, write: @escaping @Sendable (Owner) -> JSONValue?,
      read: (@Sendable (JSONValue, inout Owner) -> Bool)? = nil
    ) {
      isOptional = key.hasSuffix("?")
      self.key = isOptional ? String(key.dropLast()) : key
      (self.shape, self.write, self.read) = (shape, write, read)
    }

    /// A value that is always there; a key with `?` at its end is left out for the value `omitting`.
    package init<Value: Equatable & Sendable>(
      _ key: String, _ form: JSONForm<Value>,
      _ path: any WritableKeyPath<Owner, Value> & Sendable, omitting: Value? = nil
    ) {
      self.init(
        key: key, form.shape,
        write: { $0[keyPath: path] == omitting ? nil : form.write($0[keyPath: path]) },
        read: { json, owner in
          guard let value = form.read(json) else { return false }
          owner[keyPath: path] = value
          return true
        })
    }

    /// A value that may be missing; its key has `?` at its end.
    package init<Value: Sendable>(
      _ key: String, _ form: JSONForm<Value>,
      _ path: any WritableKeyPath<Owner, Value?> & Sendable
    ) {
      self.init(
        key: key, form.shape, write: { $0[keyPath: path].map(form.write) },
        read: { json, owner in
          owner[keyPath: path] = form.read(json)
          return owner[keyPath: path] != nil
        })
    }

    /// A value that follows from others, which is not read back.
    ///
    /// One that is nil is left out where the key has `?` at its end, and null elsewhere.
    package init<Value>(
      _ key: String, _ form: JSONForm<Value>, from value: @escaping @Sendable (Owner) -> Value?
    ) {
      let absent: JSONValue? = key.hasSuffix("?") ? nil : .null
      self.init(key: key, form.shape, write: { value($0).map(form.write) ?? absent })
    }

    /// The name of a published form.
    package init(schema name: String) {
      self.init(key: "schema", .constant(name), write: { _ in .text(name) })
    }
  }
}

extension Record {
  package var shape: JSONShape {
    .object(about, members.map { ($0.isOptional ? $0.key + "?" : $0.key, $0.shape) })
  }

  package func json(_ owner: Owner) -> JSONValue {
    .object(
      members.compactMap { member in
        member.write(owner).map { JSONValue.Member(key: member.key, value: $0) }
      })
  }

  /// Gives `owner` the values of an object.
  package func read(_ json: JSONValue, into owner: inout Owner) throws(RecordError) {
    for member in members {
      guard let read = member.read else { continue }
      guard let value = json[member.key] else {
        guard member.isOptional else { throw RecordError(key: member.key) }
        continue
      }
      guard read(value, &owner) else { throw RecordError(key: member.key) }
    }
  }
}

/// What is published in JSON.
package protocol Recorded {
  static var record: Record<Self> { get }
}

extension Recorded {
  package var json: JSONValue { Self.record.json(self) }
}

/// A member that is missing, or not what it has to be.
package struct RecordError: Error, Hashable, Sendable, CustomStringConvertible {
  package let key: String

  package init(key: String) { self.key = key }

  package var description: String { "\"\(key)\" is missing, or not what it has to be" }
}

/// A kind of value in JSON: how it is written, read and described.
package struct JSONForm<Value>: Sendable {
  package let shape: JSONShape
  package let write: @Sendable (Value) -> JSONValue
  /// nil for what is no such value.
  package let read: @Sendable (JSONValue) -> Value?

  package init(
    _ shape: JSONShape, _ write: @escaping @Sendable (Value) -> JSONValue,
    _ read: @escaping @Sendable (JSONValue) -> Value? = { _ in nil }
  ) {
    (self.shape, self.write, self.read) = (shape, write, read)
  }

  /// The same values, described as ones that may be null.
  package var orNull: JSONForm { JSONForm(shape.orNull, write, read) }

  /// Objects of `record`; read back on top of `initial`, if there is one.
  package static func object(_ record: Record<Value>, on initial: Value? = nil) -> JSONForm
  where Value: Sendable {
    JSONForm(
      record.shape, { record.json($0) },
      { json in
        guard var value = initial, (try? record.read(json, into: &value)) != nil else { return nil }
        return value
      })
  }
}

extension JSONForm<String> {
  package static func text(_ about: String = "") -> JSONForm {
    JSONForm(.text(about), { .text($0) }, \.text)
  }
}

extension JSONForm<Double> {
  package static func number(
    _ about: String = "", in range: ClosedRange<Double> = -.infinity ... .infinity
  ) -> JSONForm {
    JSONForm(
      .number(about), { .number($0) },
      { json in json.number.flatMap { range.contains($0) ? $0 : nil } })
  }

  /// Numbers that are written to a millionth.
  package static func millionths(_ about: String) -> JSONForm {
    JSONForm(.number(about), { .number(($0 * 1e6).rounded() / 1e6) }, \.number)
  }
}

extension JSONForm<Int> {
  package static func whole(
    _ about: String = "", in range: ClosedRange<Int> = 0...1 << 40
  ) -> JSONForm {
    JSONForm(
      .whole(about), { .whole($0) },
      { json in json.number.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil } }
    )
  }
}

extension JSONForm<Bool> {
  package static func flag(_ about: String = "") -> JSONForm {
    JSONForm(.flag(about), { .flag($0) }, \.flag)
  }
}

extension JSONForm<JSONValue> {
  /// Any value.
  package static func any(_ about: String) -> JSONForm { JSONForm(.any(about), { $0 }, { $0 }) }
}

extension JSONForm
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// One of the names of an enumeration.
  package static func choice(_ about: String = "") -> JSONForm {
    JSONForm(
      .choice(Value.allCases.map(\.rawValue), about), { .text($0.rawValue) },
      { json in json.text.flatMap { Value(rawValue: $0) } })
  }
}

extension JSONForm {
  package static func list<Element>(
    _ element: JSONForm<Element>, _ about: String = ""
  ) -> JSONForm where Value == [Element] {
    JSONForm(
      .list(element.shape, about), { .list($0.map(element.write)) },
      { json in
        guard case .list(let values) = json else { return nil }
        let elements = values.compactMap(element.read)
        return elements.count == values.count ? elements : nil
      })
  }
}

extension JSONValue {
  /// The value of a member of an object; nil where there is none.
  package subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

  package var text: String? { if case .text(let text) = self { text } else { nil } }

  package var number: Double? { if case .number(let number) = self { number } else { nil } }

  package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
}
