import Formatting
import Motion

/// A key of an object of the format: everything that is known of it.
///
/// A list of fields is an object's table. Its schema, its reader, its printer, and what one object
/// inherits from another follow from the rows: to add a key, give `Owner` a place for its value and
/// its table a row.
struct Field<Owner: Sendable>: Sendable {
  let schema: KeySchema
  /// The key of the object in which it lies, such as `tail`, where `Owner` holds the values of that
  /// object as well.
  let group: String?
  let read: @Sendable (JSONNode, inout Reading, inout Owner) -> Void
  /// nil where the value is unwritten.
  let write: @Sendable (Owner) -> JSONValue?
  /// Completes the first owner with the value of the second one.
  let inherit: @Sendable (inout Owner, Owner) -> Void
  /// Gives an unwritten value its default.
  let complete: @Sendable (inout Owner) -> Void

  /// A value that may be unwritten; `merge` puts a written one on top of an inherited one, of which
  /// nothing is left unless told otherwise.
  init<Value: Sendable>(
    _ key: String, in group: String? = nil,
    _ path: any WritableKeyPath<Owner, Value?> & Sendable, _ form: ValueForm<Value>,
    _ doc: String, default defaultValue: Value? = nil,
    merge: @escaping @Sendable (_ own: Value, _ inherited: Value) -> Value = { own, _ in own }
  ) {
    schema = KeySchema(
      key, form.schema, doc, default: defaultValue.map { form.write($0).text(.line) })
    self.group = group
    read = { node, reading, owner in owner[keyPath: path] = form.read(node, &reading) }
    write = { $0[keyPath: path].map(form.write) }
    inherit = { owner, base in
      guard let inherited = base[keyPath: path] else { return }
      owner[keyPath: path] = owner[keyPath: path].map { merge($0, inherited) } ?? inherited
    }
    complete = { $0[keyPath: path] = $0[keyPath: path] ?? defaultValue }
  }

  /// A value that is always there: `initial` has its default, which is not written.
  init<Value: Equatable & Sendable>(
    _ key: String, _ path: any WritableKeyPath<Owner, Value> & Sendable,
    _ form: ValueForm<Value>, _ doc: String, of initial: Owner, showsDefault: Bool = true,
    merge: (@Sendable (_ own: Value, _ inherited: Value) -> Value)? = nil
  ) {
    let initialValue = initial[keyPath: path]
    let shown = showsDefault ? form.write(initialValue).text(.line) : nil
    (schema, group) = (KeySchema(key, form.schema, doc, default: shown), nil)
    read = { node, reading, owner in
      if let value = form.read(node, &reading) { owner[keyPath: path] = value }
    }
    write = { owner in
      let value = owner[keyPath: path]
      return value == initialValue ? nil : form.write(value)
    }
    inherit = { owner, base in
      if let merge { owner[keyPath: path] = merge(owner[keyPath: path], base[keyPath: path]) }
    }
    complete = { _ in }
  }

  /// A key whose value is made by hand.
  init(
    _ schema: KeySchema, in group: String? = nil,
    read: @escaping @Sendable (JSONNode, inout Reading, inout Owner) -> Void = { _, _, _ in },
    write: @escaping @Sendable (Owner) -> JSONValue? = { _ in nil },
    inherit: @escaping @Sendable (inout Owner, Owner) -> Void = { _, _ in }
  ) {
    (self.schema, self.group) = (schema, group)
    (self.read, self.write, self.inherit, complete) = (read, write, inherit, { _ in })
  }
}

extension Array {
  /// The keys of an object, for the format's description.
  func keys<Owner>(in group: String? = nil) -> [KeySchema] where Element == Field<Owner> {
    filter { $0.group == group }.map(\.schema)
  }

  /// Gives `owner` the values that `node` writes.
  func read<Owner>(
    _ node: JSONNode?, by reading: inout Reading, into owner: inout Owner
  ) where Element == Field<Owner> {
    for field in self {
      let object = field.group == nil ? node : field.group.flatMap { node?[$0] }
      guard let value = object?[field.schema.name] else { continue }
      field.read(value, &reading, &owner)
    }
  }

  /// The members of an object that reads back to an equal owner.
  func members<Owner>(
    of owner: Owner, in group: String? = nil
  ) -> [(String, JSONValue)] where Element == Field<Owner> {
    filter { $0.group == group }.compactMap { field in
      let key = field.schema.name
      let nested = group == nil ? members(of: owner, in: key) : []
      let value = nested.isEmpty ? field.write(owner) : .object(nested)
      return value.map { (key, $0) }
    }
  }

  /// `owner` with what it leaves unwritten taken from `base`.
  func filled<Owner>(_ owner: Owner, from base: Owner) -> Owner where Element == Field<Owner> {
    reduce(into: owner) { filled, field in field.inherit(&filled, base) }
  }

  /// `owner` with a default for what it leaves unwritten, where there is one.
  func completed<Owner>(_ owner: Owner) -> Owner where Element == Field<Owner> {
    reduce(into: owner) { completed, field in field.complete(&completed) }
  }
}

/// A kind of value: what it may be, how it is read, and how it is written.
struct ValueForm<Value: Sendable>: Sendable {
  let schema: ValueSchema
  /// nil for a value that is none, which has been noted.
  let read: @Sendable (JSONNode, inout Reading) -> Value?
  let write: @Sendable (Value) -> JSONValue

  init(
    _ schema: ValueSchema, _ read: @escaping @Sendable (JSONNode, inout Reading) -> Value?,
    _ write: @escaping @Sendable (Value) -> JSONValue
  ) {
    (self.schema, self.read, self.write) = (schema, read, write)
  }
}

extension ValueForm<Double> {
  static func number(_ range: NumberRange) -> Self {
    Self(.number(range), { node, _ in node.number }, { .number($0) })
  }

  static var seconds: Self {
    Self(.defined(.time), { node, reading in reading.seconds(node) }, { .number($0) })
  }
}

extension ValueForm<Int> {
  static func whole(_ range: ClosedRange<Int>) -> Self {
    Self(.number(.whole(range)), { node, _ in node.whole }, { .whole($0) })
  }
}

extension ValueForm<Bool> {
  static var flag: Self { Self(.flag, { node, _ in node.flag }, { .flag($0) }) }
}

extension ValueForm
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// One of the names of an enumeration; `subject` is what they are names of.
  static func choice(_ subject: String) -> Self {
    Self(.choice(of: Value.self, subject), { node, _ in node.choice() }, { .text($0.rawValue) })
  }
}

extension ValueForm<Curve> {
  static var curve: Self {
    Self(.defined(.curve), { node, reading in reading.curve(node) }, \.node)
  }
}

extension ValueForm<Window> {
  static var window: Self {
    Self(.defined(.window), { node, reading in reading.window(node) }, \.node)
  }
}
